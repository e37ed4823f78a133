"""What consolidation does to the store: small, named changes, each checked again at the moment it is made."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from lore.memory import (
    OPEN,
    Action,
    Authority,
    Ground,
    dispute,
    fold,
    hand_on,
    held_by,
    keep_level,
    may_form,
    propose,
    remember,
    settled,
    stop_asking,
    supersede,
    withdraw,
    withdraw_all,
)
from lore.model import CandidateStatus, Evidence, Fact, Status, Tier
from lore.store import Store, Transaction


class PlannedChange(Protocol):
    """One change. Its fields say what the plan rests on."""

    @property
    def fact(self) -> str:
        """The id of the fact, or candidate, it is about."""

    @property
    def says(self) -> str:
        """One line for the dry run and the log."""

    def apply(self, store: Store, transaction: Transaction) -> bool:
        """Make it; False where it is no longer called for because the store changed meanwhile."""


@dataclass(frozen=True, slots=True)
class Archive:
    """Put a fact away that has faded or expired."""

    fact: str
    says: str
    rev: int

    def apply(self, store: Store, transaction: Transaction) -> bool:
        current = _active(store, self.fact)
        if current is None or current.rev != self.rev:
            return False
        store.facts.update(transaction, self.fact, action="fact.archive", status=Status.ARCHIVED)
        return True


@dataclass(frozen=True, slots=True)
class Wake:
    """Bring a snoozed candidate back into the queue."""

    fact: str
    says: str

    def apply(self, store: Store, transaction: Transaction) -> bool:
        if store.candidates.get(self.fact).status is not CandidateStatus.SNOOZED:
            return False
        store.candidates.update(
            transaction, self.fact, action="candidate.wake", status=CandidateStatus.WAITING, snoozed_until=None
        )
        return True


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take a candidate back that nobody has to answer any more."""

    fact: str
    says: str

    def apply(self, store: Store, transaction: Transaction) -> bool:
        if store.candidates.get(self.fact).status not in OPEN:
            return False
        store.candidates.update(transaction, self.fact, action="candidate.withdraw", status=CandidateStatus.MERGED)
        return True


@dataclass(frozen=True, slots=True)
class Merge:
    """Let one fact stand for another that says the same, in its own words; the other's are kept as evidence."""

    fact: str
    gone: str
    says: str

    def apply(self, store: Store, transaction: Transaction) -> bool:
        kept, other = _active(store, self.fact), _active(store, self.gone)
        if kept is None or other is None or kept.tainted is not other.tainted or settled(store, self.fact, self.gone):
            return False
        take_evidence(store, transaction, self.fact, [self.gone])
        confidence, because = max(kept.confidence, other.confidence), kept.because or other.because
        store.facts.update(transaction, self.fact, action="fact.reinforce", confidence=confidence, because=because)
        fold(store, transaction, self.gone, self.fact)
        withdraw(store, transaction, self.fact, self.gone)
        hand_on(store, transaction, self.gone, store.facts.get(self.fact))
        return True


@dataclass(frozen=True, slots=True)
class GiveWay:
    """Let the newer of two contradicting facts win."""

    fact: str
    gone: str
    says: str

    def apply(self, store: Store, transaction: Transaction) -> bool:
        if _active(store, self.fact) is None or _active(store, self.gone) is None:
            return False
        if settled(store, self.fact, self.gone):
            return False
        supersede(store, transaction, self.gone, self.fact)
        withdraw_all(store, transaction, self.gone)
        return True


@dataclass(frozen=True, slots=True)
class Dispute:
    """Record that two facts may contradict, where neither may replace the other, and ask."""

    fact: str
    other: str
    ground: Ground
    says: str

    def apply(self, store: Store, transaction: Transaction) -> bool:
        newer, older = _active(store, self.fact), _active(store, self.other)
        return newer is not None and older is not None and dispute(store, transaction, newer, older, self.ground)


@dataclass(frozen=True, slots=True)
class Form:
    """Let a fact be semantic knowledge."""

    fact: str
    says: str

    def apply(self, store: Store, transaction: Transaction) -> bool:
        current = _active(store, self.fact)
        if current is None or current.tier is Tier.SEMANTIC:
            return False
        store.facts.update(transaction, self.fact, action="fact.consolidate", tier=Tier.SEMANTIC)
        return True


@dataclass(frozen=True, slots=True)
class Propose:
    """Add a fact to the review queue."""

    fact: str
    because: str
    corrections: int
    sessions: int
    replaces: str | None
    says: str

    def apply(self, store: Store, transaction: Transaction) -> bool:
        current = _active(store, self.fact)
        if current is None or not may_form(store, current):
            return False
        if self.replaces:
            stop_asking(store, transaction, self.fact, self.replaces)
        propose(
            store,
            transaction,
            current,
            because=self.because,
            corrections=self.corrections,
            sessions=self.sessions,
            replaces=self.replaces,
        )
        return True


@dataclass(frozen=True, slots=True)
class Restate:
    """Say of a project what its sessions show, in one fact that is kept up to date.

    An earlier statement of the same subject takes in what is new and the better wording, unless a person has decided on
    it or changed it: then it keeps its words.
    """

    wanted: Fact
    evidence: Sequence[Evidence]
    says: str
    earlier: str | None = None
    """The fact that says it until now."""

    @property
    def fact(self) -> str:
        return self.earlier or self.wanted.id

    def apply(self, store: Store, transaction: Transaction) -> bool:
        facts = store.facts.many([self.earlier] if self.earlier else [])
        known = facts[0] if facts else None
        fact = self.wanted
        if known is not None:
            fact = replace(fact, text=known.text, kind=known.kind, layer=known.layer, project=known.project)
        done = remember(store, transaction, replace(fact, id=""), self.evidence)
        changed = done.action is not Action.KNOWN
        if known is None or done.fact.id != known.id or done.fact.text == self.wanted.text:
            return changed
        if held_by(store, done.fact, store.facts.evidence([known.id])[known.id]) is Authority.GOVERNED:
            return changed
        fact = store.facts.update(transaction, known.id, action="fact.consolidate", text=self.wanted.text)
        keep_level(store, transaction, fact)
        return True


def take_evidence(store: Store, transaction: Transaction, into: str, sources: Sequence[str]) -> None:
    """Let a fact have the evidence of others as well."""
    for items in store.facts.evidence(sources).values():
        for item in items:
            store.facts.add_evidence(transaction, into, item)


def _active(store: Store, fact_id: str) -> Fact | None:
    facts = store.facts.many([fact_id])
    return facts[0] if facts and facts[0].status is Status.ACTIVE else None
