"""What only agents, tools, files and imports said: a person says what is true; until then no agent is given it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from lore import clock
from lore.config import SAVED, in_force
from lore.errors import Conflict, NeedsPerson
from lore.intake import review_warnings
from lore.kinds import PASSING
from lore.memory.entering import fold
from lore.memory.judgement import Relation, judge
from lore.memory.risks import EVERYWHERE, Risk, insist, origin
from lore.memory.statement import parse
from lore.memory.words import LIGHT_STEMS
from lore.memory.worth import EvidenceCount, saves
from lore.model import RULE_KINDS, Evidence, Fact, Kind, Layer, Role, Status, Tier
from lore.presence import Person
from lore.store import FactFilter, Store, Transaction

MOST = 2_000
"""The newest facts of one layer and project that are gathered by subject."""
_FIRST = {
    Kind.SOLUTION: 0, Kind.LESSON: 0, Kind.CONVENTION: 1, Kind.CORRECTION: 1, Kind.SYSTEM: 2, Kind.DECISION: 2,
    Kind.PREFERENCE: 3, Kind.IDENTITY: 3, Kind.PROJECT: 3, Kind.BLOCKER: 4, Kind.NOTE: 4, Kind.EVENT: 5, Kind.TASK: 5,
}  # fmt: skip
"""Which kinds an engineer would confirm first: causes and their cure, then practices, then how things are."""


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """One subject that no person has confirmed."""

    fact: Fact
    """The fact that says it best."""
    others: tuple[Fact, ...]
    """Others that say the same: accepting it retires them, dropping it drops them."""
    evidence: tuple[Evidence, ...]
    risks: tuple[Risk, ...]

    @property
    def because(self) -> str:
        """Where it comes from: "an assistant said it, in 3 sessions"."""
        sessions = EvidenceCount.of(self.evidence).sessions
        return f"{origin(self.evidence)}{f', in {sessions} sessions' if sessions > 1 else ''}"


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What came of an answer to "are these true?"."""

    facts: tuple[Fact, ...]
    retired: tuple[Fact, ...]
    """Those that said the same."""
    left: Mapping[str, NeedsPerson]
    """The facts that were left as they are, each with the warnings that nobody acknowledged."""


def unconfirmed(store: Store, *, project: str | None = None) -> list[Unconfirmed]:
    """One entry a subject, in the order in which an engineer would confirm them. project: only of this one."""
    wanted = FactFilter(tainted=True, projects=None if project is None else (project,))
    facts = store.facts.select(wanted, limit=MOST)
    evidence, now = store.facts.evidence([fact.id for fact in facts]), clock.now()
    ranked = sorted(facts, key=lambda fact: rank(fact, evidence[fact.id], now))
    return [_entry(group, evidence) for group in _by_subject(ranked)]


def rank(fact: Fact, evidence: Sequence[Evidence], now: str) -> tuple[int, float, str]:
    """The place of a fact among what nobody confirmed; the least comes first.

    What was seen to be done comes before what was said; then causes with their cure, practices, and how things are;
    then what would save most.
    """
    support = EvidenceCount.of(evidence)
    seen = any(item.role is Role.TOOL for item in evidence) and support.sessions > 1
    complete = bool(fact.problem and fact.solution)
    days = clock.days_between(support.latest or fact.created_at, now)
    worth = saves(sessions=support.sessions, quotations=support.quotations, corrections=0, days=days)
    return _FIRST.get(fact.kind, 4) - seen - complete, -worth, fact.id


def cards(store: Store, ids: Sequence[str]) -> list[Unconfirmed]:
    """The entries of these facts alone, in this order, without those that are gone or confirmed."""
    facts = [fact for fact in store.facts.many(ids) if fact.tainted and fact.status is Status.ACTIVE]
    evidence = store.facts.evidence([fact.id for fact in facts])
    same = _same(store, [fact.id for fact in facts])
    evidence |= store.facts.evidence([other.id for others in same.values() for other in others])
    return [_entry([fact, *same[fact.id]], evidence) for fact in facts]


def accept(
    store: Store, seen: Mapping[str, int], *, by: Person, acknowledged: Collection[str] = (), alone: bool = False
) -> Confirmed:
    """Say that these facts are true: they are a person's from now on. One undo unit.

    seen: fact → the `rev` that was seen. alone: a warning that is missing among `acknowledged` is an error; else the
    fact is left and named. Raises NotFound, Conflict where a fact changed or waits no more, NeedsConfirmation.
    """
    left: dict[str, NeedsPerson] = {}
    accepted, retired, same = [], [], _same(store, seen)
    with store.write(by) as transaction:
        ready = []
        for name, rev in seen.items():
            fact = _waiting(store, name, rev)
            try:
                insist(by, name, risks_of_fact(fact), acknowledged, show="show", accept="unconfirmed accept")
                ready.append(fact)
            except NeedsPerson as warning:
                if alone:
                    raise
                left[name] = warning
        run = _run(store, transaction, "confirmation", len(ready))
        for fact in ready:
            kept = _confirm(store, transaction, fact)
            accepted.append(kept)
            retired += [fold(store, transaction, other.id, kept.id) for other in same[fact.id] if other.id not in seen]
        if run:
            store.runs.finish(transaction, run, {"accepted": len(accepted)})
    return Confirmed(tuple(accepted), tuple(retired), left)


