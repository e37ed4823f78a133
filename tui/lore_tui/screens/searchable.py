"""A list with a search box above it: `/` goes there, Enter keeps what is typed, Esc clears it."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal

from lore_tui.gateway import Gateway
from lore_tui.screens.base_screen import BaseScreen
from lore_tui.widgets.bottom_line import Prefix
from lore_tui.widgets.search_box import HINT, SearchBox
from lore_tui.widgets.summary_line import SummaryLine


class SearchableScreen(BaseScreen):
    """Subclasses listen to what is typed."""

    HINT: ClassVar[str] = HINT

    def __init__(self, gateway: Gateway) -> None:
        super().__init__(gateway)
        self.wanted = ""
        """What the list shows; empty for everything."""

    def compose_summary(self) -> ComposeResult:
        with Horizontal(id="search"):
            yield Prefix(" / ")
            yield SearchBox(self.HINT)
            yield SummaryLine()

    def summarise(self, text: str, *, calls: bool = False) -> None:
        """Put a text beside the search box."""
        line = self.query_one(SummaryLine)
        line.right, line.calls = text, calls
        line.styles.width = len(text) + 2

    def action_search(self) -> None:
        self.remove_class("-open")
        self.query_one(SearchBox).focus()

    @on(SearchBox.Kept)
    def _keep_search(self) -> None:
        self.rows.focus()

    @on(SearchBox.Cleared)
    def clear_search(self) -> None:
        self.query_one(SearchBox).value = ""
        self.rows.focus()

    @on(SearchBox.Moved)
    def _move_while_typing(self, event: SearchBox.Moved) -> None:
        self.rows.move(event.by)

    def action_back(self) -> None:
        if self.wanted and not self.has_class("-open") and not self.rows.marked:
            self.clear_search()
        else:
            super().action_back()
