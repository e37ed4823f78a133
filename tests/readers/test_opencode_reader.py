"""Sessions that `opencode export` wrote."""

from pathlib import Path
from typing import Any

from lore.capture.readers import RawEvent, RawTurn
from lore.model import Role
from support.reading import document, done, problems, records_of, said, session

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
