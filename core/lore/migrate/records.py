"""What a source hands on: one memory of another tool, in raw text. The service takes it through intake."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from lore.model import Kind, Layer, Role

LONGEST = 600
"""Characters of a fact's text; what is longer is no single statement and is cut at a word."""


@dataclass(frozen=True, slots=True)
class Memory:
    """One thing another tool remembers."""

    text: str
    source_id: str
    """What the other tool calls it, or where it stands: unique within the source."""
    quote: str | None = None
    """The exact words it rests on, where they are more than `text`."""
    kind: Kind = Kind.NOTE
    layer: Layer = Layer.PROJECT
    project: str | None = None
    """What the other tool calls the project."""
    folder: Path | None = None
    """The folder of the project, where there is one: it tells more than a name."""
    session: str | None = None
    """The agent's own session in which it was learnt."""
    at: str | None = None
    expires_at: str | None = None
    tags: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    problem: str | None = None
    solution: str | None = None
    role: Role = Role.IMPORT


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that was left out, and why: no memory of its own, such as a summary, or one that was put away."""

    reason: str
    text: str = ""
    """Its words, where it has any."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A place that could not be read, and why."""

    place: str
    reason: str


Found = Memory | Skipped | Unreadable


class Source(Protocol):
    """Reads the memories of one tool."""

    @property
    def name(self) -> str:
        """What a person calls it on the command line."""
        ...

    @property
    def expects(self) -> str:
        """What the path has to be, for help and errors: "its database, such as `~/.engram/engram.db`"."""
        ...

    def read(self, path: Path) -> Iterator[Found]:
        """Everything it remembers. Raises BadInput where the path is not what it has to be, OSError."""
        ...
