"""A list and a card: moving in them, opening the card, marking, finding."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.widgets import Input

from lore_tui.look import Tone
from lore_tui.shared import Shared
from lore_tui.widgets.bottom_line import StatusLine
from lore_tui.widgets.card import Card
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.search_box import FindLine, SearchBox

if TYPE_CHECKING:
    from textual.widget import Widget


class Moving(Shared[None], inherit_bindings=False):
    """Both panes where there is room; `lore.tcss` says which gives way on a small terminal."""

    AUTO_FOCUS = "#rows"
    PANES: ClassVar[tuple[str, ...]] = ("rows", "card")
    """The panes that take the keyboard, in the order in which the key goes through them."""
    words = ""
    """What is looked for in the list."""

    def cursor_moved(self) -> None:
        """The cursor or the marks changed."""

    def words_changed(self) -> None:
        """Other words are looked for in the list."""

    @property
    def rows(self) -> RowList:
        return self.query_one("#rows", RowList)

    @property
    def card(self) -> Card:
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

    def action_move(self, how: str, by: int) -> None:
        """Move in the pane that has the keyboard. how: its method."""
        focused, before = self.focused, self.rows.current
        is_pane = isinstance(focused, RowList) or (focused is not self.home and hasattr(focused, how))
        getattr(focused if is_pane else self.rows, how)(by)
        if self.rows.current != before:
            self.forget_said()

    def forget_said(self) -> None:
        """Take back what was said of the last thing you did; what went wrong stays."""
        if self.query_one(StatusLine).said[1] is not Tone.BAD:
            self.show_status("", Tone.TEXT)

    def action_move_card(self, by: int) -> None:
        self.card.move(by)

    def action_move_rows(self, by: int) -> None:
        self.rows.move(by)

    def action_focus_pane(self, step: int) -> None:
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
            self.rows.unmark_all()
            self.cursor_moved()
        self.home.focus()

    def action_mark(self) -> None:
        self.rows.toggle_mark()
        self.cursor_moved()

    def action_search(self) -> None:
        self.query_one(FindLine).display = True
        self.query_one(SearchBox).focus()

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        self.typed(event)

    def typed(self, event: Input.Changed) -> None:
        if isinstance(event.input, SearchBox) and event.value.strip() != self.words:
            self.words = event.value.strip()
            self.words_changed()

    def action_search_keep(self) -> None:
        self.query_one(FindLine).display = bool(self.words)
        self.home.focus()

    def action_search_clear(self) -> None:
        self.query_one(SearchBox).value = ""
        self.query_one(FindLine).display = False
        self.home.focus()

    def action_search_complete(self) -> None:
        """Only a query of the memory has fields."""
