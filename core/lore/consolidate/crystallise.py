"""Last half of a consolidation: the rules, corrections and reasoned decisions of a person are put into the queue."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from lore.consolidate.context import MOST, SHOWN, Context
from lore.consolidate.planned_changes import PlannedChange, Propose, Withdraw
from lore.consolidate.step import Unit
from lore.memory import (
    LISTED,
    OPEN,
    EvidenceCount,
    Relation,
    is_listing,
    is_marked,
    is_read,
    is_wanted,
    is_without_warning,
    judge,
    listing,
    may_form,
    proposed_layer,
    supporting,
    why_no_card,
)
from lore.model import RULE_KINDS, CandidateKind, CandidateStatus, Fact, Kind, Layer, Origin
from lore.text import shorten

SHARED_LAYERS = frozenset({Layer.PROJECT, Layer.ORG})
"""Layers where a person must approve; what is personal everywhere needs nobody's leave."""
_SAID_AGAIN = frozenset({*RULE_KINDS, Kind.DECISION} - {Kind.IDENTITY})
"""What is put before a person once it was said in several sessions, whatever it was taken for."""

Place = tuple[Layer, str | None]
"""The layer and the project in which something would hold."""


def crystallise(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """What a person said that holds for good becomes a candidate, where the gate lets it through."""
    shared, approved = _shared(context, unit.project)
    for place, facts in shared.items():
        yield from _proposals(context, place, [one for one in facts if not is_marked(one)], approved[place[0]])
        yield from _listings(context, [one for one in facts if is_marked(one)])
    yield from _answered_by_reading(context, unit.project)


def _listings(context: Context, facts: Sequence[Fact]) -> Iterator[PlannedChange]:
    """One card a session for what the person may have said for good, where no model has read it."""
    by_session: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        evidence = context.store.facts.evidence([fact.id])[fact.id]
        session = next((item.session for item in evidence if item.session), None)
        if session and may_form(context.store, fact) and not is_read(context.store, fact):
            by_session[session].append(fact)
    open_ones = [one for one in context.store.candidates.select(tuple(OPEN)) if is_listing(one)]
    asked = {item.session for one in open_ones for item in context.store.facts.evidence([one.fact])[one.fact]}
    for session, said in by_session.items():
        if session in asked:
            continue
        said.sort(key=lambda fact: (not is_without_warning(fact), fact.created_at, fact.id))
        told = [fact for fact in said if is_without_warning(fact)][:LISTED] or said[:1]
        because = listing([fact.text for fact in told])
        yield Propose(told[0].id, because, 0, 1, None, shorten(because, SHOWN))


def _answered_by_reading(context: Context, project: str | None) -> Iterator[PlannedChange]:
    """What a card lists goes where a model has read the session since."""
    for candidate in context.store.candidates.select(tuple(OPEN)):
        if candidate.project == project and is_listing(candidate):
            (fact,) = context.store.facts.many([candidate.fact])
            if is_read(context.store, fact):
                yield Withdraw(candidate.id, f"{shorten(candidate.because, SHOWN)} was read")


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
                found[place] += [fact for fact in facts if _may_be_wanted(fact)]
    return found, approved


def _may_be_wanted(fact: Fact) -> bool:
    """What can be told without looking further: most facts are nothing to decide on."""
    return (
        is_marked(fact)
        or is_wanted(fact)
        or (fact.kind in _SAID_AGAIN and not fact.tainted and fact.approved_at is None)
    )


def _proposals(
    context: Context, place: Place, facts: Sequence[Fact], approved: Sequence[Fact]
) -> Iterator[PlannedChange]:
    """A card for each fact that nobody has decided on, what was said most often first."""
    wanted = [propose for fact in facts if (propose := _proposal(context, fact, approved)) is not None]
    wanted.sort(key=lambda one: (-one.corrections, -one.sessions, one.fact))
    proposed = context.store.facts.many([one.fact for one in wanted])
    chosen = {fact.id for fact in _said_elsewhere(context, proposed, _proposed_before(context, place))}
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


def _proposal(context: Context, fact: Fact, approved: Sequence[Fact]) -> Propose | None:
    """The proposal of one fact, where it deserves one."""
    if not may_form(context.store, fact):
        return None
    facts = supporting(context.store, fact)
    evidence = context.store.facts.evidence([one.id for one in facts])
    support = EvidenceCount.of(item for items in evidence.values() for item in items)
    if not is_wanted(fact) and support.sessions < context.rules.sessions:
        return None
    if (why := why_no_card(fact.text, fact, evidence[fact.id])) is not None:
        context.no_cards[fact.id] = why
        return None
    corrected = [item for one in facts if one.kind is Kind.CORRECTION for item in evidence[one.id]]
    corrections = EvidenceCount.of(corrected).quotations
    because = _because(fact, corrections, support)
    replaced = next((one.id for one in approved if _contradicts(fact, one)), None)
    says = f"{shorten(fact.text, SHOWN)} ({because})"
    return Propose(fact.id, because, corrections, support.sessions, replaced, says)


def _because(fact: Fact, corrections: int, support: EvidenceCount) -> str:
    if corrections > 1:
        return f"{corrections} corrections across {support.sessions} sessions"
    if support.sessions > 1:
        often = f"{support.quotations} times " if support.quotations > support.sessions else ""
        return f"said {often}in {support.sessions} sessions"
    sort = {Kind.CORRECTION: "correction", Kind.DECISION: "decision"}.get(fact.kind, "rule")
    way = "read in your words" if fact.origin is Origin.READ else "stated once"
    return f"{way}, as a {sort}, on {(support.latest or fact.created_at)[:10]}"


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
