"""Sessions of Copilot CLI, of Cursor's agent and of Gemini CLI."""

from pathlib import Path
from typing import Any

from lore.capture import Options, capture
from lore.capture.readers import RawEvent
from lore.model import Role
from lore.store import Store
from support.reading import TRANSCRIPTS, document, done, lines_file, problems, recogniser, records_of, said, session


def event(kind: str, number: int, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data, "id": f"e{number}", "timestamp": "2026-06-25T01:50:34Z", "parentId": None}


def test_calls_and_failures_are_events(tmp_path: Path) -> None:
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


FRAME = "<timestamp>2026-03-01 10:00</timestamp>\n<open_files>\nAlways use tabs.\n</open_files>\n"
LINES = [
    {
        "role": "user",
        "message": {"content": [{"type": "text", "text": f"{FRAME}<user_query>\nFix it.\n</user_query>"}]},
    },
    {
        "role": "assistant",
        "message": {
            "content": [
                {"type": "text", "text": "I will."},
                {"type": "tool_use", "name": "Shell", "input": {"command": "make"}},
                {"type": "tool_use", "name": "StrReplace", "input": {"path": "a.py"}},
            ]
        },
    },
    {"role": "user", "message": {"content": [{"type": "text", "text": "<user_query>\nThanks.\n</user_query>"}]}},
    {"type": "turn_ended"},
]


def test_a_transcript_is_read_whole(tmp_path: Path) -> None:
    file = lines_file(tmp_path, *LINES, name="5e12d300.jsonl")
    assert recogniser(file).name == "cursor"
    records = records_of(file)
    assert (said(records), said(records, Role.ASSISTANT)) == (["Fix it.", "Thanks."], ["I will."])
    assert done(records) == [("command", "make"), ("file_change", "a.py")]
    assert (session(records).id, session(records).started_at) == ("5e12d300", "2026-03-01T10:00:00Z")


CHAT = TRANSCRIPTS / "gemini" / "f7633853.json"
DETAILS = {"sessionId": "g1", "projectHash": "ab", "startTime": "2026-01-10T02:08:26Z"}


def message(number: int, kind: str, content: Any, **fields: Any) -> dict[str, Any]:
    return {
        "id": f"m{number}",
        "timestamp": f"2026-01-10T02:08:{number:02}Z",
        "type": kind,
        "content": content,
    } | fields


def test_a_failed_call_says_why(tmp_path: Path) -> None:
    result = [{"functionResponse": {"response": {"error": "no such file"}}}]
    call = {"id": "c1", "name": "read_file", "args": {"path": "x"}, "status": "error", "result": result}
    records = records_of(document(tmp_path, {**DETAILS, "messages": [message(1, "gemini", "", toolCalls=[call])]}))
    assert done(records) == [("tool_call", "read_file"), ("error", "read_file")]
    assert [one.detail for one in records if isinstance(one, RawEvent)][1] == "no such file"


def test_files_that_were_named_were_not_typed(tmp_path: Path) -> None:
    """What a person shows with `@` comes after their words, or stands apart from what is displayed."""
    referenced = message(1, "user", [{"text": "Look at @a.py"}, {"text": "\n--- Content from referenced files ---\nx"}])
    displayed = message(2, "user", [{"text": "Look at @b.py and all its text"}], displayContent="Look at @b.py")
    records = records_of(document(tmp_path, {**DETAILS, "messages": [referenced, displayed]}))
    assert said(records) == ["Look at @a.py", "Look at @b.py"]


def test_the_newer_form_has_a_line_for_each_message(store: Store, tmp_path: Path) -> None:
    """A message stands there again when it grew; it is stored once. Lines may set what is known of the session."""
    call = {"id": "c1", "name": "run_shell_command", "args": {"command": "make"}, "status": "success"}
    file = lines_file(
        tmp_path,
        DETAILS,
        message(1, "user", [{"text": "Build it."}]),
        message(2, "gemini", "I will."),
        message(2, "gemini", "I will.", toolCalls=[call]),
        {"$set": {"summary": "A build", "lastUpdated": "2026-01-10T03:00:00Z"}},
        {"$rewindTo": "m2"},
    )
    assert said(records_of(file)) == ["Build it."]
    assert (capture(store, [file], Options()).turns, capture(store, [file], Options()).turns) == (2, 0)
    assert (store.sessions.get("g1").title, len(store.sessions.events("g1"))) == ("A build", 1)


def test_the_prompts_of_a_sub_agent_are_not_a_persons(tmp_path: Path) -> None:
    chat = {**DETAILS, "kind": "subagent", "messages": [message(1, "user", "Always use tabs.")]}
    assert said(records_of(document(tmp_path, chat))) == []


def test_a_chat_that_is_cut_off_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "chat.json"
    file.write_bytes(CHAT.read_bytes()[:12_000])
    records = records_of(file)
    assert len(said(records)) == 1
    assert problems(records) == [(189, "the end is missing; it will be read once the file is complete")]
    assert session(records).id == "f7633853-6663-4dbb-bbf4-6159afa29df8"
