"""Every public shape of JSON, one explicit function each. `docs/formats.md` describes them, golden files hold them."""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.wire.editing import moved as moved, proposed as proposed, saved as saved, superseded as superseded
    from lore.wire.facts import explanation as explanation, fact as fact, fact_list as fact_list
    from lore.wire.history import event as event, events as events, reversal as reversal
    from lore.wire.publishing import published as published
    from lore.wire.purging import purged as purged
    from lore.wire.review import (
        card as card,
        decided as decided,
        held as held,
        queue as queue,
        rescoped as rescoped,
        snoozed as snoozed,
    )
    from lore.wire.searches import search_result as search_result

__getattr__ = lazy_face(
    __name__,
    {
        "editing": "moved proposed saved superseded",
        "facts": "explanation fact fact_list",
        "history": "event events reversal",
        "publishing": "published",
        "purging": "purged",
        "review": "card decided held queue rescoped snoozed",
        "searches": "search_result",
    },
)
