"""What screens and dialogs share: reading in a thread, a line that says or asks, a footer that follows the keyboard."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.screen import Screen
from textual.worker import get_current_worker

from lore_tui.keys import Place
from lore_tui.look import Tone
from lore_tui.shell import guard_of, shell_of
from lore_tui.widgets.bottom_line import AskLine, BottomLine, StatusLine
from lore_tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from textual.worker import Worker

    from lore_tui.shell import Shell

from lore.errors import LoreError

Ends = TypeVar("Ends")
"""What a dialog ends with."""
Read = TypeVar("Read")
ANSWERING: Mapping[str, str] = {Place.ASK: "ask_", Place.REASON: "reason_", Place.WORDS: "words_"}
"""While one of these has the keyboard, only its own actions work."""


class Shared(Screen[Ends], inherit_bindings=False):
    """Subclasses name their place."""

    PLACE: ClassVar[str]
    _answers: tuple[Callable[[], object], Callable[[], object] | None] | None = None

    @property
    def shell(self) -> Shell:
        return shell_of(self)

    def key(self, name: str) -> str:
        return self.shell.keys.shown(name)

    @property
    def place(self) -> str:
        found: str = getattr(self.focused, "PLACE", self.PLACE)
        return found

    def on_descendant_focus(self) -> None:
        self.query_one(KeyBar).place = self.place

    def on_descendant_blur(self) -> None:
        self.query_one(KeyBar).place = self.place

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        own = ANSWERING.get(self.place)
        return own is None or action.startswith(own)

    # Reading

    def aside(
        self,
        read: Callable[[], Read],
        then: Callable[[Read], object],
        *,
        group: str,
        fails: Callable[[LoreError], object] | None = None,
    ) -> None:
        """Read in a thread, then go on with what was read; of one group only the newest is answered."""

        def run() -> None:
            worker = get_current_worker()
            try:
                answer = partial(then, read())
            except LoreError as error:
                answer = partial(fails or self.tell_failure, error)
            self.call_later(lambda: None if worker.is_cancelled else answer())

        self.run_worker(run, thread=True, group=group, exclusive=True, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        self.shell.on_worker_state_changed(event)

    def read_or_say_why(self, read: Callable[[], Iterable[Read]]) -> list[Read]:
        """What a read gives; where the store cannot be read, say why and go on with nothing."""
        try:
            return list(read())
        except LoreError as error:
            self.tell_failure(error)
            return []

    # Saying and asking

    def show_status(self, text: str, tone: Tone = Tone.GOOD, command: str = "") -> None:
        """Put one line above the footer; it stays until the next. command: what you would type to do the same."""
        line = self.query_one(StatusLine)
        line.command, line.said = command, (text, tone)

    def tell_failure(self, error: LoreError) -> None:
        self.show_status(f"{error.message} ({error.hint or 'run `lore doctor`'})", Tone.BAD)

    def ask(self, question: str, then: Callable[[], object], otherwise: Callable[[], object] | None = None) -> None:
        """One line with yes and no; `then` runs after yes, `otherwise` after no."""
        self._answers = then, otherwise
        self.query_one(BottomLine).ask(question)

    def action_ask_yes(self) -> None:
        line = self.query_one(AskLine)
        if guard_of(self).answers(line.asked_at):
            self._answered(yes=True)
        else:
            line.too_fast = True

    def action_ask_no(self) -> None:
        self._answered(yes=False)

    def _answered(self, *, yes: bool) -> None:
        (then, otherwise), self._answers = self._answers or (None, None), None
        self.end_question()
        if not yes:
            self.show_status("cancelled", Tone.DIM)
        if chosen := then if yes else otherwise:
            chosen()

    def end_question(self) -> None:
        """Back from the bottom line."""
        self.query_one(BottomLine).show_status()
