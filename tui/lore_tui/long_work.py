"""What takes long, in a thread, one at a time: the first line says how far it is, and you go on meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from threading import Event
from typing import TYPE_CHECKING

from textual.app import App

from lore.errors import LoreError
from lore_tui.look import Block, Tone
from lore_tui.screens.base_screen import BaseScreen
from lore_tui.shell import Heading

if TYPE_CHECKING:
    from lore_tui.runs import Teller

MOST_TOLD = 200
"""Things left out that are told; of more, the last ones."""


class LongWork(App[None], inherit_bindings=False):
    """Reading sessions, consolidating, what was ticked at the first start."""

    heading = Heading()
    """What the first line says beside the tabs."""
    long_work = ""
    """What is done now."""
    stopping = Event()
    """Set where it is to stop at the next safe point."""

    def refresh_counts(self) -> object:
        """Count what waits, and tell the screen."""
        raise NotImplementedError

    def leave_if_done(self, *, failed: bool) -> None:
        """Quit, where you want to and nothing is left to do."""
        raise NotImplementedError

    def run_long(self, what: str, work: Callable[[Teller], str], then: Callable[[], object] | None = None) -> None:
        """Do it in a thread, one at a time, while you go on; the first line says how far it is. then: what follows.

        Asked for again, it offers to stop what runs.
        """
        if self.long_work:
            self._tell_frame(f"{self.long_work} is not done yet", Tone.WARN)
            if frame := self.frame:
                question = f"Stop {self.long_work}? What is done stays"
                frame.when_free(partial(frame.ask, question, self.stopping.set))
            return
        self.long_work = what
        self._came_further(what, 0, 0)
        self.run_worker(partial(self._do_long, work, then), thread=True, group="long work", exit_on_error=False)

    def _do_long(self, work: Callable[[Teller], str], then: Callable[[], object] | None) -> None:
        """In the thread. Whatever happens, the app hears that it is over."""
        from lore_tui.runs import Teller

        left: list[str] = []
        step = partial(self.call_later, self._came_further)
        try:
            said, failed = work(Teller(step, left.append, self.stopping.is_set)), False
        except LoreError as error:
            said, failed = f"{error.message} ({error.hint})" if error.hint else error.message, True
        except Exception as error:
            self.call_later(self._over, f"something broke: {error!r}", left, None, failed=True)
            raise
        self.call_later(self._over, said, left, None if failed else then, failed=failed)

    def _came_further(self, what: str, done: int, whole: int) -> None:
        share = f"{done:,}/{whole:,}" if whole else ""
        self.heading = replace(self.heading, reads=f"reads {share}" if share else what, reads_short=share)
        if (take := getattr(self.screen, "take_progress", None)) is not None:
            take(what, done, whole)
        elif frame := self.frame:
            frame.refresh_frame()

    def _over(self, said: str, left: list[str], then: Callable[[], object] | None, *, failed: bool) -> None:
        self.long_work = ""
        self.stopping.clear()
        self.heading = replace(self.heading, reads="", reads_short="")
        self.refresh_counts()
        if (take := getattr(self.screen, "take_end", None)) is not None:
            take(said, left)
        elif frame := self.frame:
            frame.refresh_frame()
            frame.take_news()
            if left:
                self._show_left(left)
        self._tell_frame(said, Tone.BAD if failed else Tone.GOOD)
        self.leave_if_done(failed=False)
        if then is not None:
            then()

    def _show_left(self, left: list[str]) -> None:
        from lore_tui.dialogs.reading import Reading

        blocks = [Block(why, Tone.WARN, label=None, lead="! ") for why in left[-MOST_TOLD:]]
        if frame := self.frame:
            frame.when_free(partial(self.push_screen, Reading("Skipped; the rest was read", blocks)))

    def _tell_frame(self, said: str, tone: Tone) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen) and screen.is_whole:
                screen.show_status(said, tone)

    @property
    def frame(self) -> BaseScreen | None:
        """The screen in front, while it is whole; None while a dialog lies over it."""
        stack = self.screen_stack  # empty while a mode is entered for the first time
        screen = stack[-1] if stack else None
        return screen if isinstance(screen, BaseScreen) and screen.is_whole else None
