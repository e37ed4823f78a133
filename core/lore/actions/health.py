"""How well the memory is: checks, repairs, figures."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from lore.actions.engine import Engine
from lore.actions.history import retired_by
from lore.actions.registry import Touches, action
from lore.context import Help as Help, help_of
from lore.doctor import (
    CHECKS,
    Check as Check,
    CheckTrend as CheckTrend,
    HealthHistory as HealthHistory,
    Outcome as Outcome,
    Overview as Overview,
    Report,
    Result as Result,
    Spell as Spell,
    Trend as Trend,
    density as density,
    density_steps as density_steps,
    health_history,
    look,
    overview,
    repair as repair_now,
    run_checks,
    trend,
    trend_unkept,
)
from lore.model import Fact
from lore.progress import SILENT
from lore.store import GIVEN, SessionFilter


@dataclass(frozen=True, slots=True)
class Examined:
    """What came of the checks, and of the repairs where there were any."""

    report: Report
    replaced: tuple[Fact, ...] = ()
    """What a repair took out of force."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of today beside earlier ones."""

    trend: Trend
    overview: Overview


@action("doctor", Touches.READS)
def examine(
    engine: Engine, *, record: Annotated[bool, "Whether the log keeps the visit, and the figures of today."] = True
) -> Examined:
    """Check the store, the search index, the facts, and the published files.

    Changes nothing but what is derived, and the record of the visit; a store that cannot be opened is a finding.
    """
    engine.reporter.stage("looking")
    visit = run_checks if record else look
    return Examined(visit(engine.home, progress=engine.reporter.progress))


@action("doctor fix", Touches.WRITES)
def repair(
    engine: Engine,
    *,
    checks: Annotated[Sequence[str] | None, "Only what these checks found; default: whatever can be repaired."] = None,
) -> Examined:
    """Repair what can be repaired safely, after a backup, and look at everything again."""
    engine.reporter.stage("looking")
    report = repair_now(engine.home, only=checks, progress=engine.reporter.progress)
    return Examined(report, retired_by(engine, report.run) if report.run else ())


@action("stats", Touches.READS)
def measure(
    engine: Engine,
    *,
    keep: Annotated[bool, "Whether they are kept as those of today."] = True,
    timed: Annotated[bool, "Whether some searches are timed as well, which takes a second."] = False,
) -> Figures:
    """Show the memory in figures, against those of 7 and of 30 days ago, and keep those of today."""
    found = trend(engine.store) if keep else trend_unkept(engine.store)
    return Figures(found, overview(engine.store, timed=timed))


def help_figures(engine: Engine) -> Help:
    """Whether the memory helps: the last four weeks, day by day."""
    return help_of(engine.store)


def sessions_of_day(engine: Engine, day: str) -> Mapping[str, tuple[int, int]]:
    """Agent → the sessions that began on a day, and the facts that they were given."""
    found = engine.store.sessions.select(SessionFilter(after=day))
    agent_of = {one.id: one.agent for one in found}
    given = Counter(agent_of[session] for _, session, _ in engine.store.accesses.noted(GIVEN) if session in agent_of)
    return {agent: (number, given[agent]) for agent, number in Counter(agent_of.values()).items()}


@dataclass(frozen=True, slots=True)
class Checks:
    """What the doctor asks, in the order of the report."""

    checks: tuple[Check, ...]


@action("checks", Touches.READS)
def list_checks(engine: Engine) -> Checks:
    """What the doctor asks, in the order of its report; nothing is asked yet."""
    return Checks(tuple(CHECKS))


@action("doctor history", Touches.READS)
def show_health(engine: Engine) -> HealthHistory:
    """Show which check was wrong from when until when, as the visits of the doctor found it."""
    return health_history(engine.store)


def examine_each(engine: Engine, heard: Callable[[Result], None]) -> Examined:
    """The same as `examine`; `heard` gets each result as soon as it is known, in the thread that calls this."""
    told = engine.reporter
    progress = None if told is SILENT else told.progress
    return Examined(run_checks(engine.home, progress=progress, heard=heard))
