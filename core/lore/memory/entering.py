"""The one way a fact enters the store: it is new, says again what is known, or meets what it contradicts.

Cheap enough for a write transaction: no vectors, a bounded number of comparisons. What is near in meaning only is found
by consolidation, and by `lore add` before it writes.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from lore import clock
from lore.language import gives_up
from lore.memory.authority import Authority, archived_by_person, claimed, held_by_each, may_retire
from lore.memory.duplicates import reach, same_scope
from lore.memory.judgement import Relation, judge
from lore.memory.opinion import NOTHING_NEAR, Ground, Near
from lore.memory.proposals import may_form, propose, withdraw_all
from lore.memory.questions import dispute, of_the_same_words
from lore.memory.wordings import is_worded, sentence_behind
from lore.memory.worth import EvidenceCount
from lore.model import RULE_KINDS, Evidence, Fact, Kind, LinkKind, Origin, Role, Status, taints
from lore.store import FactFilter, Store, Transaction

RIVALS = 200
"""The newest facts of the same scope that a new one is compared with inside the transaction: 2 to 4 ms; consolidation
compares with all of them."""
ASSERTING = (
    Kind.CORRECTION,
    Kind.PREFERENCE,
    Kind.CONVENTION,
    Kind.DECISION,
    Kind.SYSTEM,
    Kind.PROJECT,
    Kind.IDENTITY,
    Kind.LESSON,
    Kind.NOTE,
)
"""Kinds that state how things are: two of them can contradict. Events, tasks, blockers and solutions add up."""
_REPLACED = (LinkKind.SUPERSEDES, LinkKind.CONTRADICTS, LinkKind.DERIVED_FROM)
_PREFERENCE = (Status.ACTIVE, Status.PENDING, Status.ARCHIVED, Status.REJECTED, Status.SUPERSEDED)


class Action(StrEnum):
    """What became of a fact that was said."""

    ADDED = "added"
    REINFORCED = "reinforced"
    SUPERSEDED = "superseded"
    """Added, and an older one gave way to it."""
    HELD = "held"
    """It contradicts what a person approved or saved: it waits in the review queue."""
    EDITED = "edited"
    """A person, or an agent, changed its own fields."""
    KNOWN = "known"
    """This very quotation was there already: nothing was written."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The fact as it is stored now, and what happened."""

    fact: Fact
    action: Action
    retired: tuple[str, ...] = ()
    """The facts that are out of force now: those it took the place of, or itself where a newer one was there."""
    disputed: tuple[str, ...] = ()
    """The facts that stand and contradict it, for certain or perhaps."""
    alike: tuple[str, ...] = ()
    """The facts that stand and may say the same in other words."""


@dataclass(frozen=True, slots=True)
class _Said:
    """A fact with what it rests on, as the comparisons need it."""

    fact: Fact
    at: str
    authority: Authority


@dataclass(frozen=True, slots=True)
class Rival:
    """A stored fact that cannot, or may not, hold beside a new one, or need not."""

    fact: Fact
    ground: Ground
    gives_way: bool = False
    """Whether the new one, where it is the newer, takes its place."""
    takes_place: bool = False
    """Whether it, where it is the newer, takes the place of the new one."""


def remember(
    store: Store, transaction: Transaction, fact: Fact, evidence: Sequence[Evidence] = (), *, near: Near = NOTHING_NEAR
) -> Outcome:
    """Store what was said, once.

    The same words in the same scope add evidence to the known fact. What it replaces (`lore.memory.judgement`) gives
    way when it is older and has no more authority; a person's fact never does, then the new one becomes a candidate. An
    agent, a tool or a file never replaces what a person said. What is very near in meaning stays, linked, with a
    question in the review queue. `fact.id` may be empty. near: what that is, found before the transaction; what is not
    found by then, a consolidation asks.
    """
    tainted = fact.tainted or taints(evidence)
    new = _Said(replace(fact, tainted=tainted), _said_at(fact, evidence), claimed(transaction.actor, fact, evidence))
    known = _known(store, new)
    if known is not None:
        return _again(store, transaction, known, new, evidence)
    return _enter(store, transaction, new, evidence, near)


def _said_at(fact: Fact, evidence: Sequence[Evidence]) -> str:
    times = [item.at for item in evidence if item.at]
    return max(times, default="") or fact.created_at or clock.now()


def _known(store: Store, new: _Said) -> Fact | None:
    """The fact that says the same in the same scope; for a trusted one never an untrusted."""
    facts = [fact for fact in store.facts.same_text(new.fact.text) if _meets(new.fact, fact)]
    facts = [_holder(store, fact) for fact in facts]
    facts = [fact for fact in facts if new.fact.tainted or not fact.tainted]
    facts.sort(key=lambda fact: (fact.tainted, not same_scope(fact, new.fact), _PREFERENCE.index(fact.status)))
    return next((fact for fact in facts if not _is_back(store, fact, new)), None)


