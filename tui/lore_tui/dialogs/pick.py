"""A pick list over a screen: type to narrow it, Enter takes one, Esc none. And one line to type."""

from collections.abc import Callable, Iterable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from lore_tui import keys
from lore_tui.dialogs.reading import Dialog
from lore_tui.keys import Place
from lore_tui.look import Row
from lore_tui.widgets.bottom_line import Prefix
from lore_tui.widgets.row_list import RowList


class Line(Dialog[str | None], inherit_bindings=False):
    """Has a line to type in."""

    AUTO_FOCUS = "Input"
    HINT = ""

    def line(self, start: str = "") -> ComposeResult:
        with Horizontal(classes="filter"):
            yield Prefix(" > ")
            yield Input(start, compact=True, placeholder=self.HINT)

    def on_mount(self) -> None:
        super().on_mount()
        self.query_one(Input).cursor_blink = False


class Typed(Line, inherit_bindings=False):
    """A value, or a word that confirms what cannot be undone; ends with what was typed."""

    PLACE = Place.TYPED
    BINDINGS = keys.bindings(Place.TYPED, priority=True)
    SORT = "typed"

    def __init__(self, title: str, told: str, start: str = "") -> None:
        """told: what it is about, in plain text."""
        super().__init__(title)
        self._told, self._start = told, start

    def compose_inside(self) -> ComposeResult:
        yield Static(self._told, markup=False)
        yield from self.line(self._start)

    def action_pick_take(self) -> None:
        self.dismiss(self.query_one(Input).value.strip())


class Pick(Line, inherit_bindings=False):
    """Ends with the id of the row that was taken."""

    PLACE = Place.PICK
    BINDINGS = keys.bindings(Place.PICK, priority=True)
    HINT = "type to narrow the list"

    def __init__(
        self, title: str, rows: Iterable[Row], *, keep: str | None = None, preview: Callable[[str], None] | None = None
    ) -> None:
        """keep: the row that the cursor begins on. preview: called with each row that the cursor stands on."""
        super().__init__(title)
        self.set_class(preview is not None, "-preview")
        self._preview = preview
        self._keep = keep
        self._rows: dict[str, Row] = {row.id: row for row in rows}

    def compose_inside(self) -> ComposeResult:
        yield from self.line()
        yield RowList(self._load)

    def on_mount(self) -> None:
        super().on_mount()
        self.rows.can_focus = False
        self.rows.empty_lines = ("No matches.", "", self.shell.keys.line("close", "back"))
        self.rows.show(self.found(""), keep=self._keep)

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

    @on(RowList.Highlighted)
    def _moved(self, event: RowList.Highlighted) -> None:
        if self._preview is not None and event.row_id is not None:
            self._preview(event.row_id)

    @on(RowList.Chosen)
    def _clicked(self, event: RowList.Chosen) -> None:
        if event.opens:
            self.action_pick_take()

    def action_pick_take(self) -> None:
        if self.rows.current is not None:
            self.dismiss(self.rows.current)

    def action_move_rows(self, by: int) -> None:
        self.rows.move(by)
