"""`lore doctor --history`: which check was wrong from when until when, kept as changes and not as a row a day."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from lore import clock
from lore.cli.program import run
from lore.doctor import health_history, run_checks
from lore.doctor.check import Outcome, Report, Result, ok, skipped
from lore.doctor.registry import CHECKS
from lore.doctor.spells import VISIT, Spell, wrong_after
from lore.model import Subject, SubjectKind
from lore.store import Store, open_store
from support import damage


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return damage.prepare(tmp_path_factory.mktemp("prepared") / "lore-home")


@pytest.fixture
def healthy(prepared: Path, home: Path) -> Iterator[Path]:
    yield from damage.copy_of(prepared, home)


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
    """Those that still are wrong first; a warning that becomes a failure is another spell."""
    visit(store, monkeypatch, 1)
    visit(store, monkeypatch, 3, backup="warn", drift="warn")
    visit(store, monkeypatch, 5, backup="fail")
    visit(store, monkeypatch, 8, queue="warn")
    found = health_history(store)
    assert (found.first, found.changes) == ("2026-03-01T09:00:00Z", 3)
    assert [(one.check, one.now) for one in found.trends] == [
        ("queue", Outcome.WARN),
        ("backup", Outcome.OK),
        ("drift", Outcome.OK),
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
    visit(store, monkeypatch, 9, drift="warn")
    assert run(["doctor", "--history"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "! warn  hand edits",
        "        warned  since 2026-03-09, 0 days",
        "✓ ok    backups",
        "        warned  2026-03-01 to 2026-03-04, 3 days",
        "since 2026-03-01: 2 changes, 1 wrong now",
    ]
    assert run(["doctor", "--history", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(one["id"], one["now"], len(one["spells"])) for one in told["checks"]] == [
        ("drift", "warn", 1),
        ("backup", "ok", 1),
    ]
    assert run(["doctor", "--history", "--fix"]) == 2
    assert len(store.audit.select(action=VISIT)) == 3