def _holder(store: Store, fact: Fact) -> Fact:
    """The active fact that took this one's evidence over, for it says the same in other words; else itself."""
    if fact.status is not Status.SUPERSEDED:
        return fact
    taken = [link.source for link in store.facts.links(fact.id) if link.target == fact.id]
    evidence = store.facts.evidence([fact.id, *taken])
    places = {name: {(item.session, item.source_id, item.quote) for item in items} for name, items in evidence.items()}
    holders = (one for one in store.facts.many(taken) if one.status is Status.ACTIVE)
    return next((one for one in holders if places[fact.id] and places[fact.id] <= places[one.id]), fact)


def _meets(new: Fact, known: Fact) -> bool:
    """Whether a known fact holds where a new one does. What was put away elsewhere says nothing about it."""
    live = known.status in (Status.ACTIVE, Status.PENDING) and known.layer in reach(new.project, new.layer)
    return known.project == new.project and (same_scope(new, known) or live)


def _is_back(store: Store, fact: Fact, new: _Said) -> bool:
    """Whether a superseded fact is said again after what replaced it: then it is news."""
    if fact.status is not Status.SUPERSEDED:
        return False
    newer = [link.source for link in store.facts.links(fact.id) if link.target == fact.id and link.kind in _REPLACED]
    times = [_said_at(other, store.facts.evidence([other.id])[other.id]) for other in store.facts.many(newer)]
    return all(time < new.at for time in times)


def _again(store: Store, transaction: Transaction, known: Fact, new: _Said, evidence: Sequence[Evidence]) -> Outcome:
    if new.fact.tainted and not known.tainted:
        return Outcome(known, Action.KNOWN)
    added = [store.facts.add_evidence(transaction, known.id, item) for item in evidence]
    by_hand = new.authority is Authority.GOVERNED
    if not any(added) and not by_hand:
        return Outcome(known, Action.KNOWN)
    asleep = known.status is Status.ARCHIVED and not archived_by_person(store, known.id)
    wakes = by_hand or asleep
    status = Status.ACTIVE if wakes and known.status is not Status.ACTIVE else known.status
    confidence = max(known.confidence, new.fact.confidence)
    because = known.because or new.fact.because
    fact = store.facts.update(
        transaction,
        known.id,
        action="fact.reinforce",
        status=status,
        confidence=confidence,
        because=because,
        origin=Origin.TOLD if by_hand else known.origin,
        standing=known.standing or new.fact.standing or _is_said_again(store, known),
    )
    return Outcome(fact, Action.REINFORCED if any(added) or fact != known else Action.KNOWN)


def _is_said_again(store: Store, known: Fact) -> bool:
    """Whether the person said a rule in several sessions: then it holds whatever a session is about."""
    if known.kind not in RULE_KINDS:
        return False
    evidence = store.facts.evidence([known.id])[known.id]
    return EvidenceCount.of(item for item in evidence if item.role is Role.USER).sessions > 1


def _enter(store: Store, transaction: Transaction, new: _Said, evidence: Sequence[Evidence], near: Near) -> Outcome:
    rivals = rivals_of(store, new.fact, near, evidence)
    newer = [other for other in _standing(store, [one.fact for one in rivals if one.takes_place]) if other.at > new.at]
    if any(_may_retire(other, new) for other in newer):
        return _enter_outdated(store, transaction, new, evidence, newer)
    older = [other for other in _standing(store, [one.fact for one in rivals if one.gives_way]) if other.at <= new.at]
    decided = [other for other in older if not _may_retire(new, other) and other.authority is Authority.GOVERNED]
    if decided and new.authority > Authority.UNTRUSTED:
        return _hold(store, transaction, new, evidence, decided)
    gone = [other.fact for other in older if _may_retire(new, other)]
    fact = store.facts.add(transaction, new.fact, evidence)
    retired = [one.id for one in gone]
    for other in retired:
        supersede(store, transaction, other, fact.id)
        withdraw_all(store, transaction, other)
    standing = [rival for rival in rivals if rival.fact.id not in retired and _is_asked(fact, rival)]
    disputed = _weightiest_first(
        store, [rival for rival in standing if not of_the_same_words(store, fact.id, rival.fact.id)]
    )
    for one in disputed:
        dispute(store, transaction, fact, one.fact, one.ground)
    action = Action.SUPERSEDED if retired else Action.ADDED
    return Outcome(fact, action, tuple(retired), *apart(disputed))


def _may_retire(newer: _Said, older: _Said) -> bool:
    """Whether it may: what a mark kept that may be a paste, or a model was not sure of, retires nothing."""
    is_stated = newer.fact.origin is Origin.STATED and newer.fact.kind is Kind.CORRECTION
    is_sure = newer.fact.standing or is_stated or newer.fact.origin not in (Origin.STATED, Origin.READ)
    return (is_sure or newer.fact.tainted) and may_retire(newer.authority, older.authority, older.fact)


