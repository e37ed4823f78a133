"""One line to type: a value, or a word that confirms what cannot be undone."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from lore_tui import keys
from lore_tui.key import KeyContext
from lore_tui.widgets.bottom_line import Prefix
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.title import entitle_panel


class Typed(ModalScreen[str | None], inherit_bindings=False):
    """Ends with what was typed, or with None."""

    PLACE = KeyContext.TYPED
    BINDINGS = keys.bindings(KeyContext.TYPED, priority=True)
    AUTO_FOCUS = "Input"

    def __init__(self, title: str, told: str, start: str = "") -> None:
        """told: what it is about, in plain text."""
        super().__init__()
        self._title, self._told, self._start = title, told, start

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel typed") as panel:
            entitle_panel(panel, self._title)
            yield Static(self._told, markup=False)
            with Horizontal(classes="filter"):
                yield Prefix(" > ")
                yield Input(self._start, compact=True)
            yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        self.query_one(KeyBar).place = KeyContext.TYPED

    def action_typed_take(self) -> None:
        self.dismiss(self.query_one(Input).value.strip())

    def action_typed_close(self) -> None:
        self.dismiss(None)
