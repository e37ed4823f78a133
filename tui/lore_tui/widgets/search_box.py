"""The search box: the screen around it follows while you type, and carries out its keys."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input

from lore_tui import keys
from lore_tui.keys import Place
from lore_tui.text import cut
from lore_tui.widgets.bottom_line import Prefix

HINT = 'words, "a phrase", -not, kind:decision, is:pinned'


class SearchBox(Input):
    """One line; the list follows while you type."""

    PLACE = Place.SEARCH
    BINDINGS = keys.bindings(Place.SEARCH, on="screen.")

    def __init__(self, hint: str) -> None:
        super().__init__(compact=True, placeholder=hint)
        self.cursor_blink = False


class FindLine(Horizontal):
    """A search box behind a slash."""

    def __init__(self, hint: str = HINT, *, shown: bool = False) -> None:
        super().__init__(id="search")
        self._hint = hint
        self.display = shown

    def compose(self) -> ComposeResult:
        slash = Prefix(" / ")
        slash.add_class("-slash")
        yield slash
        yield SearchBox(self._hint)
        yield Prefix("")

    def tell(self, text: str) -> None:
        """Put a few words at its right."""
        self.query(Prefix).last(Prefix).say(f"  {cut(text, max(20, self.size.width // 2))} ")
