"""Checks of whether anything still comes in, and whether it is taken care of."""

from lore import clock
from lore.config import DUE_DAYS, DUE_FACTS, QUIET_DAYS, RETIRED_DAYS
from lore.consolidate import KIND
from lore.doctor.check import Finding, ok, warn
from lore.doctor.inspection import Inspection
from lore.doctor.wording import age, named
from lore.text import counted

INTERRUPTED_DAYS = 1 / 24


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
    idle = {
        agent: clock.days_between(at, inspection.now) for agent, at in inspection.store.statistics.captures().items()
    }
    if not idle:
        return ok("no agent has been captured yet")
    quiet, retired = inspection.config[QUIET_DAYS], inspection.config[RETIRED_DAYS]
    late = [agent for agent, days in idle.items() if quiet <= days < retired]
    told = named([f"{agent} {age(days)} ago" for agent, days in idle.items()])
    return warn(f"nothing was captured lately: {told}", "`lore capture PATH…`") if late else ok(told)


def consolidation(inspection: Inspection) -> Finding:
    """What came in was consolidated."""
    run = inspection.store.runs.latest(KIND)
    since = run.started_at if run else ""
    waiting = inspection.store.statistics.facts_since(since)
    if run and run.finished_at is None and clock.days_between(run.started_at, inspection.now) > INTERRUPTED_DAYS:
        return warn("the last one was interrupted", "`lore consolidate` goes on with it")
    first, _ = inspection.store.statistics.span()
    idle = clock.days_between(since or first or inspection.now, inspection.now)
    told = f"{counted(waiting, 'new fact')} since the last one, {age(idle)} ago" if run else "there has been none yet"
    if waiting >= inspection.config[DUE_FACTS] and idle >= inspection.config[DUE_DAYS]:
        return warn(f"{told}: {counted(waiting, 'fact')} wait", "`lore consolidate`")
    return ok(told)
