"""First half of a consolidation: what has had its time, what is there twice, what contradicts."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from lore import clock
from lore.consolidate.context import SHOWN, Context, absorbed
from lore.consolidate.habits import OBSERVED
from lore.consolidate.planned_changes import Archive, Dispute, GiveWay, Merge, PlannedChange, Wake
from lore.consolidate.similarity import NEAREST, RELATED, Pair
from lore.consolidate.step import Unit
from lore.memory import (
    ASSERTING,
    Authority,
    Ground,
    Judgement,
    Relation,
    held_by_each,
    judge,
    may_retire,
    of_the_same_words,
    reach,
    says_again,
    settled,
)
from lore.model import CandidateStatus, Evidence, Fact, Status, Tier
from lore.text import said_alike, shorten

AGENTS_ALIKE = 0.8
"""Cosine from which one of two unconfirmed facts of agents, of one kind, is enough."""
PAGE = 2_000
"""Facts that are looked at together."""


def wake(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """Candidates whose time of rest is over come back into the queue."""
    for candidate in context.store.candidates.select((CandidateStatus.SNOOZED,)):
        if (candidate.snoozed_until or "") <= context.now:
            yield Wake(candidate.id, shorten(candidate.text, SHOWN))


def expire(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """Facts past their date are archived: what was never used at once, all else when a Sunday has come."""
    past = context.store.facts.many(context.store.facts.expired(context.now))
    expired = [fact for fact in past if fact.status is Status.ACTIVE]
    usage, swept = context.usage(expired), clock.end_of_sunday(context.now)
    for fact in expired:
        if not usage[fact.id].accesses or (fact.expires_at or "") <= swept:
            yield Archive(fact.id, f"expired {fact.expires_at}: {shorten(fact.text, SHOWN)}", fact.rev)


def fade(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """Facts that faded below the floor of the policy are archived, once they had their chance to be recalled."""
    assert unit.layer is not None
    ids, policy = context.ids[unit.project, unit.layer], context.rules.policy
    for start in range(0, len(ids), PAGE):
        page = ids[start : start + PAGE]
        usage, inputs = context.store.facts.usage(page), context.store.facts.strength_inputs(page)
        faded = {each.id: each for each in inputs if policy.faded(each, usage[each.id], context.now)}
        entered = context.store.facts.entered(list(faded))
        stay = {name: policy.grace(each, context.rules.grace_days) for name, each in faded.items()}
        due = [name for name in page if name in entered and _days_since(context, entered[name]) >= stay[name]]
        for fact in context.store.facts.many(due):
            if fact.status is Status.ACTIVE:
                yield Archive(fact.id, f"faded: {shorten(fact.text, SHOWN)}", fact.rev)


def _days_since(context: Context, at: str) -> float:
    return clock.days_between(at, context.now)


def _scope(context: Context, unit: Unit) -> Iterator[list[Fact]]:
    """The facts of a unit that is one layer of one project."""
    assert unit.layer is not None
    yield from context.facts(unit.project, unit.layer)


def merge(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """Facts that say the same words become one, and what agents said in nearly the same words."""
    for facts in _scope(context, unit):
        for part in _by_taint(facts):
            yield from _merges(context, part)


def _merges(context: Context, facts: Sequence[Fact]) -> Iterator[PlannedChange]:
    """The likest first. Episodes that knowledge rests on are left alone: what is said again belongs to it."""
    resting, behind = absorbed(context, facts), _authorities(context, facts)
    gone = {fact.id for fact in facts if fact.id in resting}
    for pair in sorted(_near(context, facts), key=_most_similar_first):
        left, right = facts[pair.left], facts[pair.right]
        if {left.id, right.id} & gone or not _one_is_enough(context, left, right, pair, behind):
            continue
        keep, drop = _kept_first(left, right, behind)  # the list is newest first
        gone.add(drop.id)
        yield Merge(keep.id, drop.id, f"{shorten(drop.text, SHOWN)} → {shorten(keep.text, SHOWN)}")


def _near(context: Context, facts: Sequence[Fact]) -> list[Pair]:
    """The pairs that may have to do with each other. Two counts of what was done never have: both hold."""
    counted = {place for place, fact in enumerate(facts) if OBSERVED in fact.tags}
    pairs = context.similarity.pairs(facts, RELATED, NEAREST)
    return [pair for pair in pairs if pair.left not in counted or pair.right not in counted]


def _one_is_enough(context: Context, left: Fact, right: Fact, pair: Pair, behind: Mapping[str, Authority]) -> bool:
    """Whether both say the same words, but for two that a person decided on; agents' facts may just be very alike."""
    if said_alike(left.text) == said_alike(right.text):
        return min(behind[left.id], behind[right.id]) < Authority.GOVERNED
    agents = max(behind[left.id], behind[right.id]) <= Authority.AGENT
    return agents and pair.likeness >= AGENTS_ALIKE and says_again(left, right)


