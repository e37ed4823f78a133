"""Last half of a consolidation: what proved itself is proposed to a person."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from lore.consolidate.context import MOST, SHOWN, Context
from lore.consolidate.knowledge import LASTING_KINDS
from lore.consolidate.planned_changes import PlannedChange, Propose
from lore.consolidate.rules import is_statement, stated
from lore.consolidate.step import Unit
from lore.memory import EvidenceCount, Relation, judge, may_form, proposed_layer
from lore.model import CandidateKind, CandidateStatus, Evidence, Fact, Kind, Layer, LinkKind, Tier
from lore.text import shorten

SHARED_LAYERS = frozenset({Layer.PROJECT, Layer.ORG})
"""Layers where a person must approve; what is personal everywhere needs nobody's leave."""

Place = tuple[Layer, str | None]
"""The layer and the project in which something would hold."""


def crystallise(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """Strong knowledge of several sessions, and rules that a person stated as such, become candidates."""
    shared, approved = _shared(context, unit.project)
    for place, facts in shared.items():
        yield from _proposals(context, place, facts, approved[place[0]])


def _shared(context: Context, project: str | None) -> tuple[dict[Place, list[Fact]], dict[Layer, list[Fact]]]:
    """What of a project would hold for others as well, by where it would; no more than may be proposed at all. And
    what a person approved already, by its layer."""
    found: dict[Place, list[Fact]] = defaultdict(list)
    approved: dict[Layer, list[Fact]] = defaultdict(list)
    for layer in Layer:
        for facts in context.facts(project, layer):
            approved[layer] += [fact for fact in facts if fact.approved_at is not None]
            place = proposed_layer(facts[0]), project
            if place[0] in SHARED_LAYERS:
                found[place] += [fact for fact in facts if _may_be_proposed(context, fact)]
    return found, approved


def _may_be_proposed(context: Context, fact: Fact) -> bool:
    """What can be told without looking further: most episodes are neither knowledge nor stated as a rule."""
    if fact.kind not in LASTING_KINDS or fact.tainted or fact.approved_at is not None:
        return False
    return fact.tier is Tier.SEMANTIC or is_statement(fact, context.rules.stated)


def _proposals(
    context: Context, place: Place, facts: Sequence[Fact], approved: Sequence[Fact]
) -> Iterator[PlannedChange]:
    """One card a subject: the best supported fact of each that nobody has decided on."""
    wanted = [propose for fact in facts if (propose := _proposal(context, fact, approved)) is not None]
    wanted.sort(key=lambda one: (-one.corrections, -one.sessions, one.fact))
    proposed = context.store.facts.many([one.fact for one in wanted])
    same = context.rules.same_subject
    before = _proposed_before(context, place)
    again = context.similarity.near(proposed, before, same)
    fresh = _said_elsewhere(context, [fact for fact in proposed if fact.id not in again], before)
    chosen = _apart(context, fresh)
    yield from (one for one in wanted if one.fact in chosen)


def _said_elsewhere(context: Context, facts: Sequence[Fact], before: Sequence[Fact]) -> list[Fact]:
    """Without those that only quote the words that one of `before`, or an earlier one of the list, rests on."""
    evidence = context.store.facts.evidence([fact.id for fact in (*before, *facts)])
    taken: dict[tuple[str | None, str | None], list[str]] = defaultdict(list)
    kept = []
    for number, fact in enumerate((*before, *facts)):
        own = evidence[fact.id]
        said = [any(_same_words(item.quote, quote) for quote in taken[item.session, item.source_id]) for item in own]
        if number >= len(before) and said and all(said):
            continue
        for item in own:
            if item.session is not None:
                taken[item.session, item.source_id].append(item.quote)
        if number >= len(before):
            kept.append(fact)
    return kept


def _same_words(quote: str, other: str) -> bool:
    return quote in other or other in quote


def _apart(context: Context, facts: Sequence[Fact]) -> set[str]:
    """The ids of those that say nothing an earlier one of the list says."""
    near: dict[int, set[int]] = {}
    for pair in context.similarity.agreeing(facts, context.rules.same_subject):
        near.setdefault(pair.right, set()).add(pair.left)
    chosen: set[int] = set()
    for place in range(len(facts)):
        if not near.get(place, set()) & chosen:
            chosen.add(place)
    return {facts[place].id for place in chosen}


def _proposal(context: Context, fact: Fact, approved: Sequence[Fact]) -> Propose | None:
    """The proposal of one fact, where it deserves one."""
    if not may_form(context.store, fact):
        return None
    evidence = context.store.facts.evidence([fact.id])[fact.id]
    support, corrections = EvidenceCount.of(evidence), _corrections(context, fact, evidence)
    if _proved(context, fact, support):
        because = _because(corrections, support)
    elif (once := stated(context.store, fact, evidence, context.rules.stated)) is not None:
        because = once
    else:
        return None
    replaced = next((one.id for one in approved if _contradicts(fact, one)), None)
    says = f"{shorten(fact.text, SHOWN)} ({because})"
    return Propose(fact.id, because, corrections, support.sessions, replaced, says)


def _proved(context: Context, fact: Fact, support: EvidenceCount) -> bool:
    rules = context.rules
    if fact.tier is not Tier.SEMANTIC or support.sessions < rules.sessions:
        return False
    if rules.policy.unit is None:
        return True
    usage = context.usage([fact])[fact.id]
    return rules.policy.strength(fact, usage, context.now) >= rules.strength * rules.policy.unit


def _corrections(context: Context, fact: Fact, evidence: Sequence[Evidence]) -> int:
    """How many of its quotations were corrections, of itself or of what it was made from."""
    derived = {link.target for link in context.store.facts.links(fact.id) if link.kind is LinkKind.DERIVED_FROM}
    sources = [one.id for one in context.store.facts.many(sorted(derived)) if one.kind is Kind.CORRECTION]
    quotes = {item.quote for items in context.store.facts.evidence(sources).values() for item in items}
    counted = [item for item in evidence if fact.kind is Kind.CORRECTION or item.quote in quotes]
    return EvidenceCount.of(counted).quotations


def _because(corrections: int, support: EvidenceCount) -> str:
    if corrections > 1:
        return f"{corrections} corrections across {support.sessions} sessions"
    often = f"{support.quotations} times " if support.quotations > support.sessions else ""
    return f"said {often}in {support.sessions} sessions"


def _proposed_before(context: Context, place: Place) -> list[Fact]:
    """The facts that wait in the queue for this place, were approved, merged or turned down."""
    layer, project = place
    of_place = (
        context.store.candidates.select(tuple(CandidateStatus))
        if project is None
        else (context.store.candidates.of_project(project))
    )
    earlier = [one for one in of_place if one.layer is layer and one.project == project]
    proposals = [candidate for candidate in earlier if candidate.kind is not CandidateKind.QUESTION]
    return context.store.facts.many([candidate.fact for candidate in proposals[:MOST]])


def _contradicts(new: Fact, old: Fact) -> bool:
    return judge(new.text, old.text, wrong=new.wrong).relation is Relation.REPLACES
