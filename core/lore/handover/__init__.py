"""What hooks and the engine hand to one another: lines of events, prepared texts, the state of each running session.

A hook has milliseconds, so these modules load the standard library alone, without `pathlib`, `dataclasses` and `typing`.
May import `lore.platform.light` and `lore.platform.flags` only.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    from lore.handover import (
        faults as faults,
        files as files,
        framing as framing,
        goals as goals,
        lines as lines,
        places as places,
        standing as standing,
        talks as talks,
        times as times,
    )
    from lore.handover.asking import NoServer as NoServer, asked as asked, line_of as line_of
    from lore.handover.switch import is_off as is_off
    from lore.handover.talks import (
        LONGEST_ANSWER as LONGEST_ANSWER,
        Talk as Talk,
        forget_all as forget_all,
        shortened as shortened,
    )

__getattr__ = lazy_face(
    __name__,
    {
        "asking": "NoServer asked line_of",
        "switch": "is_off",
        "talks": "LONGEST_ANSWER Talk forget_all shortened",
    },
)
