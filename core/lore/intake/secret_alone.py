"""Values that look made by a person or a generator, where no word promises a secret."""

import re
from collections.abc import Iterator

from lore.intake.secret_scores import likeness

_MADE = re.compile(
    r"(?<![^\s\"'`(«“>[])(?=[A-Za-z_.-]{0,40}[0-9!#$%&*+?^~@])(?=[^A-Za-z\s]{0,8}[A-Za-z])"
    r"[A-Za-z0-9!#$%&*+?^@][A-Za-z0-9!#$%&*+?^~@_.-]{5,38}[A-Za-z0-9!#$%&*+?_](?=[\"'`),;:.»”]?(?:\s|\Z)|[\"'`),;»”\]])"
)
_OTHER = re.compile(
    r"[0-9a-f]+(?:-[0-9a-f]+)*|[\d.:TZ+-]+|[A-Za-z]+_[A-Za-z0-9]{16,}|[a-z]+\d{0,6}(?:[_-](?:[a-z]+\d{0,3}|\d{1,3})){2,}|[$#@&*].*[A-Z_]{3}.*"
    r"|[a-z]+[_-]?\d{1,5}|[\w.+-]+@[\w-]+\.[\w.-]+|[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}|[*_]{1,2}.*[*_]{1,2}|[A-Z0-9_-]+|v?\d.*\.\d.*"
)
"""Digests, dates, ids, names in small letters, variables, words with a number, addresses, files, constants."""
LEAST = 0.5
"""Of `likeness`."""
REACH = 96
"""Characters around such a value that are read, on its line and the one before."""


def made(text: str) -> Iterator[tuple[int, int]]:
    """Where such values begin and end."""
    for match in _MADE.finditer(text):
        value = match.group()
        if not _OTHER.fullmatch(value) and likeness(value) >= LEAST:
            yield match.span()


def around(text: str, start: int, end: int) -> tuple[int, int]:
    """The line of such a value, or what of it is near, with the line before."""
    low = max(0, start - REACH)
    line = text.rfind("\n", low, start)
    if line >= 0:
        low = max(low, text.rfind("\n", low, line) + 1)
    high = text.find("\n", end, end + REACH)
    return low, high if high >= 0 else min(len(text), end + REACH)
