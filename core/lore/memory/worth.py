"""What deciding on something would save: how often it was said, and how long ago."""

from collections.abc import Iterable
from dataclasses import dataclass

from lore.model import Evidence, Fact, LinkKind, Status
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


def supporting(store: Store, fact: Fact) -> list[Fact]:
    """The fact, then those that it leads: what they say counts for it."""
    led = [link.target for link in store.facts.links(fact.id) if link.kind is LinkKind.DERIVED_FROM]
    others = (one for one in store.facts.many(sorted(set(led) - {fact.id})) if one.status is Status.ACTIVE)
    return [fact, *others]


def saves(*, sessions: int, quotations: int, corrections: int, days: float) -> float:
    """What a convention would have saved, in sessions in which you need not have said it.

    A repetition within a session counts half, a correction once more: it came after a mistake. Halved where the last
    of it was said `HALVED_DAYS` ago.
    """
    told = max(1, sessions)
    return (told + max(0, quotations - told) / 2 + corrections) / (1 + max(0.0, days) / HALVED_DAYS)
