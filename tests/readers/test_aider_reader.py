"""Chats that are whole files: aider's histories, exports of ChatGPT and claude.ai."""

from pathlib import Path
from typing import Any

from lore.capture import Options, capture
from lore.capture.readers import RawTurn
from lore.model import Role
from lore.store import Store
from support.reading import TRANSCRIPTS, asked, document, done, problems, records_of, said, session

START = "\n# aider chat started at 2025-10-23 17:04:56\n\n"
CHAT = (
    START
    + """> Aider v0.86.1
> Git repo: .git with 356 files

#### /add app.py
> Added app.py to the chat

#### use pnpm, not npm
#### and say so in the readme

I will.

#### A heading of the answer
> and a quotation

README.md
```
use pnpm
```

> Tokens: 17,121 sent, 188 received.
> Applied edit to README.md
> Commit d724ac1 docs: say so

#### /test pytest -q
> ===== test session starts =====
collected 7 items

    always use tabs
===== 1 failed =====
> I have been told.

#### /ask why does it fail?

Because.
"""
)


def two_spaces(chat: str) -> str:
    answer = ("#### A heading", "> and a quotation", "> =====")
    marked = ("#### ", "> ", "===== 1")
    return "\n".join(
        line + "  " if line.startswith(marked) and not line.startswith(answer) else line for line in chat.split("\n")
    )


def test_a_real_history_is_read_whole() -> None:
    records = records_of(TRANSCRIPTS / "aider" / "zen-mcp-server.md")
    assert len(asked(records)) == 5
    assert asked(records)[0] == "请你分析一下我这列的处理，我想知道我"
    assert {one.session for one in records if isinstance(one, RawTurn)} == {"aider-20251023T170456"}


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


def test_a_history_that_went_on_adds_only_its_end(store: Store, tmp_path: Path) -> None:
    whole = two_spaces(CHAT)
    more = two_spaces("\n#### thanks\n" + START.replace("17:04", "18:00") + "#### hello\n\nHi.\n\n")
    file = tmp_path / "history.md"
    file.write_text(whole[: whole.index("#### /ask")])
    assert capture(store, [file], Options()).turns == 2
    file.write_text(whole)
    assert capture(store, [file], Options()).turns == 2
    file.write_text(whole + more)
    assert capture(store, [file], Options()).turns == 3
    assert capture(store, [file], Options()).turns == 0
    assert store.sessions.count() == 2


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


def test_a_newer_export_adds_only_what_is_new(store: Store, tmp_path: Path) -> None:
    first = [conversation(*TALK, current="b")]
    longer = conversation(*TALK, node("c", "b", "user", "Thanks"), current="c")
    second = [conversation(node("x", None, "user", "Hello"), current="x", number=2), longer]
    assert capture(store, [document(tmp_path, first, "old.json")], Options()).turns == 2
    assert capture(store, [document(tmp_path, second, "new.json")], Options()).turns == 2
    assert [turn.text for turn in store.sessions.turns("conv-1")] == ["Plan a trip", "Go to Lisbon.", "Thanks"]


def test_a_conversation_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    talks = [conversation(node("a", None, "user", f"say {n}"), current="a", number=n) for n in range(3)]
    file = document(tmp_path, talks)
    file.write_text(file.read_text().replace('"say 1"', "say 1"))
    records = records_of(file)
    assert [one.text for one in records if isinstance(one, RawTurn)] == ["say 0", "say 2"]
    assert problems(records) == [(1, "element 2: not JSON: expecting value")]
