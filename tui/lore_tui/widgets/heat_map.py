"""A year in days: a column a week; the more a day brought, the brighter its green, or the denser its mark."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from rich.segment import Segment
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from lore.actions import density, density_steps
from lore_tui.look import GREENS, Tone
from lore_tui.text import fit
from lore_tui.widgets.painted import Painted

PLAIN = "·░▒▓█"
"""Where there are no five greens: nothing, and the four quarters of the days that brought something."""
CELL = "█▊"
"""A day: its gap to the next is a part of it."""
MOST_WEEKS = 53
LABELS = ("Mon", "", "Wed", "", "Fri", "", "Sun")
LEFT = 5
"""Cells before the first week."""


class HeatMap(Painted, can_focus=True):
    """Seven rows, two cells a day; the day under the cursor has the accent."""

    @dataclass
    class Moved(Message):
        """The cursor went to another day; of a burst of moves the last one counts."""

        day: date

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, HeatMap.Moved)

    def __init__(self, today: date, *, pane: str | None = None) -> None:
        super().__init__(pane=pane)
        self.today = today
        self.day = today
        self._amounts: Mapping[date, int] = {}
        self._steps: tuple[int, ...] = ()

    def show(self, amounts: Mapping[date, int]) -> None:
        """By day, how much it brought."""
        self._amounts = amounts
        self._steps = density_steps(amounts.values())
        self.refresh()

    @property
    def first(self) -> date:
        """The oldest day that can be reached: a Monday, a year ago."""
        return _monday(self.today) - timedelta(weeks=MOST_WEEKS - 1)

    def go(self, day: date) -> None:
        """Move the cursor, within the year."""
        self.show_day(day)
        self.post_message(self.Moved(self.day))

    def show_day(self, day: date) -> None:
        """Put the cursor on a day, and tell nobody."""
        self.day = min(max(day, self.first), self.today)
        self.refresh()

    def move(self, days: int) -> None:
        self.go(self.day + timedelta(days=days))

    def level(self, day: date) -> int:
        """How dense the mark of a day is: 0 to 4."""
        return density(self._amounts.get(day, 0), self._steps)

    def on_resize(self) -> None:
        self.virtual_size = Size(1, len(LABELS) + 1)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        weeks = self._weeks(width)
        pieces = self._months(weeks) if y == 0 else self._weekday(y - 1, weeks) if y <= len(LABELS) else []
        return Strip(pieces).adjust_cell_length(width, self.ground)

    def _weeks(self, width: int) -> list[date]:
        """The Mondays that fit, the newest last; the week of the cursor is always among them."""
        count = max(1, min(MOST_WEEKS, (width - LEFT) // 2))
        last = _monday(self.today)
        behind = (last - _monday(self.day)).days // 7
        last -= timedelta(weeks=max(0, behind - count + 1))
        return [last - timedelta(weeks=count - 1 - number) for number in range(count)]

    def _months(self, weeks: list[date]) -> list[Segment]:
        line, before = "", 0
        for number, monday in enumerate(weeks):
            if monday.month != before and len(line) <= 2 * number:
                line = line.ljust(2 * number) + f"{monday:%b} "
            before = monday.month
        return [self.piece(" " * LEFT + line, Tone.DIM)]

    def _weekday(self, weekday: int, weeks: list[date]) -> list[Segment]:
        pieces = [self.piece(fit(LABELS[weekday], LEFT), Tone.DIM)]
        for monday in weeks:
            day = monday + timedelta(days=weekday)
            level, here = self.level(day), day == self.day
            if day > self.today:
                pieces.append(self.piece("  ", Tone.TEXT))
            elif self.is_plain:
                mark = f"{PLAIN[level]}{'<' if here else ' '}"
                pieces.append(self.piece(mark, Tone.KEY if here else GREENS[level]))
            else:
                pieces.append(self.piece(CELL, Tone.CHOICE if here else GREENS[level]))
        return pieces


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())
