"""Who wrote what stands in a user's name: told from the fields of the recorder alone, one table for each agent.

A table lists what is allowed. The first row whose field says anything decides; a value that no row names is a program's
or an agent's, and so is a field that no row names where its name alone says that somebody else may have written this:
`isAutopilotTurn`, `agentId`, `parent_task`. Words of a message are not asked: they may take trust away later, and never
give it. `since` is the release in which the field was first seen.
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
    otherwise: Speaker | None
    """Who it is for any other value; None asks the next row."""
    since: str


def _allowed(field: str, *values: str, since: str, by: Speaker = Speaker.PROGRAM) -> Mark:
    """A row for a field that says nothing with these values, or where it is empty, and else that it is not the
    person's; any value is as good where none is named."""
    says = dict.fromkeys((*values, "null", "false"), None)
    return Mark(field, says, by if values else None, since)


def _never(field: str, *, since: str, by: Speaker = Speaker.PROGRAM) -> Mark:
    """A row for a field that only what is not the person's has."""
    return Mark(field, {"null": None, "false": None}, by, since)


_TYPED_IN = (
    "cli", "claude-vscode", "claude-desktop", "claude-desktop-3p", "local-agent", "local_agent", "remote",
    "remote_desktop", "remote_mobile",
)  # fmt: skip
_PROMPTS = ("typed", "queued", "suggestion_accepted")

CLAUDE_CODE: Sequence[Mark] = (
    Mark("isSidechain", {"false": None, "null": None}, Speaker.AGENT, "1.0.0"),
    Mark("message.role", {"user": None}, Speaker.PROGRAM, "1.0.0"),
    _allowed("userType", "external", "human", "ant", since="1.0.0"),
    _never("isMeta", since="1.0.0"),
    _allowed("parentUuid", since="1.0.0"),
    _allowed("sourceToolAssistantUUID", since="2.1.0"),
    Mark("planContent", {}, Speaker.AGENT, "2.1.0"),
    _never("rowSource", since="2.1.332"),
    _never("textNotTyped", since="2.1.332"),
    _allowed("turnOrigin", "human", since="2.1.332"),
    Mark("entrypoint", dict.fromkeys(_TYPED_IN), Speaker.PROGRAM, "2.1.0"),
    _allowed("promptSource", *_PROMPTS, "sdk", since="2.1.221"),
    Mark(
        "origin.kind",
        {"human": Speaker.PERSON, "coordinator": Speaker.AGENT, "peer": Speaker.AGENT},
        Speaker.PROGRAM,
        "2.1.221",
    ),
    _never("origin", since="2.1.221"),
    Mark(
        "promptSource",
        dict.fromkeys(_PROMPTS, Speaker.PERSON),
        Speaker.PROGRAM,
        "2.1.221",
    ),
)
"""Of a line of Claude Code. Its desktop app marks what a person types `promptSource: "sdk"` beside
`origin: {"kind": "human"}`: of that one word the origin counts. Before 2.1 no line said who typed."""

CLAUDE_CODE_REFUSALS: Sequence[Mark] = (
    Mark("toolDenialKind", {"user-rejected": Speaker.PERSON}, Speaker.PROGRAM, "2.1.205"),
)
"""Of a line with the result of a call that was refused."""

CODEX: Sequence[Mark] = (
    Mark("source.subagent", {}, Speaker.AGENT, "0.40.0"),
    _allowed(
        "originator",
        *("codex-tui", "codex_cli_rs", "codex_vscode", "codex_desktop", "Codex Desktop", "codex_app"),
        since="0.20.0",
    ),
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
    _never("turn_attribution.initiating_agent_path", by=Speaker.AGENT, since="0.171.0"),
    Mark(
        "turn_attribution.turn_trigger",
        {"user": Speaker.PERSON, "composer": Speaker.PERSON},
        Speaker.PROGRAM,
        "0.171.0",
    ),
)
"""Of the line that begins a turn of Codex."""

CODEX_MESSAGES: Sequence[Mark] = (
    _allowed("payload.kind", "plain", since="0.40.0"),
    _never("metadata.inherited_user_message", by=Speaker.AGENT, since="0.171.0"),
)
"""Of a line with a message of Codex."""

COPILOT: Sequence[Mark] = (
    _never("agentId", by=Speaker.AGENT, since="0.0.400"),
    _never("data.isAutopilotContinuation", since="1.0.0"),
    _allowed("data.source", "user", since="0.0.370"),
    _allowed("data.agentMode", "interactive", "plan", "autopilot", "shell", since="0.0.370"),
    _allowed("data.parentAgentTaskId", since="1.0.0"),
    _allowed("parentId", since="0.0.370"),
)
"""Of a `user.message` of Copilot CLI: a skill names itself, the autopilot goes on by itself, a sub-agent is given its
task. Every message has a task that stands above it, the person's too."""

GEMINI: Sequence[Mark] = (_allowed("kind", "main", since="0.30.0"),)
"""Of what is known of a chat of Gemini CLI."""

PI: Sequence[Mark] = (
    _allowed("parentId", since="2"),
    _allowed("parentSession", since="3"),
    Mark("message.role", {"user": None}, Speaker.PROGRAM, "1"),
)
"""Of the header and the lines of pi."""

OPENCODE: Sequence[Mark] = (
    _never("info.parentID", by=Speaker.AGENT, since="1.0"),
    _allowed("info.agent", since="1.0"),
)
"""Of a session of opencode, and of a message of one: `agent` names the mode that it is answered in."""

EXPORTS: Sequence[Mark] = (
    _allowed("parent_message_uuid", since="2026"),
    _allowed("author.role", "user", since="2023"),
    _allowed("metadata.parent_id", since="2024"),
    _allowed("metadata.is_complete", since="2024"),
)
"""Of a message of an export of Claude.ai or ChatGPT."""

OPENCLAW: Sequence[Mark] = (
    *PI,
    *(
        mark
        for place in ("", "message.")
        for mark in (
            Mark(f"{place}provenance.kind", {"external_user": None}, Speaker.PROGRAM, "2026.2"),
            Mark(f"{place}provenance.sourceChannel", {"webchat": None}, Speaker.PROGRAM, "2026.2"),
            Mark(f"{place}__openclaw.senderIsOwner", {"true": None}, Speaker.PROGRAM, "2026.7"),
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
