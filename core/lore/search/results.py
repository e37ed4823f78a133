"""From ranked candidates to hits: strength, sessions, and a last look at the rows themselves."""

from typing import TYPE_CHECKING

from lore.index import PassageFilter
from lore.memory.policies import LIVING
from lore.memory.strength import salience
from lore.model import Hit, Passage
from lore.search.candidates import Candidates
from lore.search.ranking import Ranked
from lore.search.request import SearchRequest
from lore.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

OPENING = 0.45
"""What a session gains from the words of its first turn, which says what it is for. (commit2session: MRR 0.715, without
0.702; the sum of its best turns, its mean vector or its last turn gain nothing)"""
UNPROVED = 0.0
"""Strength of what is no fact, where it competes with facts: nobody vouches for it."""


def with_salience(store: Store, found: Candidates, ranked: Ranked, request: SearchRequest, now: str) -> Ranked:
    """The scores times salience; only those are looked up that can still reach the answer."""
    import numpy as np

    strengths = np.full(len(found.ids), np.nan, dtype=np.float32)
    factor = np.ones(len(found.ids), dtype=np.float32)
    if request.places == "all":
        factor[:] = salience(UNPROVED)
    reachable = _reachable(ranked.score, request.limit)
    facts = {found.ids[place]: place for place in reachable if found.ids[place].startswith("f:")}
    usage = store.facts.usage(list(facts))
    for fact in store.facts.many(list(facts)):
        strengths[facts[fact.id]] = LIVING.strength(fact, usage[fact.id], now)
        factor[facts[fact.id]] = salience(float(strengths[facts[fact.id]]))
    unproved = np.array([name.startswith("f:") for name in found.ids], dtype=bool) & np.isnan(strengths)
    factor[unproved] = salience(UNPROVED)
    parts = {**ranked.parts, "salience": ranked.score * (factor - 1)}
    return Ranked(ranked.score * factor, parts, strengths)


def _reachable(score: "Floats", limit: int) -> "list[int]":
    """Candidates that salience, ½ to 1, can still lift among the first `limit`."""
    import numpy as np

    if not len(score):
        return []
    order = np.argsort(-score, kind="stable")
    bar = score[order[min(limit, len(order)) - 1]] * salience(UNPROVED)
    return [int(place) for place in order if score[place] >= bar]


def by_session(found: Candidates, ranked: Ranked) -> Ranked:
    """Scores for sessions, each standing at its best candidate; all others fall out."""
    import numpy as np

    pool, score = found.pool, np.full(len(found.ids), -np.inf, dtype=np.float32)
    top = max(float(pool.words.max(initial=0.0)), 1e-6)
    opening = np.zeros(len(found.ids), dtype=np.float32)
    for session in np.unique(pool.session[pool.session != 0]):
        places = np.flatnonzero(pool.session == session)
        best = places[np.argmax(ranked.score[places])]
        opening[best] = OPENING * pool.words[places[pool.position[places] == 0]].max(initial=0.0) / top
        score[best] = ranked.score[best] + opening[best]
    return Ranked(score, {**ranked.parts, "opening": opening}, ranked.strengths)


def hits(store: Store, found: Candidates, ranked: Ranked, wanted: PassageFilter, limit: int) -> list[Hit]:
    """The best `limit` candidates as they now are in the store; what no longer passes the filter is left out."""
    import numpy as np

    order = [int(place) for place in np.argsort(-ranked.score, kind="stable") if np.isfinite(ranked.score[place])]
    chosen: list[Hit] = []
    while order and len(chosen) < limit:
        batch, order = order[: 2 * limit], order[2 * limit :]
        passages = store.passages.many([found.ids[place] for place in batch])
        for place in batch:
            passage = passages.get(found.ids[place])
            if passage is not None and wanted.matches(passage) and len(chosen) < limit:
                chosen.append(_hit(passage, place, ranked))
    return chosen


def _hit(passage: Passage, place: int, ranked: Ranked) -> Hit:
    import numpy as np

    strength = None if np.isnan(ranked.strengths[place]) else float(ranked.strengths[place])
    explain = {name: float(values[place]) for name, values in ranked.parts.items()}
    return Hit(passage, float(ranked.score[place]), strength, explain)
