"""What the engine's dataclasses look like: as a row of a list, as the paragraphs of a card, as text to copy. Pure.

A module is loaded when the first of its names is used: the first screen needs few.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore_tui.present.card_of_fact import Keys, Why, fact_card, link_label
    from lore_tui.present.facts import as_text, brief_row, fact_row
    from lore_tui.present.log import (
        act_card, act_line, act_row, act_text, actor_name, event_card, event_line, event_row, event_text,
    )
    from lore_tui.present.overviews import (
        category_card, category_row, category_text, digest_card, page_card, page_row, page_words, source_rows,
    )
    from lore_tui.present.parts import LAYERS, damaged_row, message_card, project_name, told_apart
    from lore_tui.present.review import more_row, proposal_row, review_card, stated_row
    from lore_tui.present.sessions import day_row, session_card, session_row, step_card, step_row, step_text, told_card
    from lore_tui.present.whole import news, no_facts, publishing_blocks, report_blocks, written
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
