"""What every screen shares: tabs, list, card, bottom line, footer, and the actions that mean the same everywhere."""

from abc import abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Container
from textual.worker import Worker

from lore import clock
from lore.errors import LoreError, NotFound
from lore.text import shorten
from lore_tui.gateway import Gateway
from lore_tui.guard import DoublePress
from lore_tui.jobs import Job, NotWritten, Outcome, Written
from lore_tui.key import KeyContext
from lore_tui.keymap import Keymap
from lore_tui.look import Block, Row, Tone
from lore_tui.present import damaged_row
from lore_tui.screens.own_settings import GettingAbout
from lore_tui.shell import Shell, shell_of
from lore_tui.widgets.bottom_line import AskLine, BottomLine, StatusLine
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.row_list import RowList
from lore_tui.widgets.top_bar import TopBar

ANSWERING: Mapping[str, str] = {KeyContext.ASK: "ask_", KeyContext.REASON: "reason_", KeyContext.WORDS: "words_"}
"""While one of these has the keyboard, only its own actions work."""


REVERSALS = ("undo", "redo", "log.revert")
"""Jobs that save nothing of yours: the reason alone is told where one fails."""
NAMED = 40
"""Characters of a text that a sentence names."""
OF_THE_APP = ("theme", "setting", *REVERSALS)
"""Jobs after which the app itself may look otherwise, or hear other keys."""


