"""Every public shape of JSON, one explicit function each. `docs/formats.md` describes them, golden files hold them."""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.wire.facts import (
        fact as fact,
    )
    from lore.wire.facts import (
        fact_list as fact_list,
    )
    from lore.wire.facts import (
        moved as moved,
    )
    from lore.wire.facts import (
        proposed as proposed,
    )
    from lore.wire.facts import (
        saved as saved,
    )
    from lore.wire.facts import (
        superseded as superseded,
    )
    from lore.wire.history import events as events
    from lore.wire.history import reversal as reversal
    from lore.wire.publishing import published as published
    from lore.wire.purging import purged as purged
    from lore.wire.review import (
        card as card,
    )
    from lore.wire.review import (
        decided as decided,
    )
    from lore.wire.review import (
        held as held,
    )
    from lore.wire.review import (
        queue as queue,
    )
    from lore.wire.review import (
        rescoped as rescoped,
    )
    from lore.wire.review import (
        snoozed as snoozed,
    )

__getattr__ = lazy_face(
    __name__,
    {
        "facts": "fact fact_list moved proposed saved superseded",
        "history": "events reversal",
        "publishing": "published",
        "purging": "purged",
        "review": "card decided held queue rescoped snoozed",
    },
)
