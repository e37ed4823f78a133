"""From ranked candidates to hits: strength, sessions, and a last look at the rows themselves."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from lore.index import PassageFilter, analysis, others
from lore.memory import Policy
from lore.model import FoundBy, Hit, Passage, PassageType
from lore.search.candidates import Candidates
from lore.search.query import SearchRequest, parse
from lore.search.ranking import Ranked, coverage
from lore.store import Store
from lore.text import one_line, shorten

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]


class PassageRows:
    """Passages as they are in the store when a search first asks for them; each is read once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[str, Passage | None] = {}

    def many(self, ids: Sequence[str]) -> Mapping[str, Passage]:
        """The passages with these ids; what is gone is left out."""
        unread = [name for name in ids if name not in self._read]
        self._read |= dict.fromkeys(unread)
        if unread:
            self._read |= self._store.passages.many(unread)
        return {name: passage for name in ids if (passage := self._read[name]) is not None}


COVERED, COVERING = 0.25, 3
"""For how much of the query's words so many of the best passages of a session hold between them."""
OPENING = 0.15
"""What a session gains from the score of its first turn, which says what it is for. (Both: MRR over sessions of LoCoMo
0.821, of BEAM 0.936, of commit2session 0.702; by the best passage alone 0.801, 0.936, 0.680. Flat from 0.2 to 0.4 and
from 0.1 to 0.2.)"""
LIFTED, MORE = 5, 200
"""Strength decides among this many times the candidates wanted, and among so many more than wanted at most; nothing
less relevant becomes an answer by its use."""
LOOKED_UP = 64
"""Facts whose strength is looked up at once."""


def with_salience(
    store: Store, candidates: Candidates, ranked: Ranked, request: SearchRequest, policy: Policy, now: str
) -> Ranked:
    """The scores times what the policy makes of strength, but for what is listed by its time.

    Only facts are looked up that can still reach the answer.
    """
    import numpy as np

    strengths = np.full(len(candidates.ids), np.nan, dtype=np.float32)
    facts = np.array([PassageType.of(name) is PassageType.FACT for name in candidates.ids], dtype=bool)
    competing = (facts | (request.places == "all")) & (not candidates.listed)
    factor = np.where(competing, policy.unproved, 1).astype(np.float32)
    order = np.argsort(-ranked.score, kind="stable")[: min(LIFTED * request.limit, request.limit + MORE)]
    for start in range(0, len(order), LOOKED_UP):
        places = order[start : start + LOOKED_UP]
        if start >= request.limit and not request.group_by_session:
            scores = np.sort((ranked.score * factor)[order[:start]])
            if float(ranked.score[places[0]]) * policy.greatest <= scores[-request.limit]:
                break  # even the greatest weight would not lift what comes now
        for place, value, weight in _strengths(store, candidates, places[facts[places]], policy, now):
            strengths[place] = value
            if competing[place]:
                factor[place] = weight
    parts = {**ranked.parts, "salience": ranked.score * (factor - 1)}
    return Ranked(ranked.score * factor, parts, strengths)


def _strengths(
    store: Store, candidates: Candidates, places: "Ints", policy: Policy, now: str
) -> Iterator[tuple[int, float, float]]:
    """(place, strength, weight) of each fact."""
    by_id = {candidates.ids[place]: int(place) for place in places}
    usage = store.facts.usage(list(by_id))
    for fact in store.facts.strength_inputs(list(by_id)):
        used = usage[fact.id]
        yield by_id[fact.id], *policy.weighed(fact, used, now)


def by_session(candidates: Candidates, ranked: Ranked) -> Ranked:
    """Scores for sessions, each standing at its best candidate; all others fall out."""
    import numpy as np

    pool, score = candidates.pool, np.full(len(candidates.ids), -np.inf, dtype=np.float32)
    held, opening = np.zeros_like(pool.held), np.zeros_like(score)
    order = np.lexsort((-ranked.score, pool.session))
    order = order[pool.session[order] != 0]
    for places in np.split(order, np.flatnonzero(np.diff(pool.session[order])) + 1) if len(order) else ():
        held[places[0]] = np.bitwise_or.reduce(pool.held[places[:COVERING]])
        opening[places[0]] = OPENING * ranked.score[places[pool.position[places] == 0]].max(initial=0.0)
        score[places[0]] = 0.0
    parts = {**ranked.parts, "covered": COVERED * coverage(held, pool.rarity), "opening": opening}
    score += ranked.score + parts["covered"] + opening
    return Ranked(score, parts, ranked.strengths)