def apart(rivals: Sequence[Rival]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The ids of those that may contradict, and of those that may say the same."""
    alike = tuple(rival.fact.id for rival in rivals if rival.ground is Ground.ALIKE)
    return tuple(rival.fact.id for rival in rivals if rival.fact.id not in alike), alike


def _is_asked(fact: Fact, rival: Rival) -> bool:
    """Whether it matters to a person: that nobody's statement is like another one does not."""
    return rival.ground is not Ground.ALIKE or not (fact.tainted or rival.fact.tainted)


def _weightiest_first(store: Store, rivals: Sequence[Rival]) -> list[Rival]:
    """What contradicts, and what a person decided, first: of one fact one question is open at a time."""
    authority = {one.fact.id: one.authority for one in _standing(store, [rival.fact for rival in rivals])}
    return sorted(rivals, key=lambda rival: (rival.ground is Ground.ALIKE, -authority[rival.fact.id]))


def _enter_outdated(
    store: Store, transaction: Transaction, new: _Said, evidence: Sequence[Evidence], statements: Sequence[_Said]
) -> Outcome:
    """Transcripts are not read in the order in which they were written: what was replaced since goes in as replaced."""
    newer = [other.fact.id for other in statements if other.at > new.at]
    fact = store.facts.add(transaction, replace(new.fact, status=Status.SUPERSEDED), evidence)
    for other in newer:
        store.facts.link(transaction, other, LinkKind.SUPERSEDES, fact.id)
    return Outcome(fact, Action.ADDED, retired=(fact.id,), disputed=tuple(newer))


def _hold(
    store: Store, transaction: Transaction, new: _Said, evidence: Sequence[Evidence], governed: Sequence[_Said]
) -> Outcome:
    """What a person decided otherwise about waits; where that is of another layer, it stands for the person alone."""
    waits = any(same_scope(other.fact, new.fact) for other in governed)
    fact = store.facts.add(transaction, replace(new.fact, status=Status.PENDING) if waits else new.fact, evidence)
    for other in governed:
        store.facts.link(transaction, fact.id, LinkKind.CONTRADICTS, other.fact.id)
    if may_form(store, fact):
        propose(
            store,
            transaction,
            fact,
            because="said after you decided otherwise",
            corrections=int(fact.kind is Kind.CORRECTION),
            sessions=len({item.session for item in evidence if item.session}),
            replaces=governed[0].fact.id,
        )
    action = Action.HELD if waits else Action.ADDED
    return Outcome(fact, action, disputed=tuple(other.fact.id for other in governed))


def supersede(store: Store, transaction: Transaction, old: str, new: str) -> Fact:
    """Let one fact give way to another, with a link that says so. Returns the old one."""
    return fold(store, transaction, old, new)


def fold(store: Store, transaction: Transaction, same: str, kept: str) -> Fact:
    """Let one fact stand for another that says the same, with a link. Returns the one that is out of force now.

    Nothing that it said stopped being true, so nothing that leans on it is doubted.
    """
    fact = store.facts.update(transaction, same, action="fact.supersede", status=Status.SUPERSEDED)
    store.facts.link(transaction, kept, LinkKind.SUPERSEDES, same)
    return fact


def _standing(store: Store, facts: Sequence[Fact]) -> list[_Said]:
    evidence = store.facts.evidence([fact.id for fact in facts])
    behind = held_by_each(store, facts, evidence)
    return [_Said(fact, _said_at(fact, evidence[fact.id]), behind[fact.id]) for fact in facts]


def rivals_of(store: Store, fact: Fact, near: Near = NOTHING_NEAR, evidence: Sequence[Evidence] = ()) -> list[Rival]:
    """Active facts of the same scope that it replaces, or that are so near that a person is asked; not itself.

    A model's wording replaces nothing: the sentence that it rests on does. evidence: what a new one rests on.
    """
    if fact.kind not in ASSERTING:
        return []
    scope = FactFilter(kinds=ASSERTING, layers=reach(fact.project, fact.layer), projects=(fact.project,))
    said = sentence_behind(fact, evidence) or fact.text
    found: dict[str, tuple[Ground, bool, bool]] = {}
    for name, text in store.facts.texts(scope, limit=RIVALS).items():
        to_it, to_this = judge(said, text, wrong=fact.wrong), judge(text, fact.text)
        if to_it.relation is Relation.ASKS and not gives_up(said):
            continue  # an errand or a plan gives nothing up
        ground = to_it.ground or (to_this.ground if to_this.relation is Relation.REPLACES else None)
        ground = ground or (Ground.ALIKE if name in near.alike else None)
        if name != fact.id and ground is not None and to_it.relation is not Relation.SAME:
            replaces = Relation.REPLACES
            found[name] = ground, to_it.relation is replaces, to_this.relation is replaces
    rivals = store.facts.many(list(found))
    return [Rival(one, *found[one.id][:2], found[one.id][2] and not is_worded(one)) for one in rivals]
