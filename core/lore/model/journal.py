"""The journal: conversations, their messages and what agents did."""

from dataclasses import dataclass
from enum import StrEnum

from lore.clean import NOTHING, Clean
from lore.model.words import Role


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation with an agent."""

    id: str
    agent: str
    project: str | None = None
    cwd: Clean | None = None
    title: Clean | None = None
    started_at: str | None = None
    ended_at: str | None = None
    parent: str | None = None  # the session that started this one as a sub-agent


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a session. `seq` and `position` are given by the store."""

    session: str
    source_id: str
    """The agent's own id of the message: unique within its session."""
    role: Role
    text: Clean
    at: str | None = None
    speaker: Clean | None = None
    seq: int = 0
    """Grows through the whole store."""
    position: int = 0
    """Counts from 0 within the session."""


class EventKind(StrEnum):
    TOOL_CALL = "tool_call"
    FILE_CHANGE = "file_change"
    COMMAND = "command"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing an agent did in a session, in one bounded line and a bounded body."""

    session: str
    source_id: str
    kind: EventKind
    name: Clean
    """The tool, the command's first line or the path of the file."""
    detail: Clean = NOTHING
    at: str | None = None
    seq: int = 0
