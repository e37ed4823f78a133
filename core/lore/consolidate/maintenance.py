"""First half of a consolidation: what has had its time, what is there twice, what contradicts."""

from collections.abc import Iterator, Sequence

from lore import clock
from lore.consolidate.context import SHOWN, Context, absorbed
from lore.consolidate.planned_changes import Archive, Dispute, GiveWay, Merge, Narrow, PlannedChange, Wake
from lore.consolidate.similarity import RELATED, Pair
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
from lore.model import CandidateStatus, Fact, Tier
from lore.text import shorten

_ENTRIES = frozenset({"fact.add", "fact.restore", "fact.reinforce"})


def wake(context: Context) -> None:
    """Candidates whose time of rest is over come back into the queue."""
    snoozed = context.store.candidates.select((CandidateStatus.SNOOZED,))
    due = [candidate for candidate in snoozed if (candidate.snoozed_until or "") <= context.now]
    context.apply("wake", (Wake(candidate.id, shorten(candidate.text, SHOWN)) for candidate in due))


def expire(context: Context) -> None:
    """Facts past their date are archived."""
    for facts in context.scopes():
        context.apply(
            "expire",
            [
                Archive(fact.id, f"expired {fact.expires_at}: {shorten(fact.text, SHOWN)}", fact.rev)
                for fact in facts
                if fact.expires_at and fact.expires_at <= context.now
            ],
        )


def fade(context: Context) -> None:
    """Facts that faded below the floor of the policy are archived, once they had their chance to be recalled."""
    for facts in context.scopes():
        usage = context.usage(facts)
        faded = [fact for fact in facts if context.rules.policy.faded(fact, usage[fact.id], context.now)]
        context.apply(
            "fade",
            [
                Archive(fact.id, f"faded: {shorten(fact.text, SHOWN)}", fact.rev)
                for fact in faded
                if _had_its_chance(context, fact)
            ],
        )


def _had_its_chance(context: Context, fact: Fact) -> bool:
    stays = context.rules.policy.grace(fact, context.rules.grace_days)
    return clock.days_between(_entered(context, fact), context.now) >= stays


def _entered(context: Context, fact: Fact) -> str:
    """When the fact came into the store, however long ago it was said, or was last brought back."""
    events = context.store.audit.select(subject=fact.id, action="fact")
    return max((event.at for event in events if event.action in _ENTRIES), default=fact.created_at)


def merge(context: Context) -> None:
    """Facts that say the same in other words become one."""
    for facts in context.scopes():
        for part in _by_taint(facts):
            context.apply("merge", list(_merges(context, part)))


def _merges(context: Context, facts: Sequence[Fact]) -> Iterator[PlannedChange]:
    """The likest first. Episodes that knowledge rests on are left alone: what is said again belongs to it."""
    resting = absorbed(context, facts)
    gone = {place for place, fact in enumerate(facts) if fact.id in resting}
    held = context.similarity.opinions(facts)
    for pair in sorted(context.similarity.pairs(facts, RELATED), key=_most_similar_first):
        left, right = facts[pair.left], facts[pair.right]
        opinion = held.get((left.id, right.id))
        if {pair.left, pair.right} & gone or not _one_is_enough(context, left, right, pair, opinion):
            continue
        if merged := _merged(context, pair.left, pair.right, facts):
            gone.add(pair.left if facts[pair.left].id == merged.gone else pair.right)
            yield merged


def _one_is_enough(context: Context, left: Fact, right: Fact, pair: Pair, opinion: Opinion | None) -> bool:
    near = alike(left, right, pair.likeness, context.rules.nearness)
    return (near or opinion is not None) and says_again(left, right, opinion)


def _most_similar_first(pair: Pair) -> tuple[float, int, int]:
    return -pair.likeness, pair.left, pair.right


def _merged(context: Context, left: int, right: int, facts: Sequence[Fact]) -> Merge | None:
    """Which fact stays: the governed before knowledge before the newer. None where both are governed.

    The fuller wording stands, also where it was that of the other, but never for what a person approved or wrote.
    """
    behind = _authorities(context, [facts[left], facts[right]])
    standing = {place: behind[facts[place].id] for place in (left, right)}
    if min(standing.values()) is Authority.GOVERNED:
        return None
    newer, older = min(left, right), max(left, right)  # the list is newest first
    stands = newer if fuller(facts[newer], facts[older]) else older
    keep = max(left, right, key=lambda place: (standing[place], facts[place].tier is Tier.SEMANTIC, place == stands))
    drop = left + right - keep
    wording = keep if standing[keep] is Authority.GOVERNED or standing[keep] > standing[drop] else stands
    says = f"{shorten(facts[keep + drop - wording].text, SHOWN)} → {shorten(facts[wording].text, SHOWN)}"
    return Merge(facts[keep].id, facts[drop].id, says, None if wording == keep else facts[wording].text)


def settle(context: Context) -> None:
    """What a newer fact takes the place of gives way; what may contradict is asked about, once."""
    for facts in context.scopes():
        asserting = [fact for fact in facts if fact.kind in ASSERTING]
        context.apply("settle", list(_settlements(context, asserting)))


def _settlements(context: Context, facts: Sequence[Fact]) -> Iterator[PlannedChange]:
    gone: set[str] = set()
    evidence = None
    behind: dict[str, Authority] = {}
    held = context.similarity.opinions(facts)
    for pair in context.similarity.pairs(facts, RELATED):
        left, right = facts[pair.left], facts[pair.right]
        near = alike(left, right, pair.likeness, context.rules.nearness)
        opinion = held.get((left.id, right.id))
        relation = judge(left.text, right.text, alike=near, opinion=opinion).relation
        if {left.id, right.id} & gone or relation in (Relation.DIFFERENT, Relation.SAME):
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
