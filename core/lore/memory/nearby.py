"""Facts that are near in meaning, found and judged before one is written."""

from collections.abc import Sequence

from lore.config import in_force
from lore.embedding import MODEL, Embedder
from lore.index import embed_passages
from lore.memory.duplicates import Nearness, alike
from lore.memory.judges import opinions
from lore.memory.opinion import Near
from lore.model import Fact
from lore.store import FactFilter, Store, VectorRow
from lore.text import searched_hash

COMPARED = 4_000
"""The newest facts of the same scope that are compared."""
JUDGED = 6
"""The nearest facts that trained judges look at: 10 ms each, 20 ms in doubt."""
RELATED = 0.25
"""Cosine below which two facts are not about one subject."""
MADE_NOW = 64
"""Vectors of other facts that are made on the way: a third of a second."""


def near_facts(store: Store, fact: Fact, embedder: Embedder | None) -> Near:
    """The active facts of the same scope that are near in meaning, and what trained judges hold of the nearest.

    Without a model, words decide. Never call it in a transaction. Raises ModelError where the model cannot be had.
    """
    found = frozenset(other.id for other in alike_facts(store, fact, embedder))
    if embedder is None:
        return Near(found)
    others = {other.id: other for other in _others(store, fact)}
    cosines = _cosines(store, fact, list(others.values()), embedder)
    nearest = sorted((name for name in cosines if cosines[name] >= RELATED), key=lambda name: -cosines[name])[:JUDGED]
    known = [cosines[name] for name in nearest] if embedder.name == MODEL else None
    held = opinions(store, fact.text, [others[name].text for name in nearest], known)
    return Near(found, dict(zip(nearest, held, strict=True)))


def _others(store: Store, fact: Fact) -> list[Fact]:
    scope = FactFilter(layers=(fact.layer,), projects=(fact.project,))
    return [other for other in store.facts.select(scope, limit=COMPARED) if other.id != fact.id]


def alike_facts(store: Store, fact: Fact, embedder: Embedder | None) -> list[Fact]:
    """Active facts of the same scope that may say the same, or the opposite, in other words; the likest first.

    Compares vectors; words where there is no model, or where a fact has no vector yet. Never call it in a transaction.
    Raises ModelError where the embedder cannot be had: without one, words decide.
    """
    others = _others(store, fact)
    if not others:
        return []
    cosines, nearness = _cosines(store, fact, others, embedder), Nearness.of(in_force(store))
    found = [
        (cosines.get(other.id, 0.0), other) for other in others if alike(fact, other, cosines.get(other.id), nearness)
    ]
    return [other for _, other in sorted(found, key=lambda one: (-one[0], one[1].id))]


def _cosines(store: Store, fact: Fact, others: Sequence[Fact], embedder: Embedder | None) -> dict[str, float]:
    if embedder is None:
        return {}
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
