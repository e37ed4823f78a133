"""What the threads of Care tell its screen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from textual.message import Message

from lore.actions import AgentStatus, Help, HookState, ProjectFile, ReaderState, Result
from lore.errors import LoreError


@dataclass
class Heard(Message):
    """One check was answered."""

    result: Result


@dataclass
class Done(Message):
    """Every check was asked."""


@dataclass
class AgentsSeen(Message):
    statuses: Sequence[AgentStatus]
    today: Mapping[str, tuple[int, int]]
    hooks: HookState
    reader: ReaderState


@dataclass
class FilesSeen(Message):
    files: Sequence[ProjectFile]


@dataclass
class HelpCounted(Message):
    found: Help
    waiting: int
    copied: str
    size: int


@dataclass
class NotSeen(Message):
    """Something could not be read."""

    error: LoreError


@dataclass
class Repairing(Message):
    """A repair came further; the whole is 0 where nobody knows it."""

    done: int
    whole: int
