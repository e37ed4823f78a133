"""Codex's rollouts, and what refused calls of every agent say."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lore.capture import Options, capture
from lore.capture.readers import RawEvent, RawSession, RawTurn, Transcript, UnknownRecord, recognised
from lore.model import Role
from lore.store import Store
from support.agents import FORMATS, KEEPS_REASONS, REFUSED, Said, written
from support.beginnings import CLAUDE_CODE, CODEX, RULE, SESSION
from support.reading import done, lines_file, records_of, said, session

AT = "2026-06-26T22:08:42.990Z"
META = {"id": "019f05f8-7f53-7492-a941-83098e16765c", "timestamp": AT, "cwd": "/w/shop", "cli_version": "0.142.2"}


def line(kind: str, at: str = AT, **payload: Any) -> dict[str, Any]:
    return {"timestamp": at, "type": kind, "payload": payload}


def prompt(text: str, at: str = AT) -> dict[str, Any]:
    return line("event_msg", at, type="user_message", message=text, images=[])


def answer(text: str, **fields: Any) -> dict[str, Any]:
    content = [{"type": "output_text", "text": text}]
    return line("response_item", type="message", role="assistant", content=content, **fields)


def repeated(text: str) -> dict[str, Any]:
    """How a message of the person, or one that a program put in their place, stands among the response items."""
    return line("response_item", type="message", role="user", content=[{"type": "input_text", "text": text}])


@pytest.mark.parametrize(
    "foreign",
    [
        "# AGENTS.md instructions for /w/shop\n\n<INSTRUCTIONS>\nAlways use tabs.\n</INSTRUCTIONS>",
        "<environment_context>\n  <cwd>/w/shop</cwd>\n</environment_context>",
        "<turn_aborted>\nThe person stopped it.\n</turn_aborted>",
        "<skill>\n<name>deploy</name>\n</skill>",
        "Fix the login.",
    ],
)
def test_only_the_typed_message_counts(tmp_path: Path, foreign: str) -> None:
    """Instructions, environment, skills and the second copy of a message are no messages of the person."""
    file = lines_file(tmp_path, line("session_meta", **META), repeated(foreign), prompt("Fix the login."))
    assert said(records_of(file)) == ["Fix the login."]


def test_what_an_editor_puts_before_a_message_is_cut_off(tmp_path: Path) -> None:
    context = "# Context from my IDE setup:\n\n## Open tabs:\n- app.py\n\n## My request for Codex:\nFix the login."
    assert said(records_of(lines_file(tmp_path, line("session_meta", **META), prompt(context)))) == ["Fix the login."]


def test_patches_commands_and_failures_are_events(tmp_path: Path) -> None:
    patch = "*** Begin Patch\n*** Update File: src/a.py\n@@\n*** Add File: src/b.py\n+x\n*** End Patch"
    file = lines_file(
        tmp_path,
        line("session_meta", **META),
        line("response_item", type="custom_tool_call", name="apply_patch", input=patch, call_id="c1"),
        line("response_item", type="function_call", name="exec_command", arguments='{"cmd": "make"}', call_id="c2"),
        line(
            "response_item", type="function_call_output", call_id="c2", output="Process exited with code 2\nOutput:\nno"
        ),
        line("response_item", type="function_call", name="shell", arguments='{"command": ["ls", "-l"]}', call_id="c3"),
        line("response_item", type="function_call_output", call_id="c3", output="Exit code: 0\nOutput:\nexit code: 1"),
        line("response_item", type="function_call", name="update_plan", arguments="{broken", call_id="c4"),
    )
    records = records_of(file)
    assert done(records) == [
        ("file_change", "src/a.py"),
        ("file_change", "src/b.py"),
        ("command", "make"),
        ("error", "exec_command"),
        ("command", "ls -l"),
        ("tool_call", "update_plan"),
    ]
    assert [one.detail for one in records if isinstance(one, RawEvent) and one.kind == "error"] == ["no"]
    assert len({one.source_id for one in records if isinstance(one, RawEvent)}) == 6


def test_rollouts_from_before_september_2025_are_read(tmp_path: Path) -> None:
    header = {"id": "c3c4b301-27c8-4c70-b6e4-46b99fdf0236", "timestamp": AT, "instructions": None}
    file = lines_file(
        tmp_path,
        header,
        {"record_type": "state"},
        repeated("<environment_context>\n<cwd>/w/old</cwd>\n</environment_context>")["payload"],
        repeated("Fix the login.")["payload"],
        answer("Done.")["payload"],
        {"type": "function_call", "name": "shell", "arguments": '{"command": ["make"]}', "call_id": "c1"},
    )
    records = records_of(file)
    assert (said(records), said(records, Role.ASSISTANT)) == (["Fix the login."], ["Done."])
    assert done(records) == [("command", "make")]
    assert {one.cwd for one in records if hasattr(one, "cwd")} == {None, "/w/old"}


def test_a_sub_agent_was_not_talked_to_by_a_person(tmp_path: Path) -> None:
    source = {"subagent": {"thread_spawn": {"parent_thread_id": "019f0000-0000-7000-8000-000000000000"}}}
    file = lines_file(
        tmp_path, line("session_meta", **META, source=source), prompt("Always use tabs."), answer("found it")
    )
    records = records_of(file)
    assert (said(records), said(records, Role.ASSISTANT)) == ([], ["found it"])
    assert session(records).parent == "019f0000-0000-7000-8000-000000000000"


def test_a_fork_adds_only_what_is_its_own(store: Store, tmp_path: Path) -> None:
    turn, later = {"type": "task_started", "turn_id": "t1"}, "2026-06-27T10:00:00Z"
    said_once = [line("event_msg", **turn), prompt("Fix the login."), answer("Done.", id="msg_1")]
    first = lines_file(tmp_path, line("session_meta", **META), *said_once, name="a.jsonl")
    copied = [{**one, "timestamp": later} for one in (line("session_meta", **META), *said_once)]
    header = line("session_meta", **{**META, "id": "fork", "forked_from_id": META["id"]})
    second = lines_file(tmp_path, header, *copied, prompt("And the logout.", later), name="b.jsonl")
    assert capture(store, [first], Options()).turns == 2
    assert capture(store, [second], Options()).turns == 1
    assert [one.text for one in store.sessions.turns("fork")] == ["And the logout."]


REASON = "No, I did not say commit anything.\nNever commit without being asked."
NOTE = (
    "\n\nNote: The user's next message may contain a correction or preference. Pay close attention — if they explain "
    "what went wrong or how they'd prefer you to work, consider saving that to memory for future sessions."
)


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_the_reason_of_a_refusal_is_a_turn_of_the_person(form: str, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(written(form, [Said("user", "Go on."), Said("refusal", REASON), Said("assistant", "Sorry.")]))
    turns = [one for one in records_of(file) if isinstance(one, RawTurn)]
    reasons = [turn for turn in turns if turn.text == REASON]
    assert [turn.role for turn in reasons] == [Role.USER] * (form in KEEPS_REASONS)
    assert len({turn.source_id for turn in turns}) == len(turns)


def claude(**changes: Any) -> list[dict[str, Any]]:
    """A refused call; `name` names the tool, other changes are of the line with the result."""
    common = {"sessionId": "s", "cwd": "/w", "timestamp": "2026-02-11T09:00:00Z", "version": "2.1.0"}
    call = {"type": "tool_use", "id": "t1", "name": changes.pop("name", "Bash"), "input": {}}
    result = {"type": "tool_result", "tool_use_id": "t1", "is_error": True, "content": REFUSED + REASON}
    result.update(changes.pop("result", {}))
    return [
        {"type": "user", "uuid": "u0", **common, "message": {"role": "user", "content": "Go on."}},
        {"type": "assistant", "uuid": "u1", **common, "message": {"role": "assistant", "content": [call]}},
        {"type": "user", "uuid": "u2", **common, "message": {"role": "user", "content": [result]}, **changes},
    ]


def opencode(tool: str, error: str) -> dict[str, Any]:
    time = {"start": 1771249730000}
    state = {"status": "error", "input": {}, "error": error, "time": time}
    part = {"type": "tool", "tool": tool, "callID": "c1", "state": state}
    info = {"id": "m1", "role": "assistant", "time": {"created": 1771249730000}}
    return {"info": {"id": "s", "directory": "/w"}, "messages": [{"info": info, "parts": [part]}]}


def copilot(code: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in written("copilot", [Said("refusal", REASON)]).splitlines()]
    lines[-1]["data"]["error"]["code"] = code
    return lines


FEEDBACK = "The user rejected permission to use this specific tool call with the following feedback: "


@pytest.mark.parametrize(
    ("lines", "role"),
    [
        (lambda: claude(), Role.SOMEBODY),  # before 2.1.205 no field said who refused
        (lambda: claude(toolDenialKind="user-rejected"), Role.USER),
        (lambda: claude(toolDenialKind="user-rejected", name="mcp__linear__create"), Role.USER),
        (lambda: claude(name="mcp__linear__create"), Role.SOMEBODY),
        (lambda: claude(toolDenialKind="hook"), Role.SOMEBODY),
        (lambda: claude(entrypoint="sdk-cli", toolDenialKind="user-rejected"), Role.SOMEBODY),
        (lambda: claude(toolDenialKind="interrupted"), Role.SOMEBODY),
        (lambda: claude(result={"is_error": False}), None),
        (lambda: claude(result={"content": f"Exit code 1\n{REFUSED}{REASON}"}), None),
        (
            lambda: claude(
                result={"content": [{"type": "text", "text": REFUSED + REASON + NOTE}]}, toolDenialKind="user-rejected"
            ),
            Role.USER,
        ),
        (lambda: copilot("rejected"), Role.USER),
        (lambda: copilot("failure"), Role.SOMEBODY),
    ],
)
def test_only_what_the_program_says_makes_a_reason_the_persons(
    lines: Callable[[], list[dict[str, Any]]], role: Role | None, tmp_path: Path
) -> None:
    """A tool, a server or a hook can print the same words: without a field they are somebody's, or nothing."""
    records = records_of(lines_file(tmp_path, *lines()))
    assert [one.role for one in records if isinstance(one, RawTurn) and one.text == REASON] == [role] * bool(role)