class BaseScreen(GettingAbout):
    """Subclasses name their place, fill the list and the card, and add their own actions."""

    PLACE: ClassVar[str]

    def __init__(self, gateway: Gateway) -> None:
        super().__init__()
        self.gateway = gateway
        self.engine = gateway.engine
        self.twice = DoublePress()
        self.stands = False
        """Whether its widgets are there: Textual calls a screen current before it has composed it."""
        self.enters = False
        """Whether you are coming to it right now: then nothing moves under your eyes."""
        self._answer: tuple[Callable[[], None], Callable[[], None] | None] | None = None
        self._when_free: deque[Callable[[], None]] = deque()
        """What wants the keyboard while you type or answer something else."""
        self._seen_version = gateway.engine.data_version()
        self._keys: Keymap | None = None
        """The keys that the screen names now."""

    @property
    def shell(self) -> Shell:
        """The app around it."""
        return shell_of(self)

    # What a screen must say

    @abstractmethod
    def read_rows(self, ids: Sequence[str], now: str) -> Iterable[Row]:
        """The rows of these ids. May raise LoreError."""

    def read_card(self, row_id: str, now: str) -> Sequence[Block]:
        """The card of one item, of a screen that does not draw it. May raise LoreError."""
        return ()

    @abstractmethod
    def compose_panes(self) -> ComposeResult:
        """What lies between the tabs and the bottom line: a list `#rows`, a card `#card`, other panes."""

    @abstractmethod
    def refresh_summary(self) -> None:
        """Bring titles and counts of the panes up to date."""

    def say_why_empty(self) -> None:
        """Write the lines of an empty list, which name keys."""

    def visit(self, target: str) -> None:
        """Go to what another screen sent you here for."""

    def store_changed(self) -> None:
        """Another process wrote, or this app on another screen: announce what is new, move nothing."""

    def entered(self) -> None:
        """You came back to it: what was announced meanwhile may be shown."""

    def changed_elsewhere(self, row_id: str, text: str, *, gone: bool) -> None:
        """Say that what is on the card was changed or removed by another program; the card shows how it is now.

        One that is gone is closed: there is nothing left to read.
        """
        if gone and self.has_class("-open"):
            self.remove_class("-open")
            self.home.focus()
        became = "removed" if gone else "changed"
        self.show_status(f"“{shorten(text, NAMED)}” was {became} by another program · {self.key('reload')}", Tone.WARN)
        self.rows.forget([row_id])
        self.clear_card() if gone else self.show_card()

    def take_news(self) -> None:
        """Show what came in, as you asked for it."""
        self.store_changed()

    def project_changed(self) -> None:
        """Another project is in force."""
        self.take_news()

    def action_project(self) -> None:
        self.shell.choose_project()

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

    def _run_errand(self) -> None:
        if (target := self.shell.errand_of(self.PLACE)) is not None:
            self.visit(target)

    def look_for_changes(self) -> None:
        """Hear of what was written since this screen looked last."""
        version = self.engine.data_version()
        if version != self._seen_version:
            self._seen_version = version
            self.store_changed()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        self.shell.tell_of_worker(event)

    def refresh_frame(self) -> None:
        """Tabs, footer and position."""
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

    @property
    def place(self) -> str:
        """What has the keyboard now."""
        found: str = getattr(self.focused, "PLACE", self.PLACE)
        return found

    def key(self, name: str) -> str:
        """What a sentence calls the key of an action."""
        return self.shell.keys.shown(name)

    def line(self, name: str, does: str) -> str:
        """One line of an empty list: the key of an action, then what it does."""
        return self.shell.keys.line(name, does)

    def news(self, number: int) -> str:
        """What came in since the list was read."""
        return f"{number:,} new · {self.key('reload')}"

    def show_status(self, text: str, tone: Tone = Tone.GOOD, command: str = "") -> None:
        """Put one line above the footer; it stays until the next. command: what you would type to do the same."""
        line = self.query_one(StatusLine)
        line.command, line.said = command, (text, tone)

    def _load(self, ids: Sequence[str]) -> Iterable[Row]:
        """The rows of a page; one that cannot be read says why in its place."""
        now = clock.now()
        try:
            return list(self.read_rows(ids, now))
        except LoreError as error:
            if len(ids) == 1:
                return [damaged_row(ids[0], error.message)]
            return [row for row_id in ids for row in self._load([row_id])]

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
            self.tell_damage(error)

    def clear_card(self) -> None:
        """There is nothing to tell of."""
        self.card.show(())

    def tell_damage(self, error: LoreError) -> None:
        """What is under the cursor cannot be read."""
        self.show_status(f"{error.message} ({error.hint or 'run `lore doctor`'})", Tone.BAD)

    def fill_card(self, row_id: str, now: str) -> None:
        """Tell of one item. May raise LoreError."""
        self.card.show(self.read_card(row_id, now))

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
        if event.rows is self.rows:
            self.action_open()

    def on_descendant_focus(self) -> None:
        self.query_one(KeyBar).place = self.place
        self._go_on_when_free()

    def on_descendant_blur(self) -> None:
        self.query_one(KeyBar).place = self.place

    @on(KeyBar.Pressed)
    async def _footer_clicked(self, event: KeyBar.Pressed) -> None:
        await self.app.run_action(event.key.action, self.focused if self.place in ANSWERING else self)

    @on(TopBar.Pressed)
    async def _tab_clicked(self, event: TopBar.Pressed) -> None:
        await self.app.run_action(event.action, self)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        own = ANSWERING.get(self.place)
        return own is None or action.startswith(own)

    # Writing

    def enqueue_write(
        self,
        name: str,
        work: Callable[[], Outcome],
        ids: Sequence[str] = (),
        reopen: Callable[[str], None] | None = None,
    ) -> None:
        """Queue a write; `written` or `not_written` is called with its end.

        reopen: given where you typed a text for it; puts it back before you, with the reason, when it is refused.
        """
        self.shell.writes.put(Job(name, work, tuple(ids), reopen), self)

    @on(Written)
    def _written(self, event: Written) -> None:
        self.shell.writes.answered()
        if (question := event.outcome.question) is not None:
            then = partial(self.enqueue_write, event.job.name, question.work, event.job.ids)
            self.when_free(partial(self.ask, question.text, then))
            return
        back = f" · {self.key('redo')} redo" if event.job.name == "undo" else f" · {self.key('undo')} undo"
        self.show_status(event.outcome.said + (back if event.outcome.undoable else ""), command=event.outcome.command)
        if event.job.name in OF_THE_APP:
            self.shell.take_theme()
            self.shell.take_keys()
        self.written(event.job, event.outcome)
        self.shell.refresh_counts()
        self.shell.leave_if_done(failed=False)

    @on(NotWritten)
    def _not_written(self, event: NotWritten) -> None:
        self.shell.writes.answered()
        hint = f" ({event.error.hint})" if event.error.hint else ""
        what = "" if event.job.name in REVERSALS else "not saved: "
        self.not_written(event.job)
        self.show_status(f"{what}{event.error.message}{hint}", Tone.BAD)
        self.shell.refresh_counts()
        self.shell.leave_if_done(failed=True)
        if event.job.reopen is not None:
            self.when_free(partial(event.job.reopen, f"not saved: {event.error.message}{hint}"))

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

    # Asking

    def when_free(self, work: Callable[[], None]) -> None:
        """Do what takes the keyboard, but never away from what you type or answer: then as soon as you are done."""
        self._when_free.append(work)
        self._go_on_when_free()

    def _go_on_when_free(self) -> None:
        if self._when_free and self.app.screen is self and self.place == self.PLACE:
            self._when_free.popleft()()

    def ask(self, question: str, then: Callable[[], None], otherwise: Callable[[], None] | None = None) -> None:
        """One line with yes and no; `then` runs after yes, `otherwise` after no."""
        self._answer = then, otherwise
        self.query_one(BottomLine).ask(question)

    @on(AskLine.Answered)
    def _answered(self, event: AskLine.Answered) -> None:
        (then, otherwise), self._answer = self._answer or (None, None), None
        self.end_question()
        if not event.yes:
            self.show_status("cancelled", Tone.DIM)
        if chosen := then if event.yes else otherwise:
            chosen()

    def end_question(self) -> None:
        """Back from the bottom line to the list."""
        self.query_one(BottomLine).show_status()
        self.home.focus()

    # Actions that mean the same everywhere

    def action_undo(self) -> None:
        if self.may_decide():
            self.enqueue_write("undo", self.gateway.undo)

    def action_redo(self) -> None:
        if self.may_decide():
            self.enqueue_write("redo", self.gateway.redo)
