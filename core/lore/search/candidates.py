"""Gathering the candidates of one query from both indexes, and from what these have not taken in yet."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log1p
from typing import TYPE_CHECKING

from lore.index import Index, PassageFilter, analysis
from lore.index.catalogue import key_of, place_of
from lore.index.lexical import Words
from lore.model import Passage
from lore.search.query import Query
from lore.search.ranking import Pool
from lore.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float32]

POOL = 300
"""Candidates taken from each index."""
TAIL = 2_000
"""Changes behind the index that a search reads from the store itself."""
_K1, _B, _MEAN_LENGTH = 1.2, 0.75, 40.0
"""Tantivy's BM25; the mean length stands in for that of the index."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The ids of the candidates, in the order of the pool's arrays."""

    ids: list[str]
    pool: Pool


def words_of(query: Query) -> Words:
    """The terms a query looks for."""
    return Words(
        terms=tuple(analysis.query_terms(query.text)) if query.words.strip() else (),
        pairs=tuple(analysis.pairs(query.words)),
        names=tuple(dict.fromkeys(analysis.names(query.text))),
        phrases=tuple(terms for phrase in query.phrases if (terms := tuple(analysis.stems(phrase)))),
        excluded=tuple(terms for word in query.excluded if (terms := tuple(analysis.stems(word)))),
        strict=not query.words.strip(),
    )


def gather(
    store: Store, index: Index, words: Words, wanted: PassageFilter, vector: "Floats | None", limit: int = POOL
) -> Candidates:
    """The best `limit` passages of each index that pass the filter, with what is needed to rank them."""
    import numpy as np

    scores: dict[str, float] = {}
    fresh = tail(store, index)
    if index.words is not None:
        scores = {name: score for name, score in index.words.search(words, wanted, limit) if name not in fresh}
    similar: list[str] = []
    if vector is not None and index.vectors is not None and index.vectors.size:
        rows = index.vectors.nearest(vector, passing(index, wanted), limit)
        similar = [name for name in index.catalogue.ids(rows) if name not in fresh]
        similar = without(store, similar, scores, words)
    tailed = {passage.id: passage for passage in fresh.values() if passage is not None and wanted.matches(passage)}
    scores |= tail_scores(index, words, list(tailed.values()))
    ids = list(dict.fromkeys([*scores, *similar]))
    rows = index.catalogue.rows_of(np.array([key_of(name) for name in ids], dtype=np.int64))
    known = rows >= 0
    places = np.zeros((4, len(ids)), dtype=np.int64)
    places[:, known] = index.catalogue.places(rows[known])
    for place, name in enumerate(ids):
        if name in tailed:
            places[:, place] = place_of(tailed[name])
    lead, best = np.full(len(ids), np.nan, dtype=np.float32), np.full(len(ids), np.nan, dtype=np.float32)
    if vector is not None and index.vectors is not None:
        current = known & np.array([name not in fresh for name in ids], dtype=bool)
        lead[current], best[current] = index.vectors.similarity(vector, rows[current])
    lexical = np.array([scores.get(name, 0.0) for name in ids], dtype=np.float32)
    return Candidates(ids, Pool(lexical, lead, best, *places))


def passing(index: Index, wanted: PassageFilter) -> "Bools | None":
    """Which rows of the catalogue pass the filter; tags and files are looked up in the word index."""
    import numpy as np

    mask = index.catalogue.mask(wanted)
    if (wanted.tags or wanted.files) and index.words is not None:
        names = index.words.matching(PassageFilter(tags=wanted.tags, files=wanted.files), max(1, index.words.size))
        rows = index.catalogue.rows_of(np.array([key_of(name) for name in names], dtype=np.int64))
        tagged = np.zeros_like(mask)
        tagged[rows[rows >= 0]] = True
        mask &= tagged
    return mask


def without(store: Store, similar: list[str], scores: Mapping[str, float], words: Words) -> list[str]:
    """The passages found by meaning alone that hold no excluded term, and every phrase that must be there."""
    if not words.excluded and not (words.strict and words.phrases):
        return similar
    found = store.passages.many([name for name in similar if name not in scores])
    return [name for name in similar if name in scores or (name in found and allowed(found[name], words))]


def allowed(passage: Passage, words: Words) -> bool:
    """Whether a passage holds what must and nothing of what must not be there."""
    stems = analysis.stems(passage.text)
    required = words.phrases if words.strict else ()
    return not any(_stands_in(run, stems) for run in words.excluded) and all(_stands_in(run, stems) for run in required)


def tail(store: Store, index: Index) -> dict[str, Passage | None]:
    """What changed since the indexes were brought level; None for what is gone."""
    changes = store.passages.changes(index.applied, TAIL)
    if not changes:
        return {}
    names = list(dict.fromkeys(change.passage for change in changes))
    found = store.passages.many(names)
    return {name: found.get(name) for name in names}


def tail_scores(index: Index, words: Words, passages: Sequence[Passage]) -> dict[str, float]:
    """Scores like those of the word index for passages that are not in it."""
    if not passages:
        return {}
    size = index.words.size if index.words else 0
    counts = index.words.frequencies(words.terms) if index.words else [0] * len(words.terms)
    weights = {
        term: log1p((size - count + 0.5) / (count + 0.5)) if size else 1.0
        for term, count in zip(words.terms, counts, strict=True)
    }
    scores: dict[str, float] = {}
    for passage in passages:
        if not allowed(passage, words):
            continue
        stems = analysis.stems(passage.text)
        held = Counter(stems)
        damping = _K1 * (1 - _B + _B * len(stems) / _MEAN_LENGTH)
        score = sum(
            weight * held[term] * (_K1 + 1) / (held[term] + damping) for term, weight in weights.items() if term in held
        )
        if score or (words.strict and words.phrases):
            scores[passage.id] = score
    return scores


def _stands_in(run: Sequence[str], stems: Sequence[str]) -> bool:
    return any(tuple(stems[start : start + len(run)]) == tuple(run) for start in range(len(stems) - len(run) + 1))
