"""What a reader hands on: what stands in a transcript, in raw text. The pipeline takes it through intake."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lore.model import EventKind, Role


@dataclass(frozen=True, slots=True)
class Problem:
    """A place that could not be read, and why. Everything round it was."""

    line: int
    reason: str
    cut_off: bool = False
    """Whether only the end is missing, as in a file that is being written: what is there of it is read later."""


@dataclass(frozen=True, slots=True)
class RawSession:
    """What a transcript says of a session. May come several times; later ones fill in."""

    id: str
    agent: str
    cwd: str | None = None
    remote: str | None = None
    """The address of the git remote of `cwd`, as the agent read it when the session was held. Raw: it may hold a
    password."""
    project: str | None = None
    """A project key that the transcript names itself."""
    title: str | None = None
    started_at: str | None = None
    ended_at: str | None = None
    parent: str | None = None
    """The session whose agent started this one."""
    continues: str | None = None
    """The session this one was forked from: its file may begin with a copy of that one's."""
    release: str | None = None
    """The release of the agent that wrote this."""


@dataclass(frozen=True, slots=True)
class RawTurn:
    """One message that a person, the agent or a tool wrote."""

    session: str
    source_id: str
    role: Role
    text: str
    at: str | None = None
    speaker: str | None = None


@dataclass(frozen=True, slots=True)
class RawEvent:
    """One thing an agent did."""

    session: str
    source_id: str
    kind: EventKind
    name: str
    detail: str | Mapping[str, Any] = ""
    """Whole: it is masked before it is cut. Named values where a tool was given more than one text."""
    at: str | None = None


@dataclass(frozen=True, slots=True)
class RawRewind:
    """The person went back in a session and asked otherwise: what was said on the branch that was left is not in force.

    Stands before the message that asked otherwise.
    """

    session: str
    left: tuple[RawTurn, ...] = ()
    """The messages of all branches of the session that are left now."""
    back: tuple[RawTurn, ...] = ()
    """Those of a branch that seemed to be left, and went on."""
    is_whole: bool = False
    """Whether these are all messages that there are: an older one that was read before is gone, and so it is left."""


@dataclass(frozen=True, slots=True)
class UnknownRecord:
    """A line of a type that the reader does not know. Nothing of it is kept but the name."""

    kind: str


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """Everything before this byte is done: reading may resume here."""

    offset: int


def prefixed_source_id(recorder: str, name: str) -> str:
    """The source id of what a recorder of other agents' sessions tells: the agent itself names the same otherwise."""
    return f"{recorder}@{name}"


def recorder_in(source_id: str) -> str:
    """Who recorded what has this source id; empty for the agent itself."""
    recorder, mark, _ = source_id.partition("@")
    return recorder if mark else ""


Record = RawSession | RawTurn | RawEvent | RawRewind | UnknownRecord | Problem | ResumePoint
