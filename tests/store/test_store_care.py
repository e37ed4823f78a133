"""A store whose files have wrong modes, were copied, or lost their key: said in words, and healed where it can be."""

import os
import shutil
import stat
from pathlib import Path

import pytest

from lore import paths
from lore.cli.program import run
from lore.doctor import repair, run_checks
from lore.doctor.check import Finding, Outcome
from lore.memory.editing import NewFact, add_fact
from lore.model import Kind
from lore.search import Searcher
from lore.store import Store, open_store
from lore.store.sqlite import reading
from support.damage import behind_our_back
from support.examples import sized
from torture.command import Answer, lore


@pytest.fixture
def filled(home: Path) -> Path:
    with open_store() as store:
        add_fact(store, NewFact("The staging database listens on port 5433", Kind.SYSTEM))
        Searcher(store).prepare()
    return home


def weak(*words: str, home: Path) -> Answer:
    return lore(words, home, weak=True)


def in_process(*words: str, capsys: pytest.CaptureFixture[str]) -> Answer:
    capsys.readouterr()
    status = run(list(words))
    return Answer(words, status, *capsys.readouterr())


def found(home: Path, check: str) -> Finding:
    return next(result.finding for result in run_checks(home).results if result.check.id == check)


def test_a_store_that_was_read_only_for_a_moment_is_written_again(filled: Path) -> None:
    """The side files that SQLite made in that moment have its mode; the next command gives it back."""
    paths.database(filled).chmod(0o400)
    assert weak("facts", home=filled).status == 0
    answer = weak("add", "The mascot is an axolotl", home=filled)
    assert answer.refused_plainly()
    assert f"chmod u+rw {paths.database(filled)}" in answer.complaint
    paths.database(filled).chmod(0o600)
    assert weak("add", "The mascot is an axolotl", home=filled).status == 0
    assert {stat.S_IMODE(path.stat().st_mode) for path in filled.glob("lore.db*")} == {0o600}


@pytest.mark.long_form
@pytest.mark.parametrize("mode", sized((0o000, 0o400), (0o000, 0o200, 0o400)))
@pytest.mark.parametrize("name", ["lore.lock", "queue.lock", "lore.db-shm", "lore.db-wal"])
def test_a_side_file_with_a_wrong_mode_stops_nobody(name: str, mode: int, filled: Path) -> None:
    with open_store(filled) as keeps_the_side_files:
        keeps_the_side_files.facts.count()
        (filled / name).touch()
        (filled / name).chmod(mode)
        answer = weak("add", "The mascot is an axolotl", home=filled)
    assert answer.status == 0, str(answer)


@pytest.mark.parametrize("name", ["lore.db", "secret.key", "queue.lock", "backups"])
def test_the_doctor_finds_and_heals_what_its_owner_may_not_use(name: str, filled: Path) -> None:
    paths.backup_folder(filled).mkdir(mode=0o700, exist_ok=True)
    (filled / name).chmod(0)
    finding = found(filled, "modes")
    assert (finding.outcome, finding.says) == (Outcome.FAIL, f"you may not read and write `{name}`")
    repair(filled)
    assert found(filled, "modes").outcome is Outcome.OK
    assert stat.S_IMODE((filled / name).stat().st_mode) in (0o600, 0o700)


@pytest.mark.parametrize("command", [("facts",), ("add", "x y z"), ("search", "port"), ("doctor",), ("backup", "list")])
@pytest.mark.parametrize("name", ["", "lore.db"])
def test_what_cannot_be_opened_is_a_message_with_the_way_to_open_it(
    command: tuple[str, ...], name: str, filled: Path
) -> None:
    """A data folder or a store of mode 000: one line, and `chmod`."""
    (filled / name).chmod(0)
    answer = weak(*command, home=filled)
    (filled / name).chmod(0o700)
    assert "Traceback" not in answer.complaint
    if command[0] != "backup":
        assert answer.status != 0
        assert "chmod" in " ".join((answer.complaint + answer.output).split())


def test_a_plain_copy_of_the_folder_is_no_damage(filled: Path, home: Path) -> None:
    """`cp -r` keeps no times: the index is built again from the store, and the doctor says that it was copied."""
    copied = home.parent / "copied"
    shutil.copytree(filled, copied, copy_function=shutil.copyfile)
    for path in (copied, *copied.rglob("*")):
        path.chmod(0o700 if path.is_dir() else 0o600)
        os.utime(path, (1_800_000_000, 1_800_000_000))
    report = {result.check.id: result.finding for result in run_checks(copied).results}
    assert report["index"].outcome is Outcome.OK
    assert "copied" in report["index"].says
    assert found(copied, "index").says == "unchanged since Lore wrote them"


def test_a_key_that_was_lost_is_said_until_a_person_keeps_the_new_one(filled: Path) -> None:
    assert found(filled, "key").outcome is Outcome.OK
    paths.key_file(filled).unlink()
    assert weak("add", "The token is ghp_" + "a1B2c3D4e5F6" * 3, home=filled).status == 0
    assert weak("add", "The mascot is an axolotl", home=filled).status == 0
    answer = weak("doctor", home=filled)
    assert answer.status != 0
    assert "was gone and was made anew" in " ".join(answer.output.split())
    assert weak("doctor", "--fix", home=filled).status in (0, 1)
    assert found(filled, "key").outcome is Outcome.OK


DAMAGE = {
    "another letter": "text = 'The staging database listens on port 5434'",
    "a byte that is no UTF-8": "text = CAST(x'54ff6865' AS TEXT)",
    "a number": "kind = 7",
    "an unknown word": "kind = 'zzz'",
    "a list that is none": "tags = '[\"x'",
    "a list of numbers": "tags = '[1, null]'",
    "bytes": "text = x'00ff00'",
    "a time that is none": "created_at = char(0)",
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_one_damaged_row_stops_nothing_else(kind: str, filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Lists, searches, exports and consolidation go on without it, and name it; the export ends with 1."""
    with open_store(filled) as store:
        broken = store.facts.ids()[0]
        for text in ("The mascot is an axolotl", "We deploy on Tuesdays"):
            add_fact(store, NewFact(text, Kind.NOTE))
    with behind_our_back(filled) as connection:
        connection.execute(f"UPDATE facts SET {DAMAGE[kind]} WHERE id = ?", [broken])
    for words, status in (
        (("facts",), 0), (("export",), 1), (("search", "staging database mascot Tuesdays"), 0), (("reindex",), 0),
        (("search", "--json", "axolotl"), 0), (("consolidate",), 0), (("add", "One more fact here"), 0),
    ):  # fmt: skip
        answer = in_process(*words, capsys=capsys)
        assert answer.status == status, str(answer)
        if words[0] in ("facts", "export", "search"):
            assert "axolotl" in answer.output
        if words[0] in ("facts", "export"):
            assert f"`{broken}` is damaged on disk and was left out" in answer.complaint
            assert "5433" not in answer.output
    report = run_checks(filled)
    rows = next(result.finding for result in report.results if result.check.id == "rows")
    assert broken in rows.says


def test_a_command_tells_only_of_the_damage_it_met(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """What another command of the same process left out is not told again, and fails no export."""
    reading.meet_damage("f:elsewhere")
    assert run(["export"]) == 0
    assert "damaged" not in capsys.readouterr().err
