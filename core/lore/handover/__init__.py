"""What hooks and the engine hand to one another: lines of events, and the state of each running session.

A hook has milliseconds, so these modules load the standard library alone, without `pathlib`, `dataclasses` and `typing`.
May import `lore.platform.light` and `lore.platform.flags` only.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.handover.asking import (
        NoServer as NoServer, asked as asked, line_of as line_of,
    )
    from lore.handover import faults as faults
    from lore.handover import files as files
    from lore.handover import framing as framing
    from lore.handover import goals as goals
    from lore.handover import jsons as jsons
    from lore.handover import lines as lines
    from lore.handover import places as places
    from lore.handover import signs as signs
    from lore.handover.switch import (
        is_off as is_off,
    )
    from lore.handover import talks as talks
    from lore.handover.talks import (
        LONGEST_ANSWER as LONGEST_ANSWER, Talk as Talk, forget_all as forget_all, shortened as shortened,
    )
    from lore.handover import times as times
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "asking": "NoServer asked line_of",
        "switch": "is_off",
        "talks": "LONGEST_ANSWER Talk forget_all shortened",
    },
)
