"""Nights: the timer of the system that starts Lore, and when a night is due.

May import `lore.store` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.schedule.nights import KIND, due, newest, put_aside, turned_bad
    from lore.schedule.standing import PlannedTimer, install, installed, planned, remove, timer_for
    from lore.schedule.timers import Job, SystemPrograms
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
