"""`lore doctor --fix` repairs what can be repaired safely: after a backup, counted, undoable, and only once."""

import json
import stat
from pathlib import Path

import pytest

from lore import paths
from lore.cli.program import run
from lore.doctor import Outcome, Report, repair, run_checks
from lore.history import undo_run
from lore.model import Status
from lore.store import FactFilter, open_store
from lore.store.local.backup import backups, make_backup
from support import damage

REPAIRABLE = (
    "modes", "hooks, waiting", "backup", "index", "index, behind", "index, words", "index, words of facts",
    "index, catalogue", "index, matrix", "index, vectors", "index, orphans", "expired", "duplicates", "unmasked",
)  # fmt: skip


def wrong(report: Report) -> set[str]:
    return {result.check.id for result in report.results if result.finding.outcome in (Outcome.WARN, Outcome.FAIL)}


@pytest.mark.parametrize("fault", REPAIRABLE)
def test_a_repair_puts_right_what_was_wrong(fault: str, healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Backup first, something was done and counted, the fault is gone, and a second time finds nothing to do."""
    damage.FAULTS[fault][1](healthy, monkeypatch)
    first = repair()
    assert first.backup in {backup.name for backup in backups(healthy)}
    check = fault.partition(",")[0]
    assert check in {repaired.check for repaired in first.repairs}
    assert all(repaired.count and not repaired.failure for repaired in first.repairs)
    assert check not in wrong(first)
    second = repair()
    assert (second.repairs, second.backup, second.run) == ((), None, None)


def test_everything_at_once_is_repaired_and_counted(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each repair says what it did to how many things; one that several checks call for is done once."""
    for fault in ("modes", "index, words", "index, orphans", "expired", "duplicates", "hooks, waiting", "unmasked"):
        damage.FAULTS[fault][1](healthy, monkeypatch)
    report = repair()
    assert {(repaired.check, repaired.does): repaired.count for repaired in report.repairs} == {
        ("modes", "files made yours alone"): 1,
        ("hooks", "faults forgotten and recalls recorded"): 101,
        ("index", "passages indexed again"): 42,
        ("expired", "expired facts archived"): 1,
        ("duplicates", "duplicates merged"): 1,
        ("unmasked", "files masked"): 1,
    }
    assert wrong(report) == set()
    (talk,) = (healthy / "hooks" / "talks").iterdir()
    kept = json.loads(talk.read_text())
    assert damage.SECRET not in talk.read_text() and kept["said"][0].endswith("] there")
    assert (kept["session"], kept["terms"]) == ("s1", [3735928559])
    assert stat.S_IMODE(paths.key_file(healthy).stat().st_mode) == 0o600


def test_changes_of_facts_are_taken_back_with_their_run(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damage.FAULTS["expired"][1](healthy, monkeypatch)
    damage.FAULTS["duplicates"][1](healthy, monkeypatch)
    report = repair()
    assert report.run is not None
    with open_store() as store:
        moved = FactFilter(statuses=(Status.ARCHIVED, Status.SUPERSEDED))
        assert store.facts.count(moved) == 2
        assert store.runs.get(report.run).summary == {"expired": 1, "duplicates": 1}
        undo_run(store, report.run)
        assert store.facts.count(moved) == 0


def test_what_a_person_governs_is_not_merged(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two approved facts that say the same stay for the person to decide; the fix is a command for them."""
    with open_store() as store:
        store.backs_up = False
        with store.write("person") as transaction:
            for text in ("Squash before merging", "SQUASH BEFORE MERGING"):
                damage.add(store, transaction, text, approved_at="2026-03-12T08:00:00Z")
    report = repair()
    (finding,) = (result.finding for result in report.results if result.check.id == "duplicates")
    assert finding.outcome is Outcome.WARN
    assert finding.fix and finding.fix.startswith("`lore supersede ")
    assert (report.repairs, report.backup) == ((), None)


def test_damaged_rows_are_not_restored_in_silence(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repair elsewhere leaves the row as it is, and the report still says which backup holds it."""
    damage.FAULTS["rows"][1](healthy, monkeypatch)
    damage.FAULTS["modes"][1](healthy, monkeypatch)
    report = repair()
    assert wrong(report) == {"rows"}
    (says,) = (result.finding.says for result in report.results if result.check.id == "rows")
    assert "-asked.db" in says
    with damage.behind_our_back(healthy) as connection:
        assert connection.execute("SELECT text FROM facts WHERE seq = 3").fetchone()[0] == "Use print everywhere"


def test_without_a_backup_nothing_in_the_store_is_repaired(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damage.FAULTS["expired"][1](healthy, monkeypatch)
    damage.FAULTS["modes"][1](healthy, monkeypatch)
    damage.FAULTS["integrity"][1](healthy, monkeypatch)
    report = repair()
    assert [repaired.check for repaired in report.repairs] == ["modes"]
    assert report.backup is None
    assert report.notes[0].startswith("nothing in the store was repaired, because there is no backup")


def test_the_way_back_that_is_named_works(healthy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damage.FAULTS["integrity"][1](healthy, monkeypatch)
    (finding,) = (result.finding for result in run_checks().results if result.check.id == "integrity")
    name = backups(healthy)[0].name
    assert finding.fix == f"`lore restore-backup {name}`"
    assert run(["restore-backup", name, "--yes"]) == 0
    with open_store() as store:
        assert store.facts.count() == 20
    assert wrong(run_checks()) == set()


def test_the_command_says_what_it_did(
    healthy: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    damage.FAULTS["expired"][1](healthy, monkeypatch)
    assert run(["doctor", "--fix"]) == 0
    shown = capsys.readouterr()
    assert "repaired  1 expired facts archived" in shown.out
    assert "undo: `lore undo --run r:" in shown.err
    assert run(["doctor", "--fix", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["schema"], report["outcome"], report["repairs"], report["backup"]) == (1, "ok", [], None)


def test_a_backup_of_the_visit_itself_is_not_due(healthy: Path) -> None:
    """A watchdog that looks every few minutes does not fill the disk with copies of an unchanged store."""
    with open_store() as store:
        make_backup(store, "asked")
    before = len(backups(healthy))
    run_checks()
    assert len(backups(healthy)) == before
