"""One search from the question to the answer: what each step finds, the next one orders or narrows."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from lore import clock
from lore.config import in_force
from lore.embedding import ChosenModel, Embedder, LoadedModel, NoModel, embedder_in_use, refusal, refused_model
from lore.errors import Busy, GivenUp, IndexDamaged, Unwritable
from lore.index import (
    Index,
    PassageFilter,
    catch_up,
    derived_folder,
    embed_pending,
    embed_tail,
    index_as_it_is,
    open_index,
    rebuild,
)
from lore.memory import facts_in, may_be_outdated, what_stands
from lore.model import Fact, Hit, Passage, PassageType, SearchResult, Status
from lore.progress import Progress
from lore.projects import key_named
from lore.search import no_results
from lore.search.answering import with_announcements_lower, with_facts_first, with_the_person_first
from lore.search.association import LOOKED_AT, associated
from lore.search.boosts import preferring
from lore.search.candidates import LONGEST as LONGEST_TAIL, POOL, Candidates, gather, words_of
from lore.search.faded import with_faded
from lore.search.query import PLACES, Query, SearchRequest, parse
from lore.search.ranking import Weighing, listed, rank
from lore.search.results import PassageRows, by_session, hits, with_salience
from lore.store import LISTED, Store
from lore.text import whole_characters

if TYPE_CHECKING:
    from lore.search.candidates import Meaning

Looked = TypeVar("Looked")
WITH_CONTEXT, WITH_LINKS = 2, 3
"""The depths from which a turn borrows from those about it and other projects count, and links are followed."""
INDEX_WAIT_S = 60.0
"""How long a search waits for another process to build an index that is far behind."""
ATTEMPTS = 4
"""How often a search tries, where something deletes or damages the indexes while they are read or built."""
LOADING = "the model is being loaded; ask again in a few seconds for what is near in meaning"
NO_PASSAGE = "none"
"""No passage has this id."""
OPENING_WAIT_S = 0.5
"""How long a search waits for another thread that opens the same indexes, before it opens them itself."""
SMALL_TAIL = 16
"""Passages that a search embeds itself before it answers: about 30 ms of messages."""
LONG_BACKLOG = 256
"""Of more passages that wait for their vectors a search embeds none: a thousand searches would not be done with them,
and each would be twice as slow. The commands that store go on with them, and `lore reindex`."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """The indexes as they were opened, with the state of the store they were level with."""

    index: Index
    changes: int
    state: str


@dataclass(frozen=True, slots=True)
class Near:
    """What has to do with a text."""

    found: Candidates
    """Words, cosines and the terms that each of them holds."""
    counts: Mapping[str, int]
    """In how many passages each term of the text stands."""
    size: int
    """Passages among which that was counted."""


class Searcher:
    """Searches one store, from any thread. Keeps the model and the indexes open between searches."""

    def __init__(self, store: Store, embedder: Embedder | None = None, *, waits: bool = True) -> None:
        """embedder: default the model in use (`lore model`), whichever that becomes.

        waits: off where nobody is kept waiting while the model is loaded: until then words are compared, as is told.
        """
        self.store = store
        self._waits = waits
        self._model = ChosenModel(lambda: embedder or embedder_in_use(store))
        self._opened: _Opened | None = None
        self._opening = threading.Lock()
        self._embedded = -1
        self._unwritten: dict[str, None] = {}
        """What the last search could not write, and why; told with its answer."""

    def prepare(self, progress: Progress | None = None) -> None:
        """Embed whatever has no vector yet and bring the indexes level, however long that takes.

        Waits for another process that is at it. Without a model the word index alone is brought level.
        """
        model = self._model.current()
        model.attempt(lambda embedder: embed_pending(self.store, embedder, progress=progress))
        catch_up(self.store, model.ready(), wait_s=60.0)

    def is_ready(self) -> bool:
        """Whether a search now is as good as a later one; where not, the model is being loaded from now on."""
        return self._waits or not self._model.current().is_loading

    def _model_now(self) -> LoadedModel:
        model = self._model.current()
        return model if self._waits or not model.is_loading else LoadedModel(NoModel(LOADING))

    def search(self, request: SearchRequest) -> SearchResult:
        """Answer a request. A search finds every fact that was acknowledged before it began.

        A fact that is damaged on disk is left out, and named in a note. Raises GivenUp where `request.is_wanted` says
        no between two steps.
        """
        started = time.perf_counter()
        self._unwritten.clear()
        weighing = Weighing.of(in_force(self.store))
        query = parse(request.query)
        compares = bool(query.text.strip())
        model = self._model_now() if compares else self._model.at_hand()
        wanted = flagged(self.store, _named(self.store, narrowed(request, query)), query)
        answer, advised = self._sought(model, query, wanted, request, weighing)
        failure = model.failure if compares else None
        degraded = [f"keyword search only: {failure.message}"] if failure else []
        refused = refused_model(self.store)
        if refused:
            degraded.append(refusal(refused))
        ids = [hit.passage.id for hit in answer if hit.passage.type is PassageType.FACT]
        facts = self.store.facts.many(ids)
        whole = {fact.id for fact in facts}
        damaged = self.store.facts.damaged([name for name in ids if name not in whole])
        if damaged:
            answer = [hit for hit in answer if hit.passage.id not in damaged]
            named = ", ".join(f"`{name}`" for name in damaged)
            degraded.append(f"left out, for it is damaged on disk: {named}; `lore doctor` shows the way back")
        answer = _doubted(self.store, answer, facts, request.context)
        if request.places == "all" and not request.group_by_session:
            answer = _folded(self.store, answer)
        if request.record:
            try:
                self.store.accesses.record([fact.id for fact in facts], session=request.session, kind=LISTED)
            except Unwritable as error:
                self._unwritten[f"not counted as looked at: {error.message}"] = None
        notes = (*degraded, *self._unwritten, *query.notes, *advised, *no_results.only_near(answer))
        mode = "lexical" if failure else "hybrid"
        return SearchResult(query.raw, tuple(answer), mode, 1000 * (time.perf_counter() - started), notes)

    def near(
        self, text: str, wanted: PassageFilter, limit: int, counted: tuple[PassageType, ...] | None = None
    ) -> "Near":
        """What may have to do with a text, each passage with what its words and its meaning have in common with it.

        For who decides otherwise than by rank, and may take none. The text is no query: nothing in it narrows. Without
        a model words alone are compared. counted: among which passages words are counted; default: those wanted.
        """
        asked = whole_characters(text)
        query = Query(asked, asked, asked)
        words = words_of(query)

        def look(index: Index, meaning: "Meaning") -> Near:
            candidates = gather(self.store, index, words, wanted, meaning, limit)
            if index.words is None:
                return Near(candidates, {}, 0)
            types = wanted.types if counted is None else counted
            counts = index.words.frequencies(words.terms, types)
            return Near(candidates, dict(zip(words.terms, counts, strict=True)), index.words.size(types))

        return self._looked(self._model_now(), query, look)

    def _sought(
        self, model: LoadedModel, query: Query, wanted: PassageFilter, request: SearchRequest, weighing: Weighing
    ) -> tuple[list[Hit], tuple[str, ...]]:
        """The hits, or what to tell who finds none."""

        def look(index: Index, meaning: "Meaning") -> tuple[list[Hit], tuple[str, ...]]:
            _go_on(request)  # the model may have been loading for a second
            answer = self._answer(index, query, meaning, wanted, request, weighing)
            return answer, () if answer else no_results.nothing_found(self.store, index, query, wanted)

        return self._looked(model, query, look)

    def _looked(self, model: LoadedModel, query: Query, look: "Callable[[Index, Meaning], Looked]") -> "Looked":
        """What `look` finds; indexes that are damaged or deleted meanwhile are built again."""
        signs_alone = words_of(query).terms and not any(map(str.isalnum, query.text))  # which say nothing to a model
        meaning = (lambda: None) if signs_alone else cache(partial(model.query_vector, query.text))
        damaged: Path | None = None
        left = ATTEMPTS
        while True:
            index = None
            try:
                if damaged:
                    rebuild(self.store, model.ready(), damaged=damaged, wait_s=INDEX_WAIT_S)
                elif self.store.cursor() != self._embedded:
                    catch_up(self.store, None)  # while the model is loading
                index = self._index(model, meaning)
                return look(index, meaning)
            except Unwritable as error:
                self._unwritten[f"read from the store: {error.message}"] = None
                self._opened = None
                return look(index_as_it_is(self.store, model.ready()), meaning)
            except IndexDamaged:
                left -= 1
                if not left:
                    raise
                damaged = index.folder if index else derived_folder(self.store)
                self._opened = None

    def _answer(
        self,
        index: Index,
        query: Query,
        meaning: "Meaning",
        wanted: PassageFilter,
        request: SearchRequest,
        weighing: Weighing,
    ) -> list[Hit]:
        words, rows = words_of(query, typing=request.typing), PassageRows(self.store)
        candidates = gather(self.store, index, words, wanted, meaning, max(POOL, request.limit))
        _go_on(request)
        context = request.depth >= WITH_CONTEXT and not request.group_by_session
        ranked = listed(candidates.pool) if candidates.listed else rank(query.text, candidates.pool, context=context)
        ranked = with_salience(self.store, candidates, ranked, request, weighing.policy, clock.now())
        if (query.times or request.project) and not candidates.listed:
            ranked = preferring(rows, candidates, ranked, query.times, request, weighing.elsewhere)
        if not candidates.listed:
            ranked = with_announcements_lower(self.store, candidates, ranked)
            ranked = with_the_person_first(candidates, ranked)
        if request.group_by_session:
            ranked = by_session(candidates, ranked)
        elif not candidates.listed:
            ranked = with_facts_first(candidates, ranked)
        _go_on(request)
        if request.depth < WITH_LINKS or request.group_by_session or candidates.listed:
            found = hits(rows, candidates, ranked, wanted, request.limit, weighing.documents)
            if request.group_by_session or candidates.listed:
                return found
            limit, policy = request.limit, weighing.policy
            return with_faded(self.store, index, words, found, candidates, wanted, limit, policy, clock.now())
        answer = hits(rows, candidates, ranked, wanted, max(request.limit, LOOKED_AT), weighing.documents)
        return associated(self.store, index, words, answer, wanted, request.limit)

    def _embeds_tail(self, model: LoadedModel) -> bool:
        """Embed what few passages have no vector; False where the next search has to go on with it."""
        try:
            done = model.attempt(lambda embedder: embed_tail(self.store, embedder, SMALL_TAIL, LONG_BACKLOG))
        except (Busy, Unwritable):  # whoever writes now may do so for long; an answer by words is better than none
            return False
        return done is not False

    def _index(self, model: LoadedModel, meaning: "Meaning") -> Index:
        """The indexes, brought level where nobody else is at it."""
        if index := self._open_and_level(model):
            return index
        meaning()  # first: a model that does not answer is asked for nothing else
        mine = self._opening.acquire(timeout=OPENING_WAIT_S)
        try:
            return self._open_and_level(model) or self._open(model)
        finally:
            if mine:
                self._opening.release()

    def _open_and_level(self, model: LoadedModel) -> Index | None:
        """The indexes that are open, where nothing was stored and embedded since."""
        opened, changes = self._opened, self.store.cursor()  # once: another thread may be opening them anew
        is_level = opened and opened.changes == changes == self._embedded
        return opened.index if opened and is_level and opened.state == self._state(model.ready()) else None

    def _open(self, model: LoadedModel) -> Index:
        opened, changes = self._opened, self.store.cursor()
        self._opened = None
        earlier = opened.index if opened else None
        if self._embeds_tail(model):
            self._embedded = changes
        embedder = model.ready()
        state = self._state(embedder)
        level = catch_up(self.store, embedder)
        index = open_index(self.store, embedder, earlier)
        if changes - index.applied > LONGEST_TAIL:
            level = catch_up(self.store, embedder, wait_s=INDEX_WAIT_S)
            index = open_index(self.store, embedder, earlier)
        self._opened = _Opened(index, changes if level else -1, state)
        return index

    def _state(self, embedder: Embedder | None) -> str:
        """Names a state of the vectors of a model, and the generation in which the changes are counted."""
        vectors = f"{self.store.vectors.last_seq(embedder.name)} of {embedder.name}" if embedder else "none"
        return f"{self.store.generation()}: {vectors}"


def _doubted(store: Store, answer: Sequence[Hit], facts: Sequence[Fact], context: str) -> list[Hit]:
    """The hits, each of these facts with why it may be outdated."""
    doubts = may_be_outdated(store, facts, context)
    return [replace(hit, doubt=doubts.get(hit.passage.id, hit.doubt)) for hit in answer]


def _folded(store: Store, answer: Sequence[Hit]) -> list[Hit]:
    """The hits, each message that a fact among them rests on below the first such fact."""
    evidence = store.facts.evidence([hit.passage.id for hit in answer if hit.passage.type is PassageType.FACT])
    behind: dict[tuple[str | None, str | None], str] = {}
    for name, items in evidence.items():
        for item in items:
            behind.setdefault((item.session, item.source_id), name)
    below: dict[str, list[Passage]] = defaultdict(list)
    kept = []
    for hit in answer:
        fact = (
            behind.get((hit.passage.session, hit.passage.source_id)) if hit.passage.type is PassageType.TURN else None
        )
        if fact is None:
            kept.append(hit)
        else:
            below[fact].append(hit.passage)
    return [replace(hit, messages=tuple(below[hit.passage.id])) if hit.passage.id in below else hit for hit in kept]


def _go_on(request: SearchRequest) -> None:
    """Raises GivenUp where nobody waits for the answer any more."""
    if not request.is_wanted():
        raise GivenUp("nobody waits for this search any more")


def flagged(store: Store, wanted: PassageFilter, query: Query) -> PassageFilter:
    """The filter with `is:stale`, `is:contradicted` and `is:given` as the facts they stand for now."""
    if query.categories:
        wanted = _limited(wanted, facts_in(store, query.categories), True)
    if query.stale is not None:
        from lore.files import stale_facts  # a room that no other search enters

        wanted = _limited(wanted, [*store.facts.expired(clock.now()), *stale_facts(store)], query.stale)
    if query.contradicted is not None:
        wanted = _limited(wanted, store.facts.contradicted(), query.contradicted)
    if query.given is not None:
        projects = wanted.projects or (None, *store.facts.values("project"))
        given = {one.id: None for key in projects for one in what_stands(store, key) if not one.left}
        wanted = _limited(wanted, list(given), query.given)
    return wanted


def _named(store: Store, wanted: PassageFilter) -> PassageFilter:
    """The filter with whole ids, where it names beginnings of them or those of older releases, and with the keys of
    projects that are called by a former name."""
    ids, not_ids = (
        [name for typed in names for name in store.names.fitting(typed)] for names in (wanted.ids, wanted.not_ids)
    )
    known = store.projects.all_known() if any(wanted.projects) else []
    projects = tuple(dict.fromkeys(one and key_named(one, known) for one in wanted.projects))
    return replace(wanted, ids=tuple(ids), not_ids=tuple(not_ids), projects=projects)


def _limited(wanted: PassageFilter, names: Sequence[str], state: bool) -> PassageFilter:
    if not state:
        return replace(wanted, not_ids=(*wanted.not_ids, *names))
    return replace(wanted, ids=tuple(name for name in names if not wanted.ids or name in wanted.ids) or (NO_PASSAGE,))


def narrowed(request: SearchRequest, query: Query) -> PassageFilter:
    """The filter of a request and its query together; the query's word counts where both name a field."""
    both = {
        name: getattr(asked, name)
        for asked in (request.filter, query.filter)
        for name in PassageFilter.__dataclass_fields__
        if getattr(asked, name) not in (None, ())
    }
    merged = PassageFilter(**both)
    nearby = (request.project, None) if request.project and request.depth < WITH_CONTEXT else ()
    return replace(
        merged,
        projects=merged.projects or nearby,
        types=merged.types or PLACES[request.places],
        statuses=merged.statuses or (() if merged.ids else (Status.ACTIVE.value,)),
    )
