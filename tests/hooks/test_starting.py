"""A session starts with what stands in the store at that moment, which is what `lore context` shows."""

import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lore import actions
from lore.actions import Engine
from lore.handover import faults, talks
from lore.memory import NewFact, editing
from lore.model import Kind, Session as Stored, Status
from lore.presence import deciding
from lore.store import FactFilter, Store, open_store
from support.hooking import Session, nobody_drains, spooled

pytestmark = pytest.mark.usefixtures("store", "undrained")

RULE = "Use pnpm, never npm or yarn."
OTHER = "Update the changelog with every feature."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    return tmp_path / "shop"


@pytest.fixture
def engine(store: Store, folder: Path) -> Engine:
    return Engine(store, person=deciding("test", yes=True), folder=folder)


def add(engine: Engine, text: str, kind: str = "preference") -> str:
    assert engine.person
    new = NewFact(text, Kind(kind), project=engine.project)
    return editing.add_fact(engine.store, new, actor=engine.person).fact.id


def lines_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("- ")]


def test_a_session_starts_with_what_lore_context_shows(engine: Engine, folder: Path) -> None:
    add(engine, RULE)
    add(engine, "Write dates in UTC.", "convention")
    text = Session(folder).start().text
    brief = actions.context(engine)
    assert len(brief.items) == 2
    assert lines_of(text) == [item.line for item in brief.items]
    assert "2 memories loaded." in text
    assert faults.noted(str(engine.home)) == []


def test_the_person_sees_one_line(engine: Engine, folder: Path) -> None:
    """How much is given and what waits: not after a compaction, and not where nothing is given."""
    assert "systemMessage" not in Session(folder).start().out
    add(engine, RULE)
    assert json.loads(Session(folder, "s2").start().out)["systemMessage"] == "Lore: 1 rule"
    actions.propose(engine, [add(engine, OTHER, "convention")])
    told = json.loads(Session(folder, "s3").start().out)
    assert told["systemMessage"] == "Lore: 2 rules · 1 waits, say “review lore”"
    assert "systemMessage" not in Session(folder, "s3").start(source="compact").out


def test_the_person_is_told_once_what_gave_way(engine: Engine, folder: Path) -> None:
    """To a newer sentence of theirs, as long as no session began since."""
    old = "From now on always use pnpm here."
    add(engine, old, "convention")
    add(engine, "From now on use yarn here, not pnpm.", "correction")
    assert engine.store.facts.select(FactFilter(statuses=(Status.SUPERSEDED,)))
    told = json.loads(Session(folder, "s1").start().out)
    assert told["systemMessage"] == f"Lore: 1 rule · replaced: “{old}”"
    assert old not in told["hookSpecificOutput"]["additionalContext"]
    with engine.store.write("hook") as transaction:
        later = "2999-01-01T00:00:00Z"
        engine.store.sessions.put(transaction, Stored("s1", "claude-code", project=engine.project, started_at=later))
    assert json.loads(Session(folder, "s2").start().out)["systemMessage"] == "Lore: 1 rule"


def test_nothing_is_said_where_nothing_stands(engine: Engine, folder: Path) -> None:
    assert Session(folder).start().out == ""
    assert faults.noted(str(engine.home)) == []


@pytest.mark.parametrize("way", ["add", "archive", "setting", "undo", "restore", "edit", "another session between"])
def test_every_change_is_in_the_next_start(way: str, engine: Engine, folder: Path, tmp_path: Path) -> None:
    name = add(engine, RULE)
    copy = actions.back_up(engine) if way == "restore" else None
    expected = [RULE]
    assert RULE in Session(folder, "before").start().text
    if way in ("add", "restore"):
        add(engine, OTHER)
        expected = [RULE, OTHER] if way == "add" else [RULE]
    if way == "archive":
        actions.archive(engine, [name])
        expected = []
    elif way == "edit":
        actions.edit(engine, name, text=OTHER)
        expected = [OTHER]
    elif way == "setting":
        actions.change_settings(engine, {"context.budget": 5})
        expected = []
    elif way == "undo":
        actions.undo(engine, agreed=True)
        expected = []
    elif way == "restore":
        assert copy is not None
        actions.restore_store(engine, copy.backup.name)
    elif way == "another session between":
        (tmp_path / "blog").mkdir()
        between = Session(tmp_path / "blog", "between")
        between.start()
        between.prompt("In this blog always use British spelling.")
        between.end()
    text = Session(folder, "after").start().text
    assert sorted(line.split(" (")[0] for line in lines_of(text)) == sorted(f"- {one}" for one in expected)


