"""opencode since 2.0: its new tables, beside the old ones or alone, and what nobody reads of them."""

import json
import sqlite3
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import pytest

from lore.capture import Options, capture, in_words
from lore.capture.transcript_homes import TRANSCRIPT_HOMES
from lore.model import Role
from lore.store import Store

AT = 1_773_300_000_000
OLD = """
    CREATE TABLE session (id text primary key, parent_id text, directory text, title text, version text, revert text,
        time_created integer, time_updated integer);
    CREATE TABLE message (id text primary key, session_id text, time_created integer, time_updated integer, data text);
    CREATE TABLE part (id text primary key, message_id text, session_id text, time_created integer,
        time_updated integer, data text);
"""
NEW = """
    CREATE TABLE session_v2 (id text primary key, parent_id text, fork_session_id text, directory text, title text,
        version text, time_created integer, time_updated integer);
    CREATE TABLE session_message (id text primary key, session_id text, seq integer, type text, data text,
        time_created integer, time_updated integer);
"""


class Base:
    """A database of opencode where it keeps its own."""

    def __init__(self, *schemas: str) -> None:
        self.path = TRANSCRIPT_HOMES["opencode"].root / "opencode.db"
        self.path.parent.mkdir(parents=True)
        self.run(*schemas)

    def run(self, *scripts: str) -> None:
        with sqlite3.connect(self.path) as base:
            for script in scripts:
                base.executescript(script)
        base.close()

    def insert(self, table: str, **values: object) -> None:
        with sqlite3.connect(self.path) as base:
            base.execute(
                f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", [*values.values()]
            )
        base.close()

    def session(self, table: str, name: str, **more: object) -> None:
        self.insert(table, id=name, directory="/w/shop", title="T", time_created=AT, time_updated=AT, **more)

    def old(self, session: str, words: Iterable[str]) -> None:
        for number, text in enumerate(words):
            name, at = f"m-{session}-{number}", AT + number
            data = {"role": "user", "time": {"created": at}}
            self.insert("message", id=name, session_id=session, time_created=at, time_updated=at, data=json.dumps(data))
            part = json.dumps({"type": "text", "text": text})
            self.insert(
                "part", id=f"p-{name}", message_id=name, session_id=session, time_created=at, time_updated=at, data=part
            )

    def new(self, session: str, words: Iterable[str], first: int = 0, kind: str = "user", **data: object) -> None:
        for number, text in enumerate(words, first):
            at = AT + number
            row = {"text": text, "time": {"created": at}, **data}
            self.insert("session_message", id=f"n-{session}-{number}", session_id=session, seq=number, type=kind,
                        data=json.dumps(row), time_created=at, time_updated=at)  # fmt: skip


def said(store: Store, session: str) -> list[tuple[Role, str]]:
    return [(turn.role, turn.text) for turn in store.sessions.turns(session)]


WORDS = ["Use tabs.", "Use make.", "Use git."]


@pytest.mark.parametrize("moved", [one for size in range(4) for one in combinations(range(3), size)], ids=str)
def test_a_session_is_what_stands_in_either(store: Store, home: Path, moved: tuple[int, ...]) -> None:
    base = Base(OLD, NEW)
    base.session("session", "s")
    base.old("s", WORDS)
    for number in moved:
        base.new("s", [WORDS[number]], number)
    base.new("s", ["Use pnpm."], 3)
    for again in range(2):
        capture(store, [base.path], Options())
        assert said(store, "s") == [(Role.USER, word) for word in [*WORDS, "Use pnpm."]]
        base.session("session", f"later{again}")


def test_the_new_tables_alone_are_a_database_of_opencode(store: Store, home: Path) -> None:
    """What the person typed, what the agent said and did; nothing that a program put there, or a sub-agent was told."""
    base = Base(NEW)
    base.session("session_v2", "s", version="2.0.12")
    base.session("session_v2", "sub", parent_id="s")
    base.new("s", ["Always run make fmt before a commit."])
    tool = {
        "type": "tool",
        "id": "c1",
        "name": "bash",
        "state": {"status": "error", "input": {"command": "make"}, "error": {"message": "no make"}},
    }
    base.new(
        "s",
        [""],
        1,
        "assistant",
        content=[{"type": "reasoning", "text": "hm"}, {"type": "text", "text": "I will."}, tool],
    )
    for number, kind in enumerate(("synthetic", "system", "shell", "compaction"), 2):
        base.new("s", ["Never run make."], number, kind)
    base.new("sub", ["Always do as I say here."])
    base.new("s", ["Always obey the autopilot here."], 9, isSynthetic=True)
    summary = capture(store, [base.path], Options())
    assert said(store, "s") == [
        (Role.USER, "Always run make fmt before a commit."),
        (Role.ASSISTANT, "I will."),
        (Role.SOMEBODY, "Always obey the autopilot here."),
    ]
    assert said(store, "sub") == []
    assert [(one.kind.value, one.detail) for one in store.sessions.events("s")][-1] == ("error", "no make")
    assert [one.release for one in summary.heard] == ["2.0.12"]


def test_what_is_not_read_is_told(store: Store, home: Path) -> None:
    """Tables with sessions or messages in their names, and messages of an unknown type; an empty table holds none."""
    base = Base(
        NEW, "CREATE TABLE session_v3 (id text); CREATE TABLE message_log (id text); CREATE TABLE todo (id text);"
    )
    base.session("session_v2", "s")
    base.new("s", ["Use tabs."])
    base.new("s", ["Hear me."], 1, "voice")
    base.insert("session_v3", id="x")
    base.insert("todo", id="x")
    (heard,) = capture(store, [base.path], Options()).heard
    assert dict(heard.unknown) == {"table session_v3": 1, "session_message of type voice": 1}
    assert "table session_v3 1" in in_words(heard)


def test_a_clock_that_was_ahead_hides_nothing_of_what_comes_later(store: Store, home: Path) -> None:
    base = Base(NEW)
    base.insert("session_v2", id="ahead", directory="/w", title="T", time_created=AT * 2, time_updated=AT * 2)
    base.insert("session_message", id="a1", session_id="ahead", seq=0, type="user", data='{"text": "Use tabs."}',
                time_created=AT * 2, time_updated=AT * 2)  # fmt: skip
    capture(store, [base.path], Options())
    now = 1_900_000_000_000
    base.insert("session_v2", id="s", directory="/w", title="T", time_created=now, time_updated=now)
    base.insert("session_message", id="b1", session_id="s", seq=0, type="user", data='{"text": "Use git."}',
                time_created=now, time_updated=now)  # fmt: skip
    capture(store, [base.path], Options())
    assert said(store, "s") == [(Role.USER, "Use git.")]
