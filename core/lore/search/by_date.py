"""Everything of one time: what was said then, and what is said to have happened then."""

from dataclasses import replace

from lore.model import Hit, SearchResult
from lore.search import no_results
from lore.search.engine import Searcher, narrowed
from lore.search.query import SearchRequest, parse
from lore.timespans import Span


def within(searcher: Searcher, request: SearchRequest, span: Span) -> SearchResult:
    """The answer of a request, of the span alone. Without words in its query the newest come first.

    Where that is nothing, its notes say what there is at other times.
    """
    search_result = searcher.search(
        replace(request, filter=replace(request.filter, after=span.start_at, before=span.end_at))
    )
    then = replace(request.filter, happened_after=span.start_at, happened_before=span.end_at)
    happened = searcher.search(replace(request, filter=then))
    both = {hit.passage.id: hit for hit in (*search_result.hits, *happened.hits)}
    hits = sorted(both.values(), key=_time_of, reverse=True)
    if any("newest" not in hit.explain for hit in hits):
        hits.sort(key=lambda hit: -hit.score)
    notes = (search_result if search_result.hits else happened).notes if hits else _otherwise(searcher, request)
    return replace(
        search_result, hits=tuple(hits[: request.limit]), took_ms=search_result.took_ms + happened.took_ms, notes=notes
    )


def _otherwise(searcher: Searcher, request: SearchRequest) -> tuple[str, ...]:
    """Notes for who found nothing within a span."""
    whenever = searcher.search(request)
    if not whenever.hits:
        return whenever.notes
    count = f"{'at least ' if len(whenever.hits) == request.limit else ''}{len(whenever.hits)}"
    searched = no_results.searched(searcher.store, narrowed(request, parse(request.query)))
    return (*whenever.notes, searched, f"at other times there would be {count}")


def _time_of(hit: Hit) -> str:
    return hit.passage.happened_at or hit.passage.at or ""