def hits(
    rows: PassageRows, candidates: Candidates, ranked: Ranked, wanted: PassageFilter, limit: int, share: int
) -> list[Hit]:
    """The best `limit` candidates as they now are in the store; what no longer passes the filter is left out.

    Where facts or turns are searched as well, documents fill more than their share, one in `share` hits, only when
    nothing else is left.
    """
    import numpy as np

    mixed = PassageType.CHUNK in wanted.types and len(wanted.types) > 1
    room = max(1, limit // share) if mixed else limit
    best = np.argsort(-ranked.score, kind="stable")
    order: list[int] = best[np.isfinite(ranked.score[best])].tolist()
    chosen: list[Hit] = []
    surplus: list[Hit] = []
    while order and len(chosen) < limit:
        batch, order = order[:limit], order[limit:]
        passages = rows.many([candidates.ids[place] for place in batch])
        for place in batch:
            passage = passages.get(candidates.ids[place])
            if passage is None or not wanted.matches(passage) or len(chosen) == limit:
                continue
            is_document = passage.type is PassageType.CHUNK
            room -= is_document
            (surplus if is_document and room < 0 else chosen).append(_hit(passage, place, candidates, ranked))
    return sorted([*chosen, *surplus[: limit - len(chosen)]], key=lambda hit: -hit.score)


def _hit(passage: Passage, place: int, candidates: Candidates, ranked: Ranked) -> Hit:
    import numpy as np

    strength = None if np.isnan(ranked.strengths[place]) else float(ranked.strengths[place])
    explain = {name: float(values[place]) for name, values in ranked.parts.items()}
    by = None if candidates.listed else FoundBy.WORDS if candidates.pool.words[place] > 0 else FoundBy.MEANING
    cosine = float(np.fmax(candidates.pool.lead[place], candidates.pool.best[place]))
    near = None if candidates.listed or np.isnan(cosine) else cosine
    return Hit(passage, float(ranked.score[place]), strength, explain, by, cosine=near)


# Which words of a text a query found it by


BEFORE = 24
"""Characters of an excerpt before the first of its words, so that it can be understood."""
_RUN = re.compile(r"[^\W_]+")
"""A word as the word index parts a text."""


@dataclass(frozen=True, slots=True)
class QueryWords:
    """The words that a query looks for, in the forms in which the index holds them."""

    terms: frozenset[str] = frozenset()
    begun: str | None = None
    """What the last word begins with, while it is being typed."""

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where in a text words of the query stand, from and to, in order. A name in camelCase counts as a whole."""
        if not self.terms and self.begun is None:
            return []
        return [match.span() for match in _RUN.finditer(text) if self._names(match.group())]

    def _names(self, word: str) -> bool:
        terms = _terms_of(word)
        if not self.terms.isdisjoint(terms):
            return True
        several = [part for term in self.terms if (part := analysis.part_of(term))]
        several += [self.begun] if self.begun is not None else []
        return any(analysis.fits(one, term) for one in several for term in terms)

    def excerpt(self, text: str, room: int) -> str:
        """At most so many characters of a text in one line, from where most of the words stand close together.

        Its beginning, where it holds none of them, or holds them there.
        """
        line = one_line(text)
        places = [(start, line[start:end].casefold()) for start, end in self.spans(line)] if len(line) > room else []
        reach = max(1, room - BEFORE - 2)
        held = {at: len({word for place, word in places if at <= place < at + reach}) for at, _ in places}
        start = max(held, key=lambda at: (held[at], -at), default=0)
        begin = line.rfind(" ", 0, start - BEFORE) + 1 if start > BEFORE else 0
        return f"…{shorten(line[begin:], room - 1)}" if begin else shorten(line, room)

    def held_by(self, text: str) -> list[str]:
        """The words of a text that the query names, each once, as they stand there."""
        return list(dict.fromkeys(text[start:end] for start, end in self.spans(text)))


def query_words(query: str, *, typing: bool = False) -> QueryWords:
    """The words a query looks for, and what means the same; conditions and words after `-` are none. Never raises.

    typing: its last word may not be whole yet.
    """
    asked = parse(query)
    terms = analysis.query_terms(asked.text) if asked.text.strip() else []
    begun = analysis.open_term(asked.last_word) if typing and asked.last_word else None
    return QueryWords(frozenset(form for term in terms for form in (term, *others(term))), begun)


@lru_cache(maxsize=4096)
def _terms_of(word: str) -> frozenset[str]:
    """The terms a word is found by: its own, and those of the words inside a name."""
    return frozenset((*analysis.stems(word), *analysis.stems(analysis.identifiers(word).inside)))
