"""The store keeps what it is given, once, and says no where it cannot."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from lore import paths
from lore.doctor.check import Inspection, Outcome
from lore.doctor.truth import drain, spool as look_at_the_spool
from lore.errors import NewerSchema, OlderSchema, StoreError
from lore.memory.editing import NewFact, add_fact
from lore.model import Clean, Evidence, Fact, Kind, Role, Turn
from lore.store import Store, open_store
from lore.store.local.spool import Spool
from lore.store.sqlite.connection import connect, safe_with_wal
from lore.store.sqlite.version import OLDEST

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
