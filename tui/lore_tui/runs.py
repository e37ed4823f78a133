"""What takes long: reading sessions, consolidating, the doctor. Each runs in a thread and tells how far it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore import actions
from lore.actions import CaptureReporter, Engine
from lore.text import counted
from lore_tui.screens.names import MEMORY, REVIEW

if TYPE_CHECKING:
    from collections.abc import Callable

    from lore.actions import Captured, Consolidated, Examined
    from lore.errors import LoreError


@dataclass(frozen=True, slots=True)
class Teller:
    """Hears of a long work, from its thread."""

    step: Callable[[str, int, int], None]
    """What is done now, how much of it is done, and how much there is."""
    warn: Callable[[str], None]
    """Something was left out, with the reason; the rest goes on."""
    stopped: Callable[[], bool]
    """Whether you want it to stop at the next safe point."""
    key: Callable[[str], str]
    """What a sentence calls the key of an action."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What came of a long work."""

    said: str
    """One line for the person."""
    shown_in: str | None = None
    """The screen on which you see what came of it, by its place; None: the one you are on."""
    report: Examined | None = None
    """What the doctor found."""


STAGES = {"embedding": "making them findable by meaning", "consolidating": "looking for recurring rules"}


class Runs:
    """The long works of one store, in the name of the person in front of the app."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def read_sessions(self, told: Teller) -> Ended:
        """Read what the agents on this machine wrote since the last time, then consolidate.

        Stopped meanwhile, what was read stays. Raises UsageError where no agent keeps sessions here.
        """
        engine = self._heard(told)
        done = actions.capture(engine)
        if not told.stopped() and done.summary.run is not None:
            actions.consolidate(engine)
        waiting = len(actions.queue(engine))
        said = _gained(done)
        if told.stopped():
            said = f"stopped: {said}; {told.key('sessions.read')} continues"
        elif waiting:
            said = f"{said} · {_wait(waiting)}"
        return Ended(said, REVIEW if waiting else MEMORY)

    def consolidate(self, told: Teller) -> Ended:
        """Merge duplicates, propose conventions."""
        done = actions.consolidate(self._heard(told))
        said = _settled(done)
        if not done.report.is_whole:
            said = f"stopped: {said}; {told.key('consolidate')} continues"
        return Ended(said, REVIEW if done.report.waiting else None)

    def examine(self, told: Teller) -> Ended:
        """What the doctor finds."""
        found = actions.examine(self._heard(told))
        wrong = len(found.report.wrong)
        said = f"{counted(wrong, 'check')} need{'s' * (wrong == 1)} attention" if wrong else "everything is fine"
        return Ended(said, report=found)

    def _heard(self, told: Teller) -> Engine:
        """The same store, with somebody who hears what happens."""
        stage = ["looking"]

        def begin(name: str) -> None:
            stage[0] = STAGES.get(name, name)
            told.step(stage[0], 0, 0)

        def files(read: int, whole: int, facts: int) -> None:
            told.step(f"{read:,} of {whole:,} read · {counted(facts, 'fact')} so far", read, whole)

        def progress(done: int, whole: int) -> None:
            if stage[0] != "reading":
                told.step(stage[0], done, whole)

        def warn(error: LoreError) -> None:
            told.warn(error.message)

        reporter = CaptureReporter(warn=warn, progress=progress, stage=begin, stopped=told.stopped, files=files)
        here = self._engine
        return Engine(here.store, person=here.person, reporter=reporter, folder=here.named_folder, stays_open=True)


def _gained(done: Captured) -> str:
    summary = done.summary
    if summary.run is None:
        return "nothing new since last time"
    source = counted(summary.sessions, "session") if summary.sessions else counted(summary.turns, "new message")
    return f"{counted(sum(summary.facts.values()), 'fact')} from {source}"


def _settled(done: Consolidated) -> str:
    changes = sum(done.report.counts.values())
    said = f"{counted(changes, 'change')}" if changes else "nothing to tidy up"
    return f"{said} · {_wait(done.report.waiting)}" if done.report.waiting else said


def _wait(waiting: int) -> str:
    return f"{waiting:,} waiting for you"
