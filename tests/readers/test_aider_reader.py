"""Chats that are whole files: aider's histories, exports of ChatGPT and claude.ai."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lore.capture import Options, Watcher, capture
from lore.capture.readers import Problem, RawSession, RawTurn, Transcript, reader_named
from lore.capture.readers.fields import MOST_GLUED, objects_on
from lore.capture.readers.lines import LITTLE, RATIO, unpacked
from lore.capture.readers.opencode_database import MOST_ALIKE
from lore.model import Role
from lore.store import Store
from support.beginnings import CODEX, RULE
from support.data import FOLDER
from support.histories import Said, compressed, opencode
from support.reading import asked, document, done, records_of, said, session
from support.speakers import own_folder

START = "\n# aider chat started at 2025-10-23 17:04:56\n\n"
CHAT = START + (FOLDER / "aider_chat.md").read_text(encoding="utf-8")


def two_spaces(chat: str) -> str:
    answer = ("#### A heading", "> and a quotation", "> =====")
    marked = ("#### ", "> ", "===== 1")
    return "\n".join(
        line + "  " if line.startswith(marked) and not line.startswith(answer) else line for line in chat.split("\n")
    )


def test_who_speaks_is_told_by_the_marks(tmp_path: Path) -> None:
    file = tmp_path / ".aider.chat.history.md"
    file.write_text(two_spaces(CHAT))
    records = records_of(file)
    assert asked(records) == ["use pnpm, not npm\nand say so in the readme", "why does it fail?"]
    answers = said(records, Role.ASSISTANT)
    assert [text[:7] for text in answers] == ["I will.", "Because"]
    assert "#### A heading of the answer\n> and a quotation" in answers[0]
    assert done(records) == [("file_change", "README.md"), ("tool_call", "commit"), ("command", "pytest -q")]
    assert session(records).cwd == str(tmp_path)


def node(name: str, parent: str | None, role: str, *parts: Any, **fields: Any) -> dict[str, Any]:
    content = {"content_type": fields.pop("content_type", "text"), "parts": list(parts)}
    message = {"id": f"m-{name}", "author": {"role": role}, "create_time": 1700000000.5, "content": content, **fields}
    return {name: {"id": name, "message": message, "parent": parent, "children": []}}


def conversation(*nodes: dict[str, Any], current: str | None, number: int = 1) -> dict[str, Any]:
    mapping = {name: value for one in nodes for name, value in one.items()}
    return {
        "title": "Trip",
        "create_time": 1700000000.5,
        "update_time": 1700000009.0,
        "mapping": mapping,
        "current_node": current,
        "conversation_id": f"conv-{number}",
    }


TALK = (
    {"root": {"id": "root", "message": None, "parent": None, "children": ["a"]}},
    node("hidden", "root", "system", "Be brief.", metadata={"is_visually_hidden_from_conversation": True}),
    node("a", "hidden", "user", "Plan a trip", {"asset_pointer": "file-1"}, content_type="multimodal_text"),
    node("old", "a", "assistant", "An abandoned answer"),
    node("call", "a", "assistant", "print(1)", recipient="python", content_type="code"),
    node("output", "call", "tool", "1"),
    node("b", "output", "assistant", "Go to Lisbon."),
)


def test_chatgpt_shows_one_branch(tmp_path: Path) -> None:
    """The one that ends at the current message, without what is hidden; calls of tools are events."""
    records = records_of(document(tmp_path, [conversation(*TALK, current="b")]))
    assert (said(records), said(records, Role.ASSISTANT)) == (["Plan a trip"], ["Go to Lisbon."])
    assert done(records) == [("tool_call", "python")]
    opened = session(records)
    assert (opened.id, opened.title, opened.started_at) == ("conv-1", "Trip", "2023-11-14T22:13:20Z")


def test_chatgpt_without_a_current_message_is_read_by_time(tmp_path: Path) -> None:
    records = records_of(document(tmp_path, [conversation(*TALK, current=None)]))
    assert said(records, Role.ASSISTANT) == ["An abandoned answer", "Go to Lisbon."]


def test_a_circle_of_messages_ends(tmp_path: Path) -> None:
    circle = (node("a", "b", "user", "one"), node("b", "a", "user", "two"))
    assert said(records_of(document(tmp_path, [conversation(*circle, current="a")]))) == ["two", "one"]


def claude_message(number: int, sender: str, text: str, *blocks: dict[str, Any]) -> dict[str, Any]:
    content = [{"type": "text", "text": text}, *blocks] if text else list(blocks)
    return {
        "uuid": f"m{number}",
        "text": text,
        "content": content,
        "sender": sender,
        "created_at": "2025-01-01T00:00:00Z",
    }


def test_claude_ai_is_read_in_order(tmp_path: Path) -> None:
    call = {"type": "tool_use", "id": "c1", "name": "web_search", "input": {"query": "pnpm"}}
    failed = {"type": "tool_result", "tool_use_id": "c1", "is_error": True, "content": [{"text": "offline"}]}
    export = [
        {
            "uuid": "conv-2",
            "name": "Mixing",
            "created_at": "2025-01-01T00:00:00Z",
            "updated_at": "2025-01-02T00:00:00Z",
            "account": {"uuid": "me"},
            "chat_messages": [
                claude_message(1, "human", "Use pnpm."),
                claude_message(2, "assistant", "I will.", {"type": "thinking", "thinking": "hm"}, call, failed),
                {"uuid": "m3", "text": "Thanks.", "sender": "human", "created_at": "2025-01-01T00:00:00Z"},
            ],
        }
    ]
    records = records_of(document(tmp_path, export))
    assert (said(records), said(records, Role.ASSISTANT)) == (["Use pnpm.", "Thanks."], ["I will."])
    assert done(records) == [("tool_call", "web_search"), ("error", "web_search")]
    assert (session(records).id, session(records).title) == ("conv-2", "Mixing")


ROW = json.dumps({"timestamp": "2026-10-05T10:00:00Z", "type": "event_msg", "payload": {"type": "token_count"}}) + "\n"
BOMBS = {
    "one line": lambda size: b'{"type":"' + b"a" * size,
    "newlines": lambda size: b"\n" * size,
    "rows": lambda size: ROW.encode() * (size // len(ROW)),
    "rows behind a session": lambda size: CODEX["plain"]() + ROW.encode() * (size // len(ROW)),
    "rows in UTF-16": lambda size: (CODEX["plain"]().decode() + ROW * (size // len(ROW) // 2)).encode("utf-16"),
    "zeros": lambda size: b"\0" * size,
}


def texts(store: Store) -> list[str]:
    return [turn.text for one in store.sessions.select() for turn in store.sessions.turns(one.id)]


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_compressed_file_holds_so_many_times_its_size(bomb: str, store: Store) -> None:
    """The sessions behind it are read, what was left of it is told, and of what stands in front nothing is lost."""
    folder = own_folder("codex")
    folder.mkdir(parents=True)
    packed = compressed(BOMBS[bomb](40 * 1024 * 1024))
    (folder / "rollout-2026-10-05T10-00-00-0a000000-0000-4000-8000-00000000000a.jsonl.zst").write_bytes(packed)
    (folder / "rollout-2026-10-05T10-00-00-0a000000-0000-4000-8000-00000000000b.jsonl").write_bytes(
        CODEX["plain"]().replace(b"s1", b"s2")
    )
    told: list[str] = []
    done = capture(store, [folder], Options(), Watcher(warn=told.append))
    assert RULE in texts(store)
    assert done.bytes < RATIO * len(packed) + 10_000_000
    assert any("rollout-2026-10-05T10-00-00-0a000000-0000-4000-8000-00000000000a.jsonl.zst" in line for line in told)
    if bomb.startswith("rows"):
        assert "far more than a session of its size: the rest was left" in " ".join(told)


@pytest.mark.parametrize("size", [1, LITTLE, LITTLE * 3])
def test_what_is_compressed_as_a_session_is_comes_out_whole(size: int) -> None:
    data = b"".join(json.dumps({"n": n, "text": f"word {n * 7919}"}).encode() for n in range(size // 20 + 1))
    assert unpacked(compressed(data), 100_000_000) == data
    with pytest.raises(OSError, match="far more than a session"):
        unpacked(compressed(b"a" * LITTLE * 50), 100_000_000)


def test_real_sessions_are_far_from_the_bound() -> None:
    for file in (Path(__file__).parents[1] / "data" / "transcripts").rglob("*.jsonl"):
        data = file.read_bytes()
        assert len(data) <= max(LITTLE, RATIO / 2 * len(compressed(data)))


def test_forks_without_end_are_held_against_so_many(tmp_path: Path) -> None:
    """Sessions that begin alike are forks of one another as far as anything says: each is held against the first."""
    file, sessions = tmp_path / "opencode.db", 2 * MOST_ALIKE
    for number in range(sessions):
        talk = (Said("u", "Fix it."), Said("a", "Done.", 1), Said("u2", f"Next is {number}.", 2 + number))
        opencode(file, *talk, session=f"ses_{number:04}", begun=number)
    found = list(reader_named("opencode").read(Transcript(file)))
    origins = Counter(one.id for one in found if isinstance(one, RawSession) and one.continues)
    assert set(origins.values()) <= set(range(1, MOST_ALIKE + 1)) and max(origins.values()) == MOST_ALIKE
    said = {one.source_id for one in found if isinstance(one, RawTurn)}
    assert len(said) == 2 + sessions  # what a fork repeats is said once
    told = [one.reason for one in found if isinstance(one, Problem)]
    assert told == [f"of {sessions} sessions that begin alike {MOST_ALIKE} were held against the others"]


def test_objects_on_one_line_are_told_apart_in_one_pass() -> None:
    assert [place for place, _ in objects_on(b'{"a": "\xc3\xa4"} {"b": 1}')] == [0, 12]
    assert objects_on(b"{}" * (MOST_GLUED + 1)) == []
    assert len(objects_on(b"{}" * MOST_GLUED)) == MOST_GLUED
