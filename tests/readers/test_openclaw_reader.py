"""The sessions of OpenClaw: the lines of pi, with what its gateway writes into them."""

from pathlib import Path
from typing import Any

import pytest

from lore.capture.readers import READERS
from lore.capture.transcript_homes import TRANSCRIPT_HOMES
from lore.model import Role
from support.reading import asked, done, lines_file, recogniser, records_of, said, session

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
    """By its workspace, or by what its gateway adds; its agent is OpenClaw."""
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
    """And what came over a channel, with a sender, may be anybody's."""
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
    """Of every agent; not the trace beside each of them."""
    monkeypatch.setenv("OPENCLAW_STATE_DIR", str(tmp_path))
    folder = tmp_path / "agents" / "main" / "sessions"
    folder.mkdir(parents=True)
    for name in (f"{HEADER['id']}.jsonl", f"{HEADER['id']}.trajectory.jsonl", "sessions.json"):
        (folder / name).write_text("{}\n")
    assert [file.name for file in TRANSCRIPT_HOMES["openclaw"].transcripts()] == [f"{HEADER['id']}.jsonl"]
    assert "openclaw" in {reader.name for reader in READERS}
