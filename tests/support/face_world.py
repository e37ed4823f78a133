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


def guide_and_notes(folder: Path) -> None:
    """A folder with a page of documents, and one with a memory file."""
    (folder / "guide").mkdir(parents=True)
    (folder / "guide" / "ports.md").write_text("# Ports\n\nStaging listens on port 5433.\n")
    (folder / "notes").mkdir()
    (folder / "notes" / "CLAUDE.md").write_text("# Rules\n\n- Always write tests first\n- Never push on Fridays\n")
