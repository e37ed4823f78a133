"""First half of a consolidation: what has had its time, what is there twice, what contradicts."""

from collections.abc import Iterator, Sequence

from lore import clock
from lore.consolidate.context import SHOWN, Context, absorbed
from lore.consolidate.habits import OBSERVED, RESTATED
from lore.consolidate.planned_changes import Archive, Dispute, GiveWay, Merge, Narrow, PlannedChange, Wake
from lore.consolidate.similarity import NEAREST, RELATED, Pair
from lore.consolidate.step import Unit
from lore.memory import (
    ASSERTING,
    Authority,
    Opinion,
    Relation,
    alike,
    fuller,
    held_by_each,
    judge,
    of_the_same_words,
    says_again,
    settled,
)
from lore.model import CandidateStatus, Fact, Status, Tier
from lore.text import shorten

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
    """Facts that say the same in other words become one."""
    for facts in _scope(context, unit):
        for part in _by_taint(facts):
            yield from _merges(context, part)


def _merges(context: Context, facts: Sequence[Fact]) -> Iterator[PlannedChange]:
    """The likest first. Episodes that knowledge rests on are left alone: what is said again belongs to it."""
    resting = absorbed(context, facts)
    gone = {place for place, fact in enumerate(facts) if fact.id in resting}
    pairs = _near(context, facts)
    held = context.similarity.opinions(facts, pairs)
    for pair in sorted(pairs, key=_most_similar_first):
        left, right = facts[pair.left], facts[pair.right]
        opinion = held.get((left.id, right.id))
        if {pair.left, pair.right} & gone or not _one_is_enough(context, left, right, pair, opinion):
            continue
        if merged := _merged(context, pair.left, pair.right, facts):
            gone.add(pair.left if facts[pair.left].id == merged.gone else pair.right)
            yield merged


def _near(context: Context, facts: Sequence[Fact]) -> list[Pair]:
    """The pairs that may have to do with each other. Two counts of what was done never have: both hold."""
    counted = {place for place, fact in enumerate(facts) if OBSERVED in fact.tags}
    pairs = context.similarity.pairs(facts, RELATED, NEAREST)
    return [pair for pair in pairs if pair.left not in counted or pair.right not in counted]


def _one_is_enough(context: Context, left: Fact, right: Fact, pair: Pair, opinion: Opinion | None) -> bool:
    near = alike(left, right, pair.likeness, context.rules.nearness)
    return (near or opinion is not None) and says_again(left, right, opinion)


def _most_similar_first(pair: Pair) -> tuple[float, int, int]:
    return -pair.likeness, pair.left, pair.right


def _merged(context: Context, left: int, right: int, facts: Sequence[Fact]) -> Merge | None:
    """Which fact stays: the governed before what is said anew each night, knowledge and the newer. None where both are
    governed.

    The fuller wording stands, also where it was that of the other, but never for what a person approved or wrote, nor
    for what an earlier step words from all that was typed: the next night would change it back.
    """
    behind = _authorities(context, [facts[left], facts[right]])
    standing = {place: behind[facts[place].id] for place in (left, right)}
    if min(standing.values()) is Authority.GOVERNED:
        return None
    newer, older = min(left, right), max(left, right)  # the list is newest first
    stands = newer if fuller(facts[newer], facts[older]) else older
    restated = {place: bool(RESTATED & set(facts[place].tags)) for place in (left, right)}

    def rank(place: int) -> tuple[Authority, bool, bool, bool]:
        return standing[place], restated[place], facts[place].tier is Tier.SEMANTIC, place == stands

    keep = max(left, right, key=rank)
    drop = left + right - keep
    has_words = standing[keep] is Authority.GOVERNED or standing[keep] > standing[drop] or restated[keep]
    wording = keep if has_words else stands
    says = f"{shorten(facts[keep + drop - wording].text, SHOWN)} → {shorten(facts[wording].text, SHOWN)}"
    return Merge(facts[keep].id, facts[drop].id, says, None if wording == keep else facts[wording].text)


def settle(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """What a newer fact takes the place of gives way; what may contradict is asked about, once."""
    for facts in _scope(context, unit):
        yield from _settlements(context, [fact for fact in facts if fact.kind in ASSERTING])


def _settlements(context: Context, facts: Sequence[Fact]) -> Iterator[PlannedChange]:
    gone: set[str] = set()
    evidence = None
    behind: dict[str, Authority] = {}
    pairs = _near(context, facts)
    held = context.similarity.opinions(facts, pairs)
    for pair in pairs:
        left, right = facts[pair.left], facts[pair.right]
        near = alike(left, right, pair.likeness, context.rules.nearness)
        opinion = held.get((left.id, right.id))
        relation = judge(left.text, right.text, alike=near, opinion=opinion).relation
        if relation in (Relation.DIFFERENT, Relation.SAME) or {left.id, right.id} & gone:
            continue
        if evidence is None:
            evidence = context.store.facts.evidence([fact.id for fact in facts])
            behind = held_by_each(context.store, facts, evidence)
        said = {
            fact.id: max([item.at or "" for item in evidence[fact.id]], default=fact.created_at)
            for fact in (left, right)
        }
        newer, older = sorted((left, right), key=lambda fact: (said[fact.id], fact.id), reverse=True)
        judgement = judge(newer.text, older.text, alike=near, opinion=opinion, wrong=newer.wrong)
        if judgement.relation is Relation.NARROWS:
            yield Narrow(newer.id, older.id, f"{shorten(newer.text, SHOWN)} ⊂ {shorten(older.text, SHOWN)}")
        wins = behind[newer.id] >= behind[older.id] < Authority.GOVERNED
        if judgement.ground is None or settled(context.store, newer.id, older.id):
            continue
        if judgement.relation is Relation.REPLACES and wins:
            gone.add(older.id)
            yield GiveWay(newer.id, older.id, f"{shorten(older.text, SHOWN)} ✗ {shorten(newer.text, SHOWN)}")
        elif not of_the_same_words(context.store, newer.id, older.id):
            yield Dispute(
                newer.id, older.id, judgement.ground, f"{shorten(newer.text, SHOWN)} ≠ {shorten(older.text, SHOWN)}"
            )


def _authorities(context: Context, facts: Sequence[Fact]) -> dict[str, Authority]:
    return held_by_each(context.store, facts, context.store.facts.evidence([fact.id for fact in facts]))


def _by_taint(facts: Sequence[Fact]) -> tuple[list[Fact], list[Fact]]:
    """Trusted and untrusted facts are never mixed: neither may lend the other its standing."""
    return [fact for fact in facts if not fact.tainted], [fact for fact in facts if fact.tainted]
