"""What waits for a person, in the order in which deciding on it would save most."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from lore import clock
from lore.model import Candidate, CandidateKind, Evidence, Fact
from lore.store import Store

HALVED_DAYS = 180.0
"""What was last said so long ago saves half as much."""


@dataclass(frozen=True, slots=True)
class EvidenceCount:
    """What a set of quotations is worth: the same message, seen twice, counts once."""

    quotations: int
    sessions: int
    latest: str

    @classmethod
    def of(cls, evidence: Iterable[Evidence]) -> "EvidenceCount":
        """A message that a resumed session repeats keeps its id, time and words; it counts for the first session."""
        first: dict[tuple[str, str, str], str] = {}
        latest = ""
        for item in sorted(evidence, key=lambda item: (item.at or "", item.session or "", item.id)):
            first.setdefault((item.source_id or "", item.at or "", item.quote), item.session or "")
            latest = max(latest, item.at or "")
        return cls(len(first), len({session for session in first.values() if session}), latest)


class Origin(IntEnum):
    """Whose word waits; a person's comes first."""

    PERSON = 0
    QUESTION = 1
    """Which of two facts holds."""
    SOMEBODY = 2
    """An agent, or whatever else no person has confirmed."""


def saves(*, sessions: int, quotations: int, corrections: int, days: float) -> float:
    """What a convention would have saved, in sessions in which you need not have said it.

    A repetition within a session counts half, a correction once more: it came after a mistake. Halved where the last
    of it was said `HALVED_DAYS` ago.
    """
    told = max(1, sessions)
    return (told + max(0, quotations - told) / 2 + corrections) / (1 + max(0.0, days) / HALVED_DAYS)


def by_worth(store: Store, candidate_ids: Sequence[str]) -> list[str]:
    """The candidates in the order of review: people's words first, then what would save most, then as they are given.

    What is damaged comes last.
    """
    candidates = {one.id: one for one in store.candidates.many(candidate_ids)}
    facts = {one.id: one for one in store.facts.many([one.fact for one in candidates.values()])}
    evidence, now = store.facts.evidence(list(facts)), clock.now()

    def rank(name: str) -> tuple[bool, int, float]:
        candidate = candidates.get(name)
        fact = facts.get(candidate.fact) if candidate else None
        if candidate is None or fact is None:
            return True, 0, 0.0
        support = EvidenceCount.of(evidence[fact.id])
        days = clock.days_between(support.latest or candidate.created_at, now)
        worth = saves(
            sessions=support.sessions, quotations=support.quotations, corrections=candidate.corrections, days=days
        )
        return False, origin_of(candidate, fact), -worth

    return sorted(candidate_ids, key=rank)


def origin_of(candidate: Candidate, fact: Fact) -> Origin:
    """Whose word a candidate is."""
    if candidate.kind is CandidateKind.QUESTION:
        return Origin.QUESTION
    return Origin.SOMEBODY if fact.tainted else Origin.PERSON
