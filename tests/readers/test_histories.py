"""A session is read in every way in which its agent keeps it: what the person said, and nothing that was taken back."""

import os
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lore.capture import Options, Watcher, capture, heard
from lore.capture.readers import RawEvent, RawTurn, ResumePoint, Transcript, aider, specstory
from lore.capture.transcript_homes import TRANSCRIPT_HOMES
from lore.doctor.agents import agents
from lore.doctor.check import Inspection
from lore.model import Role, Status
from lore.store import FactFilter, Store
from support import histories
from support.beginnings import CODEX, claude_code
from support.histories import LEFT, RULE, SESSION, Said, compressed, gemini, gemini_message, openclaw, opencode
from support.reading import document, done, problems, records_of, said, session

MINE = Options(mine=True, growing=True)


def in_force(store: Store) -> set[str]:
    return {fact.text for fact in store.facts.select(FactFilter(statuses=(Status.ACTIVE,)))}


def typed(store: Store) -> list[str]:
    return [
        turn.text
        for session in store.sessions.select()
        for turn in store.sessions.turns(session.id)
        if turn.role is Role.USER
    ]


@pytest.mark.parametrize("way", histories.GEMINI)
def test_gemini(way: str, store: Store, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(histories.GEMINI[way]())
    warned: list[str] = []
    capture(store, [file], MINE, Watcher(warn=warned.append))
    assert [text for text in typed(store) if text != LEFT] == ["Let us begin.", RULE]
    assert in_force(store) == {RULE}
    assert (LEFT in typed(store)) is way.startswith("rewound"), "what was taken back is kept as said"
    assert not warned or way == "several objects on each line"
    assert capture(store, [file], MINE).turns == 0


def test_gemini_goes_back_after_it_was_captured(store: Store, tmp_path: Path) -> None:
    """A chat is captured while it grows; a message that a later snapshot holds again counts again."""
    file = tmp_path / "session.jsonl"
    lines = [gemini_message("m1", LEFT), gemini_message("a1", "Oui.", 1), gemini_message("m2", RULE, 2)]
    for more, kept in (
        ([], {LEFT, RULE}),
        ([{"$rewindTo": "m2"}], {LEFT}),
        ([{"$rewindTo": "m1"}], set[str]()),
        ([{"$set": {"messages": lines[:1]}}], {LEFT}),
    ):
        lines += more
        file.write_bytes(gemini(*lines))
        capture(store, [file], MINE)
        assert in_force(store) == kept
    assert set(typed(store)) == {LEFT, RULE}


def test_gemini_goes_back_to_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(gemini(gemini_message("m1", RULE), {"$rewindTo": "zzz"}))
    told = "it goes back to a message that is not in this file: nothing was taken out of force"
    assert problems(records_of(file)) == [(3, told)]


TALK = (Said("m1", "Let us begin."), Said("a1", "ok", 1), Said("m2", RULE, 2), Said("a2", "Understood.", 3))
RUN = '[{"permission": "question", "pattern": "*", "action": "deny"}]'


@pytest.fixture
def database(tmp_path: Path) -> Path:
    folder = tmp_path / ".local/share/opencode"
    folder.mkdir(parents=True)
    return folder / "opencode.db"


def test_opencode_since_1_2(store: Store, database: Path) -> None:
    """Its own database is the person's; what sub-agents and `opencode run` were told is not, nor what it adds."""
    opencode(database, Said("m1", "Let us begin.", 0, ({"type": "text", "text": LEFT, "synthetic": True},)), *TALK[1:])
    opencode(database, Said("m1", LEFT, 9), session="ses_2", parent_id="ses_1")
    opencode(database, Said("m1", LEFT, 9), session="ses_3", permission=RUN)
    capture(store, list(TRANSCRIPT_HOMES["opencode"].transcripts()), Options())
    assert typed(store) == ["Let us begin.", RULE]
    assert in_force(store) == {RULE}
    assert {one.id: (one.agent, one.cwd) for one in store.sessions.select()}["ses_1"] == ("opencode", "/w/shop")
    again = capture(store, [database], Options())
    assert (again.turns, again.unchanged) == (0, 1)


def test_opencode_goes_on_and_back(store: Store, database: Path) -> None:
    """Read again only what was written since; an answer that is being written waits; `/undo` and `/redo` count."""
    opencode(database, Said("m1", LEFT), Said("a1", "Oui, c", 1, is_done=False))
    capture(store, [database], Options())
    opencode(database, Said("a1", "Oui, certainement.", 1), *TALK[2:])
    os.utime(database, (0, 0))
    capture(store, [database], Options())
    (session,) = store.sessions.select()
    assert [turn.text for turn in store.sessions.turns(session.id)] == [LEFT, "Oui, certainement.", RULE, "Understood."]
    reverts = (("ses_1002m2", {LEFT}), ("ses_1000m1", set[str]()), (None, {LEFT, RULE}))
    for touched, (revert, kept) in enumerate(reverts, 1):
        opencode(database, Said("m1", LEFT), *TALK[2:], revert=revert, touched=touched)
        capture(store, [database], Options())
        assert in_force(store) == kept


def test_what_opencode_took_away_between_two_captures_is_left(store: Store, database: Path) -> None:
    """A prompt after `/undo` removes what was taken back from the database: nothing there says so any more."""
    opencode(database, Said("m1", LEFT), Said("a1", "Oui.", 1), Said("m2", "And the tests?", 2))
    capture(store, [database], Options())
    assert in_force(store) == {LEFT}
    opencode(database, Said("m3", RULE, 9), gone=["ses_1000m1", "ses_1001a1", "ses_1002m2"])
    capture(store, [database], Options())
    assert (in_force(store), set(typed(store))) == ({RULE}, {LEFT, "And the tests?", RULE})


def test_a_fork_of_opencode_repeats_nothing(store: Store, database: Path) -> None:
    """It holds copies under new names and names no origin: what is said once counts once, also where it is undone."""
    fork = partial(opencode, database, *TALK[:3], session="ses_0", begun=60)
    opencode(database, *TALK)
    fork()
    capture(store, [database], Options())
    assert [one.id for one in store.sessions.select()] == ["ses_1"]
    fork(Said("m4", "Go on.", 70))
    capture(store, [database], Options())
    assert sorted(typed(store)) == ["Go on.", "Let us begin.", RULE]
    fork(Said("m4", "Go on.", 70), revert="ses_0000m1", touched=9)
    capture(store, [database], Options())
    assert in_force(store) == {RULE}
    assert [len(one) for one in store.facts.evidence([store.facts.select()[0].id]).values()] == [1]


def test_another_session_that_only_begins_alike_is_no_fork(store: Store, database: Path) -> None:
    opencode(database, *TALK)
    opencode(database, Said("m1", "Let us start."), *TALK[1:], session="ses_0", begun=60)
    capture(store, [database], Options())
    assert len(store.sessions.select()) == 2


@pytest.mark.parametrize("left", [False, True], ids=["in its worktree", "left it"])
def test_what_was_said_in_a_gone_worktree_belongs_where_it_was_begun(store: Store, tmp_path: Path, left: bool) -> None:
    """Claude Code says so, wherever the worktree lay, also to a `WorktreeCreate` hook's own place."""
    repository, tree = tmp_path / "web", tmp_path / "elsewhere/feat"
    (repository / "src").mkdir(parents=True)
    (repository / ".git").mkdir()
    (repository / ".git/HEAD").write_text("ref: refs/heads/main\n")
    worktree = {"originalCwd": str(repository / "src"), "worktreePath": str(tree), "worktreeName": "feat"}
    states = [{"type": "worktree-state", "worktreeSession": one, "sessionId": "s1"} for one in (worktree, None)]
    said = [{**line, "cwd": str(tree), "sessionId": "s1"} for line in claude_code()]
    mode = {"type": "permission-mode", "permissionMode": "default", "sessionId": "s1"}
    file = tmp_path / "session.jsonl"
    file.write_bytes(histories.json_lines([mode, states[0], *said, *(states[1:] if left else [])]))
    capture(store, [file], MINE)
    assert [(one.project, one.cwd) for one in store.sessions.select()] == [(str(repository), str(repository / "src"))]
    assert in_force(store) == {RULE}


@pytest.fixture
def gateway(tmp_path: Path) -> Path:
    folder = tmp_path / ".openclaw/agents/main/agent"
    folder.mkdir(parents=True)
    return folder / "openclaw-agent.sqlite"


@pytest.mark.parametrize("packed", [False, True], ids=["rows of text", "compressed rows"])
def test_openclaw_since_2026_8(store: Store, gateway: Path, packed: bool) -> None:
    """Read where it lies, and again what was written since; what was begun anew is read from its archive."""
    told: list[str] = []
    openclaw(gateway, *TALK[:2], packed=packed)
    assert list(TRANSCRIPT_HOMES["openclaw"].transcripts()) == [gateway]
    capture(store, [gateway], Options())
    openclaw(gateway, *TALK, packed=packed, archived=[Said("m0", LEFT)])
    os.utime(gateway, (0, 0))
    capture(store, [gateway.parent.parent.parent], Options(), Watcher(warn=told.append))
    assert (sorted(typed(store)), in_force(store)) == ([LEFT, "Let us begin.", RULE], {LEFT, RULE})
    found = {(one.id, one.agent, one.cwd) for one in store.sessions.select()}
    assert found == {(SESSION, "openclaw", "/w/shop"), ("old", "openclaw", "/w/shop")}
    assert told == []
    assert capture(store, [gateway], Options()).unchanged == 1


@pytest.mark.parametrize("damage", ["archive_blob = 'x'", "archive_blob = X'28B52FFD00'", "encoding = 'lz4'"])
def test_an_archive_of_openclaw_that_cannot_be_read_is_told(store: Store, gateway: Path, damage: str) -> None:
    told: list[str] = []
    openclaw(gateway, *TALK, packed=True, archived=[Said("m0", LEFT)])
    with closing(sqlite3.connect(gateway)) as database, database:
        database.execute(f"UPDATE session_transcript_archives SET {damage}")
    capture(store, [gateway], Options(), Watcher(warn=told.append))
    assert in_force(store) == {RULE}
    archived = "sessions that OpenClaw archived when they were begun anew cannot be read (1): restore one in OpenClaw"
    assert [archived in line for line in told] == [True]


@pytest.mark.parametrize(
    ("columns", "is_own"),
    [
        ({}, True),
        ({"provenance": {"kind": "external_user", "sourceChannel": "webchat"}}, True),
        ({"__openclaw": {"senderIsOwner": True}}, True),
        ({"__openclaw": {"senderIsOwner": False}}, False),
        ({"provenance": {"kind": "external_user", "sourceChannel": "telegram"}}, False),
        ({"provenance": {"kind": "inter_session", "sourceTool": "sessions_send"}}, False),
        ({"provenance": {"kind": "internal_system"}, "__openclaw": {"senderIsOwner": True}}, False),
        ({"chat_type": "group", "__openclaw": {"senderIsOwner": True}}, False),
        ({"channel": "telegram"}, False),
        ({"created_via": "cron"}, False),
        ({"created_via": "spawn", "created_actor_type": "agent"}, False),
    ],
)
def test_who_speaks_in_openclaw(store: Store, gateway: Path, columns: Any, is_own: bool) -> None:
    """The person at its own window; what a channel, another session or a job said is somebody's."""
    openclaw(gateway, *TALK, **columns)
    capture(store, [gateway], Options())
    assert typed(store) == (["Let us begin.", RULE] if is_own else [])
    assert in_force(store) == ({RULE} if is_own else set())


def test_a_database_of_openclaw_without_sessions_is_nothing_to_tell(store: Store, gateway: Path) -> None:
    """Releases before 2026.8 keep other things there, and sessions in files."""
    with closing(sqlite3.connect(gateway)) as database, database:
        database.execute("CREATE TABLE schema_meta (meta_key)")
        database.execute("CREATE TABLE auth_profile_store (store_key)")
    told: list[str] = []
    assert capture(store, [gateway], Options(), Watcher(warn=told.append)).unread == 0
    assert told == []
    with closing(sqlite3.connect(gateway)) as database, database:
        database.execute("CREATE TABLE transcript_events (session_key)")
    capture(store, [gateway], Options(), Watcher(warn=told.append))
    assert "is not a database of OpenClaw: table `transcript_events` lacks" in told[0]


def test_a_database_that_is_none_of_opencode_or_broken_is_told(store: Store, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "opencode-x.db")) as other, other:
        other.execute("CREATE TABLE session (id)")
    opencode(tmp_path / "opencode.db", *TALK)
    data = (tmp_path / "opencode.db").read_bytes()
    (tmp_path / "opencode.db").write_bytes(data[:5000])
    told: list[str] = []
    for name in ("opencode-x.db", "opencode.db"):
        capture(store, [tmp_path / name], MINE, Watcher(warn=told.append))
    assert len(told) == 2 and not store.sessions.select()


