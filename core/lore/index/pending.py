"""Making the vectors that are missing: never inside a write transaction, never for longer than the caller has."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from lore import paths, small_files
from lore.embedding import Embedder, windows
from lore.index.refresh import PAGE
from lore.model import Passage
from lore.progress import Progress
from lore.store import Store, VectorRow
from lore.text import searched_hash

TOGETHER = 128
"""Passages embedded before their vectors are stored: an interrupted run loses no more than these."""
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

    budget_s: start no further group after so many seconds. most: passages at most, for somebody who waits: what answers
    from afar is given up as early as with a question, and another writer is not waited for. Raises ModelError, Busy.
    """
    if most is not None and isinstance(embedder, Distant):
        embedder = embedder.hurried()
    started = time.monotonic()
    work = _Work(store, embedder.name)
    total = store.vectors.pending(embedder.name) if progress else 0
    done = 0
    while waiting := work.next(TOGETHER if most is None else min(TOGETHER, most - done)):
        store.vectors.put(embed_passages(embedder, waiting), budget_s=None if most is None else HURRIED_S)
        done += len(waiting)
        if progress:
            progress(done, max(done, total))
        if (budget_s is not None and time.monotonic() - started >= budget_s) or done == most:
            return EmbedReport(done, complete=False)
    return EmbedReport(done, complete=True)


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

    def __init__(self, store: Store, model: str) -> None:
        self._store = store
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
        for names in self._store.vectors.missing(self._model, PAGE):
            yield list(self._store.passages.many(names).values())
        self._remember(self._last)

    def _changed(self) -> Iterator[list[Passage]]:
        while self._done < self._last:
            changes = self._store.changes_since(self._done, PAGE)
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
