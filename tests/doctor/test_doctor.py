"""The doctor notices what is wrong, says so in a sentence with the next step, and never breaks down itself."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from lore import paths
from lore.cli.program import run
from lore.doctor import CHECKS, Group, Outcome, Report, run_checks
from lore.doctor.canary import canary
from lore.doctor.check import Inspection
from lore.doctor.run import ask
from lore.errors import Conflict
from lore.history import carry_out, plan_undo, undo_last
from lore.memory.purging import PurgeTarget, purge
from lore.model import Candidate, Clean, Role, Session, Turn
from lore.platform import remove_folder
from lore.store import Store, open_store
from story.test_docs import DOCS, compare
from support import damage
from support.tables import value_of

BY_ID = {check.id: check for check in CHECKS}


def outcome_of(home: Path, check: str) -> Outcome:
    inspection = Inspection(home)
    try:
        return ask(inspection, BY_ID[check]).outcome
    finally:
        inspection.close()


def wrong(report: Report) -> dict[str, str]:
    return {
        result.check.id: result.finding.says
        for result in report.results
        if result.finding.outcome in (Outcome.WARN, Outcome.FAIL)
    }


def test_a_healthy_store_is_healthy(healthy: Path) -> None:
    report = run_checks()
    assert wrong(report) == {}
    assert report.exit_code == 0


def test_every_group_has_checks_and_there_are_more_than_24() -> None:
    assert {check.group for check in CHECKS} == set(Group)
    assert len(CHECKS) == len(BY_ID) > 24


def test_the_page_of_checks_is_current() -> None:
    """Every check is documented: what it asks, and what `--fix` does about it."""
    lines = ["# Checks", "", "What `lore doctor` checks, in order; generated from the registry.", ""]
    for group in Group:
        lines += [f"## {group.value.capitalize()}", "", "| check | asks | `--fix` |", "|---|---|---|"]
        checks = [check for check in CHECKS if check.group is group]
        lines += [f"| `{one.id}` | {one.asks} | {one.repair.does if one.repair else ''} |" for one in checks]
        lines.append("")
    compare(DOCS / "checks.md", "\n".join(lines))


def test_on_an_empty_machine_the_doctor_says_what_to_do(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    remove_folder(home)
    assert run(["doctor"]) == 0
    shown = capsys.readouterr()
    assert ("lore setup" in shown.out, len(shown.out.splitlines()), shown.err) == (True, 2, "")
    assert not home.exists()


def test_every_check_has_its_fault() -> None:
    assert {of_check(fault) for fault in damage.FAULTS} == set(BY_ID)


def of_check(fault: str) -> str:
    return fault.partition(",")[0]


@pytest.mark.parametrize("fault", damage.FAULTS)
def test_every_check_finds_its_fault(fault: str, healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Well before, wrong after real damage, with a next step, and without the text of a secret."""
    check = of_check(fault)
    assert outcome_of(healthy, check) is Outcome.OK
    expected, plant = damage.FAULTS[fault]
    plant(healthy, monkeypatch)
    inspection = Inspection(healthy)
    finding = ask(inspection, BY_ID[check])
    inspection.close()
    assert finding.outcome == expected
    assert finding.fix
    assert damage.SECRET not in finding.says


def test_an_unmasked_secret_is_named_by_its_session_and_its_field(healthy: Path) -> None:
    with open_store() as store, store.write("import") as transaction:
        store.sessions.put(transaction, Session("s9", "claude-code"))
        said = Clean(f"The token is {damage.SECRET}")
        [turn] = store.sessions.add_turns(transaction, "s9", [Turn("s9", "m1", Role.USER, said)])
    inspection = Inspection(healthy)
    finding = ask(inspection, BY_ID["secrets"])
    inspection.close()
    assert f"turns t:{turn.seq}, text, in session s9" in finding.says
    assert "`lore masked`" in (finding.fix or "")


def test_a_purge_is_no_damage(healthy: Path) -> None:
    with open_store() as store:
        store.backs_up = False
        with store.write("person") as transaction:
            fact = damage.add(store, transaction, "The server is called zanzibar", tags=(Clean("zanzibar"),))
            other = damage.add(store, transaction, "Tabs in Makefiles")
            store.candidates.add(transaction, Candidate("", fact.text, fact.id, fingerprint="x", replaces=other.id))
        purge(store, PurgeTarget(secret="zanzibar"))
        purge(store, PurgeTarget(facts=[other.id]))
    found = wrong(run_checks())
    assert not {"rows", "integrity", "backup"} & found.keys()