def test_aider_and_specstory(tmp_path: Path) -> None:
    """What their own marks say is the person's, wherever reading begins; what only looks like a mark is somebody's."""
    for reader, file, certain, doubtful in (
        (specstory.READER, histories.specstory(tmp_path), ["Go.", "Next.", "And this."], ["Use tabs.", "Use spaces."]),
        (aider.READER, histories.aider(tmp_path), ["Go.", "Next.", "And this."], ["Use tabs.", "Use spaces."]),
    ):
        whole = list(reader.read(Transcript(file)))
        assert reader.recognises(Transcript(file).head())
        assert said(whole) == certain
        assert said(whole, Role.SOMEBODY) == doubtful
        for start in {one.offset for one in whole if isinstance(one, ResumePoint)}:
            later = list(reader.read(Transcript(file, start)))
            assert set(said(later)) <= set(certain) and set(said(later, Role.SOMEBODY)) <= set(doubtful)


def test_codex_compresses_what_it_archives(store: Store, tmp_path: Path) -> None:
    """The same session, once; what is broken or is a bomb is told, and nothing else is lost by it."""
    folder = tmp_path / ".codex/archived_sessions"
    folder.mkdir(parents=True)
    plain = folder / "rollout-2026-10-05T10-00-00-0a000000-0000-4000-8000-00000000000a.jsonl"
    plain.write_bytes(CODEX["plain"]())
    assert capture(store, [folder], Options()).turns == 2
    plain.rename(plain.with_suffix(".bak"))
    packed = folder / f"{plain.name}.zst"
    packed.write_bytes(compressed(CODEX["plain"]()))
    (folder / "rollout-2026-10-05T10-00-00-0a000000-0000-4000-8000-00000000000b.jsonl.zst").write_bytes(
        packed.read_bytes()[:80]
    )
    assert len(list(TRANSCRIPT_HOMES["codex"].transcripts(folder))) == 2
    warned: list[str] = []
    done = capture(store, [folder], Options(), Watcher(warn=warned.append))
    assert (done.files, done.turns) == (1, 0)
    assert len(warned) == 1 and "cannot be unpacked" in warned[0]
    opencode(tmp_path / "whole.db", *TALK)
    (tmp_path / ".local/share/opencode").mkdir(parents=True)
    (tmp_path / ".local/share/opencode/opencode.db").write_bytes((tmp_path / "whole.db").read_bytes()[:5000])
    assert {one.agent: one.unread for one in heard(store)} == {"codex": 1, "opencode": 1}
    for file in (*folder.iterdir(), tmp_path / ".local/share/opencode/opencode.db"):
        os.utime(file, (1_700_000_000, 1_700_000_000))
    assert agents(Inspection(store.folder)).says == "in no form that this Lore knows: codex (1 file), opencode (1 file)"
    assert typed(store)[-1] == RULE


