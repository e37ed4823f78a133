"""Facts that are very near in meaning, found before one is written."""

from collections.abc import Sequence

from lore.config import SAME_KIND, in_force
from lore.embedding import Embedder
from lore.index import embed_passages
from lore.memory.duplicates import reach
from lore.memory.opinion import NOTHING_NEAR, Near
from lore.model import Fact
from lore.store import FactFilter, Store, VectorRow
from lore.text import searched_hash

COMPARED = 4_000
"""The newest facts of the same scope that are compared."""
MOST = 6
"""The nearest facts that are told of."""
MADE_NOW = 64
"""Vectors of other facts that are made on the way: a third of a second."""


def near_facts(store: Store, fact: Fact, embedder: Embedder | None) -> Near:
    """The active facts of the same scope that are so near in meaning that a person is asked about them.

    Nothing is near without a model. Never call it in a transaction. Raises ModelError where the model cannot be had.
    """
    others = _others(store, fact) if embedder is not None else []
    if embedder is None or not others:
        return NOTHING_NEAR
    cosines, least = _cosines(store, fact, others, embedder), in_force(store)[SAME_KIND]
    near = sorted((name for name in cosines if cosines[name] >= least), key=lambda name: -cosines[name])
    return Near(frozenset(near[:MOST]))


def _others(store: Store, fact: Fact) -> list[Fact]:
    scope = FactFilter(layers=reach(fact.project, fact.layer), projects=(fact.project,))
    return [other for other in store.facts.select(scope, limit=COMPARED) if other.id != fact.id]


def _cosines(store: Store, fact: Fact, others: Sequence[Fact], embedder: Embedder) -> dict[str, float]:
    import numpy as np  # 90 ms

    vector = embedder.embed([fact.text])[0]
    rows = _vectors(store, others, embedder)
    if not rows:
        return {}
    matrix = np.array([np.frombuffer(row.vector, dtype="<f2") for row in rows], dtype=np.float32)
    return {row.passage: float(score) for row, score in zip(rows, matrix @ vector, strict=True)}


def _vectors(store: Store, facts: Sequence[Fact], embedder: Embedder) -> list[VectorRow]:
    """The vectors of the facts; a few that are missing are made now."""
    hashes = {fact.id: searched_hash(fact.text, fact.details) for fact in facts}
    vector_rows = [row for row in store.vectors.of(list(hashes), embedder.name) if row.text_hash == hashes[row.passage]]
    missing = [fact.id for fact in facts if fact.id not in {row.passage for row in vector_rows}][:MADE_NOW]
    if missing:
        made = embed_passages(embedder, list(store.passages.many(missing).values()))
        store.vectors.put(made)
        vector_rows += made
    return [row for row in vector_rows if row.part == 0]
