"""`lore stats` gives the figures of now against those of a week and a month ago; they are kept by the day."""

import json
from pathlib import Path

import pytest

from lore import paths
from lore.cli.program import run
from lore.doctor import run_checks, trend
from lore.model import Candidate, Layer, Status
from lore.store import Store, open_store
from lore.store.local.backup import backups
from lore.store.local.daily_figures import DailyFigures
from support import damage
from support.tables import rows_of
from torture.schemas import stored_schemas


def keep(store: Store, day: str, **measures: int) -> None:
    with store.write("doctor") as transaction:
        store.daily_figures.put(transaction, DailyFigures(day, measures))


def test_the_figures_are_those_of_the_store(store: Store) -> None:
    damage.fill(store)
    with store.write("person") as transaction:
        fact = damage.add(store, transaction, "Answer in French", layer=Layer.USER, tainted=True)
        store.facts.update(transaction, store.facts.ids()[3], status=Status.ARCHIVED)
        store.candidates.add(transaction, Candidate("", fact.text, fact.id, fingerprint="x"))
        damage.add(store, transaction, "ANSWER IN FRENCH", layer=Layer.USER, tainted=True)
    store.accesses.record([fact.id])
    measures = trend(store).today.measures
    assert {name: measures[name] for name in ("status.active", "status.archived", "layer.user", "kind.decision")} == {
        "status.active": 21,
        "status.archived": 1,
        "layer.user": 2,
        "kind.decision": 0,
    }
    names = ("duplicates", "never_recalled", "tainted_waiting", "candidates_waiting", "turns", "vectors_missing")
    assert [measures[name] for name in names] == [1, 20, 2, 1, 20, 42]
    assert measures["index_lag"] == store.cursor()
    assert measures["bytes"] > paths.database(store.folder).stat().st_size, "the log counts too"


def test_the_figures_of_a_day_are_kept_once(store: Store) -> None:
    trend(store)
    with store.write("person") as transaction:
        damage.add(store, transaction, "Squash before merging")
    trend(store)
    assert [tuple(row) for row in rows_of(store.folder, "SELECT day, measures ->> 'status.active' FROM fitness")] == [
        ("2026-03-12", 1)
    ]


def test_the_trend_looks_back_a_week_and_a_month(store: Store) -> None:
    """The newest figures that are old enough: a day without a visit is no gap."""
    for day in ("2026-01-20", "2026-02-09", "2026-02-11", "2026-03-03", "2026-03-06", "2026-03-11"):
        keep(store, day, turns=int(day[-2:]))
    found = trend(store)
    assert (found.week and found.week.day, found.month and found.month.day) == ("2026-03-03", "2026-02-09")


def test_a_young_store_has_no_trend_yet(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert (trend(store).week, trend(store).month) == (None, None)
    assert run(["stats"]) == 0
    assert "trends appear one week after" in capsys.readouterr().err


def test_a_visit_of_the_doctor_keeps_the_figures(store: Store) -> None:
    run_checks()
    kept = store.daily_figures.newest(until="2026-03-12")
    assert kept is not None and kept.day == "2026-03-12"


def test_keeping_them_is_nothing_to_undo(store: Store) -> None:
    """Figures are no change of the memory: they leave no event."""
    trend(store)
    assert store.audit.count() == 0


def test_the_table_shows_changes(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """One line a figure, with the difference to each earlier day; 80 columns are enough."""
    damage.fill(store)
    keep(store, "2026-03-05", **{"status.active": 12, "turns": 20})
    keep(store, "2026-02-10", **{"status.active": 30})
    assert run(["stats"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["now", "since", "2026-03-05", "since", "2026-02-10"]
    rows = {line.split("  ")[1]: line.split() for line in lines if line.startswith("  ")}
    assert rows["active"] == ["active", "20", "+8", "-10"]
    assert rows["messages"] == ["messages", "20", "=", "+20"]
    assert max(map(len, lines)) <= 80


def test_the_figures_as_json(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    damage.fill(store)
    keep(store, "2026-03-01", turns=4)
    assert run(["stats", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["schema"], found["day"], found["now"]["turns"]) == (1, "2026-03-12", 20)
    assert (found["week"], found["month"]) == ({"day": "2026-03-01", "measures": {"turns": 4}}, None)


def test_while_another_program_writes_the_figures_are_shown_but_not_kept(home: Path) -> None:
    with open_store(budget_s=0.0) as store, open_store() as other:
        with other.write("person") as transaction:
            damage.add(other, transaction, "Squash before merging")
            assert not trend(store).kept
        assert trend(store).kept


def test_a_store_of_the_oldest_schema_is_backed_up_first(home: Path) -> None:
    """As it was; no fact is lost."""
    oldest = stored_schemas()[0]
    oldest.build(home)
    with open_store() as migrated:
        facts = sum(count for name, count in trend(migrated).today.measures.items() if name.startswith("status."))
    assert [(backup.reason, backup.schema, backup.facts) for backup in backups(home)] == [
        ("migration", oldest.version, facts)
    ]
    assert facts > 0