@pytest.mark.parametrize("mark", ["\u2028", "\x85", "\x0b", "\x0c", " \u2028 "])
def test_a_soft_break_within_words_turns_no_rule_round(mark: str, store: Store, tmp_path: Path) -> None:
    """It comes with a paste: the sentence goes on behind it. Where a list goes on, each line stays one."""
    file = tmp_path / "session.jsonl"
    texts = (f"Do not{mark}always use mocks in tests of this repo.", f"Two rules:{mark}- Never use npm here.{mark}- b")
    file.write_bytes(gemini(*(gemini_message(f"m{n}", text, n) for n, text in enumerate(texts))))
    capture(store, [file], MINE)
    assert typed(store)[0] == "Do not always use mocks in tests of this repo."
    assert "always use mocks in tests of this repo." not in in_force(store)
    assert "Never use npm here." in in_force(store)


INFO = {
    "id": "ses_1",
    "projectID": "p",
    "directory": "/w/shop",
    "title": "Login",
    "time": {"created": 1771249728176, "updated": 1771249760164},
}


def message(number: int, role: str, *parts: dict[str, Any], **info: Any) -> dict[str, Any]:
    details = {"id": f"msg_{number}", "sessionID": "ses_1", "role": role, "time": {"created": 1771249728176 + number}}
    return {"info": details | info, "parts": list(parts)}


