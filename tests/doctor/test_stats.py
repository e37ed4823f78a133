"""`lore stats`: figures of now against those of a week and a month ago, kept by the day, and what the store holds."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from lore import actions, clock, paths
from lore.actions import Engine
from lore.cli.program import run
from lore.context import spent_on
from lore.doctor import health_history, run_checks, trend
from lore.doctor.at_a_glance import density, density_steps, overview, timed_searches
from lore.doctor.check import Outcome, Report, Result, ok, skipped
from lore.doctor.registry import CHECKS
from lore.doctor.run import VISIT, Spell, wrong_after
from lore.model import Candidate, CandidateStatus, Layer, LinkKind, Status, Subject, SubjectKind
from lore.presence import deciding
from lore.store import Store, open_store
from lore.store.local.backup import backups
from lore.store.local.statistics import DailyFigures
from lore.wording import tokens_of
from support import damage
from support.tables import rows_of
from torture.schemas import stored_schemas


def keep(store: Store, day: str, **measures: int) -> None:
    with store.write("doctor") as transaction:
        store.statistics.keep_figures(transaction, DailyFigures(day, measures))


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
    kept = store.statistics.newest_figures(until="2026-03-12")
    assert kept is not None and kept.day == "2026-03-12"


def test_keeping_them_is_nothing_to_undo(store: Store) -> None:
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
    oldest = stored_schemas()[0]
    oldest.build(home)
    with open_store() as migrated:
        facts = sum(count for name, count in trend(migrated).today.measures.items() if name.startswith("status."))
    assert [(backup.reason, backup.schema, backup.facts) for backup in backups(home)] == [
        ("migration", oldest.version, facts)
    ]
    assert facts > 0


def visit(store: Store, patch: pytest.MonkeyPatch, day: int, **how: str) -> None:
    patch.setenv("LORE_NOW", f"2026-03-{day:02}T09:00:00Z")
    with store.write("doctor") as transaction:
        transaction.note(VISIT, Subject(SubjectKind.DOCTOR, "warn"), None, {"wrong": sorted(how), "how": how})


def test_a_visit_that_finds_nothing_new_leaves_no_row(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ninety quiet days cost one event; what breaks and is mended costs one each."""
    for _ in range(3):
        run_checks()
        monkeypatch.setenv("LORE_NOW", clock.shifted(timedelta(hours=1)))
    with open_store() as store:
        assert len(store.audit.select(action=VISIT)) == 1
    damage.FAULTS["evidence"][1](healthy, monkeypatch)
    run_checks()
    run_checks()
    with open_store() as store:
        assert [event.after and event.after["how"] for event in store.audit.select(action=VISIT)] == [
            {"evidence": "warn"},
            {},
        ]


