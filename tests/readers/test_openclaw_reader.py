"""The sessions of pi, and of OpenClaw, which writes the same lines."""

from pathlib import Path
from typing import Any

import pytest

from lore.capture.readers import READERS, RawTurn
from lore.capture.transcript_homes import TRANSCRIPT_HOMES
from lore.model import Role
from support.reading import TRANSCRIPTS, asked, done, lines_file, recogniser, records_of, said, session

HEADER = {
    "type": "session",
    "version": 3,
    "id": "b7300bff-a214-4c11-97ae-eab26883c67a",
    "timestamp": "2026-04-08T01:03:43.107Z",
    "cwd": "/home/me/.openclaw/workspace",
}
SNAPSHOT = {"type": "custom", "customType": "model-snapshot", "id": "9b", "parentId": None, "data": {"provider": "x"}}
TIME = 'Conversation info (untrusted metadata):\n```json\n{\n  "timestamp": "Sun 2026-03-01 11:22 GMT+1"\n}\n```\n\n'
SENDER = 'Sender (untrusted metadata):\n```json\n{\n  "label": "Ana (42)",\n  "id": "42",\n  "name": "Ana"\n}\n```\n\n'


def message(role: str, text: str, number: int = 0, **fields: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    at = f"2026-04-08T01:04:{number:02}.000Z"
    values = {"role": role, "content": content, "timestamp": 1775610240000 + number, **fields}
    return {"type": "message", "id": f"m{number}", "parentId": None, "timestamp": at, "message": values}


def test_a_session_is_told_from_one_of_pi(tmp_path: Path) -> None:
    elsewhere = {**HEADER, "cwd": "/srv/shop"}
    for lines in ((HEADER,), (elsewhere, SNAPSHOT), (elsewhere, message("user", f"{TIME}Fix the login."))):
        file = lines_file(tmp_path, *lines)
        assert recogniser(file).name == "openclaw"
        assert session(records_of(file)).agent == "openclaw"
    assert recogniser(lines_file(tmp_path, elsewhere)).name == "pi"


@pytest.mark.parametrize(
    ("written", "words", "role"),
    [
        ("Fix the login.", "Fix the login.", Role.USER),
        (f"{TIME}Fix the login.", "Fix the login.", Role.USER),
        ("[Sat 2026-02-14 18:49 GMT-3] Fix the login.", "Fix the login.", Role.USER),
        (f"{TIME}{SENDER}Fix the login.", "Fix the login.", Role.SOMEBODY),
        ("[Telegram Ana id:42 Sat 2026-02-14 18:49 GMT-3] Fix it.\n[message_id: 7]", "Fix it.", Role.SOMEBODY),
    ],
)
def test_what_the_gateway_puts_before_a_message_was_not_typed(
    tmp_path: Path, written: str, words: str, role: Role
) -> None:
    records = records_of(lines_file(tmp_path, HEADER, message("user", written)))
    assert asked(records)[0].startswith(words)
    assert "metadata" not in asked(records)[0]
    assert said(records, role) == asked(records)


def test_what_the_gateway_says_by_itself_is_no_message(tmp_path: Path) -> None:
    wrote = (
        "Read HEARTBEAT.md if it exists (workspace context). Follow it strictly.",
        "System: [2026-02-14 18:49:00 GMT-3] Node connected",
        "[cron:7f1c morning] Write the report.",
        "A new session was started via /new or /reset. Greet the user.",
    )
    lines = [message("user", f"{TIME if number % 2 else ''}{text}", number) for number, text in enumerate(wrote)]
    assert asked(records_of(lines_file(tmp_path, HEADER, *lines))) == []


def test_answers_calls_and_failures_are_read(tmp_path: Path) -> None:
    call = {"type": "toolCall", "id": "c1", "name": "exec", "arguments": {"command": "make"}}
    answer = message("assistant", "[[reply_to_current]] Done.", 1)
    answer["message"]["content"].append(call)
    failed = message("toolResult", "exit 2", 2, toolCallId="c1", toolName="exec", isError=True)
    records = records_of(lines_file(tmp_path, HEADER, message("user", "Build it."), answer, failed))
    assert said(records, Role.ASSISTANT) == ["Done."]
    assert done(records) == [("command", "make"), ("error", "exec")]


def test_its_sessions_are_found_where_it_keeps_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(tmp_path))
    folder = tmp_path / "agents" / "main" / "sessions"
    folder.mkdir(parents=True)
    for name in (f"{HEADER['id']}.jsonl", f"{HEADER['id']}.trajectory.jsonl", "sessions.json"):
        (folder / name).write_text("{}\n")
    assert [file.name for file in TRANSCRIPT_HOMES["openclaw"].transcripts()] == [f"{HEADER['id']}.jsonl"]
    assert "openclaw" in {reader.name for reader in READERS}


PI_HEADER = {"type": "session", "version": 3, "id": "p1", "timestamp": "2025-12-09T00:53:29.825Z", "cwd": "/w/shop"}


def pi_message(role: str, content: Any, second: int = 0, **fields: Any) -> dict[str, Any]:
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
        PI_HEADER,
        pi_message("assistant", calls),
        pi_message("toolResult", [{"type": "text", "text": "exit 2"}], toolCallId="c1", toolName="bash", isError=True),
        pi_message("toolResult", [{"type": "text", "text": "ok"}], toolCallId="c2", toolName="edit", isError=False),
        pi_message("bashExecution", None, command="ls", output="none", exitCode=1),
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
        PI_HEADER,
        pi_message("user", [{"type": "text", "text": attached}, {"type": "image", "data": "aGk="}]),
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
    first, second = pi_message("user", "yes", 1), pi_message("user", "yes", 2)
    short = records_of(lines_file(tmp_path, PI_HEADER, first, name="a.jsonl"))
    long = records_of(lines_file(tmp_path, PI_HEADER, first, second, name="b.jsonl"))
    names = [one.source_id for one in long if isinstance(one, RawTurn)]
    assert names[:1] == [one.source_id for one in short if isinstance(one, RawTurn)]
    assert len(set(names)) == 2
