"""The store keeps what it is given, once, and says no where it cannot."""

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from lore import paths
from lore.cli.program import run
from lore.doctor import repair, run_checks
from lore.doctor.check import Finding, Inspection, Outcome
from lore.doctor.truth import drain, spool as look_at_the_spool
from lore.errors import NewerSchema, OlderSchema, StoreError
from lore.memory.editing import NewFact, add_fact
from lore.model import Clean, Evidence, Fact, Kind, Role, Turn
from lore.search import Searcher
from lore.store import Store, open_store
from lore.store.local.spool import Spool
from lore.store.sqlite import reading
from lore.store.sqlite.connection import connect, safe_with_wal
from lore.store.sqlite.version import OLDEST
from support.damage import behind_our_back
from support.examples import sized
from torture.command import Answer, lore

USE_UV = Fact(id="", text=Clean("Use uv, not pip"), kind=Kind.CONVENTION, tags=(Clean("python"),))
SAID = Evidence(Clean("use uv, not pip"), session="s1", source_id="m1", agent="claude-code", at="2026-03-01T10:00:00Z")


def add(store: Store, fact: Fact = USE_UV, *evidence: Evidence) -> Fact:
    with store.write("person") as transaction:
        return store.facts.add(transaction, fact, evidence)


def turn(name: str) -> Turn:
    return Turn("s1", name, Role.USER, Clean(f"text of {name}"))


def test_an_update_that_changes_nothing_writes_nothing(store: Store) -> None:
    saved = add(store)
    before = store.audit.count()
    with store.write("person") as transaction:
        store.facts.update(transaction, saved.id, text=saved.text, tags=saved.tags)
    assert store.audit.count() == before


def test_opening_an_up_to_date_store_writes_nothing(store: Store, home: Path) -> None:
    add(store)
    before = store.data_version()
    with open_store() as other:
        assert other.facts.count() == 1
    assert store.data_version() == before


def test_files_are_the_owners_alone(store: Store, home: Path) -> None:
    add(store)
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in home.iterdir() if path.name.startswith("lore.db")} == {0o600}


def test_the_store_of_a_newer_lore_is_left_alone(home: Path) -> None:
    open_store().close()
    connection = connect(paths.database(home), budget_s=1)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(NewerSchema, match="schema 999"):
        open_store()


def test_the_store_of_a_much_older_lore_is_left_as_it_is(home: Path) -> None:
    open_store().close()
    with closing(connect(paths.database(home), budget_s=1)) as connection:
        connection.execute(f"PRAGMA user_version = {OLDEST - 1}")
    before = paths.database(home).read_bytes()
    with pytest.raises(OlderSchema, match=f"schema {OLDEST - 1}") as refused:
        open_store()
    assert "`lore export > facts.jsonl`" in (refused.value.hint or "")
    assert paths.database(home).read_bytes() == before


def test_a_damaged_row_is_noticed(store: Store, home: Path) -> None:
    saved = add(store)
    connection = connect(paths.database(home), budget_s=1)
    connection.execute("UPDATE facts SET text = 'Use pip'")
    connection.close()
    with pytest.raises(StoreError, match="damaged on disk"):
        store.facts.get(saved.id)


def test_a_folder_that_cannot_be_used_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        open_store(tmp_path / "file" / "home")


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ((3, 40, 1), False),
        ((3, 44, 6), True),
        ((3, 45, 0), False),
        ((3, 50, 7), True),
        ((3, 51, 2), False),
        ((3, 53, 4), True),
    ],
)
def test_wal_is_used_only_where_sqlite_is_free_of_the_reset_bug(version: tuple[int, ...], safe: bool) -> None:
    assert safe_with_wal(version) is safe