def drop(store: Store, seen: Mapping[str, int], *, by: Person) -> Confirmed:
    """Say that these facts are not worth keeping: they are archived, and no machine brings them back. One undo unit.

    Raises NotFound, Conflict as `accept` does.
    """
    same = {other.id for others in _same(store, seen).values() for other in others} - {*seen}
    with store.write(by) as transaction:
        facts = [_waiting(store, name, rev) for name, rev in seen.items()]
        run = _run(store, transaction, "dropping", len(facts))
        dropped = [_archive(store, transaction, fact.id) for fact in facts]
        others = [_archive(store, transaction, name) for name in sorted(same)]
        if run:
            store.runs.finish(transaction, run, {"dropped": len(dropped)})
    return Confirmed(tuple(dropped), tuple(others), {})


def risks_of_fact(fact: Fact) -> tuple[Risk, ...]:
    """The warnings of a fact that is about to be confirmed, most serious first."""
    risks = [Risk(name, text) for name, text in review_warnings(fact.text).items()]
    if fact.layer in (Layer.USER, Layer.ORG):
        risks.append(Risk(EVERYWHERE, "it would hold in every project"))
    return tuple(risks)


def _confirm(store: Store, transaction: Transaction, fact: Fact) -> Fact:
    return store.facts.update(
        transaction,
        fact.id,
        action="fact.accept",
        tainted=False,
        standing=fact.standing or fact.kind in RULE_KINDS,
        confidence=max(fact.confidence, in_force(store)[SAVED]),
        tier=fact.tier if fact.kind in PASSING else Tier.SEMANTIC,
    )


def _archive(store: Store, transaction: Transaction, name: str) -> Fact:
    return store.facts.update(transaction, name, action="fact.archive", status=Status.ARCHIVED)


def _run(store: Store, transaction: Transaction, kind: str, count: int) -> str | None:
    if count > 1:
        transaction.run = store.runs.start(transaction, kind).id
    return transaction.run


def _waiting(store: Store, name: str, rev: int) -> Fact:
    fact = store.facts.get(name)
    if not fact.tainted or fact.status is not Status.ACTIVE:
        state = fact.status if fact.tainted else "confirmed"
        raise Conflict(f"`{name}` is {state} already", hint="`lore unconfirmed` lists what nobody has confirmed")
    if fact.rev != rev:
        raise Conflict(f"`{name}` changed while you were looking at it", hint="look at it again, then decide")
    return fact


def _by_subject(facts: Sequence[Fact]) -> list[list[Fact]]:
    """The facts in groups of one scope that say the same as the first of each; none stands twice."""
    groups: dict[object, list[list[Fact]]] = {}
    found: list[list[Fact]] = []
    for fact in facts:
        words = frozenset(parse(fact.text).content - LIGHT_STEMS)
        alike = groups.setdefault((fact.layer, fact.project, words), [])
        group = next((one for one in alike if _one_subject(fact, one[0])), None)
        if group is None:
            alike.append([fact])
            found.append(alike[-1])
        else:
            group.append(fact)
    return found


def _one_subject(fact: Fact, other: Fact) -> bool:
    return judge(fact.text, other.text, alike=True).relation in (Relation.SAME, Relation.ALIKE)


def _same(store: Store, ids: Iterable[str]) -> dict[str, list[Fact]]:
    """Of each of these facts, the others that nobody confirmed and that say the same."""
    facts = store.facts.many(list(ids))
    projects = tuple({fact.project for fact in facts})
    within = store.facts.select(FactFilter(tainted=True, projects=projects), limit=MOST) if facts else []
    groups = _by_subject([*facts, *(fact for fact in within if fact.id not in {one.id for one in facts})])
    return {fact.id: [one for one in group if one.id != fact.id] for group in groups for fact in group}


def _entry(group: Sequence[Fact], evidence: Mapping[str, Sequence[Evidence]]) -> Unconfirmed:
    fact, *others = group
    quotes = tuple(item for one in group for item in evidence.get(one.id, ()))
    return Unconfirmed(fact, tuple(others), quotes, risks_of_fact(fact))
