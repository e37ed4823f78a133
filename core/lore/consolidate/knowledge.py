"""Second half of a consolidation: what recurs across sessions becomes semantic knowledge, over facts that stay."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from lore.consolidate.context import SHOWN, Context, Rules, absorbed
from lore.consolidate.planned_changes import Form, PlannedChange
from lore.consolidate.step import Unit
from lore.memory import ASSERTING, EvidenceCount, lasts
from lore.model import Evidence, Fact, Kind, Tier
from lore.text import shorten

LASTING_KINDS = frozenset({*ASSERTING, Kind.SOLUTION} - {Kind.NOTE})


def form(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """What says the same over several sessions is linked to its newest wording, which leads; all of it stays.

    Trusted and untrusted facts are kept apart: neither may lend the other its standing.
    """
    assert unit.layer is not None
    for facts in context.facts(unit.project, unit.layer):
        for tainted in (False, True):
            yield from _formed(
                context, [fact for fact in facts if fact.kind in LASTING_KINDS and fact.tainted is tainted]
            )


def _formed(context: Context, facts: Sequence[Fact]) -> Iterator[PlannedChange]:
    """Groups around what is known and then around the best supported: no chain of likenesses joins two subjects."""
    evidence = context.store.facts.evidence([fact.id for fact in facts])
    resting = absorbed(context, facts)
    near: dict[int, list[int]] = defaultdict(list)
    for pair in context.similarity.agreeing(facts, context.rules.same_subject):
        near[pair.left].append(pair.right)
        near[pair.right].append(pair.left)

    def weight(place: int) -> tuple[bool, int, int, str]:
        fact = facts[place]
        return fact.tier is Tier.EPISODIC, -len(near[place]), -len(evidence[fact.id]), fact.id

    free = {place for place, fact in enumerate(facts) if fact.id not in resting}
    for centre in sorted(free, key=weight):
        if centre not in free:
            continue
        group = [centre, *(one for one in near[centre] if one in free and not _leads(facts[one]))]
        free.difference_update(group)
        members = [facts[place] for place in group]
        support = EvidenceCount.of(item for fact in members for item in evidence[fact.id])
        lead = members[0] if _leads(members[0]) else max(members, key=lambda one: _newest(one, evidence[one.id]))
        sources = tuple(fact.id for fact in members if fact.id != lead.id)
        if sources if _leads(lead) else _qualifies(context.rules, members, evidence, support):
            says = f"{shorten(lead.text, SHOWN)} ({support.quotations} quotations, {support.sessions} sessions)"
            yield Form(lead.id, sources, says)


def _leads(fact: Fact) -> bool:
    """Whether it is knowledge already, or a person decided that it stays."""
    return fact.tier is Tier.SEMANTIC or lasts(fact)


def _newest(fact: Fact, evidence: Sequence[Evidence]) -> tuple[str, str]:
    return EvidenceCount.of(evidence).latest or fact.created_at, fact.id


def _qualifies(
    rules: Rules, members: Sequence[Fact], evidence: dict[str, list[Evidence]], support: EvidenceCount
) -> bool:
    """Whether it was said often enough, or corrected often enough, in enough sessions."""
    corrections = EvidenceCount.of(
        item for fact in members if fact.kind is Kind.CORRECTION for item in evidence[fact.id]
    ).quotations
    often = support.quotations >= rules.quotations or corrections >= rules.corrections
    return often and support.sessions >= rules.sessions
