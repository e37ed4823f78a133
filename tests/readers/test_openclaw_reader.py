"""The sessions of pi, and of OpenClaw, which writes the same lines."""

from pathlib import Path
from typing import Any

import pytest

from lore.capture.readers import READERS, RawTurn
from lore.capture.readers.speakers import Speaker
from lore.capture.transcript_homes import TRANSCRIPT_HOMES
from lore.model import Role
from support.beginnings import RULE, claude_code, codex
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


PERSON, AGENT, PROGRAM = Speaker


@pytest.mark.parametrize(
    ("fields", "by"),
    [
        ({}, PERSON),
        ({"origin": {"kind": "human"}, "promptSource": "sdk"}, PERSON),
        ({"origin": {"kind": "human"}, "promptSource": "typed", "textNotTyped": True}, PROGRAM),
        ({"origin": {"kind": "task-notification"}, "promptSource": "typed"}, PROGRAM),
        ({"origin": {"kind": "peer"}}, AGENT),
        ({"origin": {"kind": "something new"}}, PROGRAM),
        ({"promptSource": "sdk"}, PROGRAM),
        ({"promptSource": "something new"}, PROGRAM),
        ({"entrypoint": "sdk-cli", "origin": {"kind": "human"}}, PROGRAM),
        ({"entrypoint": "something new"}, PROGRAM),
        ({"planContent": "1. Plan"}, AGENT),
    ],
)
def test_the_fields_of_claude_code(fields: dict[str, Any], by: Speaker, tmp_path: Path) -> None:
    lines = claude_code()
    for name in ("origin", "promptSource", "entrypoint"):
        lines[2].pop(name, None)
    lines[2] |= fields
    role = Role.USER if by is PERSON else Role.SOMEBODY
    assert said(records_of(lines_file(tmp_path, *lines)), role)[-1:] == [RULE]


@pytest.mark.parametrize(
    ("header", "by"),
    [
        ({}, PERSON),
        ({"source": "vscode", "thread_source": "user"}, PERSON),
        ({"source": "exec"}, PROGRAM),
        ({"source": {"custom": "x"}}, PROGRAM),
        ({"source": {"subagent": {"thread_spawn": {}}}}, AGENT),
        ({"source": "cli", "thread_source": "subagent"}, AGENT),
        ({"source": "cli", "thread_source": "guardian_classifier"}, PROGRAM),
    ],
)
def test_the_header_of_codex(header: dict[str, Any], by: Speaker, tmp_path: Path) -> None:
    first, *lines = codex()
    first["payload"] |= header
    assert (RULE in said(records_of(lines_file(tmp_path, first, *lines)))) is (by is PERSON)


@pytest.mark.parametrize(
    ("attribution", "by"),
    [
        ({"turn_trigger": "user", "initiating_agent_path": None}, PERSON),
        ({"turn_trigger": "exec"}, PROGRAM),
        ({"turn_trigger": "user", "initiating_agent_path": "/root/child"}, AGENT),
    ],
)
def test_the_turn_of_codex(attribution: dict[str, Any], by: Speaker, tmp_path: Path) -> None:
    lines = codex()
    for line in lines:
        if line["type"] == "turn_context":
            line["type"], line["payload"] = "event_msg", {**line["payload"], "type": "task_started"}
            line["payload"]["turn_attribution"] = attribution
    role = Role.USER if by is PERSON else Role.SOMEBODY
    assert said(records_of(lines_file(tmp_path, *lines)), role)[-1] == RULE


@pytest.mark.parametrize(
    ("kinds", "metadata", "told"),
    [
        (["user.text"], {}, True),
        (["hooks.additional_context"], {}, False),
        (["agents_md.instructions"], {}, False),
        (["user.text", "user.text"], {}, False),
        (None, {}, False),
        (["user.text"], {"inherited_user_message": True}, False),
    ],
)
def test_a_response_item_counts_by_the_kind_of_its_parts(
    kinds: list[str] | None, metadata: dict[str, Any], told: bool, tmp_path: Path
) -> None:
    """Where no event tells what was typed, `user.text` does; nothing else of the model's input was typed."""
    lines = [line for line in codex() if line["type"] != "event_msg"]
    item: dict[str, Any] = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": RULE}]}
    if kinds is not None:
        item["internal_chat_message_metadata_passthrough"] = {"content_item_kinds": kinds}
    lines.append({"timestamp": lines[0]["timestamp"], "type": "response_item", "payload": item, "metadata": metadata})
    lines.append({"timestamp": lines[0]["timestamp"], "type": "event_msg", "payload": {"type": "task_complete"}})
    assert asked(records_of(lines_file(tmp_path, *lines))) == [RULE] * told


def test_real_rollouts_of_codex_0_171_hold_each_typed_word_once() -> None:
    first, second = sorted((TRANSCRIPTS / "codex").glob("rollout-*.jsonl"))
    tidy = "Let us tidy up the deployment of this service."
    assert said(records_of(first)) == [tidy, "We decided to deploy with Helm charts, never with kustomize."]
    assert said(records_of(second)) == ["Always use distroless base images here."]
