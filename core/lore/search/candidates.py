"""Gathering the candidates of one query from both indexes, and from what these have not taken in yet."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from lore.index import MOST_BITS, Index, LexicalQuery, PassageFilter, analysis, key_of, others, place_of
from lore.model import Passage, PassageType
from lore.search.query import Query
from lore.search.ranking import Pool
from lore.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]
    Meaning = Callable[[], Floats | None]

LONGEST = 2_000
"""Changes behind the index that a search reads itself; behind more it waits for the index."""
_K1, _B, _MEAN_LENGTH = 1.2, 0.75, 40.0
"""Tantivy's BM25; the mean length stands in for that of the index."""


@dataclass(frozen=True, slots=True)
class Unindexed:
    """What changed since the indexes were brought level."""

    names: frozenset[str]
    """Passages of which the indexes hold an old state, or nothing."""
    passing: tuple[Passage, ...]
    """Those that are still there and pass the filter."""


def unindexed_of(store: Store, index: Index, wanted: PassageFilter) -> Unindexed:
    """The changes after those the indexes hold."""
    changes = store.changes_since(index.applied, sys.maxsize if index.stuck else LONGEST)
    if not changes:
        return Unindexed(frozenset(), ())
    names = frozenset(announcement.passage for announcement in changes)
    found = store.passages.many(sorted(names)).values()
    return Unindexed(names, tuple(passage for passage in found if wanted.matches(passage)))


def late_scores(weights: Mapping[str, float], words: LexicalQuery, passages: Sequence[Passage]) -> dict[str, float]:
    """Scores like those of the word indexes, by passage. weights: the rarity of each term."""
    found: dict[str, float] = {}
    for passage in passages:
        stems = stems_of(passage)
        if not allowed(stems, words):
            continue
        held = Counter(stems)
        damping = _K1 * (1 - _B + _B * len(stems) / _MEAN_LENGTH)
        score = sum(
            weight * held[form] * (_K1 + 1) / (held[form] + damping)
            for term, weight in weights.items()
            for form in _forms_in(held, term)
        )
        if score or (words.strict and words.phrases):
            found[passage.id] = score
    return found


def allowed(stems: Sequence[str], words: LexicalQuery) -> bool:
    """Whether a passage of these terms holds what must, and nothing of what must not be there."""
    required = words.phrases if words.strict else ()
    return not any(_stands_in(run, stems) for run in words.excluded) and all(_stands_in(run, stems) for run in required)


def terms_held(passages: Sequence[Passage], terms: Sequence[str]) -> dict[str, int]:
    """Which of the terms each passage holds, as bits."""
    found = {}
    for passage in passages:
        stems = set(stems_of(passage))
        found[passage.id] = sum(1 << bit for bit, term in enumerate(terms) if _forms_in(stems, term))
    return found


def _forms_in(stems: Collection[str], term: str) -> list[str]:
    """The forms of a term that are among these."""
    if analysis.is_open(term):
        alike = others(analysis.word_of(term))
        return [held for held in stems if analysis.fits(term, held) or held in alike]
    return [form for form in (term, *others(term)) if form in stems]


def stems_of(passage: Passage) -> list[str]:
    """The terms of a passage as the word index holds them, with the words inside its identifiers."""
    text = passage.searched[: analysis.MOST_SEARCHED]
    return analysis.stems(f"{text} {analysis.identifiers(text).inside}")


def _stands_in(run: Sequence[str], stems: Sequence[str]) -> bool:
    return any(tuple(stems[start : start + len(run)]) == tuple(run) for start in range(len(stems) - len(run) + 1))


DOCUMENTS = 60
"""Parts of documents taken from each index where facts or turns are searched as well, and fill the answer."""
POOL = 128
"""Candidates taken from each index. (Recall@10 of LoCoMo and BEAM, each in one store: 0.776 and 0.604 with 128, 0.773
and 0.603 with 200, 0.778 and 0.609 with 300; with 200 a search among 100,000 facts takes 1 ms more.)"""
NO_ROW = -1
"""Of a passage that is not in the catalogue."""
LEADING, AROUND = 3, 8
"""Sessions, the best first, of which the turns at most so many places from their best candidate are candidates too.
(Recall@10 of rules that stand in answers to a symptom, sdebench: 0.831, with 4 places 0.812, without 0.754; with one or
two sessions the same. LoCoMo 0.803 with and without.)"""
PAIRS_OF_SENTENCE, PAIRS_OF_KEYWORDS = 0.5, 1.0
"""What two words of the query count more where they stand together: keywords are meant literally."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The ids of the candidates, in the order of the pool's arrays."""

    ids: list[str]
    pool: Pool
    listed: bool = False
    """Whether nothing was looked for: these are the newest passages that pass the filter, newest first."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """One question."""

    words: LexicalQuery
    meaning: "Meaning"
    rarity: Mapping[str, float]
    """How rare each term is among everything that is searched."""
    terms: list[str]
    """The rarest terms, the rarest first."""


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What the word index gave."""

    scores: dict[str, float]
    rows: dict[str, int]
    """In the catalogue."""
    held: dict[str, int]
    """Which of the query's rarest terms each holds, as bits."""


