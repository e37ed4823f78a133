"""What an agent is given: the rules that stand when a session starts, and what a prompt recalls, within a budget.

May import `lore.search`, `lore.memory`, `lore.index`, `lore.store` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.context.explaining import (
        Standing as Standing, explain_giving as explain_giving,
    )
    from lore.context.giving import (
        note as note, note_given as note_given, was_given as was_given,
    )
    from lore.context.heeding import (
        Heed as Heed, heeds as heeds,
    )
    from lore.context.items import (
        Brief as Brief, BriefItem as BriefItem, Section as Section,
    )
    from lore.context.recalling import (
        note_prompts as note_prompts, recall as recall,
    )
    from lore.context import receipts as receipts
    from lore.context.receipts import (
        Receipt as Receipt, Spent as Spent, receipt_of as receipt_of, spent_on as spent_on,
    )
    from lore.context.starting import (
        session_start as session_start,
    )
    from lore.context.uptake import (
        note_uptake as note_uptake,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "explaining": "Standing explain_giving",
        "giving": "note note_given was_given",
        "heeding": "Heed heeds",
        "items": "Brief BriefItem Section",
        "recalling": "note_prompts recall",
        "receipts": "Receipt Spent receipt_of spent_on",
        "starting": "session_start",
        "uptake": "note_uptake",
    },
)
