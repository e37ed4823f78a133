"""Which of the candidates answer: a fact that says it in one line comes early, what only announces work comes late."""

from typing import TYPE_CHECKING

from lore.index import speaker_number
from lore.model import PassageType, Role
from lore.search.candidates import Candidates
from lore.search.ranking import LEAD, Pool, Ranked, coverage
from lore.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

FIRST, MOST_FIRST = 3, 5
"""What a fact is held against: so many of the first hits. So many facts come before them at most."""
ANSWERS = 0.4
"""A fact answers where its own words and meaning reach this share of the best among the first hits."""
ANNOUNCES = 0.25
"""The share of its score that an announcement loses."""
LONGEST_ANNOUNCEMENT = 400
"""Characters; what is longer says something as well."""
NEARLY = 0.1
"""The share of its score that an assistant's message may have more than the person's, which then comes first."""
OVERTAKEN = 20
"""Hits among which that is so."""
LOOKED_AT = 64
"""Candidates that are looked up, the best first."""


def with_announcements_lower(store: Store, candidates: Candidates, ranked: Ranked) -> Ranked:
    """The scores, lower for short messages of an agent after which it went on working instead of waiting for an answer.

    "Let me look at the tests": the message that ends its work says what was found.
    """
    import numpy as np

    said = (candidates.pool.speaker == speaker_number(Role.ASSISTANT.value)) & (candidates.pool.position >= 0)
    said &= candidates.pool.length <= LONGEST_ANNOUNCEMENT
    order = [place for place in np.argsort(-ranked.score, kind="stable")[:LOOKED_AT].tolist() if said[place]]
    if not order:
        return ranked
    turns = {PassageType.TURN.number_in(candidates.ids[place]): place for place in order}
    lost = np.zeros_like(ranked.score)
    for number in store.sessions.went_on(list(turns)):
        lost[turns[number]] = -ANNOUNCES * ranked.score[turns[number]]
    return Ranked(ranked.score + lost, {**ranked.parts, "announcement": lost}, ranked.strengths)


def with_facts_first(candidates: Candidates, ranked: Ranked) -> Ranked:
    """The scores, with the facts that answer before all messages: a fact is what became of them.

    What a turn borrows from the turns about it does not count here, nor how often it says a word: a fact stands alone
    and says it once.
    """
    import numpy as np

    facts = np.array([PassageType.of(name) is PassageType.FACT for name in candidates.ids], dtype=bool)
    order = np.argsort(-ranked.score, kind="stable")
    if not facts.any() or facts.all():
        return ranked
    answering = facts & (alone(candidates.pool, order[:FIRST]) >= ANSWERS)
    first = [place for place in order.tolist() if answering[place]][:MOST_FIRST]
    gained = np.zeros_like(ranked.score)
    gained[first] = ranked.score[order[0]] - ranked.score.min(initial=0.0)
    return Ranked(ranked.score + gained, {**ranked.parts, "answer": gained}, ranked.strengths)


def with_the_person_first(candidates: Candidates, ranked: Ranked) -> Ranked:
    """The scores, with what the person said before what an assistant said that is no better than it.

    Of the first hits, each of the person's overtakes the assistant's above it that have at most `NEARLY` more.
    """
    import numpy as np

    speaker, position = candidates.pool.speaker, candidates.pool.position
    order = np.argsort(-ranked.score, kind="stable")[:OVERTAKEN].tolist()
    user, assistant = speaker_number(Role.USER.value), speaker_number(Role.ASSISTANT.value)
    score = ranked.score.copy()
    for place in order:
        if speaker[place] == user and position[place] >= 0:
            own = ranked.score[place]
            above = [
                ranked.score[one]
                for one in order
                if speaker[one] == assistant and own < ranked.score[one] <= own * (1 + NEARLY)
            ]
            if above:
                score[place] = np.nextafter(max(above), np.float32(np.inf), dtype=np.float32)
    return Ranked(score, {**ranked.parts, "person": score - ranked.score}, ranked.strengths)


def alone(pool: Pool, first: "Ints") -> "Floats":
    """How much of the query each candidate holds and how near it is, against the best of the first: 1 is as much."""
    import numpy as np

    cosine = np.nan_to_num(LEAD * pool.lead + (1 - LEAD) * pool.best)
    held = coverage(pool.held, pool.rarity)
    shares = [one / one[first].max() for one in (held, cosine) if one[first].max() > 0]
    return np.mean(shares, axis=0, dtype=np.float32) if shares else np.zeros_like(cosine)
