"""The one queue: everything that waits for a person, each thing once, what helps most to decide on first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from lore import clock
from lore.errors import Conflict
from lore.memory.confirming import is_of_fact, statements, unconfirmed
from lore.memory.proposals import OPEN, proposals_of
from lore.memory.worth import EvidenceCount, saves
from lore.model import Candidate, CandidateKind, CandidateStatus, Evidence, Fact, Kind, Layer, Origin
from lore.store import Store, Transaction


class Place(IntEnum):
    """Where something stands in the queue."""

    CONTRADICTS = 0
    """It would replace, or may contradict, what a person approved."""
    YOURS = 1
    SEEN = 2
    """Commands and fixes that recur, counted in the sessions."""
    PROPOSED = 3
    """What somebody else said, and proposed, and what a model's wording brought along."""
    AGENTS = 4
    """What somebody else stated; folded, for it is much."""


_KINDS = {
    Kind.SOLUTION: 0, Kind.LESSON: 0, Kind.CORRECTION: 1, Kind.CONVENTION: 1, Kind.PREFERENCE: 2, Kind.SYSTEM: 2,
    Kind.DECISION: 3, Kind.IDENTITY: 4, Kind.PROJECT: 4, Kind.BLOCKER: 5, Kind.NOTE: 5, Kind.EVENT: 6, Kind.TASK: 6,
}  # fmt: skip
"""Which kinds an engineer would decide on first: causes and their cure, practices, then how things are."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something that waits: a proposal or question (`c:`), or a statement that nobody confirmed (`f:`)."""

    id: str
    place: Place
    project: str | None
    layer: Layer

    @property
    def is_folded(self) -> bool:
        """Whether it is shown only when it is asked for."""
        return self.place is Place.AGENTS


def everything_waiting(store: Store) -> list[Waiting]:
    """Everything that waits now, in the order of review; what is damaged comes last."""
    now = clock.now()
    snoozed = store.candidates.select((CandidateStatus.SNOOZED,))
    due = [candidate.id for candidate in snoozed if (candidate.snoozed_until or "") <= now]
    ids = [*store.candidates.ids(), *due]
    candidates = [*store.candidates.many(ids), *statements(store, unconfirmed(store))]
    ranked = _Ranking.of(store, candidates, now)
    candidates.sort(key=ranked.key)
    whole = [Waiting(one.id, ranked.place(one), one.project, one.layer) for one in candidates]
    known = {one.id for one in candidates}
    return [*whole, *(Waiting(name, Place.PROPOSED, None, Layer.PROJECT) for name in ids if name not in known)]


def queue(store: Store, *, folded: bool = False) -> list[str]:
    """The ids of what waits now, in the order of review; folded: with what agents stated at the end."""
    return [one.id for one in everything_waiting(store) if folded or not one.is_folded]


def what_waits(store: Store, names: Sequence[str]) -> list[Candidate]:
    """Proposals and statements of any status, in this order, without those that are gone or damaged."""
    facts = [name for name in names if is_of_fact(name)]
    proposals = _as_they_stand(store, store.candidates.many(names))
    found = {one.id: one for one in (*proposals, *(statements(store, facts) if facts else ()))}
    return [found[name] for name in names if name in found]


def what_is(store: Store, name: str) -> Candidate:
    """What waits under an id, or was decided on. Raises NotFound."""
    if is_of_fact(name):
        return statements(store, [store.facts.get(name).id])[0]
    return _as_they_stand(store, [store.candidates.get(name)])[0]


def _as_they_stand(store: Store, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, an open proposal in the words of its fact, with the sessions in which that was said by now."""
    texts = {fact.id: fact.text for fact in store.facts.many([one.fact for one in candidates])}
    evidence = store.facts.evidence(list(texts))
    return [
        replace(one, text=texts[one.fact], sessions=max(one.sessions, EvidenceCount.of(evidence[one.fact]).sessions))
        if one.status in OPEN and not one.asks and one.fact in texts
        else one
        for one in candidates
    ]


def open_one(store: Store, name: str, rev: int | None) -> Candidate:
    """What waits under an id; where its fact was proposed, the proposal.

    Raises NotFound, Conflict where it changed since `rev` or was decided on already.
    """
    candidate = what_is(store, name)
    if rev is not None and candidate.rev != rev:
        raise Conflict(f"`{name}` changed while you were looking at it", hint="look at it again, then decide")
    proposed = proposals_of(store, name) if is_of_fact(name) else []
    candidate = next((one for one in proposed if one.status in OPEN), candidate)
    if candidate.status not in OPEN:
        raise Conflict(f"`{name}` is {candidate.status} already", hint="`lore undo` takes a decision back")
    return candidate


def stored(store: Store, transaction: Transaction, candidate: Candidate) -> Candidate:
    """The row of what waits, in the words that it has now: of a statement it is made when somebody decides on it."""
    if is_of_fact(candidate.id):
        return store.candidates.add(transaction, replace(candidate, id=""))
    return store.candidates.update(transaction, candidate.id, action="candidate.follow", text=candidate.text)


@dataclass(frozen=True, slots=True)
class _Ranking:
    """What the order rests on."""

    facts: Mapping[str, Fact]
    evidence: Mapping[str, Sequence[Evidence]]
    now: str

    @classmethod
    def of(cls, store: Store, candidates: Sequence[Candidate], now: str) -> "_Ranking":
        names = [name for one in candidates for name in (one.fact, one.replaces) if name]
        facts = {fact.id: fact for fact in store.facts.many(list(dict.fromkeys(names)))}
        return cls(facts, store.facts.evidence([one.fact for one in candidates if one.fact in facts]), now)

    def place(self, candidate: Candidate) -> Place:
        fact = self.facts.get(candidate.fact)
        if fact is None:
            return Place.PROPOSED
        if any(one.approved_at for one in (fact, self.facts.get(candidate.replaces or "")) if one):
            return Place.CONTRADICTS
        if fact.tainted and fact.origin is Origin.SEEN:
            return Place.SEEN
        if fact.tainted:
            is_agents = candidate.kind is CandidateKind.STATEMENT and fact.origin is not Origin.STATED
            return Place.AGENTS if is_agents else Place.PROPOSED
        return Place.YOURS

    def key(self, candidate: Candidate) -> tuple[float, ...]:
        """By place; then, of agents, by kind; of others rules before questions, said in more sessions first.

        What is left equal is in the order of how sure it is, then of how often and when it was said.
        """
        place, fact = self.place(candidate), self.facts.get(candidate.fact)
        if fact is None:
            return (place,)
        support = EvidenceCount.of(self.evidence[fact.id])
        days = clock.days_between(support.latest or candidate.created_at or fact.created_at, self.now)
        worth = saves(
            sessions=max(support.sessions, candidate.sessions),
            quotations=support.quotations,
            corrections=candidate.corrections,
            days=days,
        )
        kind = _KINDS[fact.kind] - bool(fact.problem and fact.solution)
        if place is Place.AGENTS:
            return place, kind, -worth, -fact.confidence
        is_asked = candidate.kind is CandidateKind.QUESTION
        return (place, is_asked, -max(support.sessions, candidate.sessions), -fact.confidence, -worth, kind)
