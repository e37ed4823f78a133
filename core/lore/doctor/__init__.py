"""The health of a memory: what is wrong with it, what of that can be repaired, and how it develops.

`examine` asks every check of the registry, `heal` repairs as well, `trend` gives the figures of today against earlier
ones. A new check is one entry in `registry.py`. May import every room of the engine but the command line and the demo.
"""

from lore.doctor.check import Check, Finding, Group, Mended, Outcome, Report, Result
from lore.doctor.fitness import Trend, trend
from lore.doctor.healing import heal
from lore.doctor.registry import CHECKS
from lore.doctor.visit import examine

__all__ = [
    "CHECKS",
    "Check",
    "Finding",
    "Group",
    "Mended",
    "Outcome",
    "Report",
    "Result",
    "Trend",
    "examine",
    "heal",
    "trend",
]
