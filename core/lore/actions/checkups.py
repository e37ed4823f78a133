"""The doctor, heard check by check: for a face that shows each line as it is known."""

from collections.abc import Callable
from dataclasses import dataclass

from lore.actions.engine import Engine
from lore.actions.health import Examined
from lore.actions.registry import Touches, action
from lore.doctor import (
    CHECKS,
    Check as Check,
    CheckTrend as CheckTrend,
    HealthHistory as HealthHistory,
    Outcome as Outcome,
    Overview as Overview,
    Result as Result,
    Spell as Spell,
    Trend as Trend,
    density as density,
    density_steps as density_steps,
    health_history,
    run_checks,
)
from lore.progress import SILENT


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
