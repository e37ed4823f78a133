"""Who wrote what stands in a user's name: told from the fields of the recorder alone, one table for each agent.

A table lists what is allowed. The first row whose field says anything decides; a value that no row names is a program's
or an agent's, and so is a field that no row names where its name alone says that somebody else may have written this:
`isAutopilotTurn`, `agentId`, `parent_task`. Words of a message are not asked: they may take trust away later, and never
give it.
"""

import re
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
    """Its name; dots lead inwards, and what should hold it and has another form is a value that nobody knows."""
    says: Mapping[str, Speaker | None]
    """By its value, a flag in the words of JSON; None asks the next row."""
    otherwise: Speaker | None = Speaker.PROGRAM
    """Who it is for any other value; None asks the next row."""


def _allowed(field: str, *values: str, by: Speaker = Speaker.PROGRAM) -> Mark:
    """A row for a field that says nothing with these values, or where it is empty, and else that it is not the
    person's."""
    return Mark(field, dict.fromkeys((*values, "null", "false")), by)


def _known(*fields: str) -> tuple[Mark, ...]:
    """Rows for fields that say nothing."""
    return tuple(Mark(field, {}, None) for field in fields)


_TYPED_IN = (
    "cli", "claude-vscode", "claude-desktop", "claude-desktop-3p", "local-agent", "local_agent", "remote",
    "remote_desktop", "remote_mobile",
)  # fmt: skip
_PROMPTS = ("typed", "queued", "suggestion_accepted")

CLAUDE_CODE: Sequence[Mark] = (
    _allowed("isSidechain", by=Speaker.AGENT),
    Mark("message.role", {"user": None}),
    _allowed("userType", "external", "human", "ant"),
    _allowed("isMeta"),
    *_known("parentUuid", "sourceToolAssistantUUID"),
    Mark("planContent", {}, Speaker.AGENT),
    _allowed("rowSource"),
    _allowed("textNotTyped"),
    _allowed("turnOrigin", "human"),
    Mark("entrypoint", dict.fromkeys(_TYPED_IN)),
    _allowed("promptSource", *_PROMPTS, "sdk"),
    Mark("origin.kind", {"human": Speaker.PERSON, "coordinator": Speaker.AGENT, "peer": Speaker.AGENT}),
    _allowed("origin"),
    Mark("promptSource", dict.fromkeys(_PROMPTS, Speaker.PERSON)),
)
"""Of a line of Claude Code. Its desktop app marks what a person types `promptSource: "sdk"` beside
`origin: {"kind": "human"}`: of that one word the origin counts. Before 2.1 no line said who typed."""

CLAUDE_CODE_REFUSALS: Sequence[Mark] = (Mark("toolDenialKind", {"user-rejected": Speaker.PERSON}),)
"""Of a line with the result of a call that was refused."""

CODEX: Sequence[Mark] = (
    Mark("source.subagent", {}, Speaker.AGENT),
    _allowed("originator", "codex-tui", "codex_cli_rs", "codex_vscode", "codex_desktop", "Codex Desktop", "codex_app"),
    Mark("thread_source", {"user": None, "cli": None, "null": None, "subagent": Speaker.AGENT}),
    Mark("source", {"": None, "null": None, "cli": Speaker.PERSON, "vscode": Speaker.PERSON}),
)
"""Of the header of a rollout of Codex; before it had a `source`, only the terminal wrote one."""

CODEX_TURNS: Sequence[Mark] = (
    _allowed("turn_attribution.initiating_agent_path", by=Speaker.AGENT),
    Mark("turn_attribution.turn_trigger", {"user": Speaker.PERSON, "composer": Speaker.PERSON}),
)
"""Of the line that begins a turn of Codex."""

CODEX_MESSAGES: Sequence[Mark] = (
    _allowed("payload.kind", "plain"),
    _allowed("metadata.inherited_user_message", by=Speaker.AGENT),
)
"""Of a line with a message of Codex."""

COPILOT: Sequence[Mark] = (
    _allowed("agentId", by=Speaker.AGENT),
    _allowed("data.isAutopilotContinuation"),
    _allowed("data.source", "user"),
    _allowed("data.agentMode", "interactive", "plan", "autopilot", "shell"),
    *_known("data.parentAgentTaskId", "parentId"),
)
"""Of a `user.message` of Copilot CLI: a skill names itself, the autopilot goes on by itself, a sub-agent is given its
task. Every message has a task that stands above it, the person's too."""

