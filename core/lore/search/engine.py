"""One search from the question to the answer: what each step finds, the next one orders or narrows."""

import threading
import time
from dataclasses import replace
from weakref import WeakKeyDictionary

from lore import clock
from lore.errors import ModelError
from lore.index import Embedder, Index, PassageFilter, bundled_embedder, catch_up, embed_pending, open_index
from lore.index.catch_up import Progress
from lore.index.columns import Damaged
from lore.model import PassageType, SearchResult, Status
from lore.search import advice
from lore.search.candidates import Candidates, gather, words_of
from lore.search.query import Query, parse
from lore.search.ranking import Ranked, rank
from lore.search.request import PLACES, SearchRequest
from lore.search.results import by_session, hits, with_salience
from lore.store import Store

SMALL_TAIL = 16
"""Passages a search embeds itself before it answers: about 30 ms of messages."""


def search(store: Store, request: SearchRequest) -> SearchResult:
    """Answer a request with the default model, which stays loaded. No query is an error."""
    searcher = _searchers.get(store)
    if searcher is None:
        searcher = _searchers[store] = Searcher(store)
    return searcher.search(request)


class Searcher:
    """Searches one store. Keeps the model and the indexes open between searches."""

    def __init__(self, store: Store, embedder: Embedder | None = None) -> None:
        """embedder: default the model that ships with Lore."""
        self._store = store
        self._embedder = embedder or bundled_embedder(store.folder)
        self._loading: threading.Thread | None = None
        self._failure: ModelError | None = None
        self._lock = threading.Lock()

    def warm_up(self) -> None:
        """Start loading the model in a thread."""
        with self._lock:
            if self._loading is None:
                self._loading = threading.Thread(target=self._load, daemon=True)
                self._loading.start()

    def prepare(self, progress: Progress | None = None) -> None:
        """Embed whatever has no vector yet and bring the indexes level, however long that takes.

        Waits for another process that is at it. Without a model the word index alone is brought level.
        """
        self.warm_up()
        if self._ready():
            embed_pending(self._store, self._embedder, progress=progress)
        catch_up(self._store, self._model(), wait_s=60.0)

    def search(self, request: SearchRequest) -> SearchResult:
        """Answer a request. A search finds every fact that was acknowledged before it began."""
        started = time.perf_counter()
        self.warm_up()
        query = parse(request.query)
        wanted = narrowed(request, query)
        index, notes = self._index()
        found, ranked = self._ranked(index, query, wanted, request)
        if request.group_by_session:
            ranked = by_session(found, ranked)
        answer = hits(self._store, found, ranked, wanted, query, request.limit)
        notes += query.notes
        if not answer:
            notes += advice.nothing_found(self._store, index, query, wanted, request)
        if request.record:
            facts = [hit.passage.id for hit in answer if hit.passage.type is PassageType.FACT]
            self._store.accesses.record(facts, session=request.session, kind="search")
        mode = "hybrid" if self._model() else "lexical"
        return SearchResult(request.query, tuple(answer), mode, 1000 * (time.perf_counter() - started), notes)

    def _ranked(
        self, index: Index, query: Query, wanted: PassageFilter, request: SearchRequest
    ) -> tuple[Candidates, Ranked]:
        vector = None
        if self._model() is not None and query.text.strip():
            vector = self._embedder.embed([query.text])[0]
        found = gather(self._store, index, words_of(query), wanted, vector)
        ranked = rank(query.text, found.pool, context=not request.group_by_session)
        return found, with_salience(self._store, found, ranked, request, clock.now())

    def _index(self) -> tuple[Index, tuple[str, ...]]:
        """The indexes, brought level where nobody else is at it, and what the person should know of them."""
        catch_up(self._store, None)
        if self._ready():
            embed_pending(self._store, self._embedder, most=SMALL_TAIL)
        catch_up(self._store, self._model())
        notes = (f"searched by words alone: {self._failure.message}",) if self._failure else ()
        try:
            return open_index(self._store, self._model()), notes
        except Damaged:
            catch_up(self._store, self._model(), wait_s=10.0)
            return open_index(self._store, self._model()), notes

    def _ready(self) -> bool:
        """Whether there is a model; waits until it is loaded."""
        if self._loading is not None:
            self._loading.join()
        return self._failure is None

    def _model(self) -> Embedder | None:
        return self._embedder if self._ready() else None

    def _load(self) -> None:
        try:
            self._embedder.load()
        except ModelError as error:
            self._failure = error


def narrowed(request: SearchRequest, query: Query) -> PassageFilter:
    """The filter of a request and its query together; the query's word counts where both name a field."""
    asked = query.filter
    fields = {
        name: getattr(asked, name) if _given(getattr(asked, name)) else getattr(request.filter, name)
        for name in PassageFilter.__dataclass_fields__
    }
    merged = replace(request.filter, **fields)
    return replace(
        merged,
        types=merged.types or PLACES[request.places],
        statuses=merged.statuses or (() if query.ids else (Status.ACTIVE.value,)),
    )


def _given(value: object) -> bool:
    return value is not None and value != ()


_searchers: "WeakKeyDictionary[Store, Searcher]" = WeakKeyDictionary()
