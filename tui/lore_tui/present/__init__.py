"""What the engine's dataclasses look like: as a row of a list, as the paragraphs of a card, as text to copy. Pure."""

from lore_tui.present.fact_card import Why, fact_card, link_label
from lore_tui.present.facts import as_text, brief_row, fact_row
from lore_tui.present.log import (
    act_card,
    act_line,
    act_row,
    act_text,
    actor_name,
    event_card,
    event_line,
    event_row,
    event_text,
)
from lore_tui.present.parts import LAYERS, damaged_row, message_card, project_name
from lore_tui.present.review import more_row, proposal_row, review_card
from lore_tui.present.sessions import day_row, session_card, session_row, step_card, step_row, step_text, told_card
from lore_tui.present.unconfirmed import claim_card, claim_row
from lore_tui.present.whole import news, no_facts, publishing_blocks, report_blocks, written

__all__ = [
    "LAYERS",
    "Why",
    "act_card",
    "act_line",
    "act_row",
    "act_text",
    "actor_name",
    "as_text",
    "brief_row",
    "claim_card",
    "claim_row",
    "damaged_row",
    "day_row",
    "event_card",
    "event_line",
    "event_row",
    "event_text",
    "fact_card",
    "fact_row",
    "link_label",
    "message_card",
    "more_row",
    "news",
    "no_facts",
    "project_name",
    "proposal_row",
    "publishing_blocks",
    "report_blocks",
    "review_card",
    "session_card",
    "session_row",
    "step_card",
    "step_row",
    "step_text",
    "told_card",
    "written",
]