def words_of(query: Query, *, typing: bool = False) -> LexicalQuery:
    """The terms a query looks for. typing: its last word may not be whole yet."""
    literal = analysis.literalness(query.text)
    terms = tuple(analysis.query_terms(query.text)) if query.words.strip() else ()
    begun = analysis.open_term(query.last_word) if typing and query.last_word else None
    return LexicalQuery(
        terms=(*terms, begun) if begun else terms,
        pairs=tuple(analysis.pairs(query.words)),
        pair_weight=PAIRS_OF_SENTENCE + (PAIRS_OF_KEYWORDS - PAIRS_OF_SENTENCE) * literal,
        names=tuple(dict.fromkeys(analysis.identifiers(query.words).names)),
        phrases=tuple(terms for phrase in query.phrases if (terms := tuple(analysis.stems(phrase)))),
        excluded=tuple(terms for word in query.excluded if (terms := tuple(analysis.stems(word)))),
        strict=not query.words.strip(),
    )


def gather(
    store: Store, index: Index, words: LexicalQuery, wanted: PassageFilter, meaning: "Meaning", limit: int
) -> Candidates:
    """The best `limit` passages of each index that pass the filter, with what is needed to rank them.

    meaning: gives the vector of the question, or None; it is called while the words are being looked up. Documents are
    gathered apart from all else: there may be a hundred times as many of them as of facts.
    """
    words = _with_compounds(index, words, wanted)
    rarity = (
        index.words.rarity(words.terms, wanted.types) if index.words is not None else dict.fromkeys(words.terms, 1.0)
    )
    asked = _Asked(words, meaning, rarity, sorted(rarity, key=lambda term: -rarity[term])[:MOST_BITS])
    others = tuple(kind for kind in wanted.types if kind is not PassageType.CHUNK)
    if not others or others == wanted.types or not store.documents.any():
        return _gathered(store, index, asked, wanted, limit)
    first = _gathered(store, index, asked, replace(wanted, types=others), limit)
    documents = replace(wanted, types=(PassageType.CHUNK,))
    second = _gathered(store, index, asked, documents, max(DOCUMENTS, limit - len(first.ids)))
    return Candidates([*first.ids, *second.ids], first.pool.with_all_of(second.pool), first.listed)


def _with_compounds(index: Index, words: LexicalQuery, wanted: PassageFilter) -> LexicalQuery:
    """The query with words that stand nowhere as parts of others: `Pool` may stand in `Datenbankpool` alone."""
    if index.words is None:
        return words
    counts = index.words.frequencies(words.terms, wanted.types)
    known = zip(words.terms, counts, strict=True)
    return replace(words, terms=tuple(term if count else analysis.part_of(term) or term for term, count in known))


def _gathered(store: Store, index: Index, asked: _Asked, wanted: PassageFilter, limit: int) -> Candidates:
    import numpy as np

    words, terms, late = asked.words, asked.terms, unindexed_of(store, index, wanted)
    # Tantivy works in a thread of its own, and the model in this one, where its weights stay in the cache.
    beside = _beside()
    looking_up = beside.submit(_spoken, index, asked, wanted, limit)
    vector = asked.meaning()
    listed = vector is None and not words
    near = _newest(index, wanted, late, limit) if listed else _similar(index, wanted, vector, late, limit)
    spoken = looking_up.result()
    holding = beside.submit(_held, index, [name for name in near if name not in spoken.scores], terms)
    rows = near | {name: row for name, row in spoken.rows.items() if name not in late.names}
    indexed = {name: score for name, score in spoken.scores.items() if name in rows}
    scores = late_scores(asked.rarity, words, late.passing) | indexed
    ids = [*scores, *_permitted(store, [name for name in near if name not in scores], words)]
    pool = _pool(index, ids, rows, scores, vector, late)
    around = {} if listed else _around_the_best(store, index, wanted, pool, ids, words)
    if around:
        ids += around
        pool = _pool(index, ids, rows | around, scores, vector, late)
    bits = spoken.held | holding.result() | _held(index, list(around), terms) | terms_held(late.passing, terms)
    held = np.array([bits.get(name, 0) for name in ids], dtype=np.int64)
    rarity = np.array([asked.rarity[term] for term in terms], dtype=np.float32)
    return Candidates(ids, replace(pool, held=held, rarity=rarity), listed)


@cache
def _beside() -> ThreadPoolExecutor:
    """Threads that stay: to start them for each search would take 0.1 ms of it."""
    return ThreadPoolExecutor(2, thread_name_prefix="lore-words")


os.register_at_fork(after_in_child=_beside.cache_clear)  # none of them is there in the child


