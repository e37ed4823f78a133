"""`lore capture --watch`: what it shows, and how it ends."""

import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from lore import actions, clock, wire
from lore.actions import Engine, Gained, Watching, WatchReporter, open_engine, watched_places
from lore.cli import console, output
from lore.cli.reporting import Bars
from lore.cli.retired import tell_retired
from lore.cli.whose import ask_whose
from lore.text import counted

_ENDING = (signal.SIGINT, signal.SIGTERM)


def keep_watch(paths: Sequence[Path], options: Mapping[str, Any]) -> None:
    """Watch these places, or those of all agents, until a signal; then say what was stored."""
    with open_engine() as engine:
        ask_whose(engine, paths, mine=options["mine"])
    shown = (_Json if output.as_json() else _Lines)(quiet=() if paths else watched_places())
    with _until_signal() as stopped:
        done = actions.watch(Engine(reporter=shown.reporter(stopped)), paths, **options)
    shown.finished(done)


class _Lines:
    """For people: a bar while what is there already is read, then one line for each session that gains something."""

    def __init__(self, quiet: Sequence[Path]) -> None:
        self._quiet = quiet
        """Places that nobody named: it is no news that they are not there."""
        self._introduced = False
        self._bars = Bars()

    def reporter(self, stopped: Callable[[], bool]) -> WatchReporter:
        """Shows what it hears."""
        return WatchReporter(
            warn=lambda error: console.warn(error.message),
            progress=self._bars.progress,
            stage=self._bars.stage,
            stopped=stopped,
            watching=self._watching,
            missing=self._missing,
            grown=self.grown,
        )

    def _watching(self, place: Path) -> None:
        self._bars.end()
        hint = "" if self._introduced else " · Ctrl-C ends it"
        self._introduced = True
        console.note(f"watching {place}{hint}")

    def _missing(self, place: Path) -> None:
        self._bars.end()
        if place not in self._quiet:
            console.note(f"waiting for {place}")

    def grown(self, gained: Gained) -> None:
        """Show what a session gained."""
        self._bars.end()
        session = gained.session
        told = _listed(gained.turns, gained.events, gained.facts)
        output.line(f"{clock.now()[11:19]}  {session.agent:<12} {session.id[:13]:<13}  {told}")
        tell_retired(gained.replaced, "retired")

    def finished(self, ended: Watching) -> None:
        """Show what was stored in all."""
        self._bars.end()
        done = ended.done
        told = _listed(done.turns, done.events, done.facts)
        output.line(f"stored {told} of {counted(done.sessions, 'session')}" if told else "nothing new came")
        if done.left:
            console.note(f"{counted(done.left, 'file')} with unread changes: `lore capture` reads them")


class _Json(_Lines):
    """For programs: one object for each session that gained something, and one at the end."""

    def grown(self, gained: Gained) -> None:
        self._bars.end()
        output.json_line(wire.of(gained))

    def finished(self, ended: Watching) -> None:
        self._bars.end()
        output.json_line(wire.of(ended))


@contextmanager
def _until_signal() -> Iterator[Callable[[], bool]]:
    """Tells whether Ctrl-C or a polite kill came; the second one ends the process at once."""
    stop = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = {number: signal.signal(number, end) for number in _ENDING}
    try:
        yield stop.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _listed(turns: int, events: int, facts: int) -> str:
    parts = ((turns, "message"), (events, "event"), (facts, "fact"))
    return ", ".join(counted(number, thing) for number, thing in parts if number)
