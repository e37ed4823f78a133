"""Finding passages: the query language, candidates of both indexes, their ranking, and why.

`search(store, request)` is the one entry. May import `lore.memory`, `lore.index`, `lore.store` and what lies below.
"""

from lore.index.filters import PassageFilter
from lore.search.engine import Searcher, search, searcher_of
from lore.search.query import Query, parse
from lore.search.request import PLACES, SearchRequest

__all__ = ["PLACES", "PassageFilter", "Query", "SearchRequest", "Searcher", "parse", "search", "searcher_of"]
