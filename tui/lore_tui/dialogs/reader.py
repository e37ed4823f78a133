"""Who reads your sessions: asked with the cost in view, shown with what it came to, ended."""

from dataclasses import dataclass

from textual import on, work
from textual.message import Message

from lore import actions
from lore.actions import Engine
from lore.errors import LoreError
from lore_tui import keys, present
from lore_tui.dialogs.asking import ReadingDialog
from lore_tui.key import KeyContext
from lore_tui.present.reading import ReaderView, reader_blocks
from lore_tui.shell import guard_of
from lore_tui.widgets.key_bar import KeyBar


@dataclass
class Looked(Message):
    """How it stands came, or why that cannot be told."""

    found: ReaderView | LoreError


@dataclass(frozen=True, slots=True)
class ReaderAnswer:
    """What you answered."""

    answer: str
    """`yes`, `later`, `no`, or `stop`."""
    way: str | None
    """The reader that was proposed, where the answer is yes."""


class ReaderDialog(ReadingDialog[ReaderAnswer | None], inherit_bindings=False):
    """Ends with your answer; with None where you only looked."""

    PLACE = KeyContext.READER
    HEADING = "Who reads your sessions"
    BINDINGS = keys.bindings(KeyContext.READER)

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self._engine = engine
        self._view: ReaderView | None = None

    def on_mount(self) -> None:
        super().on_mount()
        self.show(present.message_card(["looking …"]))
        self._offer_keys()
        self._look()

    def _offer_keys(self) -> None:
        """The footer names what can be answered now."""
        view = self._view
        asked = view is not None and view.state.is_asked
        proposed = view is not None and view.offer.way is not None and not asked
        off = set() if proposed else {"reader.yes", "reader.later"}
        off |= set() if proposed or asked else {"reader.no"}
        off |= set() if view is not None and view.state.progress else {"reader.stop"}
        self.query_one(KeyBar).off = frozenset(off)

    @work(thread=True, group="reader", exit_on_error=False)
    def _look(self) -> None:
        try:
            self.post_message(
                Looked(ReaderView(actions.plan_reader(self._engine), actions.reader_status(self._engine)))
            )
        except LoreError as error:
            self.post_message(Looked(error))

    @on(Looked)
    def _looked(self, event: Looked) -> None:
        if isinstance(event.found, LoreError):
            self.show(present.message_card([event.found.message, event.found.hint or ""]))
        else:
            self._view = event.found
            self._offer_keys()
            self.show(reader_blocks(event.found, self.key))

    def action_reader_yes(self) -> None:
        view = self._view
        if view is None or view.offer.way is None or view.state.is_asked:
            self.say("there is nothing to agree to")
        elif not guard_of(self).answers(self.shown_at):
            self.say("ignored (keys came too fast): press it again")
        else:
            self.dismiss(ReaderAnswer("yes", view.offer.way.label))

    def action_reader_later(self) -> None:
        if self._view is not None and not self._view.state.is_asked:
            self.dismiss(ReaderAnswer("later", None))

    def action_reader_no(self) -> None:
        if self._view is not None:
            self.dismiss(ReaderAnswer("no", None))

    def action_reader_stop(self) -> None:
        if self._view is not None:
            self.dismiss(ReaderAnswer("stop", None))

    def action_reader_close(self) -> None:
        self.dismiss(None)