def _most_similar_first(pair: Pair) -> tuple[float, int, int]:
    return -pair.likeness, pair.left, pair.right


def _kept_first(newer: Fact, older: Fact, behind: Mapping[str, Authority]) -> tuple[Fact, Fact]:
    """Which fact stays, then the other: what has more behind it, what is said anew each night, knowledge, the newer."""

    def rank(fact: Fact) -> tuple[Authority, bool, bool, bool]:
        return behind[fact.id], OBSERVED in fact.tags, fact.tier is Tier.SEMANTIC, fact is newer

    return (newer, older) if rank(newer) > rank(older) else (older, newer)


def settle(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """What a newer fact takes the place of gives way; what may contradict, or be one, is asked about, once.

    Yours in a project meet the project's own: what you approved is among these.
    """
    assert unit.layer is not None
    layers = reach(unit.project, unit.layer)
    if unit.layer is next(layer for layer in layers if (unit.project, layer) in context.ids):  # a reach is settled once
        for facts in context.facts(unit.project, *layers):
            yield from _settlements(context, [fact for fact in facts if fact.kind in ASSERTING])


def _settlements(context: Context, facts: Sequence[Fact]) -> Iterator[PlannedChange]:
    gone: set[str] = set()
    pairs = _near(context, facts)
    times = _Times(context, facts)
    for pair in pairs:
        left, right = facts[pair.left], facts[pair.right]
        is_near = pair.likeness >= context.rules.nearness
        if {left.id, right.id} & gone:
            continue
        newer, older = times.in_order(left, right)
        judgement = judge(newer.text, older.text, wrong=newer.wrong)
        if not is_near and judgement.ground is None:
            continue
        if judgement.relation is Relation.REPLACES and times.gives_way(older, newer):
            gone.add(older.id)
            yield GiveWay(newer.id, older.id, f"{shorten(older.text, SHOWN)} ✗ {shorten(newer.text, SHOWN)}")
        else:
            yield from _asked(context, newer, older, judgement)


def _asked(context: Context, newer: Fact, older: Fact, judgement: Judgement) -> Iterator[PlannedChange]:
    """The question about two facts, where it is one for a person and was not answered."""
    if judgement.relation is Relation.SAME or settled(context.store, newer.id, older.id):
        return
    if newer.tainted or older.tainted or of_the_same_words(context.store, newer.id, older.id):
        return
    says = f"{shorten(newer.text, SHOWN)} {'≠' if judgement.ground else '≈'} {shorten(older.text, SHOWN)}"
    yield Dispute(newer.id, older.id, judgement.ground or Ground.ALIKE, says)


class _Times:
    """When each of some facts was last said, and what stands behind it; read once, where it is first asked for."""

    def __init__(self, context: Context, facts: Sequence[Fact]) -> None:
        self._context, self._facts = context, facts

    @cached_property
    def _evidence(self) -> Mapping[str, Sequence[Evidence]]:
        return self._context.store.facts.evidence([fact.id for fact in self._facts])

    @cached_property
    def _behind(self) -> Mapping[str, Authority]:
        return held_by_each(self._context.store, self._facts, self._evidence)

    def in_order(self, left: Fact, right: Fact) -> tuple[Fact, Fact]:
        """The newer, then the older."""
        newer, older = sorted((left, right), key=lambda fact: (self._said(fact), fact.id), reverse=True)
        return newer, older

    def gives_way(self, older: Fact, newer: Fact) -> bool:
        """Whether the newer may take the place of the older, which nobody keeps beside it."""
        may = may_retire(self._behind[newer.id], self._behind[older.id], older)
        return may and not settled(self._context.store, newer.id, older.id)

    def _said(self, fact: Fact) -> str:
        return max([item.at or "" for item in self._evidence[fact.id]], default=fact.created_at)


def _authorities(context: Context, facts: Sequence[Fact]) -> dict[str, Authority]:
    return held_by_each(context.store, facts, context.store.facts.evidence([fact.id for fact in facts]))


def _by_taint(facts: Sequence[Fact]) -> tuple[list[Fact], list[Fact]]:
    """Trusted and untrusted facts are never mixed: neither may lend the other its standing."""
    return [fact for fact in facts if not fact.tainted], [fact for fact in facts if fact.tainted]
