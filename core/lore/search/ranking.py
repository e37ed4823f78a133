"""How the candidates of one query are ordered: pure functions of arrays, one element per candidate.

    relevance = w·words + (1−w)·meaning + neighbours + session + speaker − addressed
    score     = relevance × salience

`words` is BM25 over the best of the candidates; `meaning` the cosine, where the best candidate has 1 and the worst 0.
The constants are where LoCoMo, BEAM and commit-to-session agree: `tests/bench/retrieval.py` shows what each part gains,
and that none of them is sharp.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lore.config import Config, registry as settings
from lore.index import PERCENT, is_first_person, literalness, people_in, speaker_number
from lore.memory import Policy, chosen_policy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

WORDS_OF_SENTENCE, WORDS_OF_KEYWORDS = 0.43, 0.7
"""w. A row of keywords is meant literally, a sentence is meant by its sense."""
LEAD = 0.7
"""How much the first window of a passage counts against its best: a text says first what it is about."""
NEIGHBOUR = 0.11
"""What a turn borrows from the words of the turn before and after: an answer repeats what was asked."""
TOGETHER, REACH = 0.12, 2
"""For how much of the query's words a turn holds together with the turns at most so many places away."""
SESSION = 0.3
"""What a turn borrows from the words of the best turn of its session."""
NAMED_SPEAKER, OWN_TURN = 0.35, 0.12
"""For a turn of the person a query names; for a turn of the user where the query speaks in the first person."""

ADDRESSED = 0.5
"""What a turn loses that speaks to "you" through and through, where the query speaks in the first person: it is advice,
not what was said of oneself. (Recall@10 of PersonaMem 0.823, without 0.791; sdebench 0.862 and 0.831; BEAM 0.627 and
0.628; LoCoMo does not ask so. Fitted without the set itself: 0.809, 0.862, 0.626.)"""


@dataclass(frozen=True, slots=True)
class Pool:
    """The candidates of one query."""

    words: "Floats"
    """BM25; 0 where no word is shared."""
    lead: "Floats"
    """Cosine of the first window; NaN where there is no vector."""
    best: "Floats"
    """Cosine of the most similar window; NaN where there is no vector."""
    held: "Ints"
    """Which terms of the query a candidate holds, as bits."""
    rarity: "Floats"
    """Inverse document frequency of each of these terms."""
    session: "Ints"
    """A number of the session; 0 for none."""
    position: "Ints"
    """In the session; -1 for what is no turn, which borrows nothing."""
    length: "Ints"
    """Characters."""
    speaker: "Ints"
    """A number of who said it; 0 for nobody."""
    addressed: "Ints"
    """How far it speaks to somebody, in percent."""

    def with_all_of(self, other: "Pool") -> "Pool":
        """These candidates, then others that were gathered for the same query."""
        import numpy as np

        both = {
            name: np.concatenate([getattr(self, name), getattr(other, name)])
            for name in self.__dataclass_fields__
            if name != "rarity"
        }
        return replace(self, **both)


@dataclass(frozen=True, slots=True)
class Ranked:
    """The score of each candidate, and the terms that add up to it."""

    score: "Floats"
    parts: "dict[str, Floats]"
    strengths: "Floats"
    """Of the facts among them; NaN elsewhere."""


def rank(query: str, pool: Pool, *, context: bool = True) -> Ranked:
    """Score the candidates. Without any vector words decide alone; without `context` each candidate stands alone."""
    import numpy as np

    words, meaning, weight = _normalised(query, pool)
    parts = {"lexical": weight * words, "vector": (1 - weight) * meaning}
    if context:
        parts["neighbours"] = NEIGHBOUR * neighbours(words, pool)
        parts["together"] = TOGETHER * together(pool)
        parts["session"] = SESSION * best_of_session(words, pool)
    parts["speaker"] = speaker(query, pool)
    parts["addressed"] = -ADDRESSED * is_first_person(query) * pool.addressed.astype(np.float32) / PERCENT
    total: Floats = np.sum(list(parts.values()), axis=0, dtype=np.float32)
    return Ranked(total, parts, np.full(len(total), np.nan, dtype=np.float32))


