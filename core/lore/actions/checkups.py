"""The doctor, heard check by check: for a face that shows each line as it is known."""

from collections.abc import Callable
from dataclasses import dataclass

from lore.actions.engine import Engine
from lore.actions.health import Examined
from lore.actions.registry import Touches, action
from lore.doctor import CHECKS, Check as Check, Outcome as Outcome, Result as Result, Trend as Trend, run_checks
from lore.progress import SILENT


@dataclass(frozen=True, slots=True)
class Checks:
    """What the doctor asks, in the order of the report."""

    checks: tuple[Check, ...]


@action("checks", Touches.READS)
def list_checks(engine: Engine) -> Checks:
    """What the doctor asks, in the order of its report; nothing is asked yet."""
    return Checks(tuple(CHECKS))


def examine_each(engine: Engine, heard: Callable[[Result], None]) -> Examined:
    """The same as `examine`; `heard` gets each result as soon as it is known, in the thread that calls this."""
    told = engine.reporter
    progress = None if told is SILENT else told.progress
    return Examined(run_checks(engine.home, progress=progress, heard=heard))
