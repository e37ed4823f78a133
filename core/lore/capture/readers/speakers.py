"""Who wrote what stands in a user's name: told from the fields of the recorder alone, one table for each agent.

The rows of a table are asked in order, and the first one whose field says anything decides. Words of a message are not
asked: they may take trust away later, and never give it. `since` is the release in which the field was first seen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Speaker(StrEnum):
    """Who wrote a message."""

    PERSON = "person"
    AGENT = "agent"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True)
class Mark:
    """What one field says."""

    field: str
    """Its name; dots lead inwards."""
    says: Mapping[str, Speaker | None]
    """By its value, a flag in the words of JSON; None asks the next row."""
    otherwise: Speaker | None
    """Who it is for any other value; None asks the next row."""
    since: str


_SCRIPTED = (
    "sdk-cli", "sdk-py", "sdk-python", "sdk-ts", "sdk-typescript", "github-action", "claude-code-github-action", "mcp",
)  # fmt: skip
_TYPED_IN = (
    "cli", "claude-vscode", "claude-desktop", "claude-desktop-3p", "local-agent", "local_agent", "remote",
    "remote_desktop", "remote_mobile",
)  # fmt: skip

CLAUDE_CODE: Sequence[Mark] = (
    Mark("isSidechain", {"true": Speaker.AGENT}, None, "1.0.0"),
    Mark("planContent", {}, Speaker.AGENT, "2.1.0"),
    Mark("textNotTyped", {"true": Speaker.PROGRAM}, None, "2.1.332"),
    Mark("entrypoint", dict.fromkeys(_SCRIPTED, Speaker.PROGRAM), None, "2.1.0"),
    Mark(
        "origin.kind",
        {"human": Speaker.PERSON, "coordinator": Speaker.AGENT, "peer": Speaker.AGENT},
        Speaker.PROGRAM,
        "2.1.221",
    ),
    Mark(
        "promptSource",
        dict.fromkeys(("typed", "queued", "suggestion_accepted"), Speaker.PERSON),
        Speaker.PROGRAM,
        "2.1.221",
    ),
    Mark("entrypoint", dict.fromkeys(_TYPED_IN, Speaker.PERSON), Speaker.PROGRAM, "2.1.0"),
)
"""Of a line of Claude Code. Its desktop app marks what a person types `promptSource: "sdk"` beside
`origin: {"kind": "human"}`: the origin counts. Before 2.1 no line said who typed."""

CLAUDE_CODE_REFUSALS: Sequence[Mark] = (
    Mark("toolDenialKind", {"user-rejected": Speaker.PERSON}, Speaker.PROGRAM, "2.1.205"),
)
"""Of a line with the result of a call that was refused."""

CODEX: Sequence[Mark] = (
    Mark("source.subagent", {}, Speaker.AGENT, "0.40.0"),
    Mark(
        "thread_source",
        {"user": None, "cli": None, "null": None, "subagent": Speaker.AGENT},
        Speaker.PROGRAM,
        "0.120.0",
    ),
    Mark(
        "source",
        {"": None, "null": None, "cli": Speaker.PERSON, "vscode": Speaker.PERSON},
        Speaker.PROGRAM,
        "0.40.0",
    ),
)
"""Of the header of a rollout of Codex; before it had a `source`, only the terminal wrote one."""

CODEX_TURNS: Sequence[Mark] = (
    Mark("turn_attribution.initiating_agent_path", {"null": None}, Speaker.AGENT, "0.171.0"),
    Mark(
        "turn_attribution.turn_trigger",
        {"user": Speaker.PERSON, "composer": Speaker.PERSON},
        Speaker.PROGRAM,
        "0.171.0",
    ),
)
"""Of the line that begins a turn of Codex."""


OPENCLAW: Sequence[Mark] = (
    Mark("provenance.kind", {"external_user": None}, Speaker.PROGRAM, "2026.2"),
    Mark("provenance.sourceChannel", {"webchat": None}, Speaker.PROGRAM, "2026.2"),
    Mark("__openclaw.senderIsOwner", {"true": Speaker.PERSON}, Speaker.PROGRAM, "2026.7"),
)
"""Of a message of OpenClaw: another session, a job or a channel may stand behind it."""


def speaker(marks: Sequence[Mark], line: Mapping[str, Any], *, unsaid: Speaker = Speaker.PERSON) -> Speaker:
    """Who the fields of a line say it was. unsaid: who it is where no field says anything."""
    for mark in marks:
        found = _value(line, mark.field)
        if found is None:
            continue
        if (says := mark.says.get(found, mark.otherwise)) is not None:
            return says
    return unsaid


def _value(line: Mapping[str, Any], name: str) -> str | None:
    """The value of a field as a word; None where it is not there."""
    value: object = line
    for step in name.split("."):
        if not isinstance(value, Mapping) or step not in value:
            return None
        value = value[step]
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return value if isinstance(value, str) else "other"
