"""What hooks and the engine hand to one another: lines of events, and the state of each running session.

A hook has milliseconds, so these modules load the standard library alone, without `pathlib`, `dataclasses` and `typing`.
May import `lore.platform.light` and `lore.platform.flags` only.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.handover.asking import NoServer, asked, line_of
    from lore.handover import faults
    from lore.handover import files
    from lore.handover import framing
    from lore.handover import goals
    from lore.handover.goals import asks_where_we_were
    from lore.handover import jsons
    from lore.handover import lines
    from lore.handover import places
    from lore.handover import signs
    from lore.handover.switch import is_off
    from lore.handover import talks
    from lore.handover.talks import LONGEST_ANSWER, Talk, forget_all, shortened
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
