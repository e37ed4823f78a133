"""Last half of a consolidation: what proved itself is proposed to a person."""

from collections.abc import Iterator, Sequence

from lore.consolidate.context import MOST, SHOWN, Context, Support
from lore.consolidate.knowledge import LASTING_KINDS
from lore.consolidate.moves import Move, Propose
from lore.consolidate.rules import states_rule
from lore.memory import Relation, judge, may_form, proposed_layer
from lore.model import Candidate, CandidateKind, CandidateStatus, Evidence, Fact, Kind, Layer, LinkKind, Tier
from lore.store import FactFilter
from lore.text import shorten

SHARED_LAYERS = frozenset({Layer.PROJECT, Layer.ORG})
"""Layers where a person must approve. What you said for yourself in a project is proposed for the project."""


def crystallise(context: Context) -> None:
    """Strong knowledge of several sessions, and rules that a person stated as such, become candidates."""
    for facts in context.scopes():
        if proposed_layer(facts[0]) in SHARED_LAYERS:
            context.make("propose", list(_proposals(context, facts)))


def _proposals(context: Context, facts: Sequence[Fact]) -> Iterator[Move]:
    scope = FactFilter(layers=(proposed_layer(facts[0]),), projects=(facts[0].project,), approved=True)
    approved = context.store.facts.select(scope, limit=MOST)
    wanted = [found for fact in facts if (found := _proposal(context, fact, approved)) is not None]
    wanted.sort(key=lambda one: (-one.corrections, -one.sessions, one.fact))
    proposed = context.store.facts.many([one.fact for one in wanted])
    same = context.rules.nearness.same_kind
    again = context.likeness.near(proposed, _proposed_before(context, facts[0]), same)
    fresh = [fact for fact in proposed if fact.id not in again]
    chosen = _apart(context, fresh)
    yield from (one for one in wanted if one.fact in chosen)


def _apart(context: Context, facts: Sequence[Fact]) -> set[str]:
    """The ids of those that say nothing an earlier one of the list says."""
    near: dict[int, set[int]] = {}
    for pair in context.likeness.agreeing(facts, context.rules.nearness.same_kind):
        near.setdefault(pair.right, set()).add(pair.left)
    chosen: set[int] = set()
    for place in range(len(facts)):
        if not near.get(place, set()) & chosen:
            chosen.add(place)
    return {facts[place].id for place in chosen}


def _proposal(context: Context, fact: Fact, approved: Sequence[Fact]) -> Propose | None:
    """The proposal of one fact, where it deserves one."""
    if fact.kind not in LASTING_KINDS or not may_form(context.store, fact):
        return None
    evidence = context.store.facts.evidence([fact.id])[fact.id]
    support, corrections = Support.of(evidence), _corrections(context, fact, evidence)
    if _proved(context, fact, support):
        because = _because(corrections, support)
    elif states_rule(fact, evidence):
        because = "stated once, as a rule"
    else:
        return None
    replaced = next((one.id for one in approved if _contradicts(fact, one)), None)
    says = f"{shorten(fact.text, SHOWN)} ({because})"
    return Propose(fact.id, because, corrections, support.sessions, replaced, says)


def _proved(context: Context, fact: Fact, support: Support) -> bool:
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
    return Support.of(counted).quotations


def _because(corrections: int, support: Support) -> str:
    said = f"{corrections} corrections" if corrections > 1 else f"said {support.quotations} times"
    return f"{said} across {support.sessions} sessions"


def _proposed_before(context: Context, scope: Fact) -> list[Fact]:
    """The facts of this scope that wait in the queue, were approved, merged or turned down."""
    proposals = (
        one for one in context.store.candidates.select(tuple(CandidateStatus)) if one.kind is not CandidateKind.QUESTION
    )
    earlier = [one for one in proposals if _same_scope(one, scope)]
    return context.store.facts.many([one.fact for one in earlier[:MOST]])


def _same_scope(candidate: Candidate, scope: Fact) -> bool:
    return candidate.layer is proposed_layer(scope) and candidate.project == scope.project


def _contradicts(new: Fact, old: Fact) -> bool:
    return judge(new.text, old.text, wrong=new.wrong).relation is Relation.REPLACES
