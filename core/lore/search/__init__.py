"""Finding passages: the query language, candidates of both indexes, their ranking, and why.

`search(store, request)` is the one entry. May import `lore.memory`, `lore.index`, `lore.store` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    from lore.search import (
        boosts as boosts,
        candidates as candidates,
        engine as engine,
        ranking as ranking,
        results as results,
    )
    from lore.search.by_date import within as within
    from lore.search.completing import complete as complete
    from lore.search.engine import SMALL_TAIL as SMALL_TAIL, Near as Near, Searcher as Searcher
    from lore.search.marking import QueryWords as QueryWords, query_words as query_words
    from lore.search.query import parse as parse
    from lore.search.request import PLACES as PLACES, SearchRequest as SearchRequest
    from lore.search.unindexed import LONGEST as LONGEST

__getattr__ = lazy_face(
    __name__,
    {
        "by_date": "within",
        "completing": "complete",
        "engine": "Near SMALL_TAIL Searcher",
        "marking": "QueryWords query_words",
        "query": "parse",
        "request": "PLACES SearchRequest",
        "unindexed": "LONGEST",
    },
)
