"""Sections cut into parts that are found by themselves: each small enough to mean one thing, long ones overlapping."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from lore.model import Chunk, Clean
from lore.text import end_of_part, shorten

LONGEST_TITLE = 80


@dataclass(frozen=True, slots=True)
class Section:
    """The text between one heading and the next."""

    trail: tuple[str, ...]
    """The headings it stands under, from the outside in; its own is the last."""
    text: str
    first: int
    """The number of the first line of `text`, from 1."""
    by_line: bool = True
    """Whether each line of `text` has a number of its own."""


class Outline:
    """The headings that stand open while a text is read from its beginning."""

    def __init__(self) -> None:
        self._open: list[tuple[int, str]] = []

    @property
    def trail(self) -> tuple[str, ...]:
        return tuple(title for _, title in self._open)

    def enter(self, level: int, title: str) -> None:
        """A heading of a level, 1 being the outermost, ends those of the same and of deeper levels."""
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        self._open.append((level, shorten(title, LONGEST_TITLE)))


class Sections:
    """Cuts the lines of a text where its headings stand."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._outline = Outline()
        self._start = 0
        self._below_heading = False
        self._found: list[Section] = []

    def heading(self, start: int, end: int, level: int, title: str) -> None:
        """Lines `start` to before `end`, counted from 0, are a heading."""
        self._close(start)
        self._outline.enter(level, title)
        self._start, self._below_heading = end, True

    def finished(self) -> list[Section]:
        """Every section that holds text, and each heading below which there is nothing at all."""
        self._close(len(self._lines))
        return [
            section
            for section, after in zip_longest(self._found, self._found[1:])
            if section.text or not (after and after.trail[: len(section.trail)] == section.trail)
        ]

    def _close(self, end: int) -> None:
        start = self._start
        while start < end and not self._lines[start].strip():
            start += 1
        text = "\n".join(self._lines[start:end]).rstrip()
        if text or self._below_heading:
            self._found.append(Section(self._outline.trail, text, min(start, max(end - 1, 0)) + 1))


LARGEST = 1_200
"""Characters of a part: three windows of the embedding model, so that none of it goes without a vector. (The right page
of Lore's own documents comes first for 22 of 24 questions, with 600 as with 2,400: `tests/test_docs_collections.py`)"""
OVERLAP = 160
"""Characters that a part repeats of the one before, at most, so that no sentence is found by half."""
LONGEST_HEADING = 300
BETWEEN = " › "
_ENDS = ("\n", ". ", "? ", "! ", "; ", ", ", " ")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A run of characters of a section."""

    start: int
    end: int


def chunks_of(label: str, sections: Sequence[Section]) -> list[Chunk]:
    """The parts of a document, in order. `label` is how its file is called at the head of each."""
    return [chunk for section in sections for chunk in _cut(label, section)]


def _cut(label: str, section: Section) -> Iterator[Chunk]:
    text = section.text
    heading = _heading(label, section.trail)
    head = _table_head(text)
    line, counted = section.first, 0
    for piece in _pieces(text):
        line, counted = line + text.count("\n", counted, piece.start), piece.start
        body = text[piece.start : piece.end].rstrip()
        if piece.start and not body:
            continue
        first, last = (line, line + body.count("\n")) if section.by_line else (section.first, section.first)
        if head and piece.start and body.startswith("|"):
            body = f"{head}\n{body}"
        yield Chunk(Clean(heading), Clean(body), first, last)


def _heading(label: str, trail: Sequence[str]) -> str:
    """The label and the headings; of too many the innermost."""
    kept = list(trail)
    while kept and len(BETWEEN.join([label, *kept])) > LONGEST_HEADING:
        kept.pop(0)
    return BETWEEN.join([label, *kept])


def _pieces(text: str) -> list[_Piece]:
    """At least one, each at most `LARGEST` characters long, cut where a paragraph, a line or a sentence ends."""
    if len(text) <= LARGEST:
        return [_Piece(0, len(text))]
    ends = [0]
    while len(text) - ends[-1] > LARGEST - OVERLAP * (len(ends) > 1):
        ends.append(end_of_part(text, ends[-1], LARGEST - OVERLAP * (len(ends) > 1), ("\n\n", *_ENDS)))
    ends.append(len(text))
    return [_Piece(_overlapped(text, start), end) for start, end in pairwise(ends)]


def _overlapped(text: str, start: int) -> int:
    """Where a part begins that follows another one: a little earlier, at the beginning of a line or a sentence."""
    if start == 0:
        return 0
    for mark in _ENDS:
        place = text.find(mark, start - OVERLAP, start - len(mark))
        if place >= 0:
            return place + len(mark)
    return start - OVERLAP


def _table_head(text: str) -> str:
    """The names of the columns, where the whole section is one table."""
    head, _, rest = text.partition("\n")
    rule = rest.partition("\n")[0]
    is_table = head.startswith("|") and rule.startswith("|") and not rule.strip("|-: ")
    return f"{head}\n{rule}" if is_table and len(head) + len(rule) < OVERLAP else ""
