"""What the rows of the table of faces speak of."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class World:
    """The ids of what the rows speak of; the same in every copy of the store."""

    fact: str
    other: str
    waiting: str
    second: str
    risky: str
    question: str
    away: str
    claim: str
    """Nobody has confirmed it, and it has no warning."""
    root: Path
