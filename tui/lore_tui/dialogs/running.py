"""A long work while it runs: what is done now, how much is left, what was left out. Escape stops it."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.screen import ModalScreen

from lore.errors import LoreError
from lore_tui import keys, present
from lore_tui.key import KeyContext
from lore_tui.look import BLANK, Block, Tone
from lore_tui.runs import Ended, Teller
from lore_tui.shell import shell_of
from lore_tui.widgets.card import Card
from lore_tui.widgets.key_bar import KeyBar
from lore_tui.widgets.title import entitle_panel

BAR = 40
"""Cells of the whole bar."""
MOST_TOLD = 200
"""Warnings that are kept on the screen; of more, the last ones."""


@dataclass
class Stepped(Message):
    """The work came further."""

    what: str
    done: int
    whole: int


@dataclass
class Warned(Message):
    """The work left something out."""

    why: str


@dataclass
class Finished(Message):
    """The work is over: what came of it, or why it could not be done."""

    outcome: Ended | LoreError


class Running(ModalScreen[Ended | None], inherit_bindings=False):
    """Ends with what came of the work, by itself where there is nothing to read; with None where it failed."""

    BINDINGS = keys.bindings(KeyContext.WORK)
    AUTO_FOCUS = "Card"

    def __init__(self, title: str, work: Callable[[Teller], Ended]) -> None:
        super().__init__()
        self._title = title
        self._work = work
        self._step = Stepped("looking", 0, 0)
        self._warnings: list[str] = []
        self._stopping = Event()
        self._outcome: Ended | LoreError | None = None

    def compose(self) -> ComposeResult:
        with Vertical(classes="panel work") as panel:
            entitle_panel(panel, self._title)
            yield Card()
            yield KeyBar()

    def on_mount(self) -> None:
        self.query_one(KeyBar).place = KeyContext.WORK
        self._show()
        self.run_worker(self._run, thread=True, group="long work", exit_on_error=False)

    def _run(self) -> None:
        """In the thread. Whatever happens, the dialog hears that it is over."""
        told = Teller(
            step=lambda what, done, whole: self._tell(Stepped(what, done, whole)),
            warn=lambda why: self._tell(Warned(why)),
            stopped=self._stopping.is_set,
            key=shell_of(self).keys.shown,
        )
        try:
            outcome = self._work(told)
        except LoreError as error:
            self._tell(Finished(error))
        except Exception as error:
            self._tell(Finished(LoreError(f"something broke: {error!r}")))
            raise
        else:
            self._tell(Finished(outcome))

    def _tell(self, message: Message) -> None:
        self.post_message(message)

    @on(Stepped)
    def _stepped(self, event: Stepped) -> None:
        self._step = event
        self._show()

    @on(Warned)
    def _warned(self, event: Warned) -> None:
        self._warnings.append(event.why)
        self._show()

    @on(Finished)
    def _finished(self, event: Finished) -> None:
        self._outcome = event.outcome
        if isinstance(event.outcome, Ended) and not self._warnings and event.outcome.report is None:
            self.dismiss(event.outcome)
        else:
            self._show()

    def _show(self) -> None:
        self.query_one(KeyBar).off = frozenset({"work.close" if self._outcome is None else "work.stop"})
        card = self.query_one(Card)
        place = card.scroll_offset.y
        card.show([*self._head(), *self._told()])
        card.scroll_lines(place)

    def _head(self) -> list[Block]:
        match self._outcome:
            case LoreError() as error:
                hint = [Block(error.hint, Tone.DIM, label=None)] if error.hint else []
                return [Block(error.message, Tone.BAD, label=None), *hint]
            case Ended(said=said, report=report):
                found = [BLANK, *present.report_blocks(report)] if report else []
                return [Block(said, Tone.TITLE, label=None), *found]
        done = self._step
        stopping = [Block("stopping after the current file or step", Tone.WARN, label=None)]
        head = [Block(done.what, Tone.TITLE, label=None), Block(_bar(done.done, done.whole), Tone.GOOD, label=None)]
        return [*head, *(stopping if self._stopping.is_set() else [])]

    def _told(self) -> list[Block]:
        if not self._warnings:
            return []
        left = len(self._warnings) - MOST_TOLD
        more = [Block(f"and {left:,} before", Tone.DIM, label=None)] if left > 0 else []
        lines = [Block(why, Tone.WARN, label=None, lead="! ") for why in self._warnings[-MOST_TOLD:]]
        return [BLANK, Block("Skipped; the rest continues:", Tone.DIM, label=None), *more, *lines]

    def action_work_stop(self) -> None:
        if self._outcome is not None:
            self.action_work_close()
        else:
            self._stopping.set()
            self._show()

    def action_work_close(self) -> None:
        if self._outcome is not None:
            self.dismiss(self._outcome if isinstance(self._outcome, Ended) else None)

    def action_work_down(self) -> None:
        self.query_one(Card).scroll_lines(1)

    def action_work_up(self) -> None:
        self.query_one(Card).scroll_lines(-1)

    @on(KeyBar.Pressed)
    async def _footer_clicked(self, event: KeyBar.Pressed) -> None:
        await self.app.run_action(event.key.action, self)


def _bar(done: int, whole: int) -> str:
    """How far it is, as a line; dots where nobody knows."""
    if not whole:
        return "·" * BAR
    filled = BAR * min(done, whole) // whole
    return f"{'█' * filled}{'░' * (BAR - filled)} {100 * min(done, whole) // whole} %"
