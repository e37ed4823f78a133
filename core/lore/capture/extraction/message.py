"""A message as extraction sees it, and what comes of it."""

from dataclasses import dataclass

from lore.model import Kind, Role


@dataclass(frozen=True, slots=True)
class Message:
    """A message as extraction sees it. All text has passed intake."""

    role: Role
    text: str
    before: str = ""
    """The message before it."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """A statement worth keeping. `quote` stands in the message word for word."""

    text: str
    kind: Kind
    quote: str
    score: float = 0.0
    """The calibrated probability that it is worth keeping."""
    wrong: str | None = None
    right: str | None = None
    names_project: bool = False
    """Whether it names a thing of its project: code, a path, an identifier. Such a statement holds nowhere else."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one sentence, for `--explain`."""

    sentence: str
    score: float
    """The probability that it is worth keeping, by the last step that weighed it."""
    reason: str | None
    """Why it was not kept; None for a fact."""