@pytest.mark.parametrize("tool", ["bash", "linear_create"])
def test_opencode_keeps_the_feedback_in_the_error_of_the_call(tool: str, tmp_path: Path) -> None:
    file = tmp_path / "session.json"
    file.write_text(json.dumps(opencode(tool, FEEDBACK + REASON)))
    told = [(one.source_id, one.role, one.text) for one in records_of(file) if isinstance(one, RawTurn)]
    assert told == [("c1:reason", Role.SOMEBODY, REASON)]


def test_specstory_keeps_the_words_of_the_program(tmp_path: Path) -> None:
    file = tmp_path / "2026-02-09_22-56-12Z.md"
    file.write_text(
        "<!-- Generated by SpecStory -->\n<!-- Claude Code Session 5b0e6a52-7c56 (2026-02-09 22:56:12Z) -->\n\n"
        "_**User (2026-02-09 22:56:12Z)**_\n\nGo on.\n\n---\n\n_**Agent (2026-02-09 22:56:22Z)**_\n\n"
        '<tool-use data-tool-type="write" data-tool-name="Edit"><details>\n<summary>Tool use: **Edit**</summary>\n\n'
        f"```text\n{REFUSED}{REASON}\n```\n</details></tool-use>\n"
    )
    told = [(one.role, one.text) for one in records_of(file) if isinstance(one, RawTurn)]
    assert told == [(Role.USER, "Go on."), (Role.SOMEBODY, REASON)]


EVERY = [*(("claude-code", name) for name in CLAUDE_CODE), *(("codex", name) for name in CODEX)]


@pytest.mark.parametrize(("agent", "beginning"), EVERY)
def test_a_session_is_read_however_it_begins(agent: str, beginning: str, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes((CLAUDE_CODE if agent == "claude-code" else CODEX)[beginning]())
    reader = recognised(Transcript(file))
    assert reader is not None and reader.name == agent
    records = list(reader.read(Transcript(file)))
    assert said(records)[-1] == RULE
    assert {one.id for one in records if isinstance(one, RawSession)} == {SESSION}
    kinds = {one.kind for one in records if isinstance(one, UnknownRecord)}
    assert kinds == ({"brand-new" if agent == "claude-code" else "brand_new"} if "unknown" in beginning else set())


def test_a_large_file_of_something_else_is_nobodys(tmp_path: Path) -> None:
    file = tmp_path / "numbers.jsonl"
    file.write_bytes(b'{"x": 1}\n' * 30_000)
    assert recognised(Transcript(file)) is None
