"""Gathering the candidates of one query from both indexes, and from what these have not taken in yet."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lore.index import Index, PassageFilter, analysis
from lore.index.catalogue import key_of, place_of
from lore.index.lexical import MOST_BITS, Words
from lore.model import PassageType
from lore.search import tail
from lore.search.query import Query
from lore.search.ranking import Pool
from lore.search.tail import Tail, tail_of
from lore.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

DOCUMENTS = 60
"""Parts of documents taken from each index where facts or turns are searched as well."""
POOL = 200
"""Candidates taken from each index. (LoCoMo in one store: recall@10 0.773, 0.773, 0.779 with 100, 200, 300)"""
PAIRS_OF_SENTENCE, PAIRS_OF_KEYWORDS = 0.5, 1.0
"""What two words of the query count more where they stand together: keywords are meant literally."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The ids of the candidates, in the order of the pool's arrays."""

    ids: list[str]
    pool: Pool
    listed: bool = False
    """Whether nothing was looked for: these are the newest passages that pass the filter, newest first."""


def words_of(query: Query) -> Words:
    """The terms a query looks for."""
    literal = analysis.literalness(query.text)
    return Words(
        terms=tuple(analysis.query_terms(query.text)) if query.words.strip() else (),
        pairs=tuple(analysis.pairs(query.words)),
        pair_weight=PAIRS_OF_SENTENCE + (PAIRS_OF_KEYWORDS - PAIRS_OF_SENTENCE) * literal,
        names=tuple(dict.fromkeys(analysis.identifiers(query.words).names)),
        phrases=tuple(terms for phrase in query.phrases if (terms := tuple(analysis.stems(phrase)))),
        excluded=tuple(terms for word in query.excluded if (terms := tuple(analysis.stems(word)))),
        strict=not query.words.strip(),
    )


def gather(
    store: Store, index: Index, words: Words, wanted: PassageFilter, vector: "Floats | None", limit: int = POOL
) -> Candidates:
    """The best `limit` passages of each index that pass the filter, with what is needed to rank them.

    Documents are gathered apart from all else: there may be a hundred times as many of them as of facts.
    """
    others = tuple(kind for kind in wanted.types if kind is not PassageType.CHUNK)
    if not others or others == wanted.types or not store.documents.any():
        return _gathered(store, index, words, wanted, vector, limit)
    first = _gathered(store, index, words, replace(wanted, types=others), vector, limit)
    documents = replace(wanted, types=(PassageType.CHUNK,))
    second = _gathered(store, index, words, documents, vector, min(limit, DOCUMENTS))
    return Candidates([*first.ids, *second.ids], first.pool.with_all_of(second.pool), first.listed)


def _gathered(
    store: Store, index: Index, words: Words, wanted: PassageFilter, vector: "Floats | None", limit: int
) -> Candidates:
    late = tail_of(store, index, wanted)
    scores = tail.scores(index, words, late.passing)
    if index.words is not None:
        found = index.words.search(words, wanted, limit)
        scores |= {name: score for name, score in found if name not in late.names}
    listed = vector is None and not words
    similar = _newest(index, wanted, late, limit) if listed else _similar(index, wanted, vector, late, limit)
    ids = [*scores, *_permitted(store, [name for name in similar if name not in scores], words)]
    return Candidates(ids, _pool(index, ids, scores, words, vector, late), listed)


def _similar(index: Index, wanted: PassageFilter, vector: "Floats | None", late: Tail, limit: int) -> list[str]:
    """The passages nearest in meaning."""
    if vector is None or index.vectors is None or not index.vectors.size:
        return []
    rows = index.vectors.nearest(vector, _passing(index, wanted), limit)
    return [name for name in index.catalogue.ids(rows) if name not in late.names]


def _newest(index: Index, wanted: PassageFilter, late: Tail, limit: int) -> list[str]:
    """The newest passages, those that are not indexed yet before all others."""
    rows = index.catalogue.newest(_passing(index, wanted), limit)
    indexed = [name for name in index.catalogue.ids(rows) if name not in late.names]
    return [*(passage.id for passage in sorted(late.passing, key=lambda one: one.at or "", reverse=True)), *indexed]


def _passing(index: Index, wanted: PassageFilter) -> "Bools":
    """Which rows of the catalogue pass the filter; tags and files are looked up in the word index."""
    import numpy as np

    mask = index.catalogue.mask(wanted)
    if (wanted.tags or wanted.files) and index.words is not None:
        names = index.words.matching(PassageFilter(tags=wanted.tags, files=wanted.files), max(1, index.words.size))
        rows = _rows(index, names)
        tagged = np.zeros_like(mask)
        tagged[rows[rows >= 0]] = True
        mask = mask & tagged  # the catalogue keeps its mask
    return mask


def _permitted(store: Store, found: list[str], words: Words) -> list[str]:
    """Of passages that the word index did not give, those that hold what must and nothing that must not be there."""
    if not words.excluded and not (words.strict and words.phrases):
        return found
    passages = store.passages.many(found)
    return [name for name in found if name in passages and tail.allowed(analysis.stems(passages[name].text), words)]


def _pool(
    index: Index, ids: Sequence[str], scores: Mapping[str, float], words: Words, vector: "Floats | None", late: Tail
) -> Pool:
    import numpy as np

    rows = _rows(index, ids)
    for place, name in enumerate(ids):
        if name in late.names:
            rows[place] = -1
    known = rows >= 0
    places = np.zeros((4, len(ids)), dtype=np.int64)
    places[:, known] = index.catalogue.places(rows[known])
    changed = {passage.id: passage for passage in late.passing}
    for place, name in enumerate(ids):
        if name in changed:
            places[:, place] = place_of(changed[name])
    lead, best = np.full(len(ids), np.nan, dtype=np.float32), np.full(len(ids), np.nan, dtype=np.float32)
    if vector is not None and index.vectors is not None:
        lead[known], best[known] = index.vectors.similarity(vector, rows[known])
    lexical = np.array([scores.get(name, 0.0) for name in ids], dtype=np.float32)
    held, rarity = _held(index, ids, words, late)
    return Pool(lexical, lead, best, held, rarity, *places)


def _held(index: Index, ids: Sequence[str], words: Words, late: Tail) -> "tuple[Ints, Floats]":
    """Which of the query's rarest terms each candidate holds, as bits, and how rare each is."""
    import numpy as np

    rarity = tail.rarity(index, words.terms)
    rarest = sorted(range(len(rarity)), key=lambda place: -rarity[place])[:MOST_BITS]
    terms = [words.terms[place] for place in rarest]
    bits = tail.held(late.passing, terms)
    if index.words is not None:
        bits |= index.words.held([name for name in ids if name not in late.names], terms)
    held = np.array([bits.get(name, 0) for name in ids], dtype=np.int64)
    return held, np.array([rarity[place] for place in rarest], dtype=np.float32)


def _rows(index: Index, ids: Collection[str]) -> "Ints":
    import numpy as np

    return index.catalogue.rows_of(np.array([key_of(name) for name in ids], dtype=np.int64))
