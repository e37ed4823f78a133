"""Cuts a message into the sentences that could state something, each with its place in the text."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_SENTENCE = re.compile(r"[^\n.!?…]+(?:[.!?…](?![\s\"')\]*_`]|$)[^\n.!?…]*)*[.!?…]*[\"')\]*_`]*", re.MULTILINE)
_MARKS = " \t-*#>|•–—"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and where it stands."""

    text: str
    start: int
    end: int


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences outside code fences, without the marks of lists and headings before them."""
    plain = _FENCE.sub(lambda found: "\n" * len(found.group()), text)
    for found in _SENTENCE.finditer(plain):
        raw = found.group()
        stripped = raw.strip(_MARKS)
        if stripped:
            start = found.start() + raw.index(stripped)
            yield Sentence(stripped, start, start + len(stripped))
