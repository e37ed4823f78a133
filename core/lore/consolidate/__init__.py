"""From episodes to knowledge to candidates: the pipeline that keeps a memory in order.

`consolidate` does it, `rehearse` shows what it would do. Needs no language model and decides nothing for a person. May
import `lore.memory`, `lore.index` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.consolidate.habits import Ran, looks, steps
    from lore.consolidate import pipeline
    from lore.consolidate.pipeline import KIND, Report, STEPS, consolidate, propose_at_once, rehearse
    from lore.consolidate.planned_changes import Archive, Merge, PlannedChange
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
