"""From ranked candidates to hits: strength, sessions, and a last look at the rows themselves."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lore.index import PassageFilter
from lore.memory import Policy
from lore.model import FoundBy, Hit, Passage, PassageType
from lore.search.candidates import Candidates
from lore.search.ranking import Ranked, coverage
from lore.search.request import SearchRequest
from lore.search.rows import PassageRows
from lore.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

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