def _spoken(index: Index, asked: _Asked, wanted: PassageFilter, limit: int) -> _Spoken:
    found = dict(index.words.search(asked.words, wanted, limit, asked.rarity)) if index.words is not None else {}
    names = list(found)
    rows = dict(zip(names, _rows(index, names).tolist(), strict=True))
    return _Spoken(found, rows, _held(index, names, asked.terms))


def _held(index: Index, ids: Sequence[str], terms: Sequence[str]) -> dict[str, int]:
    """Which of the terms each passage holds that is indexed, as bits."""
    return index.words.terms_held(ids, terms) if index.words is not None else {}


def _similar(
    index: Index, wanted: PassageFilter, vector: "Floats | None", late: Unindexed, limit: int
) -> dict[str, int]:
    """The passages nearest in meaning, with their rows."""
    if vector is None or index.vectors is None or not index.vectors.size:
        return {}
    rows = index.vectors.nearest(vector, _passing(index, wanted), limit)
    found = zip(index.catalogue.ids(rows), rows.tolist(), strict=True)
    return {name: row for name, row in found if name not in late.names}


def _newest(index: Index, wanted: PassageFilter, late: Unindexed, limit: int) -> dict[str, int]:
    """The newest passages with their rows, before them those that are not indexed yet and have none."""
    rows = index.catalogue.newest(_passing(index, wanted), limit)
    indexed = zip(index.catalogue.ids(rows), rows.tolist(), strict=True)
    fresh = sorted(late.passing, key=lambda passage: passage.at or "", reverse=True)
    return {passage.id: NO_ROW for passage in fresh} | {name: row for name, row in indexed if name not in late.names}


def _passing(index: Index, wanted: PassageFilter) -> "Bools":
    """Which rows of the catalogue pass the filter; tags and files are looked up in the word index."""
    import numpy as np

    mask = index.catalogue.mask(wanted)
    if (wanted.tags or wanted.files) and index.words is not None:
        names = index.words.matching(PassageFilter(tags=wanted.tags, files=wanted.files), max(1, index.words.size()))
        rows = _rows(index, names)
        tagged = np.zeros_like(mask)
        tagged[rows[rows >= 0]] = True
        mask = mask & tagged  # the catalogue keeps its mask
    return mask


def _around_the_best(
    store: Store, index: Index, wanted: PassageFilter, pool: Pool, ids: Sequence[str], words: LexicalQuery
) -> dict[str, int]:
    """The turns around the best one of each leading session, with their rows: an answer may share no word."""
    import numpy as np

    turns = np.flatnonzero(pool.position >= 0)
    if not len(turns):
        return {}
    top = max(float(pool.words.max(initial=0.0)), 1e-6)
    worth = pool.words[turns] / top + np.nan_to_num(pool.lead[turns])
    leading: dict[int, int] = {}
    for place in turns[np.argsort(-worth, kind="stable")].tolist():
        leading.setdefault(int(pool.session[place]), int(pool.position[place]))
        if len(leading) == LEADING:
            break
    rows = index.catalogue.around(leading, AROUND, _passing(index, wanted))
    known = set(ids)
    found = zip(index.catalogue.ids(rows), rows.tolist(), strict=True)
    fresh = {name: row for name, row in found if name not in known}
    allowed = set(_permitted(store, list(fresh), words))
    return {name: row for name, row in fresh.items() if name in allowed}


def _permitted(store: Store, found: list[str], words: LexicalQuery) -> list[str]:
    """Of passages that the word index did not give, those that hold what must and nothing that must not be there."""
    if not words.excluded and not (words.strict and words.phrases):
        return found
    passages = store.passages.many(found)
    return [name for name in found if name in passages and allowed(stems_of(passages[name]), words)]


def _pool(
    index: Index,
    ids: Sequence[str],
    rows_of: Mapping[str, int],
    scores: Mapping[str, float],
    vector: "Floats | None",
    late: Unindexed,
) -> Pool:
    """What is known of the candidates, but for the terms they hold."""
    import numpy as np

    rows = np.array([rows_of.get(name, NO_ROW) for name in ids], dtype=np.int64)
    known = rows >= 0
    places = np.zeros((5, len(ids)), dtype=np.int64)
    places[:, known] = index.catalogue.places(rows[known])
    changed = {passage.id: passage for passage in late.passing}
    for place, name in enumerate(ids):
        if name in changed:
            places[:, place] = place_of(changed[name])
    lead, best = np.full(len(ids), np.nan, dtype=np.float32), np.full(len(ids), np.nan, dtype=np.float32)
    if vector is not None and index.vectors is not None:
        lead[known], best[known] = index.vectors.similarity(vector, rows[known])
    lexical = np.array([scores.get(name, 0.0) for name in ids], dtype=np.float32)
    return Pool(lexical, lead, best, np.zeros_like(rows), np.zeros(0, dtype=np.float32), *places)


def _rows(index: Index, ids: Collection[str]) -> "Ints":
    import numpy as np

    return index.catalogue.rows_of(np.array([key_of(name) for name in ids], dtype=np.int64))
