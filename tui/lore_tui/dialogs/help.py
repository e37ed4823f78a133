"""`?` and the palette: every action of a screen, found by typing, run with Enter."""

from collections.abc import Iterable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from lore_tui import keys
from lore_tui.keys import Group, Key, Place
from lore_tui.look import Row, Tone
from lore_tui.widgets.bottom_line import Prefix
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.row_list import RowList

TONES = {
    Group.DECIDE: Tone.RULE,
    Group.CHANGE: Tone.TROUBLE,
    Group.FIND: Tone.CHOICE,
    Group.TAKE: Tone.FIX,
    Group.GO: Tone.WISH,
    Group.MOVE: Tone.DIM,
}


class Help(ModalScreen[Key | None], inherit_bindings=False):
    """Ends with the action that was chosen."""

    BINDINGS = keys.bindings(Place.HELP, priority=True)
    AUTO_FOCUS = "Input"

    def __init__(self, place: str, *, everything: bool) -> None:
        """With `everything` also what each action does, else its name alone."""
        super().__init__()
        self._everything = everything
        order = list(Group)
        self._keys = sorted(keys.of(place), key=lambda key: order.index(key.group))
        self._title = f"{keys.title(place)}: keys" if everything else "Commands"

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel") as panel:
            panel.border_title = self._title
            with Horizontal(classes="filter"):
                yield Prefix(" > ")
                yield Input(compact=True, placeholder="type to find an action, Enter runs it")
            yield RowList(self._rows)
            yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        self.query_one(KeyBar).place = Place.HELP
        self.rows.can_focus = False
        self.rows.empty_lines = ("No action has these words.", "", "esc   back")
        self._show("")

    @property
    def rows(self) -> RowList:
        return self.query_one(RowList)

    def _rows(self, ids: Sequence[str]) -> Iterable[Row]:
        for key in map(keys.by_id, ids):
            pressed = " ".join(keys.display(name) for name in key.pressed)
            text = key.help if self._everything else ""
            yield Row(key.id, text, tag=pressed, tone=TONES[key.group], name=key.label)

    def _show(self, wanted: str) -> None:
        words = wanted.casefold().split()
        self.rows.show(key.id for key in self._keys if all(word in self._searched(key) for word in words))

    def _searched(self, key: Key) -> str:
        return f"{key.label} {key.help} {key.id}".casefold() if self._everything else key.label.casefold()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._show(event.value)

    @on(KeyBar.Pressed)
    async def _footer_clicked(self, event: KeyBar.Pressed) -> None:
        await self.app.run_action(event.key.action, self)

    @on(RowList.Chosen)
    def action_help_run(self) -> None:
        if self.rows.current is not None:
            self.dismiss(keys.by_id(self.rows.current))

    def action_help_close(self) -> None:
        self.dismiss(None)

    def action_help_down(self) -> None:
        self.rows.move(1)

    def action_help_up(self) -> None:
        self.rows.move(-1)
