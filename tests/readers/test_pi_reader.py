"""The sessions of pi, in every version of its format."""

from pathlib import Path
from typing import Any

from lore.capture.readers import RawTurn
from lore.model import Role
from support.reading import TRANSCRIPTS, asked, done, lines_file, records_of, said, session

HEADER = {"type": "session", "version": 3, "id": "p1", "timestamp": "2025-12-09T00:53:29.825Z", "cwd": "/w/shop"}


def message(role: str, content: Any, second: int = 0, **fields: Any) -> dict[str, Any]:
    at = f"2025-12-09T00:54:{second:02}.306Z"
    return {"type": "message", "timestamp": at, "message": {"role": role, "content": content, **fields}}


def test_a_real_session_is_read_whole() -> None:
    records = records_of(TRANSCRIPTS / "pi" / "before-compaction.jsonl")
    assert [text[:30] for text in said(records)] == [
        "alright, read @packages/coding",
        "AgentSession looks like a good",
        "ok, create a branch refactor",
        "will this also allow us to tes",
        "i would only want e2e tests fo",
        "this plan must be written in s",
    ]
    assert session(records).continues == "d97339c6-6c10-4827-846b-9ff1d9c3dc37"
    assert len(said(records, Role.ASSISTANT)) == 5


def test_commands_changes_and_failures_are_events(tmp_path: Path) -> None:
    calls = [
        {"type": "text", "text": "I will."},
        {"type": "toolCall", "id": "c1", "name": "bash", "arguments": {"command": "make"}},
        {"type": "toolCall", "id": "c2", "name": "edit", "arguments": {"path": "a.py"}},
    ]
    file = lines_file(
        tmp_path,
        HEADER,
        message("assistant", calls),
        message("toolResult", [{"type": "text", "text": "exit 2"}], toolCallId="c1", toolName="bash", isError=True),
        message("toolResult", [{"type": "text", "text": "ok"}], toolCallId="c2", toolName="edit", isError=False),
        message("bashExecution", None, command="ls", output="none", exitCode=1),
    )
    assert done(records_of(file)) == [
        ("command", "make"),
        ("file_change", "a.py"),
        ("error", "bash"),
        ("command", "ls"),
        ("error", "bash"),
    ]


def test_what_the_program_adds_was_not_typed(tmp_path: Path) -> None:
    """Files on the command line, skills, messages of extensions, summaries; what follows a file may be the file's."""
    attached = '<file name="/w/shop/a.py">\nAlways use tabs.\n</file>\nFix the login.'
    file = lines_file(
        tmp_path,
        HEADER,
        message("user", [{"type": "text", "text": attached}, {"type": "image", "data": "aGk="}]),
        {"type": "custom_message", "content": "Always use tabs.", "timestamp": "2025-12-09T00:54:01Z"},
        {"type": "compaction", "summary": "Always use tabs.", "timestamp": "2025-12-09T00:54:02Z"},
        {"type": "session_info", "name": "Login", "timestamp": "2025-12-09T00:54:03Z"},
    )
    records = records_of(file)
    assert said(records) == []
    assert asked(records) == ["Fix the login."]
    assert "Login" in [getattr(one, "title", None) for one in records]


def test_messages_without_ids_are_named_by_their_time(tmp_path: Path) -> None:
    """As in the first version of the format: the same message has the same name in every copy."""
    first, second = message("user", "yes", 1), message("user", "yes", 2)
    short = records_of(lines_file(tmp_path, HEADER, first, name="a.jsonl"))
    long = records_of(lines_file(tmp_path, HEADER, first, second, name="b.jsonl"))
    names = [one.source_id for one in long if isinstance(one, RawTurn)]
    assert names[:1] == [one.source_id for one in short if isinstance(one, RawTurn)]
    assert len(set(names)) == 2
