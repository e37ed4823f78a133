"""Lines between the rows of a list: which line a row stands on, and what stands on a line. Pure."""

from bisect import bisect_right
from collections.abc import Mapping
from types import MappingProxyType

NONE: Mapping[int, str] = MappingProxyType({})


class Headings:
    """Row → the text of the line above it. Rows count from 0, lines as well."""

    def __init__(self, above: Mapping[int, str] = NONE) -> None:
        self._rows = sorted(above)
        self._texts = [above[row] for row in self._rows]
        self._lines = [row + number for number, row in enumerate(self._rows)]

    def __len__(self) -> int:
        return len(self._rows)

    def line_of(self, row: int) -> int:
        """The line a row stands on."""
        return row + bisect_right(self._rows, row)

    def at(self, line: int) -> str | int:
        """The text of a heading that stands on this line, or the row that does."""
        before = bisect_right(self._lines, line)
        return self._texts[before - 1] if before and self._lines[before - 1] == line else line - before

    def after_removal(self, row: int, left: int) -> "Headings":
        """As they stand once a row is taken out and `left` rows remain; a heading over nothing goes with it."""
        moved: dict[int, str] = {}
        for at, text in zip(self._rows, self._texts, strict=True):
            moved[at - (at > row)] = text  # of two that meet, the second has rows below it
        return Headings({at: text for at, text in moved.items() if at < left})

    def after_insertion(self, row: int) -> "Headings":
        """As they stand once a row was put in at this place, under the heading that stood there."""
        return Headings({at + (at > row): text for at, text in zip(self._rows, self._texts, strict=True)})