def text(words: str, **fields: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **fields}


def test_an_export_is_read_whole(tmp_path: Path) -> None:
    """Typed parts, not the ones the program adds; answers without thoughts; calls with their failures."""
    failed = {"status": "error", "input": {"command": "make"}, "error": "exit 2", "time": {"start": 1771249730000}}
    edited = {"status": "completed", "input": {"filePath": "/w/shop/a.py"}, "output": "ok"}
    export = {
        "info": INFO,
        "messages": [
            message(1, "user", text("Fix the login."), text("Always use tabs.", synthetic=True)),
            message(
                2,
                "assistant",
                {"type": "step-start"},
                {"type": "reasoning", "text": "hm"},
                text("I will."),
                {"type": "tool", "callID": "c1", "tool": "bash", "state": failed},
                {"type": "tool", "callID": "c2", "tool": "edit", "state": edited},
            ),
            message(3, "assistant", text("A summary."), summary=True),
            message(4, "assistant", error={"name": "APIError", "data": {"message": "overloaded"}}),
        ],
    }
    records = records_of(document(tmp_path, export))
    assert (said(records), said(records, Role.ASSISTANT)) == (["Fix the login."], ["I will."])
    assert done(records) == [
        ("command", "make"),
        ("error", "bash"),
        ("file_change", "/w/shop/a.py"),
        ("error", "opencode"),
    ]
    assert [one.detail for one in records if isinstance(one, RawEvent) and one.kind == "error"] == [
        "exit 2",
        "overloaded",
    ]
    assert (session(records).cwd, session(records).title, session(records).started_at) == (
        "/w/shop",
        "Login",
        "2026-02-16T13:48:48Z",
    )


def test_a_session_that_an_agent_started_holds_no_words_of_a_person(tmp_path: Path) -> None:
    export = {"info": {**INFO, "parentID": "ses_0"}, "messages": [message(1, "user", text("Always use tabs."))]}
    records = records_of(document(tmp_path, export))
    assert (said(records), session(records).parent) == ([], "ses_0")


def test_a_broken_message_is_named_and_the_others_are_kept(tmp_path: Path) -> None:
    file = document(tmp_path, {"info": INFO, "messages": [message(n, "user", text(f"say {n}")) for n in range(3)]})
    file.write_text(file.read_text().replace('"say 1"', "say 1"))
    records = records_of(file)
    assert [one.text for one in records if isinstance(one, RawTurn)] == ["say 0", "say 2"]
    assert problems(records) == [(1, "element 2: not JSON: expecting value")]
