"""The words of a sentence and their neighbours, which the head has learnt to weigh. Names of things count as names."""

import re
from collections.abc import Iterator

from lore.capture.extraction.grammar import opening

_WORD = re.compile(r"`[^`\n]*`|[\w.@~*-]*/[\w./@*~-]+|[A-Za-z]+(?:['’][a-z]+)?(?:[_.]\w+)*|\d+|[?!:;,]|[^\x00-\x7f\s]+")
_NAME = re.compile(r"[a-z][A-Z]|[_.]\w")
_MOST_WORDS = 120


def words(text: str) -> list[str]:
    """The words in small letters; code, paths, names, numbers and other scripts by what they are."""
    return [_class(match.group()) for match, _ in zip(_WORD.finditer(text), range(_MOST_WORDS), strict=False)]


def _class(word: str) -> str:
    if word[0] == "`":
        return "<code>"
    if "/" in word:
        return "<path>"
    if word[0].isdigit():
        return "<number>"
    if _NAME.search(word):
        return "<name>"
    return "<foreign>" if ord(word[0]) > 127 else word.lower().replace("’", "'")


def terms(text: str) -> frozenset[str]:
    """What a sentence is counted by: its words, pairs and triples of neighbours, and what it opens with."""
    said = words(text)
    first = words(opening(text)[:80])[:3]
    return frozenset({*_runs(said), *("^" + " ".join(first[:count]) for count in range(1, len(first) + 1))})


def _runs(said: list[str]) -> Iterator[str]:
    for size in (1, 2, 3):
        yield from (" ".join(said[at : at + size]) for at in range(len(said) - size + 1))