def test_what_another_process_commits_is_in_the_next_start(home: Path, engine: Engine, folder: Path) -> None:
    with open_store(home) as other:
        add(Engine(other, person=engine.person, folder=folder), RULE)
    assert RULE in Session(folder).start().text


def test_a_write_that_is_going_on_hides_nothing_and_gives_nothing_of_itself(engine: Engine, folder: Path) -> None:
    name = add(engine, RULE)
    with engine.store.write("test") as transaction:
        engine.store.facts.update(transaction, name, action="fact.edit", text="Use npm.")
        text = Session(folder).start().text
    assert RULE in text and "Use npm." not in text
    assert faults.noted(str(engine.home)) == []


def test_a_reader_leaves_the_store_as_it_is(engine: Engine, folder: Path, home: Path) -> None:
    add(engine, RULE)
    files = [path for path in home.glob("lore.db*") if not path.name.endswith("-shm")]
    before = {path.name: (path.stat().st_size, path.stat().st_mtime_ns) for path in files}
    assert RULE in Session(folder).start().text
    assert {path.name: (path.stat().st_size, path.stat().st_mtime_ns) for path in files} == before


@pytest.mark.parametrize("damage", ["not a database", "a page", "a locked store"])
def test_what_cannot_be_read_comes_with_the_next_prompt(
    damage: str, engine: Engine, folder: Path, home: Path, tmp_path: Path
) -> None:
    """The start says nothing, the fault is told, and the session is given it as soon as the store can be read."""
    name = add(engine, RULE)
    engine.close()
    copy = (home / "lore.db").read_bytes()
    for left in home.glob("lore.db-*"):
        left.unlink()
    lock = None
    if damage == "not a database":
        (home / "lore.db").write_bytes(b"no store" * 1_000)
    elif damage == "a page":
        (home / "lore.db").write_bytes(copy[:100] + b"\xff" * 4_000 + copy[4_100:])
    else:
        lock = sqlite3.connect(home / "lore.db", isolation_level=None)
        lock.execute("PRAGMA journal_mode = DELETE")
        lock.execute("BEGIN EXCLUSIVE")
    session = Session(folder)
    assert session.start().out == ""
    assert "the store cannot be read" in str(faults.noted(str(home))[0]["what"])
    if lock:
        lock.rollback()
        lock.close()
    else:
        (home / "lore.db").write_bytes(copy)
    assert RULE in session.prompt("yes").text
    assert session.prompt("go on").out == ""
    assert talks.talk(str(home), "claude-code", "s1").given == [name]


def test_what_was_being_read_when_the_session_started_comes_with_a_prompt(
    engine: Engine, folder: Path, home: Path
) -> None:
    """Two sessions at once: what is told in one while the other starts. Given once, and nothing of the rest again."""
    add(engine, RULE)
    Session(folder, "elsewhere").prompt("Update the changelog with every feature.")
    session = Session(folder)
    assert lines_of(session.start().text) and OTHER not in session.start().text
    add(engine, OTHER)
    text = session.prompt("yes").text
    assert OTHER in text and RULE not in text
    assert session.prompt("go on").out == ""


def test_a_folder_that_became_another_project_starts_with_that_ones_rules(engine: Engine, folder: Path) -> None:
    """And it is asked whether it is the one that it was: another git folder proves nothing."""
    add(engine, RULE)
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / ".git" / "config").write_text('[remote "origin"]\n\turl = https://example.org/other\n')
    given = Session(folder).start().text
    assert RULE not in given and f"lore project merge {folder} example.org/other" in given
    other = Engine(engine.store, person=engine.person, folder=folder)
    add(other, OTHER)
    assert OTHER in Session(folder, "s2").start().text


