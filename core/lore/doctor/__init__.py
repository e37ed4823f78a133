"""The health of a memory: what is wrong with it, what of that can be repaired, and how it develops.

`run_checks` asks every check of the registry, `repair` repairs as well, `trend` compares the figures of today with
earlier ones. A new check is one entry in `registry.py`.

May import every room of the engine but the command line and the demo.
"""

from lore.doctor.check import Check, Finding, Group, Outcome, Repaired, Report, Result
from lore.doctor.fitness import Trend, trend
from lore.doctor.registry import CHECKS
from lore.doctor.repairs import repair
from lore.doctor.run import run_checks

__all__ = [
    "CHECKS",
    "Check",
    "Finding",
    "Group",
    "Outcome",
    "Repaired",
    "Report",
    "Result",
    "Trend",
    "repair",
    "run_checks",
    "trend",
]
