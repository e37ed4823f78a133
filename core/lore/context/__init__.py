"""What an agent is given: the rules that stand when a session starts, and what a prompt recalls, within a budget.

May import `lore.search`, `lore.memory`, `lore.index`, `lore.store` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.context.helping import Help, help_of
    from lore.context.items import Brief, BriefItem, Section, Standing, explain_giving, session_start
    from lore.context.recalling import note_prompts, recall
    from lore.context.receipts import Receipt, Spent, note, note_given, receipt_of, spent_on, was_given
    from lore.context.uptake import Heed, heeds, note_uptake
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