def test_each_worktree_of_a_repository_starts_with_its_rules(store: Store, tmp_path: Path) -> None:
    root = tmp_path / "repository"
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "-C", str(root)]
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "first"], check=True)
    add(Engine(store, person=deciding("test", yes=True), folder=root), RULE)
    subprocess.run([*git, "worktree", "add", "-q", str(tmp_path / "tree")], check=True)
    (root / "deeper").mkdir()
    for number, where in enumerate((root, root / "deeper", tmp_path / "tree")):
        assert RULE in Session(where, f"s{number}").start().text, where


def test_a_fact_that_was_damaged_on_the_disk_is_given_to_nobody(engine: Engine, folder: Path, home: Path) -> None:
    name = add(engine, RULE)
    add(engine, OTHER)
    engine.close()
    connection = sqlite3.connect(home / "lore.db")
    connection.execute("UPDATE facts SET text = 'Use npm.' WHERE id = ?", (name,))
    connection.commit()
    connection.close()
    assert [line.split(" (")[0] for line in lines_of(Session(folder).start().text)] == [f"- {OTHER}"]


def test_a_session_without_memory_is_given_nothing_and_what_it_missed_is_noted(
    engine: Engine, folder: Path, home: Path
) -> None:
    add(engine, RULE)
    actions.change_settings(engine, {"hooks.withheld": 1.0})
    assert Session(folder).start().out == ""
    assert [line["withheld"] for line in spooled(home) if line["means"] == "given"] == [True]


def test_a_long_memory_fits_into_what_agents_take(engine: Engine, folder: Path) -> None:
    for number in range(120):
        add(engine, f"Rule number {number}: use the tool called widget{number} for everything of its kind, always.")
    actions.pin(engine, [fact.id for fact in engine.store.facts.select()])
    actions.change_settings(engine, {"context.budget": 100_000})
    text = Session(folder).start().text
    assert 9_000 < len(text) <= 9_500
    assert "more was left out here" in text
    actions.change_settings(engine, {"context.budget": 300})
    text = Session(folder, "s2").start().text
    assert len(text) < 2_500 and "of which the person approved" in text and "`f:" in text


def test_a_new_store_is_never_made_by_a_hook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "never"
    monkeypatch.setenv("LORE_HOME", str(home))
    with nobody_drains(home):
        session = Session(tmp_path)
        session.start()
        session.prompt("Where are sessions stored, Postgres or Redis?")
    assert not (home / "lore.db").exists()
    assert faults.noted(str(home)) == []


WRITER = """
import sys
from pathlib import Path
from lore.memory import NewFact, editing
from lore.model import Kind
from lore.presence import deciding
from lore.store import open_store
with open_store(Path(sys.argv[1])) as store:
    for number in range(10_000):
        new = NewFact(f"Rule {number} of the writer holds.", Kind.CONVENTION, project="elsewhere")
        editing.add_fact(store, new, actor=deciding("test", yes=True))
"""


def test_a_rule_is_in_every_start_beside_a_writer_that_is_killed(engine: Engine, folder: Path, home: Path) -> None:
    add(engine, RULE)
    engine.close()
    pauses = random.Random(3)
    for number in range(4):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(home)], env=os.environ)
        before = (home / "lore.db-wal").stat().st_size if (home / "lore.db-wal").exists() else 0
        end = time.monotonic() + 60
        while time.monotonic() < end and not _grew(home / "lore.db-wal", before):
            time.sleep(0.01)
        assert RULE in Session(folder, f"beside {number}").start().text
        time.sleep(pauses.random() / 20)
        writer.kill()
        writer.wait()
        assert RULE in Session(folder, f"after {number}").start().text
    assert faults.noted(str(home)) == []


def _grew(path: Path, size: int) -> bool:
    return path.exists() and path.stat().st_size > size
