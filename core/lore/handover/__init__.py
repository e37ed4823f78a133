"""What hooks and the engine hand to one another: lines of events, prepared texts, the state of each running session.

A hook has milliseconds, so these modules load the standard library alone, without `pathlib`, `dataclasses` and `typing`.
May import `lore.platform.light` and `lore.platform.flags` only.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    from lore.handover.asking import NoServer as NoServer, asked as asked, line_of as line_of
    from lore.handover import faults as faults
    from lore.handover import files as files
    from lore.handover import framing as framing
    from lore.handover import goals as goals
    from lore.handover import lines as lines
    from lore.handover import places as places
    from lore.handover import standing as standing
    from lore.handover import talks as talks
    from lore.handover.talks import LONGEST_ANSWER as LONGEST_ANSWER, Talk as Talk, shortened as shortened
    from lore.handover import times as times

__getattr__ = lazy_face(
    __name__,
    {
        "asking": "NoServer asked line_of",
        "talks": "LONGEST_ANSWER Talk shortened",
    },
)
