"""Making the vectors that are missing: never inside a write transaction, never for longer than the caller has."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Protocol, runtime_checkable

from lore import paths, small_files
from lore.embedding import Embedder, embedder_in_use, windows
from lore.index.refresh import PAGE, catch_up
from lore.model import Passage
from lore.progress import Progress
from lore.store import Store, VectorRow
from lore.text import searched_hash

TOGETHER = 128
"""Passages embedded before their vectors are stored: an interrupted run loses no more than these."""
FIRST = 2
"""Passages of the first group where time is short: by them the pace is known."""
HURRIED_S = 0.1
"""How long another writer is waited for where somebody waits for the answer."""
FORMAT = 2
"""Raised by hand when other text of a passage is embedded: then every passage is looked at again."""


@dataclass(frozen=True, slots=True)
class EmbedReport:
    """What one call did."""

    passages: int
    complete: bool
    """Whether every passage has its vectors now."""


@runtime_checkable
class Distant(Protocol):
    """An embedder that may keep its caller waiting."""

    def hurried(self) -> Embedder:
        """The same one, which is given up as early with passages as with a question."""


def embed_pending(
    store: Store,
    embedder: Embedder,
    *,
    budget_s: float | None = None,
    most: int | None = None,
    progress: Progress | None = None,
) -> EmbedReport:
    """Embed the passages that have no vectors of this model for the text they now hold.

    budget_s: seconds; groups become smaller the less of them is left, and none begins after them. most: passages at
    most, for somebody who waits: what answers from afar is given up as early as with a question, and another writer is
    not waited for. Raises ModelError, Busy.
    """
    if most is not None and isinstance(embedder, Distant):
        embedder = embedder.hurried()
    pace = _Pace(budget_s)
    work = _Work(store, embedder.name)
    total = store.vectors.pending(embedder.name) if progress else 0
    done = 0
    while waiting := work.next(pace.size if most is None else min(pace.size, most - done)):
        store.vectors.put(embed_passages(embedder, waiting), budget_s=None if most is None else HURRIED_S)
        done += len(waiting)
        if progress:
            progress(done, max(done, total))
        pace.took(len(waiting))
        if not pace.size or done == most:
            return EmbedReport(done, complete=False)
    return EmbedReport(done, complete=True)


class _Pace:
    """How many passages come next: as many as half of the time that is left is enough for, at the pace of the last."""

    def __init__(self, budget_s: float | None) -> None:
        self._end = None if budget_s is None else monotonic() + budget_s
        self._began = monotonic()
        self.size = TOGETHER if budget_s is None else FIRST
        """Passages of the next group; 0 where the time is over."""

    def took(self, passages: int) -> None:
        """A group of so many is stored."""
        if self._end is None:
            return
        now = monotonic()
        each, left = (now - self._began) / passages, self._end - now
        self._began = now
        self.size = 0 if left <= 0 else TOGETHER if each <= 0 else max(1, min(TOGETHER, int(left / 2 / each)))


def embed_tail(store: Store, embedder: Embedder, most: int, longest: int) -> bool:
    """Embed at most `most` passages that have no vectors yet, and none of a backlog longer than `longest`.

    For a search, which finds by words what waits for its vectors. What answers from afar is given up as early as with a
    question, and another writer is not waited for. Returns whether the next search need not go on with it. Raises
    ModelError, Busy.
    """
    hurried = embedder.hurried() if isinstance(embedder, Distant) else embedder
    work, left = _Work(store, embedder.name, page=longest + 1), most
    while waiting := work.next(longest + 1):
        if len(waiting) > longest:
            return True
        store.vectors.put(embed_passages(hurried, waiting[:left]), budget_s=HURRIED_S)
        left -= len(waiting)
        if left < 0:
            return False
    return True


def embed_passages(embedder: Embedder, passages: Sequence[Passage]) -> list[VectorRow]:
    """The vectors of each passage, one per window."""
    import numpy as np

    pieces = [(passage, part, text) for passage in passages for part, text in enumerate(_windows(passage))]
    vectors = embedder.embed([text for _, _, text in pieces]).astype(np.dtype("<f2"))
    return [
        VectorRow(
            passage=passage.id,
            part=part,
            model=embedder.name,
            dimension=embedder.dimension,
            text_hash=searched_hash(passage.text, passage.details),
            vector=vectors[place].tobytes(),
        )
        for place, (passage, part, _) in enumerate(pieces)
    ]


def _windows(passage: Passage) -> list[str]:
    """The text by itself, which facts are compared by, and then together with the details."""
    text = windows(passage.text)
    return [*text, *windows(passage.searched)] if passage.details else text


def forget_progress(store: Store) -> None:
    """Look at every passage again the next time, not only at what has changed."""
    for path in paths.index_folder(store.folder).glob("embedded-*.json"):
        path.unlink(missing_ok=True)


class _Work:
    """What is left to embed: at first every passage without a vector, later what the store announced since.

    A file beside the indexes remembers up to which announcement all is done. To lose it costs one look at everything.
    """

    def __init__(self, store: Store, model: str, page: int = PAGE) -> None:
        """page: passages that are looked at together."""
        self._store = store
        self._page = page
        self._model = model
        named = f"embedded-{FORMAT}-{store.generation()}-{model.replace('/', '_')}.json"
        self._path = paths.index_folder(store.folder) / named
        self._done = self._remembered()
        self._last = store.cursor()
        self._left = self._changed() if self._done else self._all()
        self._waiting: list[Passage] = []

    def next(self, size: int) -> list[Passage]:
        """At most `size` passages to embed; none when all is done. To ask for more says that these were stored."""
        while not self._waiting and (page := next(self._left, None)) is not None:
            self._waiting = self._stale(page)
        batch, self._waiting = self._waiting[:size], self._waiting[size:]
        return batch

    def _all(self) -> Iterator[list[Passage]]:
        for names in self._store.vectors.missing(self._model, self._page):
            yield list(self._store.passages.many(names).values())
        self._remember(self._last)

    def _changed(self) -> Iterator[list[Passage]]:
        while self._done < self._last:
            changes = self._store.changes_since(self._done, self._page)
            names = dict.fromkeys(announcement.passage for announcement in changes)
            yield list(self._store.passages.many(list(names)).values())
            self._remember(changes[-1].cursor if changes else self._last)

    def _stale(self, passages: Sequence[Passage]) -> list[Passage]:
        hashes = self._store.vectors.hashes([passage.id for passage in passages], self._model)
        return [
            passage for passage in passages if hashes.get(passage.id) != searched_hash(passage.text, passage.details)
        ]

    def _remembered(self) -> int:
        """0 where nothing was done yet, or the note is lost: then everything is looked at."""
        seq = small_files.read(self._path).get("seq")
        return seq if isinstance(seq, int) else 0

    def _remember(self, seq: int) -> None:
        small_files.write_if_possible(self._path, {"seq": seq})
        self._done = seq


def bring_level(
    store: Store,
    embedder: Embedder | None = None,
    *,
    budget_s: float | None = None,
    most: int | None = None,
    wait_s: float = 30.0,
    progress: Progress | None = None,
) -> int:
    """Take in every change by its words, embed what has no vector, take the vectors in.

    embedder: default the model in use. budget_s, most: seconds of embedding, and passages to embed, at most. wait_s:
    seconds to wait for another process that does it already. Returns how many passages are still to embed at most.
    Raises ModelError where meanings cannot be had: what is new is then found by its words.
    """
    catch_up(store, None, wait_s=wait_s)
    used = embedder or embedder_in_use(store)
    report = embed_pending(store, used, budget_s=budget_s, most=most, progress=progress)
    catch_up(store, used, wait_s=wait_s)
    return 0 if report.complete else store.vectors.pending(used.name)
