"""How well the memory is: checks, repairs, figures."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from lore.actions.engine import Engine
from lore.actions.history import retired_by
from lore.actions.registry import Touches, action
from lore.context import Help as Help
from lore.model import Fact

if TYPE_CHECKING:
    from lore.doctor import Overview, Report, Trend


@dataclass(frozen=True, slots=True)
class Examined:
    """What came of the checks, and of the repairs where there were any."""

    report: "Report"
    replaced: tuple[Fact, ...] = ()
    """What a repair took out of force."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of today beside earlier ones."""

    trend: "Trend"
    overview: "Overview"


@action("doctor", Touches.READS)
def examine(
    engine: Engine, *, record: Annotated[bool, "Whether the log keeps the visit, and the figures of today."] = True
) -> Examined:
    """Check the store, the search index, the facts, and the published files.

    Changes nothing but what is derived, and the record of the visit; a store that cannot be opened is a finding.
    """
    from lore.doctor import look, run_checks

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
    from lore.doctor import repair as repair_now

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
    from lore.doctor import overview, trend, trend_unkept

    found = trend(engine.store) if keep else trend_unkept(engine.store)
    return Figures(found, overview(engine.store, timed=timed))


def help_figures(engine: Engine) -> Help:
    """Whether the memory helps: the last four weeks, day by day."""
    from lore.context import help_of

    return help_of(engine.store)


def sessions_of_day(engine: Engine, day: str) -> Mapping[str, tuple[int, int]]:
    """Agent → the sessions that began on a day, and the facts that they were given."""
    from lore.store import GIVEN, SessionFilter

    found = engine.store.sessions.select(SessionFilter(after=day))
    agent_of = {one.id: one.agent for one in found}
    given = Counter(agent_of[session] for _, session, _ in engine.store.accesses.noted(GIVEN) if session in agent_of)
    return {agent: (number, given[agent]) for agent, number in Counter(agent_of.values()).items()}
