"""`lore capture --watch`: what it shows, and how it ends."""

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType

from lore import clock
from lore.capture import PLACES, Listener, Options, SessionProgress, Watched, watch
from lore.cli import console, output
from lore.cli.findable import index
from lore.cli.retired import tell_retired
from lore.config import WATCH_BUDGET, in_force
from lore.errors import ModelError
from lore.progress import Progress
from lore.store import Store, open_store

_ENDING = (signal.SIGINT, signal.SIGTERM)


def keep_watch(paths: Sequence[Path], options: Options, *, as_json: bool) -> None:
    """Watch these places, or those of all agents, until a signal; then say what was stored."""
    open_store().close()  # what is wrong with the store is told before anything is watched
    known = [place.folder for place in PLACES.values()]
    shown = (_Json if as_json else _Lines)(quiet=() if paths else known)
    with _until_signal() as stop:
        listener = Listener(shown.watching, shown.missing, shown.grown, shown.stored, console.warn, shown.progress)
        done = watch(paths or known, options, listener, stop)
    shown.finished(done)


class _Lines:
    """For people: a bar while what is there already is read, then one line for each session that gains something."""

    def __init__(self, quiet: Sequence[Path]) -> None:
        self._quiet = quiet
        """Places that nobody named: it is no news that they are not there."""
        self._introduced = self._warned_of_model = False
        self._closing = ExitStack()
        self._bar: Progress | None = self._closing.enter_context(console.progress("reading"))

    def progress(self, done: int, whole: int) -> None:
        if self._bar:
            self._bar(done, whole)

    def _end_bar(self) -> None:
        self._bar = None
        self._closing.close()

    def watching(self, place: Path) -> None:
        self._end_bar()
        hint = "" if self._introduced else " · Ctrl-C ends it"
        self._introduced = True
        console.note(f"watching {place}{hint}")

    def missing(self, place: Path) -> None:
        self._end_bar()
        if place not in self._quiet:
            console.note(f"waiting for {place}")

    def stored(self, store: Store) -> None:
        """Make it ready to be found; what the budget does not reach is embedded by later searches."""
        try:
            index(store, in_force(store)[WATCH_BUDGET], lambda done, whole: None, wait_s=0.0)
        except ModelError as error:
            if not self._warned_of_model:
                console.warn(f"{error.message}: what is new is found by its words alone")
            self._warned_of_model = True

    def grown(self, growth: SessionProgress, run: str | None) -> None:
        self._end_bar()
        session = growth.session
        gained = [_counted(growth.turns, "message"), _counted(growth.events, "event"), _counted(growth.facts, "fact")]
        told = ", ".join(part for part in gained if part)
        output.line(f"{clock.now()[11:19]}  {session.agent:<12} {session.id[:13]:<13}  {told}")
        tell_retired(growth.retired, "retired")

    def finished(self, done: Watched) -> None:
        self._end_bar()
        gained = [_counted(done.turns, "message"), _counted(done.events, "event"), _counted(done.facts, "fact")]
        told = ", ".join(part for part in gained if part)
        output.line(f"stored {told} of {_counted(done.sessions, 'session')}" if told else "nothing new came")
        if done.left:
            console.note(f"{_counted(done.left, 'file')} with news left: `lore capture` reads what is in them")


class _Json(_Lines):
    """For programs: one object for each session that gained something, and one at the end."""

    def grown(self, growth: SessionProgress, run: str | None) -> None:
        self._end_bar()
        session = growth.session
        named = {"session": session.id, "agent": session.agent, "project": session.project, "run": run}
        gained = {"turns": growth.turns, "events": growth.events, "facts": growth.facts}
        output.json_line({**named, **gained, "replaced": [fact.id for fact in growth.retired]})

    def finished(self, done: Watched) -> None:
        self._end_bar()
        output.json_line(output.fields_of(done))


@contextmanager
def _until_signal() -> Iterator[threading.Event]:
    """An event that Ctrl-C or a polite kill sets; the second one ends the process at once."""
    stop = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = {number: signal.signal(number, end) for number in _ENDING}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}" if number else ""
