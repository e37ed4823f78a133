"""Finding what is known: searches, the searches that are asked for often, and the index behind them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.registry import Touches, action
from lore.config import EMBED_BUDGET, SEARCH_DEPTH, SEARCH_LIMIT, in_force
from lore.errors import BadInput, GivenUp, ModelError, UsageError
from lore.model import Completions, Kind, Layer, SearchResult, Status
from lore.text import fault_in_json, shorten

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


WITHOUT_NEWS = 64
"""Passages of an earlier backlog that an action embeds which stored nothing new: about a second."""


def make_findable(engine: Engine, *, news: bool = True, budget_s: float | None = None, wait_s: float = 30.0) -> int:
    """Make what is new ready to be found, by words and, as far as the budget goes, by meaning.

    news: whether there is anything new. budget_s: seconds of embedding, default the setting `embedding.budget`. wait_s:
    seconds to wait for another process that does it already. Returns how many passages are still to embed at most.
    Where the model cannot be had, warns, and returns 0.
    """
    from lore.index import bring_level

    reporter = engine.reporter
    reporter.stage("embedding")
    try:
        return bring_level(
            engine.store,
            budget_s=in_force(engine.store)[EMBED_BUDGET] if budget_s is None else budget_s,
            most=None if news else WITHOUT_NEWS,
            wait_s=wait_s,
            progress=reporter.progress,
        )
    except ModelError as error:
        reporter.warn(ModelError(f"{error.message}: new facts are found by keyword only", hint=error.hint))
        return 0


def embed_more(engine: Engine, budget_s: float) -> bool:
    """Go on for so many seconds with the passages that wait for their vectors; tell whether some still do.

    For a program that stays open, between two things that it is asked for. Raises ModelError.
    """
    from lore.embedding import embedder_in_use
    from lore.index import embed_pending

    return not embed_pending(engine.store, embedder_in_use(engine.store), budget_s=budget_s).complete


LONGEST_SHOWN = 80
"""Characters of what is wrong with a line."""
LISTS = {"kind": "kinds", "layer": "layers", "status": "statuses", "project": "projects"}
"""Options of a line that may be repeated → the condition they are."""
PLAIN = {"in": "places", "limit": "limit", "depth": "depth"}


@dataclass(frozen=True, slots=True)
class Answered:
    """One line of a batch: its answer, or why it has none."""

    number: int
    """Of the line, from 1."""
    qid: object = None
    """What the line calls itself, as it was given."""
    result: SearchResult | None = None
    problem: BadInput | None = None


def answer_batch(engine: Engine, lines: Iterable[bytes], asked: Conditions) -> Iterator[Answered]:
    """Answer every line that holds a question; what a line leaves out is as in `asked`. Empty lines are passed over.

    First embeds whatever has no vector yet: many answers are worth the wait. Nothing that is found counts as used.
    """
    engine.reporter.stage("embedding")
    engine.searcher.prepare(engine.reporter.progress)
    engine.reporter.stage("")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            values = _question(line)
            narrowed = _narrowed(asked, values)
            request_of(engine, values["query"], narrowed)
        except BadInput as error:
            yield Answered(number, problem=error)
        else:
            found = answered(engine, values["query"], narrowed, engine.searcher.search)
            yield Answered(number, values.get("qid"), found)


def _question(line: bytes) -> dict[str, Any]:
    """The question of one line. Raises BadInput where there is none."""
    try:
        values = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"not JSON: {fault_in_json(error)}") from error
    if not isinstance(values, dict) or not isinstance(values.get("query"), str):
        raise BadInput("there is no `query`")
    return values


def _narrowed(asked: Conditions, values: Mapping[str, Any]) -> Conditions:
    """The conditions with the options that a line names. Raises BadInput for a value of another type."""
    for name, check in _CHECKS.items():
        if name in values and not check(values[name]):
            given = shorten(json.dumps(values[name]), LONGEST_SHOWN)
            raise BadInput(f"`{name}` cannot be `{given}`")
    named: dict[str, Any] = {field: _several(values[name]) for name, field in LISTS.items() if name in values}
    named |= {field: values[name] for name, field in PLAIN.items() if name in values}
    if "group" in values:
        named["group_by_session"] = values["group"] == "session"
    return replace(asked, **named)


def _is_one_of(known: Iterable[str]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in known


def _all_of(kinds: type[StrEnum]) -> Callable[[Any], bool]:
    return lambda value: all(map(_is_one_of(list(kinds)), _several(value)))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _several(value: Any) -> Sequence[Any]:
    """What a line gives for an option that may be repeated."""
    return value if isinstance(value, list) else [value]


_CHECKS: Mapping[str, Callable[[Any], bool]] = {
    "in": _is_one_of(PLACES),
    "group": lambda value: value is None or value == "session",
    "depth": lambda value: _is_whole(value) and value in DEPTHS,
    "limit": lambda value: _is_whole(value) and value > 0,
    "kind": _all_of(Kind),
    "layer": _all_of(Layer),
    "status": _all_of(Status),
    "project": lambda value: all(isinstance(key, str) for key in _several(value)),
}
