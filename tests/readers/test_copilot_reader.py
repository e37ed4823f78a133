"""Copilot CLI's event logs."""

from pathlib import Path
from typing import Any

from lore.model import Role
from support.reading import TRANSCRIPTS, done, lines_file, records_of, said, session


def event(kind: str, number: int, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data, "id": f"e{number}", "timestamp": "2026-06-25T01:50:34Z", "parentId": None}


def test_a_real_log_is_read_whole() -> None:
    """The prompt as it was typed, without what the program put round it."""
    records = records_of(TRANSCRIPTS / "copilot" / "1afc31c8.jsonl")
    assert said(records) == ["[[ ## user_query ## ]]\n\nWhat is 2+2?"]
    assert said(records, Role.ASSISTANT) == ["2 + 2 is **4**."]
    assert session(records).id.startswith("1afc31c8-")
    assert "/EntityProcess/agentv" in (session(records).cwd or "")


def test_calls_and_failures_are_events(tmp_path: Path) -> None:
    """Each call once, under its own id; hooks and the system's messages are noise."""
    file = lines_file(
        tmp_path,
        event("session.start", 1, sessionId="s1", context={"cwd": "/w/shop"}),
        event("system.message", 2, content="You are Copilot. Always use tabs."),
        event("hook.start", 3, input={"prompt": "Fix it."}),
        event("user.message", 4, content="Fix it.", transformedContent="<current_datetime/>Fix it."),
        event("assistant.message", 5, content="", toolRequests=[{"toolCallId": "c1", "name": "bash"}]),
        event("tool.execution_start", 6, toolCallId="c1", toolName="bash", arguments={"command": "make"}),
        event("tool.execution_complete", 7, toolCallId="c1", success=False, error={"message": "exit 2"}),
        event("tool.execution_start", 8, toolCallId="c2", toolName="edit", arguments={"path": "/w/shop/a.py"}),
        event("tool.execution_complete", 9, toolCallId="c2", success=True),
        event("session.error", 10, message="quota"),
    )
    records = records_of(file)
    assert (said(records), said(records, Role.ASSISTANT)) == (["Fix it."], [])
    assert done(records) == [
        ("command", "make"),
        ("error", "bash"),
        ("file_change", "/w/shop/a.py"),
        ("error", "copilot"),
    ]
    assert session(records).cwd == "/w/shop"
