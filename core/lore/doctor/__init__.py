"""The health of a memory: what is wrong with it, what of that can be repaired, and how it develops.

`run_checks` asks every check of the registry, `repair` repairs as well, `trend` compares the figures of today with
earlier ones. A new check is one entry in `registry.py`.

May import every room of the engine but the command line and the demo.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.doctor.at_a_glance import Overview, Trend, density, density_steps, overview, trend, trend_unkept
    from lore.doctor.check import Check, Finding, Group, Outcome, Report, Result
    from lore.doctor import leaks
    from lore.doctor.registry import CHECKS
    from lore.doctor.run import CheckTrend, HealthHistory, Spell, health_history, look, repair, run_checks
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
