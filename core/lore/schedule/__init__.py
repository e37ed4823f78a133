"""Nights: the timer of the system that starts Lore, and when a night is due.

May import `lore.store` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.schedule.nights import (
        KIND as KIND, due as due, newest as newest, put_aside as put_aside, turned_bad as turned_bad,
    )
    from lore.schedule.programs import (
        SystemPrograms as SystemPrograms,
    )
    from lore.schedule.standing import (
        PlannedTimer as PlannedTimer, install as install, installed as installed, planned as planned,
        remove as remove, timer_for as timer_for,
    )
    from lore.schedule.timers import (
        Job as Job,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "nights": "KIND due newest put_aside turned_bad",
        "programs": "SystemPrograms",
        "standing": "PlannedTimer install installed planned remove timer_for",
        "timers": "Job",
    },
)
