"""`?`: every action of a screen, found by typing, run with Enter; and what words mean."""

from collections.abc import Iterable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from lore.glossary import WORDS
from lore_tui import keys
from lore_tui.key import Group, Key, KeyContext, display
from lore_tui.keymap import Keymap
from lore_tui.look import LEGEND, Row
from lore_tui.widgets.bottom_line import Prefix
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.title import entitle_panel

_WORD = "word:"
"""What the id of a row begins with that explains a word, or a mark."""
_MEANINGS = {**LEGEND, **WORDS}


class Help(ModalScreen[Key | None], inherit_bindings=False):
    """Ends with the action that was chosen."""

    BINDINGS = keys.bindings(KeyContext.HELP, priority=True)
    AUTO_FOCUS = "Input"

    def __init__(self, keymap: Keymap, place: str) -> None:
        super().__init__()
        self._keymap = keymap
        order = list(Group)
        self._keys = sorted(keymap.of(place), key=lambda key: order.index(key.group))
        self._of_place = {key.id: key for key in self._keys}
        """The actions with the keys that they have here: an action of another screen has none."""
        self._title = f"{keys.title(place)}: keys"

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel") as panel:
            entitle_panel(panel, self._title)
            placeholder = f"type to find an action ({self._keymap.shown('help.run')} runs it) or a word"
            with Horizontal(classes="filter"):
                yield Prefix(" > ")
                yield Input(compact=True, placeholder=placeholder)
            yield RowList(self._rows)
            yield Static(classes="explained", markup=False)
            yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        self.query_one(KeyBar).place = KeyContext.HELP
        self.rows.can_focus = False
        self.rows.empty_lines = ("No matches.", "", self._keymap.line("help.close", "back"))
        self._show("")

    @property
    def rows(self) -> RowList:
        return self.query_one(RowList)

    def _rows(self, ids: Sequence[str]) -> Iterable[Row]:
        for row_id in ids:
            if row_id.startswith(_WORD):
                word = row_id.removeprefix(_WORD)
                yield Row(row_id, _MEANINGS[word], note="mark" if word in LEGEND else "word", name=word)
                continue
            key = self._of_place[row_id]
            pressed = " ".join(display(name) for name in key.pressed)
            yield Row(key.id, key.help, note=pressed, name=key.label)

    def _show(self, wanted: str) -> None:
        words = wanted.casefold().split()
        found = [row_id for row_id, said in self._searched() if all(word in said for word in words)]
        named = {key.id for key in self._keys if words and all(word in key.label.casefold() for word in words)}
        self.rows.show(sorted(found, key=lambda row_id: row_id not in named))

    def _searched(self) -> Iterable[tuple[str, str]]:
        """Each row with the words that find it, in order."""
        for key in self._keys:
            yield key.id, f"{key.label} {key.help} {key.id}".casefold()
        yield from ((f"{_WORD}{word}", f"{word} {meaning} legend mark".casefold()) for word, meaning in LEGEND.items())
        yield from ((f"{_WORD}{word}", f"{word} {meaning}".casefold()) for word, meaning in WORDS.items())

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._show(event.value)

    @on(RowList.Highlighted)
    def _explain(self, event: RowList.Highlighted) -> None:
        """Show the whole text of the row under the cursor: a list shows one line of it."""
        row = next(iter(self._rows([event.row_id])), None) if event.row_id else None
        self.query_one(Static).update(row.text if row else "")

    @on(KeyBar.Pressed)
    async def _footer_clicked(self, event: KeyBar.Pressed) -> None:
        await self.app.run_action(event.key.action, self)

    @on(RowList.Chosen)
    def action_help_run(self) -> None:
        if self.rows.current is not None and not self.rows.current.startswith(_WORD):
            self.dismiss(self._keymap.by_id(self.rows.current))

    def action_help_close(self) -> None:
        self.dismiss(None)

    def action_help_down(self) -> None:
        self.rows.move(1)

    def action_help_up(self) -> None:
        self.rows.move(-1)
