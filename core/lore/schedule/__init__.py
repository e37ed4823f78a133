"""Nights: the timer of the system that starts Lore, and when a night is due.

May import `lore.store` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.schedule.standing import (
        KIND, PlannedTimer, due, install, installed, newest, planned, put_aside, remove, timer_for, turned_bad,
    )
    from lore.schedule.timers import Job, SystemPrograms
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
