"""Checks of whether anything still comes in, and whether it is taken care of."""

from itertools import islice
from pathlib import Path

from lore import clock
from lore.capture import typed_text
from lore.config import DUE_DAYS, DUE_FACTS, QUIET_DAYS
from lore.consolidate import KIND
from lore.doctor.check import Finding, Inspection, age, named, ok, warn
from lore.language import is_known_language, known_languages
from lore.model import Role, SubjectKind
from lore.schedule import installed
from lore.store import SessionFilter
from lore.text import counted

INTERRUPTED_DAYS = 1 / 24
RETIRED_DAYS = 90.0
"""An agent of which nothing was captured for so long counts as no longer used."""
SCHEDULE_DAYS = 1.25
"""A schedule that ran once runs within so long."""
AHEAD_DAYS = 2.0
"""How far ahead a session may lie: time zones are less than that apart."""
SCHEDULED = "night"
"""The kind of run that a schedule leaves each time it fires."""
_ANEW = "`lore schedule install` puts it in anew"


def last_fact(inspection: Inspection) -> Finding:
    """Something was learnt lately."""
    at = inspection.store.statistics.last_fact_at()
    if at is None:
        return warn("no fact has been stored yet", "`lore capture PATH…` reads the transcripts of your agents")
    quiet = clock.days_between(at, inspection.now)
    if quiet >= inspection.config[QUIET_DAYS]:  # capture that broke was silent in most stores that lost memories
        return warn(f"nothing new for {age(quiet)}", "`lore capture PATH…`")
    return ok(f"{age(quiet)} ago")


def captures(inspection: Inspection) -> Finding:
    """Every agent that is used is still captured."""
    if ahead := inspection.store.sessions.select(SessionFilter(after=inspection.ago(-AHEAD_DAYS))):
        told = named([f"{one.id} ({one.agent}, {(one.started_at or '')[:10]})" for one in ahead])
        return warn(
            f"{counted(len(ahead), 'session')} of days to come, so a clock was wrong: {told}",
            "set the clock of that machine; what was said there fades from the day it came in",
        )
    idle = {
        agent: clock.days_between(at, inspection.now) for agent, at in inspection.store.statistics.captures().items()
    }
    if not idle:
        return ok("no agent has been captured yet")
    quiet, retired = inspection.config[QUIET_DAYS], RETIRED_DAYS
    late = [agent for agent, days in idle.items() if quiet <= days < retired]
    told = named([f"{agent} {age(days)} ago" for agent, days in idle.items()])
    return warn(f"nothing captured recently: {told}", "`lore capture PATH…`") if late else ok(told)


def consolidation(inspection: Inspection) -> Finding:
    """What came in was consolidated."""
    run = inspection.store.runs.latest(KIND)
    since = run.started_at if run else ""
    waiting = inspection.store.statistics.facts_since(since)
    if run and run.finished_at is None and clock.days_between(run.started_at, inspection.now) > INTERRUPTED_DAYS:
        return warn("the last one was interrupted", "`lore consolidate` goes on with it")
    first, _ = inspection.store.statistics.span()
    idle = clock.days_between(since or first or inspection.now, inspection.now)
    told = f"{counted(waiting, 'new fact')} since the last one, {age(idle)} ago" if run else "none yet"
    if waiting >= inspection.config[DUE_FACTS] and idle >= inspection.config[DUE_DAYS]:
        return warn(f"{told}: {counted(waiting, 'fact')} wait", "`lore consolidate`")
    return ok(told)


def schedule(inspection: Inspection) -> Finding:
    """What runs by itself did run lately, by the mark that it leaves in the store; a timer that never ran is dead."""
    run, timer = inspection.store.runs.latest(SCHEDULED), installed(inspection.store)
    if run is None and timer is None:
        return ok("nothing is scheduled: run `lore consolidate` yourself")
    if timer and not Path(timer["command"][0]).exists():
        return warn(f"the timer starts a program that is gone: `{timer['command'][0]}`", _ANEW, repairable=False)
    since = run.started_at if run else inspection.store.audit.select(kind=SubjectKind.TIMER, limit=1)[0].at
    idle = clock.days_between(since, inspection.now)
    if idle >= SCHEDULE_DAYS:
        told = f"the schedule has not run for {age(idle)}" if run else f"the timer never ran, put in {age(idle)} ago"
        return warn(told, f"`lore consolidate`, and {_ANEW if timer else 'check the timer of your system'}")
    return ok(f"ran {age(idle)} ago" if run else f"put in {age(idle)} ago, and not due yet")


LOOKED_AT, LEAST = 100, 20
"""The newest messages of yours that are looked at, and how few say nothing about your language."""
SESSIONS = 60
"""The newest sessions in which they are looked for."""
READ = "distill"
"""The kind of run that a model leaves when it has read sessions."""


def languages(inspection: Inspection) -> Finding:
    """Most of what you type is in a language in which lasting sentences are recognised, or a model reads it."""
    store = inspection.store
    typed = (
        typed_text(turn.text)
        for session in store.sessions.select(SessionFilter(), limit=SESSIONS)
        for turn in reversed(store.sessions.turns(session.id))
        if turn.role is Role.USER
    )
    told = [known for text in islice(typed, LOOKED_AT) if (known := is_known_language(text)) is not None]
    names, foreign = " and ".join(known_languages()), told.count(False)
    if len(told) < LEAST or 2 * foreign <= len(told):
        return ok(f"lasting sentences are recognised in {names}")
    if store.runs.latest(READ) is not None:
        return ok(f"a model reads your sessions; without one only {names} are understood")
    says = f"{foreign:,} of your newest {len(told):,} messages are in a language in which Lore keeps nothing by itself"
    return warn(
        f"{says}, as it does in {names}: only a model that reads your sessions keeps it",
        "`lore setup --reader MODEL`",
    )