def listed(pool: Pool) -> Ranked:
    """Scores for candidates that come in the order wanted already."""
    import numpy as np

    size = len(pool.words)
    score = (1 - np.arange(size) / max(1, size)).astype(np.float32)
    return Ranked(score, {"newest": score}, np.full(size, np.nan, dtype=np.float32))


def _normalised(query: str, pool: Pool) -> "tuple[Floats, Floats, float]":
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
    meaning = np.where(known, scaled, words).astype(np.float32)
    weight = WORDS_OF_SENTENCE + (WORDS_OF_KEYWORDS - WORDS_OF_SENTENCE) * literalness(query)
    return words, meaning, weight if top > 0 else 0.0


def neighbours(words: "Floats", pool: Pool) -> "Floats":
    """The words of the turns right before and after each, in the share that the longer turn has of both.

    A short question borrows from its long answer; a long answer says enough itself.
    """
    import numpy as np

    borrowed = np.zeros_like(words)
    order = _turns(pool)
    first, second = order[:-1], order[1:]
    beside = pool.session[first] == pool.session[second]
    beside &= pool.position[second] - pool.position[first] == 1
    for one, other in ((first[beside], second[beside]), (second[beside], first[beside])):
        share = 2 * pool.length[other] / (pool.length[one] + pool.length[other] + 1)
        np.add.at(borrowed, one, (share * words[other]).astype(np.float32))
    return borrowed


def together(pool: Pool) -> "Floats":
    """The share of the query, by rarity, that each candidate and the turns about it hold between them."""
    held = pool.held.copy()
    order = _turns(pool)
    for step in range(1, REACH + 1):
        first, second = order[:-step], order[step:]
        near = pool.session[first] == pool.session[second]
        near &= pool.position[second] - pool.position[first] <= REACH
        for one, other in ((first[near], second[near]), (second[near], first[near])):
            held[one] |= pool.held[other]
    return coverage(held, pool.rarity)


def _turns(pool: Pool) -> "Ints":
    """The candidates that are turns, by session and position."""
    import numpy as np

    turns = np.flatnonzero(pool.position >= 0)
    return turns[np.lexsort((pool.position[turns], pool.session[turns]))]


def coverage(held: "Ints", rarity: "Floats") -> "Floats":
    """The share of the query's terms, by rarity, that are set in each element."""
    import numpy as np

    bits = (np.asarray(held)[..., None] >> np.arange(len(rarity))) & 1
    share: Floats = bits @ rarity / max(float(rarity.sum()), 1e-6)
    return np.asarray(share, dtype=np.float32)


def best_of_session(words: "Floats", pool: Pool) -> "Floats":
    """The words of the best turn of the same session; 0 for what is no turn."""
    import numpy as np

    _, group = np.unique(pool.session, return_inverse=True)
    best = np.zeros(group.max(initial=-1) + 1, dtype=np.float32)
    turns = pool.position >= 0
    np.maximum.at(best, group[turns], words[turns])
    return np.where(turns, best[group], 0).astype(np.float32)


def speaker(query: str, pool: Pool) -> "Floats":
    """Who said it: the person the query names, or the user where the query says "I"."""
    import numpy as np

    named = np.isin(pool.speaker, [speaker_number(name) for name in people_in(query)])
    gained = NAMED_SPEAKER * named
    if is_first_person(query):
        gained = gained + OWN_TURN * (pool.speaker == speaker_number("user"))
    return gained.astype(np.float32)


# What a search does with its candidates, as the settings say


@dataclass(frozen=True, slots=True)
class Weighing:
    """The numbers of one search."""

    policy: Policy
    documents: int
    """One in so many hits may be a document where there are enough facts and turns."""
    elsewhere: float
    """The share of their score that passages of other projects lose."""

    @classmethod
    def of(cls, config: Config) -> "Weighing":
        """As the settings say."""
        return cls(
            policy=chosen_policy(config),
            documents=config[settings.DOCUMENTS],
            elsewhere=config[settings.ELSEWHERE],
        )
