"""How findings name things."""

from collections.abc import Sequence
from pathlib import Path

from lore.text import counted

SHOWN = 3
"""Things a sentence names; of more it gives the number."""


def listed(paths: Sequence[Path], home: Path) -> str:
    """Files below the data folder: the first few, and how many more."""
    return named([f"`{path.relative_to(home)}`" if path != home else "the folder itself" for path in paths])


def named(names: Sequence[str]) -> str:
    """The first few names, and how many more."""
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more:,} more" if more > 0 else "")


def size(number: int) -> str:
    """Bytes for people."""
    return f"{number / 1e9:.1f} GB" if number >= 1e9 else f"{number / 1e6:.1f} MB"


def age(days: float) -> str:
    """A span of time for people."""
    if days < 1 / 24:
        return "less than an hour"
    if days < 2:
        return counted(round(days * 24), "hour")
    return counted(round(days), "day")
