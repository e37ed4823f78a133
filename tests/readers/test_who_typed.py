"""Who typed is told by the fields of the recorder, in the order of one table for each agent, never by words."""

from pathlib import Path
from typing import Any

import pytest

from lore.capture.readers.speakers import CLAUDE_CODE, CLAUDE_CODE_REFUSALS, CODEX, CODEX_TURNS, Speaker, speaker
from lore.model import Role
from support.beginnings import RULE, claude_code, codex
from support.reading import TRANSCRIPTS, asked, lines_file, records_of, said

PERSON, AGENT, PROGRAM = Speaker


@pytest.mark.parametrize(
    ("fields", "by"),
    [
        ({}, PERSON),
        ({"entrypoint": "cli"}, PERSON),
        ({"entrypoint": "claude-desktop", "origin": {"kind": "human"}, "promptSource": "sdk"}, PERSON),
        ({"origin": {"kind": "human"}, "promptSource": "sdk"}, PERSON),
        ({"origin": {"kind": "human"}, "promptSource": "typed", "textNotTyped": True}, PROGRAM),
        ({"origin": {"kind": "task-notification"}, "promptSource": "typed"}, PROGRAM),
        ({"origin": {"kind": "peer"}}, AGENT),
        ({"origin": {"kind": "coordinator"}}, AGENT),
        ({"origin": {"kind": "something new"}}, PROGRAM),
        ({"origin": {}}, PROGRAM),
        ({"promptSource": "sdk"}, PROGRAM),
        ({"promptSource": "queued", "entrypoint": "cli"}, PERSON),
        ({"promptSource": "something new"}, PROGRAM),
        ({"entrypoint": "sdk-cli", "origin": {"kind": "human"}}, PROGRAM),
        ({"entrypoint": "something new"}, PROGRAM),
        ({"planContent": "1. Plan"}, AGENT),
        ({"isSidechain": True, "origin": {"kind": "human"}}, AGENT),
    ],
)
def test_the_fields_of_claude_code(fields: dict[str, Any], by: Speaker, tmp_path: Path) -> None:
    assert speaker(CLAUDE_CODE, fields) is by
    lines = claude_code()
    for name in ("origin", "promptSource", "entrypoint"):
        lines[2].pop(name, None)
    lines[2] |= fields
    if "isSidechain" not in fields:
        role = Role.USER if by is PERSON else Role.SOMEBODY
        assert said(records_of(lines_file(tmp_path, *lines)), role)[-1:] == [RULE]


@pytest.mark.parametrize(
    ("kind", "by"),
    [("user-rejected", PERSON), ("interrupted", PROGRAM), ("automode-blocked", PROGRAM), (None, PROGRAM)],
)
def test_only_a_field_says_that_a_person_refused(kind: str | None, by: Speaker) -> None:
    line = {"toolDenialKind": kind} if kind else {}
    assert speaker(CLAUDE_CODE_REFUSALS, line, unsaid=PROGRAM) is by


@pytest.mark.parametrize(
    ("header", "by"),
    [
        ({}, PERSON),
        ({"source": None}, PERSON),
        ({"source": "vscode", "thread_source": "user"}, PERSON),
        ({"source": "exec"}, PROGRAM),
        ({"source": {"custom": "x"}}, PROGRAM),
        ({"source": {"subagent": {"thread_spawn": {}}}}, AGENT),
        ({"source": "cli", "thread_source": "subagent"}, AGENT),
        ({"source": "cli", "thread_source": "guardian_classifier"}, PROGRAM),
    ],
)
def test_the_header_of_codex(header: dict[str, Any], by: Speaker) -> None:
    assert speaker(CODEX, header) is by


@pytest.mark.parametrize(
    ("attribution", "by"),
    [
        ({"turn_trigger": "user", "initiating_agent_path": None}, PERSON),
        ({"turn_trigger": "composer"}, PERSON),
        ({"turn_trigger": "exec"}, PROGRAM),
        ({"turn_trigger": "user", "initiating_agent_path": "/root/child"}, AGENT),
    ],
)
def test_the_turn_of_codex(attribution: dict[str, Any], by: Speaker, tmp_path: Path) -> None:
    assert speaker(CODEX_TURNS, {"turn_attribution": attribution}) is by
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
