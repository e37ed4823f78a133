"""Finding passages: the query language, candidates of both indexes, their ranking, and why.

A `Searcher` answers requests for one store; whoever opens the store keeps it, so that a second
search is quick. May import `lore.memory`, `lore.index`, `lore.store` and what lies below.
"""

from typing import TYPE_CHECKING

from lore.lazy import lazy_face

if TYPE_CHECKING:
    from lore.search import boosts as boosts
    from lore.search import candidates as candidates
    from lore.search import engine as engine
    from lore.search import ranking as ranking
    from lore.search import results as results
    from lore.search.by_date import within as within
    from lore.search.engine import SMALL_TAIL as SMALL_TAIL
    from lore.search.engine import Searcher as Searcher
    from lore.search.query import parse as parse
    from lore.search.request import SearchRequest as SearchRequest
    from lore.search.unindexed import LONGEST as LONGEST

__getattr__ = lazy_face(
    __name__,
    {
        "by_date": "within",
        "engine": "SMALL_TAIL Searcher",
        "query": "parse",
        "request": "SearchRequest",
        "unindexed": "LONGEST",
    },
)
