"""The search box: tells what is typed, when it is kept and when it is cleared."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input

from lore_tui import keys
from lore_tui.key import KeyContext
from lore_tui.widgets.bottom_line import Prefix

HINT = 'words, "a phrase", -not, kind:decision, is:pinned'


class SearchBox(Input):
    """One line; the list below follows while you type."""

    PLACE = KeyContext.SEARCH
    BINDINGS = keys.bindings(KeyContext.SEARCH)

    class Kept(Message):
        """Enter: the search stays, the list takes the keyboard."""

    class Cleared(Message):
        """Esc: everything is shown again."""

    class Moved(Message):
        """An arrow key: moves in the list while the box keeps the keyboard."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    class Completing(Message):
        """Tab: take the next way in which the query can go on."""

    def __init__(self, hint: str = HINT) -> None:
        super().__init__(compact=True, placeholder=hint)
        self.cursor_blink = False

    def action_search_keep(self) -> None:
        self.post_message(self.Kept())

    def action_search_clear(self) -> None:
        self.post_message(self.Cleared())

    def action_search_complete(self) -> None:
        self.post_message(self.Completing())

    def action_search_down(self) -> None:
        self.post_message(self.Moved(1))

    def action_search_up(self) -> None:
        self.post_message(self.Moved(-1))


class FindLine(Horizontal):
    """A search box behind a slash."""

    def __init__(self, hint: str = HINT) -> None:
        super().__init__(id="search")
        self._hint = hint

    def compose(self) -> ComposeResult:
        slash = Prefix(" / ")
        slash.add_class("-slash")
        yield slash
        yield SearchBox(self._hint)
        yield Prefix("")

    def tell(self, text: str) -> None:
        """Put a few words at its right."""
        self.query(Prefix).last(Prefix).say(f"  {text} ")

    @property
    def box(self) -> SearchBox:
        return self.query_one(SearchBox)