def test_a_sqlite_with_the_log_bug_is_named(healthy: Path) -> None:
    """Without a driver that has the fix the store goes without a write-ahead log, and the doctor says so."""
    script = (
        "import sys; sys.modules['pysqlite3'] = None\n"
        "from lore.doctor.check import Inspection; from lore.doctor.truth import journal; from lore import paths\n"
        "from lore.store.sqlite.connection import safe_with_wal\n"
        "seen = Inspection(paths.home()); print(safe_with_wal(), journal(seen).outcome.value); seen.close()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() in (["False", "warn"], ["True", "ok"])


def test_a_damaged_row_is_found_in_a_backup(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damage.FAULTS["rows"][1](healthy, monkeypatch)
    finding = ask(inspection := Inspection(healthy), BY_ID["rows"])
    inspection.close()
    assert "whole in lore-20260312T090000Z-asked.db" in finding.says
    assert finding.fix == "`lore restore-backup lore-20260312T090000Z-asked.db`"


@pytest.mark.parametrize(
    "altered",
    [
        "UPDATE turns SET text = 'I never said that' WHERE seq = 3",
        "UPDATE audit SET actor = 'person' WHERE seq = 2",
        "UPDATE audit SET after = NULL WHERE seq = 2",
    ],
)
def test_what_was_said_and_done_cannot_be_altered_unnoticed(altered: str, healthy: Path) -> None:
    with damage.behind_our_back(healthy) as connection:
        assert connection.execute(altered).rowcount == 1
    finding = ask(inspection := Inspection(healthy), BY_ID["rows"])
    inspection.close()
    assert finding.outcome is Outcome.FAIL


@pytest.mark.parametrize("kind", ["missing", "garbage", "empty folder", "newer", "a folder", "cut"])
def test_a_store_that_cannot_be_opened_gets_a_report(
    kind: str, healthy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = paths.database(healthy)
    if kind == "newer":
        with damage.behind_our_back(healthy) as connection:
            connection.execute("PRAGMA user_version = 999")
    elif kind == "cut":
        database.write_bytes(database.read_bytes()[:5000])
    else:
        database.unlink()
        if kind == "empty folder":
            remove_folder(healthy)
            healthy.mkdir()
        elif kind == "garbage":
            database.write_bytes(b"garbage\n" * 999)
        elif kind == "a folder":
            database.mkdir()
    assert run(["doctor", "--json"]) == 2
    report = json.loads(capsys.readouterr().out)
    checks = {check["id"]: check for check in report["checks"]}
    assert len(checks) == len(CHECKS)
    assert checks["store"]["outcome"] == "fail" or checks["integrity"]["outcome"] == "fail"
    assert checks["canary"]["outcome"] == "skipped"
    if kind in ("missing", "empty folder"):
        assert not database.exists()


def test_nothing_is_written_to_a_damaged_file(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No canary, no record: writing could make it worse."""
    damage.FAULTS["integrity"][1](healthy, monkeypatch)
    report = run_checks()
    assert {result.check.id for result in report.results if result.finding.outcome is Outcome.SKIPPED} >= {"canary"}
    assert report.notes == ("this run of `lore doctor` was not recorded: the store cannot be written to",)


def test_the_canary_leaves_nothing(healthy: Path) -> None:
    """After a visit the facts, what search is told, their history and what undo would take back are as before."""
    with open_store() as store:
        told = store.cursor()
        facts, events = store.facts.ids(), store.audit.select()
        run_checks()
        assert store.facts.ids() == facts
        assert store.cursor() == told
        assert [event.action for event in store.audit.select()[: -len(events)]] == ["doctor.run"]
        assert value_of(healthy, "SELECT count(*) FROM embeddings WHERE passage NOT LIKE 't:%'") == len(facts)
        assert store.projects.keys_in_use() == {}


def test_a_canary_that_was_left_behind_goes(healthy: Path) -> None:
    left = paths.canary_folder(healthy)
    with open_store(left) as store, store.write("doctor") as transaction:
        damage.add(store, transaction, "left behind")
    assert run_checks().exit_code == 0
    assert not left.exists()


def test_undo_passes_over_the_doctor(store: Store) -> None:
    with store.write("person") as transaction:
        damage.add(store, transaction, "Squash before merging")
    run_checks()
    visit = store.audit.select(action="doctor.run")[0]
    with pytest.raises(Conflict, match="nothing to bring back"):
        carry_out(store, plan_undo(store, event=visit.seq))
    undo_last(store)
    assert store.facts.ids() == []


def test_a_visit_is_recorded(healthy: Path) -> None:
    run_checks()
    with open_store() as store:
        event = store.audit.select(action="doctor.run")[0]
    assert (event.actor, event.subject.id) == ("doctor", "ok")
    assert event.after and event.after["wrong"] == []


@pytest.mark.parametrize(("fault", "code"), [(None, 0), ("index, orphans", 1), ("rows", 2)])
def test_the_exit_code_tells_how_it_is(
    fault: str | None, code: int, healthy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """0 healthy, 1 a warning, 2 critical; the watchdog is quiet while all is well, and says one line otherwise."""
    if fault:
        damage.FAULTS[fault][1](healthy, monkeypatch)
    assert run(["doctor", "--watch"]) == code
    shown = capsys.readouterr()
    assert shown.err == ""
    assert len(shown.out.splitlines()) == (1 if fault else 0)
    assert of_check(fault or "") in shown.out


def test_the_report_fits_a_terminal_and_needs_no_colour(
    healthy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    damage.FAULTS["rows"][1](healthy, monkeypatch)
    damage.FAULTS["queue, tainted"][1](healthy, monkeypatch)
    assert run(["doctor"]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line for line in lines if line in {group.value for group in Group}] == [group.value for group in Group]
    for start in ("  ✓ ok    data folder", "  ! warn  review queue", "  ✗ fail  row hashes"):
        assert any(line.startswith(start) for line in lines)
    assert sum(line.strip().startswith("fix:") for line in lines) >= 2


def test_the_canary_flies_again_in_the_same_process(store: Store) -> None:
    for _ in range(2):
        inspection = Inspection(store.folder)
        assert canary(inspection).outcome is Outcome.OK
        inspection.close()