def test_the_visits_tell_when_a_check_was_wrong(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    visit(store, monkeypatch, 1)
    visit(store, monkeypatch, 3, backup="warn", published="warn")
    visit(store, monkeypatch, 5, backup="fail")
    visit(store, monkeypatch, 8, queue="warn")
    found = health_history(store)
    assert (found.first, found.changes) == ("2026-03-01T09:00:00Z", 3)
    assert [(one.check, one.now) for one in found.trends] == [
        ("queue", Outcome.WARN),
        ("backup", Outcome.OK),
        ("published", Outcome.OK),
    ]
    third, fifth, eighth = (f"2026-03-0{day}T09:00:00Z" for day in (3, 5, 8))
    backup = found.of("backup")
    assert backup and backup.spells == (
        Spell("backup", Outcome.FAIL, fifth, eighth),
        Spell("backup", Outcome.WARN, third, fifth),
    )
    assert backup.spells[0].days == 3.0


def test_what_could_not_be_asked_is_as_it_was() -> None:
    one, other = CHECKS[:2]
    report = Report("2026-03-12T09:00:00Z", (Result(one, skipped("busy"), 0.0), Result(other, ok("fine"), 0.0)))
    assert wrong_after(report, {one.id: Outcome.FAIL, other.id: Outcome.WARN}) == {one.id: Outcome.FAIL}
    assert wrong_after(report, {}) == {}


def test_visits_of_earlier_releases_are_read(store: Store) -> None:
    with store.write("doctor") as transaction:
        kept = {"ok": 30, "warn": 0, "fail": 1, "wrong": ["rows"]}
        transaction.note(VISIT, Subject(SubjectKind.DOCTOR, "fail"), None, kept)
    found = health_history(store).of("rows")
    assert found and found.now is Outcome.FAIL


def test_the_history_is_shown_and_is_json(
    store: Store, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In 80 columns, without asking a check; nothing is recorded by looking."""
    visit(store, monkeypatch, 1, backup="warn")
    visit(store, monkeypatch, 4)
    visit(store, monkeypatch, 9, published="warn")
    assert run(["doctor", "--history"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "! warn  published",
        "        warned  since 2026-03-09, 0 days",
        "✓ ok    backups",
        "        warned  2026-03-01 to 2026-03-04, 3 days",
        "since 2026-03-01: 2 changes, 1 wrong now",
    ]
    assert run(["doctor", "--history", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(one["id"], one["now"], len(one["spells"])) for one in told["checks"]] == [
        ("published", "warn", 1),
        ("backup", "ok", 1),
    ]
    assert run(["doctor", "--history", "--fix"]) == 2
    assert len(store.audit.select(action=VISIT)) == 3


def test_what_was_given_is_set_against_its_sources(store: Store) -> None:
    """A message that is quoted by two facts counts once a session, and each session would have read it."""
    damage.fill(store)
    one, other = store.facts.ids()[:2]
    store.accesses.give([one, other], "now")
    store.accesses.give([one], "later")
    turns = {turn.text: tokens_of(turn.text) for turn in store.sessions.turns("s1")}
    texts = store.facts.texts()
    found = spent_on(store)
    assert found.sessions == 2
    assert found.session_tokens == 2 * sum(turns.values())
    assert found.message_tokens == 2 * turns[texts[one]] + turns[texts[other]]
    assert 0 < found.tokens < found.session_tokens
    assert spent_on(store, newest=1).message_tokens == turns[texts[one]]


def test_a_store_without_receipts_gives_nothing(store: Store) -> None:
    assert spent_on(store).sessions == 0
    assert timed_searches(store) is None


def test_the_figures_are_counted(store: Store) -> None:
    damage.fill(store)
    with store.write("person") as transaction:
        one, other = store.facts.ids()[:2]
        store.facts.link(transaction, one, LinkKind.CONTRADICTS, other)
        for number, at in enumerate(("2026-03-01T09:00:00Z", "2026-03-02T09:00:00Z", "2025-12-24T09:00:00Z")):
            text = store.facts.get(one).text
            store.candidates.add(transaction, Candidate("", text, one, fingerprint=str(number), created_at=at))
        newest = store.candidates.select()[0]
        store.candidates.update(transaction, newest.id, action="candidate.approve", status=CandidateStatus.APPROVED)
    store.accesses.record([one])
    found = overview(store, timed=False)
    assert found.speed is None
    assert sum(found.strengths) == 20 == found.never_recalled.whole
    assert (found.duplicates, found.contradictions, found.never_recalled.part) == (0, 1, 19)
    assert [(one.month, one.proposed) for one in found.months if one.proposed] == [("2025-12", 1), ("2026-03", 2)]
    assert sum(one.approved for one in found.months) == 1
    assert len(found.months) == 12 and found.months[-1].month == "2026-03"
    assert found.days["2026-03-12"].learnt == 20
    assert found.days["2026-03-11"].sessions == 1


def test_searches_are_timed_and_are_no_use_of_a_fact(store: Store) -> None:
    damage.fill(store)
    found = timed_searches(store, most=4, budget_s=600)
    assert found and found.searches == 4 and found.per_second > 0
    assert overview(store, timed=False).never_recalled.part == 20


@pytest.mark.parametrize(("amount", "level"), [(0, 0), (1, 1), (2, 1), (3, 2), (9, 3), (10, 4)])
def test_a_day_is_as_dense_as_its_quarter(amount: int, level: int) -> None:
    assert density(amount, density_steps([0, 1, 2, 3, 9])) == level


def test_stats_draws_them_in_80_columns(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """A bar for each tenth, a year of 53 weeks; the same as JSON."""
    damage.fill(store)
    assert run(["stats"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    year = lines[lines.index("a year in days") + 1 :]
    assert [line[:7].strip() for line in year[:7]] == ["Mon", "", "Wed", "", "Fri", "", "Sun"]
    assert [len(line[7:]) for line in year[:7]] == [53] * 4 + [52] * 3
    assert year[3].endswith("░") and year[7].strip() == "2025-03-10 to 2026-03-12"
    assert any(line.startswith("  searches a second") and " timed now" in line for line in lines)
    assert run(["stats", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["never_recalled"] == {"facts": 20, "of": 20}
    assert told["tokens"]["sessions"] == 0 and 1 <= told["searches"]["timed"] <= 20
    assert sum(told["strengths"]) == 20


def test_what_you_approved_and_has_no_room_is_told(store: Store, home: Path, tmp_path: Path) -> None:
    engine = Engine(store, person=deciding("test", yes=True), folder=tmp_path)
    saved = actions.save(engine, "Use pnpm, never npm or yarn.")
    actions.pin(engine, [saved.fact.id])

    def says() -> tuple[str, str]:
        (result,) = [one for one in run_checks(home).results if one.check.id == "given"]
        return result.finding.says, result.finding.fix or ""

    assert says() == ("everything that you approved is given when a session starts", "")
    actions.change_settings(engine, {"context.budget": 3})
    told, step = says()
    assert told.startswith("1 fact that you approved, with no room") and "context.budget" in step
