"""A list and a card: moving in them, opening the card, marking."""

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar

from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

from lore_tui.look import Tone
from lore_tui.widgets.bottom_line import StatusLine
from lore_tui.widgets.card import Card
from lore_tui.widgets.row_list import RowList

WIDTHS = [(0, "-narrow"), (100, "-wide"), (160, "-huge")]
"""Columns of a terminal, and the class that every screen has from there on."""
HEIGHTS = [(0, "-low"), (20, "-short"), (34, "-tall")]
"""Lines of a terminal, and the class from there on."""


class ListAndCard(Screen[None], inherit_bindings=False):
    """Both panes where there is room; `lore.tcss` says which gives way on a small terminal."""

    AUTO_FOCUS = "#rows"

    @abstractmethod
    def cursor_moved(self) -> None:
        """The cursor or the marks changed."""

    def classes_at(self, size: Size) -> set[str]:
        """The classes it has in a terminal of this size."""
        wide = max(step for step in WIDTHS if step[0] <= size.width)
        tall = max(step for step in HEIGHTS if step[0] <= size.height)
        return {wide[1], tall[1]}

    @property
    def rows(self) -> RowList:
        """The list that the cursor moves in."""
        return self.query_one("#rows", RowList)

    @property
    def card(self) -> Card:
        """What is told of the row under the cursor."""
        return self.query_one("#card", Card)

    @property
    def home(self) -> Widget:
        """The pane that has the keyboard while nothing else wants it."""
        return self.rows

    def position(self) -> str:
        """Where the cursor is, and how many rows are marked."""
        rows = self.rows
        marks = f"{len(rows.marked):,} marked · " if rows.marked else ""
        return f"{marks}{rows.cursor + 1:,}/{len(rows.ids):,}" if rows.ids else ""

    def _move(self, rows: Callable[[RowList], None], card: Callable[[Card], None]) -> None:
        """Move in the pane that has the keyboard."""
        focused, before = self.focused, self.rows.current
        if isinstance(focused, RowList):
            rows(focused)
        elif isinstance(focused, Card) and focused is not self.home:
            card(focused)
        else:
            rows(self.rows)
        if self.rows.current != before:
            self.forget_said()

    def forget_said(self) -> None:
        """Take back what was said of the last thing you did; what went wrong stays."""
        line = self.query_one(StatusLine)
        if line.said[1] is not Tone.BAD:
            line.command, line.said = "", ("", Tone.TEXT)

    def action_move_down(self) -> None:
        self._move(lambda rows: rows.move(1), lambda card: card.scroll_lines(1))

    def action_move_up(self) -> None:
        self._move(lambda rows: rows.move(-1), lambda card: card.scroll_lines(-1))

    def action_move_page_down(self) -> None:
        self._move(lambda rows: rows.move_page(1), lambda card: card.scroll_page(1))

    def action_move_page_up(self) -> None:
        self._move(lambda rows: rows.move_page(-1), lambda card: card.scroll_page(-1))

    def action_move_top(self) -> None:
        self._move(lambda rows: rows.move_to_edge(bottom=False), lambda card: card.scroll_to_edge(bottom=False))

    def action_move_bottom(self) -> None:
        self._move(lambda rows: rows.move_to_edge(bottom=True), lambda card: card.scroll_to_edge(bottom=True))

    def action_card_down(self) -> None:
        self.card.scroll_lines(1)

    def action_card_up(self) -> None:
        self.card.scroll_lines(-1)

    PANES: ClassVar[tuple[str, ...]] = ("rows", "card")
    """The panes that take the keyboard, in the order in which the key goes through them."""

    def action_focus_next(self) -> None:
        self._focus(1)

    def action_focus_previous(self) -> None:
        self._focus(-1)

    def _focus(self, step: int) -> None:
        """To another pane that is in sight."""
        seen = [pane for name in self.PANES for pane in self.query(f"#{name}") if pane.focusable and pane.region.area]
        here = next((place for place, pane in enumerate(seen) if pane is self.focused), -1)
        if seen:
            seen[(here + step) % len(seen)].focus()

    def action_open(self) -> None:
        if self.rows.current is not None:
            self.add_class("-open")
            self.card.focus()

    def action_back(self) -> None:
        if self.has_class("-open"):
            self.remove_class("-open")
        elif self.rows.marked:
            self.action_mark_none()
        self.home.focus()

    def action_mark(self) -> None:
        self.rows.toggle_mark()
        self.cursor_moved()

    def action_mark_range(self) -> None:
        self.rows.mark_range()
        self.cursor_moved()

    def action_mark_none(self) -> None:
        self.rows.unmark_all()
        self.cursor_moved()
