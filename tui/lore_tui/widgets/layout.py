"""Which line of a list a row stands on, and what stands on a line; rows may have several lines. Pure."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType

NONE: Mapping[int, str] = MappingProxyType({})


class Layout:
    """Row → the text of the line above it. Rows count from 0, lines as well."""

    def __init__(self, above: Mapping[int, str] = NONE, heights: Sequence[int] | None = None) -> None:
        """heights: the lines of each row; None where each has one."""
        self._rows = sorted(above)
        self._texts = [above[row] for row in self._rows]
        self._tops = None if heights is None else [0, *accumulate(heights)]
        self._lines = [self._top(row) + number for number, row in enumerate(self._rows)]

    def whole(self, rows: int) -> int:
        """The lines of so many rows with their headings."""
        return self._top(rows) + len(self._rows)

    def _top(self, row: int) -> int:
        if self._tops is None:
            return row
        return self._tops[min(row, len(self._tops) - 1)]

    def height_of(self, row: int) -> int:
        return 1 if self._tops is None else self._top(row + 1) - self._top(row)

    def line_of(self, row: int) -> int:
        """The first line a row stands on."""
        return self._top(row) + bisect_right(self._rows, row)

    def at(self, line: int) -> str | tuple[int, int]:
        """The text of a heading that stands on this line; or the row that does, and which of its lines this is."""
        before = bisect_right(self._lines, line)
        if before and self._lines[before - 1] == line:
            return self._texts[before - 1]
        bare = line - before
        if self._tops is None:
            return bare, 0
        row = bisect_right(self._tops, bare) - 1
        return row, bare - self._tops[min(row, len(self._tops) - 1)]

    def after_removal(self, row: int, left: int) -> dict[int, str]:
        """The headings once a row is taken out and `left` rows remain; one over nothing goes with it."""
        moved: dict[int, str] = {}
        for at, text in zip(self._rows, self._texts, strict=True):
            moved[at - (at > row)] = text  # of two that meet, the second has rows below it
        return {at: text for at, text in moved.items() if at < left}

    def after_insertion(self, row: int) -> dict[int, str]:
        """The headings once a row was put in at this place, under the heading that stood there."""
        return {at + (at > row): text for at, text in zip(self._rows, self._texts, strict=True)}
