"""The typed reason of a refused tool call is the person's: a turn of its own, in every format that keeps it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lore.capture.readers import RawTurn
from lore.capture.readers.rejections import reason_of
from lore.model import Role
from support.agents import FORMATS, KEEPS_REASONS, REFUSED, Said, written
from support.reading import lines_file, records_of

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
    """No field of it says that a person refused, so the words are somebody's."""
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


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (REFUSED + REASON, REASON),
        (REFUSED + REASON + NOTE, REASON),
        (f"Error: {REFUSED}{REASON}", REASON),
        (FEEDBACK + REASON, REASON),
        (REFUSED, ""),
        (f"{REFUSED}The user wants to clarify these questions.\n    This means they may", ""),
        (REFUSED.partition(" To tell")[0] + " STOP what you are doing and wait for the user to tell you.", ""),
        (f"It said: {REFUSED}{REASON}", ""),
        ("exec command rejected by user", ""),
        ("", ""),
    ],
)
def test_the_reason_is_what_follows_the_words_of_the_program(result: str, reason: str) -> None:
    assert reason_of(result) == reason
