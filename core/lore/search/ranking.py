"""How the candidates of one query are ordered: pure functions of arrays, one element per candidate.

    relevance = w·words + (1−w)·meaning          a convex combination of two normalised scores
    score     = (relevance + neighbours + session) × salience

`words` is BM25 over the best of the candidates, `meaning` the cosine where the best candidate has 1 and the worst 0.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

WORDS = 0.45
"""w. (tests/bench/retrieval.py)"""
LEAD = 0.6
"""How much the first window of a passage counts against its best one."""
NEIGHBOUR, SECOND_NEIGHBOUR = 0.15, 0.075
"""What a turn borrows from the relevance of those beside it."""
SESSION = 0.2
"""What a turn borrows from the best turn of its session."""


@dataclass(frozen=True, slots=True)
class Pool:
    """The candidates of one query."""

    words: "Floats"
    """BM25; 0 where no word is shared."""
    lead: "Floats"
    """Cosine of the first window; NaN where there is no vector."""
    best: "Floats"
    """Cosine of the most similar window; NaN where there is no vector."""
    session: "Ints"
    """A number of the session; 0 for none, which makes no neighbours."""
    position: "Ints"


@dataclass(frozen=True, slots=True)
class Ranked:
    """The score of each candidate, and the terms that add up to it."""

    score: "Floats"
    parts: "dict[str, Floats]"
    strengths: "Floats"
    """Of the facts among them; NaN elsewhere."""


def rank(pool: Pool) -> Ranked:
    """Score the candidates. Without any vector, words decide alone."""
    import numpy as np

    words, meaning, weight = _normalised(pool)
    parts = {"lexical": weight * words, "vector": (1 - weight) * meaning}
    relevance = parts["lexical"] + parts["vector"]
    parts["neighbours"] = neighbours(relevance, pool)
    parts["session"] = SESSION * best_of_session(relevance, pool)
    total: Floats = sum(parts.values(), start=0 * relevance)
    return Ranked(total, parts, np.full(len(total), np.nan, dtype=np.float32))


def _normalised(pool: Pool) -> "tuple[Floats, Floats, float]":
    import numpy as np

    top = pool.words.max(initial=0.0)
    words = pool.words / top if top > 0 else pool.words
    known = ~np.isnan(pool.lead)
    if not known.any():
        return words, 0 * words, 1.0
    cosine = LEAD * pool.lead + (1 - LEAD) * pool.best
    low, high = cosine[known].min(), cosine[known].max()
    scaled = (cosine - low) / max(high - low, 1e-6)
    # A passage whose vector is not made yet is taken to mean as much as its words say.
    return words, np.where(known, scaled, words).astype(np.float32), WORDS if top > 0 else 0.0


def neighbours(relevance: "Floats", pool: Pool) -> "Floats":
    """What each turn borrows from the candidates at most two places away in its session."""
    import numpy as np

    borrowed = np.zeros_like(relevance)
    order = np.lexsort((pool.position, pool.session))
    session, position, value = pool.session[order], pool.position[order], relevance[order]
    for step in (1, 2, 3, 4):
        if step >= len(order):
            break
        distance = position[step:] - position[:-step]
        together = (session[step:] == session[:-step]) & (session[step:] != 0)
        for apart, share in ((1, NEIGHBOUR), (2, SECOND_NEIGHBOUR)):
            near = together & (distance == apart)
            np.add.at(borrowed, order[step:][near], share * value[:-step][near])
            np.add.at(borrowed, order[:-step][near], share * value[step:][near])
    return borrowed


def best_of_session(relevance: "Floats", pool: Pool) -> "Floats":
    """The relevance of the best candidate of the same session; 0 outside sessions."""
    import numpy as np

    _, group = np.unique(pool.session, return_inverse=True)
    best = np.zeros(group.max(initial=-1) + 1, dtype=np.float32)
    np.maximum.at(best, group, relevance)
    return np.where(pool.session != 0, best[group], 0).astype(np.float32)
