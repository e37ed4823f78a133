"""What every screen shares: tabs, list, card, bottom line, footer; moving, opening, finding, writing."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any

from textual import on
from textual.containers import Container

from lore import actions, clock
from lore.errors import LoreError, NotFound
from lore.presence import PERSON
from lore.text import shorten
from lore_tui.guard import DoublePress
from lore_tui.look import Block, Row, Tone
from lore_tui.present.parts import damaged_row
from lore_tui.screens.moving import Moving
from lore_tui.widgets.bottom_line import BottomLine, StatusLine
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.top_bar import TopBar
from lore_tui.writes import TITLE, Job, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.app import App, ComposeResult
    from textual.geometry import Size

    from lore.actions import Engine
    from lore_tui.keymap import Keymap

WIDTHS = [(0, "-narrow"), (100, "-wide"), (160, "-huge")]
"""Columns of a terminal, and the class that every screen has from there on."""
HEIGHTS = [(0, "-low"), (20, "-short"), (34, "-tall")]
"""Lines of a terminal, and the class from there on."""
REVERSALS = ("undo", "redo", "log.revert")
"""Jobs that save nothing of yours: the reason alone is told where one fails."""
OF_THE_APP = ("theme", "setting", *REVERSALS)
"""Jobs after which the app itself may look otherwise, or hear other keys."""


class BaseScreen(Moving, inherit_bindings=False):
    """Subclasses fill the list and the card, and add their own actions. `lore.tcss` says which pane gives way."""

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

    def written(self, job: Job, outcome: Outcome) -> None:
        """A job of this screen succeeded."""

    def not_written(self, job: Job) -> None:
        """A job of this screen failed: what left the list comes back."""

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

    # Writing

    def write(
        self,
        name: str,
        work: Callable[[], object],
        said: str | Callable[[Any], str] = "",
        command: str | Callable[[Any], str] = "",
        ids: Iterable[str] = (),
        *,
        undoable: bool = True,
        reopen: Callable[[str], None] | None = None,
    ) -> None:
        """Have something written, as `Job` tells; `written` or `not_written` is called with its end.

        reopen: given where you typed a text for it; puts it back before you, with the reason, when it is refused.
        """
        self.shell.writes.put(Job(name, work, said, command, tuple(ids), undoable, reopen), self)

    def done(self, job: Job, outcome: Outcome) -> None:
        self.shell.writes.unanswered -= 1
        if outcome.agree is not None:
            agreed = partial(self.write, job.name, outcome.agree, job.said, ids=job.ids)
            self.when_free(partial(self.ask, outcome.said, agreed))
            return
        back = "redo" if job.name == "undo" else "undo"
        self.show_status(
            outcome.said + (f" · {self.key(back)} {back}" if job.undoable else ""), command=outcome.command
        )
        if job.name in OF_THE_APP:
            self.shell.take_theme()
            self.shell.take_keys()
        self.written(job, outcome)
        self.shell.refresh_counts()
        self.shell.leave_if_done(failed=False)

    def not_done(self, job: Job, error: LoreError) -> None:
        """The queue could not do it: nothing has changed."""
        self.shell.writes.unanswered -= 1
        told = f"{error.message} ({error.hint})" if error.hint else error.message
        self.not_written(job)
        self.show_status(told if job.name in REVERSALS else f"not saved: {told}", Tone.BAD)
        self.shell.refresh_counts()
        self.shell.leave_if_done(failed=True)
        if job.reopen is not None:
            self.when_free(partial(job.reopen, f"not saved: {told}"))

    def action_undo(self) -> None:
        if self.may_decide():
            self.write("undo", lambda: actions.undo(self.engine, by=PERSON), "Undo")

    def action_redo(self) -> None:
        if self.may_decide():
            self.write("redo", lambda: actions.redo(self.engine, by=PERSON), "Redo")

    def may_decide(self) -> bool:
        """Whether the key was pressed on purpose; says so where it was not."""
        if self.shell.guard.passes():
            return True
        self.show_status("ignored (keys came too fast): press it again", Tone.WARN)
        return False

    def still_listed(self, ids: Sequence[str]) -> list[str]:
        """Those of them that did not leave the list while you were asked; says so where none is left."""
        here = set(self.rows.ids)
        left = [name for name in ids if name in here]
        if not left:
            self.show_status("none of them are here any more", Tone.WARN)
        return left

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