GEMINI: Sequence[Mark] = (_allowed("kind", "main"),)
"""Of what is known of a chat of Gemini CLI."""

PI: Sequence[Mark] = (*_known("parentId", "parentSession"), Mark("message.role", {"user": None}))
"""Of the header and the lines of pi."""

OPENCODE: Sequence[Mark] = (_allowed("info.parentID", by=Speaker.AGENT), *_known("info.agent"))
"""Of a session of opencode, and of a message of one: `agent` names the mode that it is answered in."""

EXPORTS: Sequence[Mark] = (
    _allowed("author.role", "user"),
    *_known("parent_message_uuid", "metadata.parent_id", "metadata.is_complete"),
)
"""Of a message of an export of Claude.ai or ChatGPT."""

OPENCLAW: Sequence[Mark] = (
    *PI,
    *(
        Mark(f"{place}{field}", {value: None})
        for place in ("", "message.")
        for field, value in (
            ("provenance.kind", "external_user"),
            ("provenance.sourceChannel", "webchat"),
            ("__openclaw.senderIsOwner", "true"),
        )
    ),
)
"""Of a line of OpenClaw: another session, a job or a channel may stand behind it, as the line says or its message."""

NEUTRAL: Sequence[Mark] = ()
"""Of formats with no field that says who wrote a message but its role."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_FIRST = frozenset({"is", "parent", "was"})
_ANYWHERE = frozenset(
    {
        "agent", "agents", "subagent", "assistant", "auto", "autopilot", "automated", "automatic", "background", "bot",
        "generated", "injected", "sidechain", "spawned", "synthetic",
    }
)  # fmt: skip
"""Words in the name of a field by which it says that somebody else than the person may have written this."""


def speaker(
    marks: Sequence[Mark], line: Mapping[str, Any], *parts: object, unsaid: Speaker = Speaker.PERSON
) -> Speaker:
    """Who the fields of a line say it was. unsaid: who it is where no field says anything.

    parts: what else belongs to the message, such as the blocks of its text.
    """
    own = {mark.field for mark in marks}
    for mark in marks:
        found = _value(line, mark.field)
        if found is None and (outer := mark.field.rpartition(".")[0]) not in own and _is_odd_form(line, outer):
            found = "other"
        if found is None:
            continue
        if (says := mark.says.get(found, mark.otherwise)) is not None:
            return says if says is not Speaker.PERSON or not _is_odd(marks, line, parts) else Speaker.PROGRAM
    return unsaid if unsaid is not Speaker.PERSON or not _is_odd(marks, line, parts) else Speaker.PROGRAM


def _is_odd(marks: Sequence[Mark], line: Mapping[str, Any], parts: Sequence[object]) -> bool:
    """Whether a field that no row names says by its name that somebody else may have written this."""
    known = {mark.field for mark in marks}
    inner = {field.rpartition(".")[0] for field in known if "." in field}
    found = [("", line), *((f"{way}.", _at(line, way)) for way in sorted(inner)), *(("", part) for part in parts)]
    return any(
        value and f"{way}{name}" not in known and _tells(str(name))
        for way, place in found
        if isinstance(place, Mapping)
        for name, value in place.items()
    )


def _tells(name: str) -> bool:
    words = [word.lower() for word in _WORD.findall(name)]
    return bool(words) and (words[0] in _FIRST or not _ANYWHERE.isdisjoint(words))


_ABSENT = object()


def _is_odd_form(line: Mapping[str, Any], name: str) -> bool:
    """Whether a field that should hold others holds a word, or anything else."""
    value = _at(line, name) if name else _ABSENT
    return value is not _ABSENT and bool(value) and not isinstance(value, Mapping)


def _at(line: Mapping[str, Any], name: str) -> object:
    """The value of a field, to which dots lead inwards."""
    value: object = line
    for step in name.split("."):
        if not isinstance(value, Mapping) or step not in value:
            return _ABSENT
        value = value[step]
    return value


def _value(line: Mapping[str, Any], name: str) -> str | None:
    """The value of a field as a word; None where it is not there."""
    value = _at(line, name)
    if value is _ABSENT:
        return None
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return value if isinstance(value, str) else "other"
