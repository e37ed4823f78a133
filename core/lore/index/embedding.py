"""Making the vectors that are missing: never inside a write transaction, never for longer than the caller has."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from lore.index.catch_up import Progress
from lore.index.embedder import Embedder
from lore.index.windows import windows
from lore.model import Passage
from lore.store import Store
from lore.store.vectors import VectorRow
from lore.text import text_hash

TOGETHER = 256
"""Passages embedded before their vectors are stored: an interrupted run loses no more than these."""


@dataclass(frozen=True, slots=True)
class EmbedReport:
    """What one call did."""

    passages: int
    windows: int
    complete: bool
    """Whether every passage has its vectors now."""


def embed_pending(
    store: Store,
    embedder: Embedder,
    *,
    budget_s: float | None = None,
    most: int | None = None,
    progress: Progress | None = None,
) -> EmbedReport:
    """Embed the passages that have no vectors of this model, facts first, then the newest turns.

    budget_s: start no further group after so many seconds. most: passages at most. Raises ModelError.
    """
    started = time.monotonic()
    done = made = 0
    total = store.vectors.pending(embedder.name) if progress else 0
    while most is None or done < most:
        size = TOGETHER if most is None else min(TOGETHER, most - done)
        waiting = store.vectors.missing(embedder.name, size)
        if not waiting:
            return EmbedReport(done, made, complete=True)
        rows = embed_passages(embedder, waiting)
        store.vectors.put(rows)
        done, made = done + len(waiting), made + len(rows)
        if progress:
            progress(done, max(done, total))
        if budget_s is not None and time.monotonic() - started >= budget_s:
            break
    return EmbedReport(done, made, complete=not store.vectors.missing(embedder.name, 1))


def embed_passages(embedder: Embedder, passages: Sequence[Passage]) -> list[VectorRow]:
    """The vectors of each passage, one per window."""
    import numpy as np

    pieces = [(passage, part, text) for passage in passages for part, text in enumerate(windows(passage.text))]
    vectors = embedder.embed([text for _, _, text in pieces]).astype(np.dtype("<f2"))
    return [
        VectorRow(
            passage=passage.id,
            part=part,
            model=embedder.name,
            dimension=embedder.dimension,
            text_hash=text_hash(passage.text),
            vector=vectors[place].tobytes(),
        )
        for place, (passage, part, _) in enumerate(pieces)
    ]
