"""The parts an author made: a text under its headings."""

from dataclasses import dataclass
from itertools import zip_longest

from lore.text import shorten

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
