"""What every screen shares: tabs, list, card, bottom line, footer; moving, opening, finding."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.containers import Container
from textual.widgets import Input

from lore import clock
from lore.errors import LoreError, NotFound
from lore.text import shorten
from lore_tui.guard import DoublePress
from lore_tui.look import Block, Row, Tone
from lore_tui.present.parts import damaged_row
from lore_tui.shared import Shared
from lore_tui.widgets.bottom_line import BottomLine, StatusLine
from lore_tui.widgets.card import Card
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.search_box import FindLine, SearchBox
from lore_tui.widgets.top_bar import TopBar
from lore_tui.writes import TITLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.app import App, ComposeResult
    from textual.geometry import Size
    from textual.widget import Widget

    from lore.actions import Engine
    from lore_tui.keymap import Keymap

WIDTHS = [(0, "-narrow"), (100, "-wide"), (160, "-huge")]
"""Columns of a terminal, and the class that every screen has from there on."""
HEIGHTS = [(0, "-low"), (20, "-short"), (34, "-tall")]
"""Lines of a terminal, and the class from there on."""


class BaseScreen(Shared[None], inherit_bindings=False):
    """Subclasses fill the list and the card, and add their own actions.

    Both panes where there is room; `lore.tcss` says which gives way on a small terminal.
    """

    AUTO_FOCUS = "#rows"
    PANES: ClassVar[tuple[str, ...]] = ("rows", "card")
    """The panes that take the keyboard, in the order in which the key goes through them."""
    words = ""
    """What is looked for in the list."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self.engine = engine
        self.twice = DoublePress()
        self.stands = False
        """Whether its widgets are there: Textual calls a screen current before it has composed it."""
        self.enters = False
        """Whether you are coming to it right now: then nothing moves under your eyes."""
        self._when_free: deque[Callable[[], object]] = deque()
        """What wants the keyboard while you type or answer something else."""
        self._seen_version = engine.data_version()
        self._keys: Keymap | None = None
        """The keys that the screen names now."""

    # What a screen must say

    @abstractmethod
    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        """The rows of these ids. May raise LoreError."""

    @abstractmethod
    def compose_panes(self) -> ComposeResult:
        """What lies between the tabs and the bottom line: a list `#rows`, a card `#card`, other panes."""

    @abstractmethod
    def refresh_summary(self) -> None:
        """Bring titles and counts of the panes up to date."""

    def fill_card(self, row_id: str, now: str) -> None:
        """Tell of one item. May raise LoreError."""

    def say_why_empty(self) -> None:
        """Write the lines of an empty list, which name keys."""

    def visit(self, target: str) -> None:
        """Go to what another screen sent you here for."""

    def store_changed(self) -> None:
        """Another process wrote, or this app on another screen: announce what is new, move nothing."""

    def entered(self) -> None:
        """You came back to it: what was announced meanwhile may be shown."""

    def take_news(self) -> None:
        """Show what came in, as you asked for it."""
        self.store_changed()

    def project_changed(self) -> None:
        self.take_news()

    def words_changed(self) -> None:
        """Other words are looked for in the list."""

    # The frame

    def compose(self) -> ComposeResult:
        yield TopBar()
        with Container(id="body"):
            yield from self.compose_panes()
        yield BottomLine()
        yield KeyBar()

    def on_mount(self) -> None:
        self.stands, self._keys = True, self.shell.keys
        self.query_one(TopBar).here = self.PLACE
        self.refresh_frame()
        self.call_after_refresh(self._run_errand)
        if self.shell.is_painted:
            self.call_after_refresh(self.go_on)

    def go_on(self) -> None:
        """Do what the screen is first painted without: nothing is read or loaded for it before."""
        self.show_card()

    def _compositor_refresh(self) -> None:
        # While the app is made, Textual renders everything, shows nothing of it and takes it for shown: 12 ms, and a
        # first frame without tabs and footer.
        if not self.app._batch_count:
            super()._compositor_refresh()

    def classes_at(self, size: Size) -> set[str]:
        """The classes it has in a terminal of this size."""
        wide = max(step for step in WIDTHS if step[0] <= size.width)
        tall = max(step for step in HEIGHTS if step[0] <= size.height)
        return {wide[1], tall[1]}

    @property
    def is_whole(self) -> bool:
        """True while all parts of the screen are mounted; a timer may ask at any moment."""
        return self.stands and all(self.query(part) for part in (TopBar, KeyBar, StatusLine))

    def on_screen_resume(self) -> None:
        if self.stands:
            self.refresh_frame()
            self.show_keys()
            self.enters = True
            self.look_for_changes()
            self.entered()
            self.enters = False
            self._run_errand()
            self._go_on_when_free()

    def on_screen_suspend(self) -> None:
        """What was said here is old when you come back from another screen; a dialog is none."""
        if self.app.current_mode != self.PLACE:
            self.forget_said()

    def _run_errand(self) -> None:
        if (target := self.shell.errand_of(self.PLACE)) is not None:
            self.visit(target)

    def look_for_changes(self) -> None:
        version = self.engine.data_version()
        if version != self._seen_version:
            self._seen_version = version
            self.store_changed()

    def refresh_frame(self) -> None:
        self.query_one(TopBar).told = self.shell.heading
        self.query_one(KeyBar).place = self.place
        self.query_one(StatusLine).where = self.position()

    def show_keys(self) -> None:
        """Name other keys where they are others by now: in tabs, footer, card and in the lines of an empty list."""
        if self.stands and self._keys is not self.shell.keys:
            self._keys = self.shell.keys
            self.query_one(TopBar).refresh()
            self.query_one(KeyBar).refresh()
            self.say_why_empty()
            self.refresh_summary()
            self.show_card()

    def line(self, name: str, does: str) -> str:
        """One line of an empty list: the key of an action, then what it does."""
        return self.shell.keys.line(name, does)

    # The list and the card

    def load(self, ids: Sequence[str]) -> Iterable[Row]:
        """The rows of a page; one that cannot be read says why in its place."""
        now = clock.now()
        try:
            return list(self.read_rows(ids, now))
        except LoreError as error:
            if len(ids) == 1:
                return [damaged_row(ids[0], error.message)]
            return [row for row_id in ids for row in self.load([row_id])]

    def show_card(self) -> None:
        """Read the item under the cursor again and show it; an empty list takes the whole screen."""
        if not self.shell.is_painted:
            return
        row_id = self.rows.current
        self.set_class(row_id is None, "-empty")
        self.query_one(KeyBar).has_item = row_id is not None
        if row_id is None:
            self.remove_class("-open")
            self.clear_card()
            return
        try:
            self.fill_card(row_id, clock.now())
        except NotFound:  # it went just now, and the list follows
            self.clear_card()
        except LoreError as error:
            self.clear_card()
            self.tell_failure(error)

    def clear_card(self) -> None:
        """There is nothing to tell of."""
        self.card.show(())

    def changed_elsewhere(self, row_id: str, text: str, *, gone: bool) -> None:
        """Say that what is on the card was changed or removed by another program; the card shows how it is now.

        One that is gone is closed: there is nothing left to read.
        """
        if gone and self.has_class("-open"):
            self.remove_class("-open")
            self.home.focus()
        became = "removed" if gone else "changed"
        self.show_status(f"“{shorten(text, TITLE)}” was {became} by another program · {self.key('reload')}", Tone.WARN)
        self.rows.forget([row_id])
        self.clear_card() if gone else self.show_card()

    def read(self, heading: str, blocks: Sequence[Block]) -> None:
        from lore_tui.dialogs.reading import Reading

        self.app.push_screen(Reading(heading, blocks))

    @on(RowList.Highlighted)
    def _cursor_moved(self, event: RowList.Highlighted) -> None:
        if event.rows is self.rows:
            self.cursor_moved()

    def cursor_moved(self) -> None:
        self.twice.forget()
        self.show_card()
        self.query_one(StatusLine).where = self.position()

    @on(RowList.Chosen)
    def _row_chosen(self, event: RowList.Chosen) -> None:
        if event.rows is not self.rows:
            return
        if event.opens:
            self.action_open()
        else:
            self.forget_said()

    # Moving

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

    # The keyboard

    def when_free(self, work: Callable[[], object]) -> None:
        """Do what takes the keyboard, but never away from what you type or answer: then as soon as you are done."""
        self._when_free.append(work)
        self._go_on_when_free()

    def _go_on_when_free(self) -> None:
        if self._when_free and self.app.screen is self and self.place == self.PLACE:
            self._when_free.popleft()()

    def on_descendant_focus(self) -> None:
        super().on_descendant_focus()
        self._go_on_when_free()

    def end_question(self) -> None:
        super().end_question()
        self.home.focus()


def front(app: App[Any]) -> BaseScreen | None:
    """The screen in front, while it is whole; None while a dialog lies over it."""
    stack = app.screen_stack  # empty while a mode is entered for the first time
    screen = stack[-1] if stack else None
    return screen if isinstance(screen, BaseScreen) and screen.is_whole else None
