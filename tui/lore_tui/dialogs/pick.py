"""A pick list over a screen: type to narrow it, Enter takes one, Esc none."""

from collections.abc import Callable, Iterable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from lore_tui import keys
from lore_tui.key import KeyContext
from lore_tui.look import Row
from lore_tui.shell import shell_of
from lore_tui.widgets.bottom_line import Prefix
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.title import entitle_panel


class Pick(ModalScreen[str | None], inherit_bindings=False):
    """Ends with the id of the row that was taken."""

    BINDINGS = keys.bindings(KeyContext.PICK, priority=True)
    AUTO_FOCUS = "Input"

    def __init__(
        self, title: str, rows: Iterable[Row], *, keep: str | None = None, preview: Callable[[str], None] | None = None
    ) -> None:
        """keep: the row that the cursor begins on. preview: called with each row that the cursor stands on."""
        super().__init__(classes="-preview" if preview else None)
        self._keep = keep
        self._preview = preview
        self._title = title
        self._rows: dict[str, Row] = {row.id: row for row in rows}

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel") as panel:
            entitle_panel(panel, self._title)
            with Horizontal(classes="filter"):
                yield Prefix(" > ")
                yield Input(compact=True, placeholder="type to narrow the list")
            yield RowList(self._load)
            yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(Input).cursor_blink = False
        self.query_one(KeyBar).place = KeyContext.PICK
        self.rows.can_focus = False
        self.rows.empty_lines = ("No matches.", "", shell_of(self).keys.line("pick.close", "back"))
        self.rows.show(self._rows, keep=self._keep)

    @property
    def rows(self) -> RowList:
        return self.query_one(RowList)

    def _load(self, ids: Sequence[str]) -> Iterable[Row]:
        return [self._rows[name] for name in ids]

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self.rows.show(self.found(event.value))

    def found(self, typed: str) -> list[str]:
        """The rows that hold every word, those called by them first."""
        words = typed.casefold().split()
        said = {name: f"{row.name} {row.text} {name}".casefold() for name, row in self._rows.items()}
        rows = [name for name, text in said.items() if all(word in text for word in words)]
        called = {name for name in rows if words and all(word in self._rows[name].name.casefold() for word in words)}
        return sorted(rows, key=lambda name: name not in called)

    @on(KeyBar.Pressed)
    async def _footer_clicked(self, event: KeyBar.Pressed) -> None:
        await self.app.run_action(event.key.action, self)

    @on(RowList.Highlighted)
    def _moved(self, event: RowList.Highlighted) -> None:
        if self._preview is not None and event.row_id is not None:
            self._preview(event.row_id)

    @on(RowList.Chosen)
    def action_pick_take(self) -> None:
        if self.rows.current is not None:
            self.dismiss(self.rows.current)

    def action_pick_close(self) -> None:
        self.dismiss(None)

    def action_pick_down(self) -> None:
        self.rows.move(1)

    def action_pick_up(self) -> None:
        self.rows.move(-1)
