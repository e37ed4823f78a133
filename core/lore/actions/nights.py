"""Nights: what Lore does by itself while nobody works, when it does it, and who is told in the morning."""

import os
import sys
from dataclasses import dataclass, field
from typing import Annotated, Any

from lore import clock, paths
from lore.actions.background import is_due
from lore.actions.consolidation import Consolidated, consolidate, consolidate_at_once
from lore.actions.engine import Engine
from lore.actions.hooks import read_spool
from lore.actions.parameters import decider
from lore.actions.reading import start_reader
from lore.actions.registry import Touches, action
from lore.actions.searching import make_findable
from lore.config import NIGHT_HOUR, NIGHT_SAYS, in_force
from lore.errors import Busy
from lore.platform import light
from lore.schedule import (
    KIND,
    Job,
    PlannedTimer as PlannedTimer,
    SystemPrograms,
    due,
    install,
    installed,
    newest,
    planned,
    put_aside,
    remove,
    timer_for,
    turned_bad,
)

LONGEST_S = 1_800.0
"""Then a consolidation in the background ends, wherever it is; the next one goes on there."""
With = Annotated[str | None, "systemd, launchd, cron or task; default: what this machine has."]


@dataclass(frozen=True, slots=True)
class Night:
    """What a night did."""

    due: str | None
    """The moment of the schedule that it was worked for; None where nothing was due, and nothing was done."""
    is_busy: bool = False
    """Whether another process was at it."""
    events: int = 0
    """Events of hooks that were read before."""
    consolidated: Consolidated | None = None
    backup: str | None = None
    wrong: dict[str, str] = field(default_factory=dict)
    """What the doctor found, by the id of its check."""
    news: tuple[str, ...] = ()
    """What of it was fine in the night before."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """How it stands with the nights."""

    timer: str | None
    """What starts them; None where nothing was installed."""
    hour: int
    last: str | None
    """When the newest night began that was worked at to its end."""
    due: str | None
    """The moment of the schedule that waits; None where nothing ever started one."""
    news: tuple[str, ...]
    """What the last night found newly wrong."""


@action("night", Touches.WRITES)
def night(engine: Engine, *, now: Annotated[bool, "Also where none is due."] = False) -> Night:
    """Work at the night that is due; a missed one is caught up once.

    It reads what hooks left, lets the reader begin that a person agreed to, consolidates, indexes, backs up, asks the
    doctor.
    """
    from lore.store import file_lock

    hour = in_force(engine.store)[NIGHT_HOUR]
    moment = due(engine.store, hour)
    if moment is None and not now:
        return Night(None)
    try:
        with file_lock(paths.night_lock(engine.home), budget_s=0.0):
            moment = due(engine.store, hour)  # another one may have just ended
            return _worked(engine, moment or clock.now()) if moment or now else Night(None)
    except Busy:
        return Night(moment, is_busy=True)


def _worked(engine: Engine, moment: str) -> Night:
    from lore.doctor import run_checks
    from lore.store import make_backup

    store = engine.store
    with store.write(KIND) as transaction:
        run = store.runs.start(transaction, KIND)
    events = _read(engine)
    start_reader(store)
    done = consolidate(engine)
    make_findable(engine, news=False)
    backup = make_backup(store, KIND).name
    report = run_checks(engine.home)
    wrong = {result.check.id: f"{result.check.title}: {result.finding.says}" for result in report.wrong}
    news = tuple(turned_bad(put_aside(engine.home).wrong, wrong))
    put_aside(engine.home, wrong, news)
    counts = {"events": events, "changes": sum(done.report.counts.values()), "wrong": len(wrong), "news": len(news)}
    with store.write(KIND) as transaction:
        store.runs.finish(transaction, run.id, counts)
    if news and in_force(store)[NIGHT_SAYS] == "on":
        _show_on_desktop(news)
    return Night(moment, False, events, done, backup, wrong, news)


def _read(engine: Engine) -> int:
    """Read what hooks left, unless another process reads it right now. Returns how many events that were."""
    try:
        return read_spool(engine).events
    except Busy:
        return 0


def _show_on_desktop(news: tuple[str, ...]) -> None:
    """Say it once, where the desktop has a program for that; a night does not fail because nobody saw it."""
    from lore.errors import LoreError

    programs, text = SystemPrograms(), "; ".join(news)[:200]
    try:
        if programs.has("notify-send"):
            programs.run(("notify-send", "--app-name=Lore", "Lore", text))
        elif programs.has("osascript"):
            told = text.replace("\\", "").replace('"', "'")
            programs.run(("osascript", "-e", f'display notification "{told}" with title "Lore"'))
    except LoreError:
        return  # the status line and `lore schedule status` say it as well


@action("schedule status", Touches.READS)
def schedule_status(engine: Engine) -> Schedule:
    """How it stands with the nights: what starts them, the last one, whether one waits, what it found."""
    hour = in_force(engine.store)[NIGHT_HOUR]
    known, last = installed(engine.store), newest(engine.store)
    return Schedule(
        str(known["timer"]) if known else None,
        hour,
        last.started_at if last else None,
        due(engine.store, hour) if known or last else None,
        put_aside(engine.home).news,
    )


@action("plan_schedule", Touches.READS)
def plan_schedule(engine: Engine, *, timer: With = None) -> PlannedTimer:
    """What `lore schedule install` would write. Raises NotFound where this machine has no timer, LoreError."""
    starter = SystemPrograms()
    job = Job(_command(), in_force(engine.store)[NIGHT_HOUR], _environment())
    return planned(timer_for(starter, timer), job, paths.user_home(), starter)


@action("schedule install", Touches.ASKS)
def install_schedule(engine: Engine, *, timer: With = None) -> PlannedTimer:
    """Set up the nightly timer. Raises as `plan_schedule` does, Conflict where another timer stands."""
    by = decider(engine, "let the system start Lore at night")
    plan = plan_schedule(engine, timer=timer)
    if plan.changes:
        install(engine.store, plan, paths.user_home(), SystemPrograms(), by)
    return plan


@action("schedule remove", Touches.ASKS)
def remove_schedule(engine: Engine) -> str:
    """Take the timer out again, byte for byte; returns its name. Raises NotFound where none was installed."""
    by = decider(engine, "let the system start Lore at night")
    return str(remove(engine.store, paths.user_home(), SystemPrograms(), by)["timer"])


def _command() -> tuple[str, ...]:
    return (sys.executable, *light.ISOLATED, "-m", "lore", "schedule", "run", "--quietly")


def _environment() -> tuple[tuple[str, str], ...]:
    """What the timer has to know of this shell: where the store is, if that was said."""
    named: Any = os.environ.get("LORE_HOME")
    return (("LORE_HOME", str(paths.home())),) if named else ()


def consolidate_quietly(engine: Engine) -> bool:
    """Consolidate where it is due and nobody else is at it, for half an hour at most; tell whether it was done."""
    light.give_way()
    light.leave_after(LONGEST_S)
    try:
        return is_due(engine.store) and consolidate_at_once(engine).report.is_whole
    except Busy:
        return False