def run_together(count: int, code: str, folder: Path) -> list[subprocess.CompletedProcess[str]]:
    env = {**os.environ, "LORE_HOME": str(folder)}
    command = [sys.executable, "-c", code]
    running = [
        subprocess.Popen([*command, str(n)], env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for n in range(count)
    ]
    return [
        subprocess.CompletedProcess(p.args, p.returncode, *outputs) for p in running for outputs in [p.communicate()]
    ]


WRITE_TEN = """
import sys
from lore.model import Clean, Fact, Kind
from lore.store import open_store
with open_store(budget_s=120) as store:
    for n in range(10):
        with store.write("agent:test") as change:
            store.facts.add(change, Fact("", Clean(f"fact {sys.argv[1]}-{n}"), Kind.NOTE))
"""


def test_many_first_starts_at_once_lose_nothing(tmp_path: Path) -> None:
    """Eight processes open an empty folder and write: no error, nothing lost. On a busy machine they wait for long."""
    done = run_together(8, WRITE_TEN, tmp_path / "new")
    assert [process.stderr for process in done] == [""] * 8
    with open_store(tmp_path / "new") as store:
        assert store.facts.count() == store.cursor() == 80


def test_a_busy_store_sends_accesses_to_the_spool(store: Store, home: Path) -> None:
    saved = add(store)
    with open_store() as other, other.write("agent:test"):
        store.accesses.record([saved.id])
        assert store.facts.usage([saved.id])[saved.id].accesses == 0
        assert len(list(paths.spool_folder(home).iterdir())) == 1
    assert list(paths.spool_folder(home).iterdir()) == []
    assert store.facts.usage([saved.id])[saved.id].accesses == 1


def test_a_spool_line_that_was_cut_off_stops_nobody(store: Store, home: Path) -> None:
    """A hook was killed while it wrote: that line was never acknowledged, the whole ones are taken over."""
    saved = add(store)
    with open_store() as other, other.write("agent:test"):
        store.accesses.record([saved.id])
        (waiting,) = paths.spool_folder(home).iterdir()
        with waiting.open("ab") as file:
            file.write(b'{"id": "abc", "fac')
        store.accesses.record([saved.id])
    assert store.facts.usage([saved.id])[saved.id].accesses == 2
    assert list(paths.spool_folder(home).iterdir()) == []


def test_a_spool_that_cannot_be_read_does_not_take_back_a_saved_change(store: Store, home: Path) -> None:
    (paths.spool_folder(home) / "1.jsonl").mkdir(parents=True)
    saved = add(store)
    assert store.facts.get(saved.id) == saved
    with pytest.raises(StoreError, match="cannot be used"):
        store.drain_spool()


@pytest.fixture
def no_deleted_database_file() -> Callable[[], list[str]]:
    def deleted() -> list[str]:
        names = [str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()]
        return [name for name in names if name.endswith("(deleted)") and "lore.db" in name]

    return deleted


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="this system does not list the open files of a process")
def test_no_process_writes_to_a_deleted_database(
    store: Store, no_deleted_database_file: Callable[[], list[str]]
) -> None:
    """A lost lock shows as a deleted file that is still open; none of our calls may cause it."""
    saved = add(store)
    with open_store() as other:
        other.facts.get(saved.id)
        add(other)
    store.facts.get(saved.id)
    assert no_deleted_database_file() == []


ODD: tuple[object, ...] = ({}, [], 5, True, 1.5, None, "\ud800")
"""Values of other types, and a text that cannot be written."""


def test_a_bad_line_in_the_spool_breaks_no_write(store: Store, home: Path) -> None:
    """It is set aside, the lines around it are taken over, `lore doctor` names it, and a repair removes it."""
    saved = add_fact(store, NewFact("Use uv, not pip", Kind.CONVENTION)).fact
    good = {"id": "one", "fact": saved.id, "session": None, "kind": "taken up", "at": "2026-03-12T09:00:00Z"}
    odd = [{**good, name: value} for name in good for value in ODD if (name, value) != ("session", None)]
    garbage = ["garbage", "[]", "[" * 100_000, '"x"', "{}", '{"id": 1}', json.dumps({**good, "more": 1})]
    bad = [*map(json.dumps, odd), *garbage]
    folder = paths.spool_folder(home)
    folder.mkdir()
    (folder / "1.jsonl").write_text("\n".join([json.dumps(good), *bad, json.dumps({**good, "id": "two"})]) + "\n")
    os.mkfifo(folder / "2.jsonl")
    (folder / "3.jsonl").symlink_to(home / "secret.key")
    add_fact(store, NewFact("The mascot is an axolotl", Kind.NOTE))
    assert store.facts.usage([saved.id])[saved.id].accesses == 2
    assert Spool(home).set_aside() == [line.encode() for line in bad]
    inspection = Inspection(home)
    assert f"{len(bad)} lines that Lore did not write" in look_at_the_spool(inspection).says
    assert drain(inspection) == len(bad)
    assert look_at_the_spool(inspection).outcome is Outcome.OK
    inspection.close()


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
    beside = paths.canary_folder(filled) / "index" / "of another doctor"
    beside.parent.mkdir(parents=True)
    paths.canary_folder(filled).chmod(0o700)
    beside.touch(0o644)
    assert found(filled, "modes").outcome is Outcome.OK  # behind the mode of its folder
    assert stat.S_IMODE((filled / name).stat().st_mode) in (0o600, 0o700)


@pytest.mark.parametrize(
    ("command", "name"), [(("facts",), ""), (("add", "x y z"), "lore.db"), (("doctor",), ""), (("backup", "list"), "")]
)
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
    "an unknown word": "kind = 'zzz'",
    "a list that is none": "tags = '[\"x'",
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
