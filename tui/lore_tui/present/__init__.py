"""What the engine's dataclasses look like: as a row of a list, as the paragraphs of a card, as text to copy. Pure.

A module is loaded when the first of its names is used: the first screen needs few.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    from lore_tui.present.card_of_fact import (
        Keys as Keys,
        Why as Why,
        fact_card as fact_card,
        link_label as link_label,
    )
    from lore_tui.present.facts import (
        as_text as as_text,
        brief_row as brief_row,
        fact_row as fact_row,
    )
    from lore_tui.present.log import (
        act_card as act_card,
        act_line as act_line,
        act_row as act_row,
        act_text as act_text,
        actor_name as actor_name,
        event_card as event_card,
        event_line as event_line,
        event_row as event_row,
        event_text as event_text,
    )
    from lore_tui.present.overviews import (
        category_card as category_card,
        category_row as category_row,
        category_text as category_text,
        digest_card as digest_card,
        page_card as page_card,
        page_row as page_row,
        page_words as page_words,
        source_rows as source_rows,
    )
    from lore_tui.present.parts import (
        LAYERS as LAYERS,
        damaged_row as damaged_row,
        message_card as message_card,
        project_name as project_name,
        told_apart as told_apart,
    )
    from lore_tui.present.review import (
        more_row as more_row,
        proposal_row as proposal_row,
        review_card as review_card,
        stated_row as stated_row,
    )
    from lore_tui.present.sessions import (
        day_row as day_row,
        session_card as session_card,
        session_row as session_row,
        step_card as step_card,
        step_row as step_row,
        step_text as step_text,
        told_card as told_card,
    )
    from lore_tui.present.whole import (
        news as news,
        no_facts as no_facts,
        publishing_blocks as publishing_blocks,
        report_blocks as report_blocks,
        written as written,
    )

__getattr__ = lazy_face(
    __name__,
    {
        "card_of_fact": "Keys Why fact_card link_label",
        "facts": "as_text brief_row fact_row",
        "log": "act_card act_line act_row act_text actor_name event_card event_line event_row event_text",
        "overviews": "category_card category_row category_text digest_card page_card page_row page_words source_rows",
        "parts": "LAYERS damaged_row message_card project_name told_apart",
        "review": "more_row proposal_row review_card stated_row",
        "sessions": "day_row session_card session_row step_card step_row step_text told_card",
        "whole": "news no_facts publishing_blocks report_blocks written",
    },
)
