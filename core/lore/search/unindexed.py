"""What the indexes have not taken in yet, read from the store: a search finds every acknowledged fact at once."""

import sys
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from lore.index import Index, LexicalQuery, PassageFilter, analysis, beginnings, others
from lore.model import Passage
from lore.store import Store

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


def scores(weights: Mapping[str, float], words: LexicalQuery, passages: Sequence[Passage]) -> dict[str, float]:
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
    if beginnings.is_open(term):
        alike = others(beginnings.word_of(term))
        return [held for held in stems if beginnings.fits(term, held) or held in alike]
    return [form for form in (term, *others(term)) if form in stems]


def stems_of(passage: Passage) -> list[str]:
    """The terms of a passage as the word index holds them, with the words inside its identifiers."""
    text = passage.searched[: analysis.MOST_SEARCHED]
    return analysis.stems(f"{text} {analysis.identifiers(text).inside}")


def _stands_in(run: Sequence[str], stems: Sequence[str]) -> bool:
    return any(tuple(stems[start : start + len(run)]) == tuple(run) for start in range(len(stems) - len(run) + 1))
