"""Finding what is known: searches, the searches that are asked for often, and the index behind them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.registry import Touches, action
from lore.config import SEARCH_DEPTH, SEARCH_LIMIT, in_force
from lore.errors import GivenUp, UsageError
from lore.model import Completions, Kind, Layer, SearchResult, Status

if TYPE_CHECKING:
    from lore.search import QueryWords, SearchRequest
    from lore.timespans import Span


class Place(StrEnum):
    """Which passages are looked through."""

    FACTS = "facts"
    TURNS = "turns"
    DOCS = "docs"
    DIGESTS = "digests"
    ALL = "all"


PLACES = tuple(place.value for place in Place)
DEPTHS = (1, 2, 3)
NO_PROJECT = "none"
"""What people type for passages that belong to no project."""

Where = Annotated[Place, "Which passages: facts, messages of sessions, documents, digests; `all` leaves out digests."]
Kinds = Annotated[Sequence[Kind], "Only facts of these kinds."]
Limit = Annotated[int | None, "Show at most this many hits; default: the setting `search.limit`."]


@dataclass(frozen=True, slots=True)
class Conditions:
    """What narrows a search, whatever its query says."""

    places: str = Place.ALL
    kinds: Sequence[str] = ()
    layers: Sequence[str] = ()
    statuses: Sequence[str] = ()
    projects: Sequence[str] = ()
    """Keys; `none` stands for what belongs to no project."""
    tainted: bool | None = None
    """Only what no person has confirmed, or only the rest."""
    group_by_session: bool = False
    depth: int | None = None
    """None: the setting `search.depth`."""
    limit: int | None = None
    """None: the setting `search.limit`."""


@action("search", Touches.READS)
def search(
    engine: Engine,
    query: Annotated[str, "What to look for, in the query language of `lore search`."],
    *,
    places: Where = Place.ALL,
    kinds: Kinds = (),
    layers: Annotated[Sequence[Layer], "Only these layers."] = (),
    statuses: Annotated[Sequence[Status], "Only facts with these states; default: active ones."] = (),
    projects: Annotated[Sequence[str], "Only these projects; `none` for what belongs to none."] = (),
    tainted: Annotated[bool | None, "Only what no person has confirmed, or only the rest."] = None,
    group_by_session: Annotated[bool, "Rank sessions instead of passages."] = False,
    depth: Annotated[
        int | None, "1 is quick, 2 looks around a message and into other projects, 3 follows links."
    ] = None,
    limit: Limit = None,
    context: Annotated[str, "What is said now: the facts that it contradicts are marked."] = "",
    record: Annotated[bool, "Whether it is noted which facts were listed, which is no use of them."] = True,
) -> SearchResult:
    """Search facts, sessions and documents by words and by meaning."""
    asked = Conditions(places, kinds, layers, statuses, projects, tainted, group_by_session, depth, limit)

    def find(request: "SearchRequest") -> SearchResult:
        return engine.searcher.search(replace(request, context=context))

    return answered(engine, query, asked, find, record=record)


def search_while(
    engine: Engine, query: str, asked: Conditions, is_wanted: Callable[[], bool], *, typing: bool = False
) -> SearchResult | None:
    """The same as `search`, recording nothing; None once `is_wanted`, asked between two steps, says no.

    typing: the last word of the query stands for every word that begins so.
    """
    request = request_of(engine, query, asked, project=engine.project)
    try:
        return engine.searcher.search(replace(request, is_wanted=is_wanted, typing=typing))
    except GivenUp:
        return None


@action("complete_query", Touches.READS)
def complete_query(engine: Engine, query: Annotated[str, "What was typed of a query so far."]) -> Completions:
    """Tell how a query that is being typed can go on: fields, or the values that facts have for one."""
    from lore.memory import counts
    from lore.search import CATEGORY, complete

    def values(field: str) -> Mapping[str, int]:
        return counts(engine.store) if field == CATEGORY else engine.store.facts.values(field)

    return complete(query, values)


def words_of_query(query: str, *, typing: bool = False) -> "QueryWords":
    """The words a query looks for; they tell where in a text they stand. typing: as for `search_while`."""
    from lore.search import query_words

    return query_words(query, typing=typing)


@action("by-date", Touches.READS)
def by_date(
    engine: Engine,
    date: Annotated[str, "A time: 2026-03-12, 2026-03, 7d, yesterday, last week."],
    query: Annotated[str, "What to look for; all of that time where this is empty."] = "",
    *,
    places: Where = Place.ALL,
    kinds: Kinds = (),
    project: Annotated[str | None, "Only this project."] = None,
    limit: Limit = None,
) -> SearchResult:
    """Show what was said or happened at a time."""
    from lore.search import within

    only = (project,) if project else ()
    asked, span = Conditions(places, kinds, projects=only, limit=limit), span_named(date)
    return answered(engine, query, asked, lambda request: within(engine.searcher, request, span))


@dataclass(frozen=True, slots=True)
class Reindexed:
    """What a new index holds."""

    passages: int
    embedded: int
    """Passages whose vectors had to be made."""


@action("reindex", Touches.WRITES)
def reindex(engine: Engine) -> Reindexed:
    """Rebuild everything search needs from the store, which is not touched."""
    from lore.embedding import embedder_in_use
    from lore.index import embed_pending, forget_progress, rebuild

    store, reporter = engine.store, engine.reporter
    embedder = embedder_in_use(store)
    forget_progress(store)
    reporter.stage("indexing")
    rebuild(store, embedder, progress=reporter.progress)
    reporter.stage("embedding")
    report = embed_pending(store, embedder, progress=reporter.progress)
    engine.searcher.prepare()
    return Reindexed(sum(store.passages.count().values()), report.passages)


def request_of(
    engine: Engine, query: str, asked: Conditions, *, project: str | None = None, record: bool = False
) -> "SearchRequest":
    """The request with these conditions. Raises UsageError for a value that no search can have."""
    from lore.index import PassageFilter
    from lore.search import SearchRequest

    _refuse("in", asked.places, PLACES)
    chosen = in_force(engine.store)
    depth, limit = asked.depth or chosen[SEARCH_DEPTH], chosen[SEARCH_LIMIT] if asked.limit is None else asked.limit
    _refuse("depth", depth, DEPTHS)
    if limit < 1:
        raise UsageError(f"`limit` cannot be {limit}", hint="ask for at least one hit")
    return SearchRequest(
        query=query,
        places=asked.places,
        limit=limit,
        group_by_session=asked.group_by_session,
        depth=depth,
        project=project,
        filter=PassageFilter(
            kinds=_known("kind", Kind, asked.kinds),
            layers=_known("layer", Layer, asked.layers),
            statuses=_known("status", Status, asked.statuses),
            projects=tuple(None if key == NO_PROJECT else key for key in asked.projects),
            tainted=asked.tainted,
        ),
        record=record and bool(query),
    )


def span_named(text: str) -> "Span":
    """The span of time that a text names. Raises UsageError where it names none."""
    from lore.timespans import span_named as named

    span = named(text)
    if span is None:
        raise UsageError(
            f"`{text}` is not a valid time", hint="use a form such as 2026-03-12, 2026-03, 7d or `last week`"
        )
    return span


def answered(
    engine: Engine,
    query: str,
    asked: Conditions,
    search: "Callable[[SearchRequest], SearchResult]",
    *,
    project: str | None = None,
    record: bool = False,
) -> SearchResult:
    """What a search finds, as whoever asks may see it. Documents that are asked for by name are shown to all."""
    request = request_of(engine, query, asked, project=project or engine.project, record=record)
    if asked.places == Place.DOCS:
        return search(request)

    def find(tainted: bool | None) -> SearchResult:
        return search(replace(request, filter=replace(request.filter, tainted=tainted)))

    return visibility.searched(engine, find, asked.tainted, request.limit)


def _known(name: str, values: type[StrEnum], given: Sequence[str]) -> tuple[str, ...]:
    """The stored words of these values. Raises UsageError for one that does not exist."""
    known = [value.value for value in values]
    for value in given:
        _refuse(name, value, known)
    return tuple(values(value).value for value in given)


def _refuse(name: str, value: object, known: Sequence[object]) -> None:
    if value not in known:
        raise UsageError(f"`{name}` cannot be `{value}`", hint=f"one of {', '.join(map(str, known))}")
