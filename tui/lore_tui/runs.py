"""What takes long: reading sessions, consolidating. In a thread; tells how far it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore import actions
from lore.actions import CaptureReporter, Engine
from lore.text import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from lore.actions import Captured
    from lore.errors import LoreError


@dataclass(frozen=True, slots=True)
class Teller:
    """Hears of a long work, from its thread."""

    step: Callable[[str, int, int], object]
    """What is done now, how much of it is done, and how much there is."""
    warn: Callable[[str], object]
    """Something was left out, with the reason; the rest goes on."""
    stopped: Callable[[], bool]
    """Whether it is to stop at the next safe point."""


STAGES = {"embedding": "making them findable by meaning", "consolidating": "looking for recurring rules"}


def read_sessions(engine: Engine, told: Teller) -> str:
    """Read what the agents on this machine wrote since the last time, then consolidate; returns what came of it.

    Stopped meanwhile, what was read stays. Raises UsageError where no agent keeps sessions here.
    """
    heard = _heard(engine, told)
    done = actions.capture(heard)
    if not told.stopped() and done.summary.run is not None:
        actions.consolidate(heard)
    waiting = len(actions.queue(heard))
    said = f"stopped: {_gained(done)}" if told.stopped() else _gained(done)
    return f"{said} · {waiting:,} waiting for you" if waiting else said


def consolidate(engine: Engine, told: Teller) -> str:
    """Merge duplicates, propose conventions; returns what came of it."""
    report = actions.consolidate(_heard(engine, told)).report
    changes = sum(report.counts.values())
    said = counted(changes, "change") if changes else "nothing to tidy up"
    said = f"{said} · {report.waiting:,} waiting for you" if report.waiting else said
    return said if report.is_whole else f"stopped: {said}"


def _heard(here: Engine, told: Teller) -> Engine:
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
    return Engine(here.store, person=here.person, reporter=reporter, folder=here.named_folder, stays_open=True)


def _gained(done: Captured) -> str:
    summary = done.summary
    if summary.run is None:
        return "nothing new since last time"
    source = counted(summary.sessions, "session") if summary.sessions else counted(summary.turns, "new message")
    return f"{counted(sum(summary.facts.values()), 'fact')} from {source}"
