"""Finding passages: the query language, candidates of both indexes, their ranking, and why.

`search(store, request)` is the one entry. May import `lore.memory`, `lore.index`, `lore.store` and what lies below.
"""

from lore.lazy import TYPE_CHECKING, lazy_face

if TYPE_CHECKING:
    # fmt: off
    # isort: off
    from lore.search import boosts
    from lore.search.by_date import within
    from lore.search import candidates
    from lore.search.candidates import LONGEST
    from lore.search.completing import complete
    from lore.search import engine
    from lore.search.engine import Near, SMALL_TAIL, Searcher
    from lore.search.query import CATEGORY, SearchRequest, parse
    from lore.search import ranking
    from lore.search import results
    from lore.search.results import QueryWords, query_words
    # isort: on
    # fmt: on

__getattr__ = lazy_face(__name__, __file__)
