"""One function per verb: what the command line, the app, hooks, MCP and HTTP call, and nothing else.

An action takes an `Engine`, enforces every rule, returns a frozen outcome and never prints. `registry` knows them all.
May import every room of the engine but `cli`, `wire` and `demo`.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.actions.batches import answer_batch as answer_batch
    from lore.actions.engine import open_engine as open_engine
    from lore.actions.facts import Moved as Moved
    from lore.actions.searching import (
        PLACES as PLACES,
        Conditions as Conditions,
        about as about,
        by_date as by_date,
        decisions as decisions,
        recent as recent,
        reindex as reindex,
        search as search,
    )

__getattr__ = lazy_face(
    __name__,
    {
        "batches": "answer_batch",
        "engine": "open_engine",
        "facts": "Moved",
        "searching": "Conditions PLACES about by_date decisions recent reindex search",
    },
)
