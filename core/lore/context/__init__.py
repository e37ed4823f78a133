"""What an agent is given: the rules that stand when a session starts, and what a prompt recalls, within a budget.

May import `lore.search`, `lore.memory`, `lore.index`, `lore.store` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.context.explaining import Standing, explain_giving
    from lore.context.giving import note, note_given, was_given
    from lore.context.heeding import Heed, heeds
    from lore.context.helping import Help, help_of
    from lore.context.items import Brief, BriefItem, Section
    from lore.context.recalling import note_prompts, recall
    from lore.context.receipts import Receipt, Spent, receipt_of, spent_on
    from lore.context.starting import session_start
    from lore.context.uptake import note_uptake
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
