"""What only agents, tools, files and counts stated: it waits for a person as any proposal does, in no row of its own.

Such a fact waits under its own id until somebody decides on it: approved, it is the person's from then on; rejected,
it is archived, and no machine brings it back. Until then no agent is given it.
"""

from collections.abc import Sequence

from lore import clock
from lore.config import APPROVED, SAVED, in_force
from lore.kinds import PASSING
from lore.memory.proposals import OPEN, fingerprint
from lore.memory.risks import origin
from lore.memory.worth import EvidenceCount
from lore.model import (
    RULE_KINDS,
    Candidate,
    CandidateKind,
    CandidateStatus,
    Clean,
    Evidence,
    Fact,
    Origin,
    PassageType,
    Status,
    Tier,
)
from lore.store import FactFilter, Store, Transaction
from lore.text import counted

MOST = 2_000
"""The newest facts of the store that are looked at."""
_STATUS = {
    Status.REJECTED: CandidateStatus.REJECTED,
    Status.ARCHIVED: CandidateStatus.REJECTED,
    Status.SUPERSEDED: CandidateStatus.MERGED,
}


def is_of_fact(name: str) -> bool:
    """Whether an id names a fact: what waits under it is a statement, not a proposal."""
    return name.startswith(PassageType.FACT.named(""))


def unconfirmed(store: Store) -> list[str]:
    """The ids of the facts that wait under them, newest first, the fullest in front."""
    open_now = store.candidates.select(tuple(OPEN))
    proposed = {one.fact for one in open_now if one.kind is not CandidateKind.QUESTION}
    facts = [one for one in store.facts.select(FactFilter(tainted=True), limit=MOST) if one.id not in proposed]
    return [fact.id for fact in sorted(facts, key=lambda fact: not (fact.problem and fact.solution))]


def statements(store: Store, names: Sequence[str]) -> list[Candidate]:
    """These facts as what waits, or was decided on, in this order, without those that are gone."""
    facts = store.facts.many(names)
    evidence = store.facts.evidence([fact.id for fact in facts])
    return [_statement(fact, evidence[fact.id]) for fact in facts]


def confirm(store: Store, transaction: Transaction, candidate: Candidate) -> Fact:
    """Make a statement the person's own, in the words and the place of what waits."""
    fact = store.facts.get(candidate.fact)
    return store.facts.update(
        transaction,
        fact.id,
        action="fact.accept",
        text=candidate.text,
        layer=candidate.layer,
        project=candidate.project,
        tainted=False,
        origin=fact.origin if fact.text == candidate.text else Origin.TOLD,
        standing=fact.standing or fact.kind in RULE_KINDS,
        confidence=max(fact.confidence, in_force(store)[SAVED]),
        tier=fact.tier if fact.kind in PASSING else Tier.SEMANTIC,
    )


def govern(store: Store, transaction: Transaction, fact: Fact, place: Candidate | Fact) -> Fact:
    """Make a fact a convention where a candidate would hold, or another fact does."""
    return store.facts.update(
        transaction,
        fact.id,
        action="fact.approve",
        layer=place.layer,
        project=place.project,
        status=Status.ACTIVE,
        tier=Tier.SEMANTIC,
        confidence=in_force(store)[APPROVED],
        tainted=False,
        approved_at=clock.now(),
    )


def put_away(store: Store, transaction: Transaction, name: str) -> Fact:
    """Archive a statement that a person does not want."""
    return store.facts.update(transaction, name, action="fact.archive", status=Status.ARCHIVED)


def _statement(fact: Fact, evidence: Sequence[Evidence]) -> Candidate:
    waits = fact.tainted and fact.status is Status.ACTIVE
    support = EvidenceCount.of(evidence)
    often = f", in {counted(support.sessions, 'session')}" if support.sessions > 1 else ""
    return Candidate(
        id=fact.id,
        text=fact.text,
        fact=fact.id,
        kind=CandidateKind.STATEMENT,
        status=CandidateStatus.WAITING if waits else _STATUS.get(fact.status, CandidateStatus.APPROVED),
        layer=fact.layer,
        project=fact.project,
        because=Clean(f"{_source(fact, evidence)}{often}"),
        sessions=support.sessions,
        fingerprint=fingerprint(fact.text, fact.layer, fact.project),
        created_at=fact.created_at,
        rev=fact.rev,
    )


def _source(fact: Fact, evidence: Sequence[Evidence]) -> str:
    return "counted in your sessions" if fact.origin is Origin.SEEN else origin(evidence)
