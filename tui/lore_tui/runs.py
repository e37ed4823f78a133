"""What takes long, in a thread, one at a time: the first line says how far it is, and you go on meanwhile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from lore import actions
from lore.actions import CaptureReporter, Engine
from lore.errors import LoreError
from lore.text import counted
from lore_tui.look import Block, Tone
from lore_tui.screens.base_screen import BaseScreen, front
from lore_tui.shell import shell_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import App

    from lore.actions import Captured
    from lore_tui.shared import Shared

MOST_TOLD = 200
"""Things left out that are told; of more, the last ones."""


@dataclass(frozen=True, slots=True)
class Teller:
    """Hears of a long work, from its thread."""

    step: Callable[[str, int, int], object]
    """What is done now, how much of it is done, and how much there is."""
    warn: Callable[[str], object]
    """Something was left out, with the reason; the rest goes on."""
    stopped: Callable[[], bool]
    """Whether it is to stop at the next safe point."""


def run_long(
    here: Shared[Any], what: str, work: Callable[[Teller], str], then: Callable[[], object] | None = None
) -> None:
    """Do it; where something is done already, offer to stop that. work: says what came of it. then: what follows."""
    shell, frame = here.shell, front(here.app)
    if shell.long_work:
        _tell_screens(here.app, f"{shell.long_work} is not done yet", Tone.WARN)
        if frame is not None:
            frame.when_free(partial(frame.ask, f"Stop {shell.long_work}? What is done stays", shell.stopping.set))
        return
    shell.long_work = what
    _came_further(here.app, what, 0, 0)
    here.app.run_worker(partial(_do_long, here.app, work, then), thread=True, group="long work", exit_on_error=False)


def _do_long(app: App[Any], work: Callable[[Teller], str], then: Callable[[], object] | None) -> None:
    """In the thread. Whatever happens, the app hears that it is over."""
    left: list[str] = []
    over = partial(app.call_later, _over, app, left)
    stopping = shell_of(app).stopping
    try:
        said = work(Teller(partial(app.call_later, _came_further, app), left.append, stopping.is_set))
    except LoreError as error:
        over(f"{error.message} ({error.hint})" if error.hint else error.message, Tone.BAD)
    except Exception as error:
        over(f"something broke: {error!r}", Tone.BAD)
        raise
    else:
        over(said, Tone.GOOD, then)


def _came_further(app: App[Any], what: str, done: int, whole: int) -> None:
    shell, share = shell_of(app), f"{done:,}/{whole:,}" if whole else ""
    shell.heading = replace(shell.heading, reads=f"reads {share}" if share else what, reads_short=share)
    if (take := getattr(app.screen, "take_progress", None)) is not None:
        take(what, done, whole)
    elif frame := front(app):
        frame.refresh_frame()


def _over(app: App[Any], left: list[str], said: str, tone: Tone, then: Callable[[], object] | None = None) -> None:
    shell = shell_of(app)
    shell.long_work = ""
    shell.stopping.clear()
    shell.heading = replace(shell.heading, reads="", reads_short="")
    shell.refresh_counts()
    if (take := getattr(app.screen, "take_end", None)) is not None:
        take(said, left)
    elif frame := front(app):
        frame.refresh_frame()
        frame.take_news()
        if left:
            blocks = [Block(why, Tone.WARN, lead="! ") for why in left[-MOST_TOLD:]]
            frame.when_free(partial(frame.read, "Skipped; the rest was read", blocks))
    _tell_screens(app, said, tone)
    shell.leave_if_done(failed=False)
    if then is not None:
        then()


def _tell_screens(app: App[Any], said: str, tone: Tone) -> None:
    for screen in app.screen_stack:
        if isinstance(screen, BaseScreen) and screen.is_whole:
            screen.show_status(said, tone)


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
