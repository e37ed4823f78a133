"""Finding passages: the query language, candidates of both indexes, their ranking, and why.

`search(store, request)` is the one entry. May import `lore.memory`, `lore.index`, `lore.store` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.search import boosts as boosts
    from lore.search.by_date import (
        within as within,
    )
    from lore.search import candidates as candidates
    from lore.search.completing import (
        complete as complete,
    )
    from lore.search import engine as engine
    from lore.search.engine import (
        Near as Near, SMALL_TAIL as SMALL_TAIL, Searcher as Searcher,
    )
    from lore.search.marking import (
        QueryWords as QueryWords, query_words as query_words,
    )
    from lore.search.query import (
        CATEGORY as CATEGORY, parse as parse,
    )
    from lore.search import ranking as ranking
    from lore.search.request import (
        PLACES as PLACES, SearchRequest as SearchRequest,
    )
    from lore.search import results as results
    from lore.search.unindexed import (
        LONGEST as LONGEST,
    )
    # isort: on
    # fmt: on

__getattr__ = lazy_face(
    __name__,
    {
        "by_date": "within",
        "completing": "complete",
        "engine": "Near SMALL_TAIL Searcher",
        "marking": "QueryWords query_words",
        "query": "CATEGORY parse",
        "request": "PLACES SearchRequest",
        "unindexed": "LONGEST",
    },
)
