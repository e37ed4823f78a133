"""Second half of a consolidation: what was said in several sessions becomes semantic knowledge."""

from collections.abc import Iterator

from lore.consolidate.context import SHOWN, Context
from lore.consolidate.planned_changes import Form, PlannedChange
from lore.consolidate.step import Unit
from lore.memory import ASSERTING, EvidenceCount
from lore.model import Kind, Tier
from lore.text import shorten

LASTING_KINDS = frozenset({*ASSERTING, Kind.SOLUTION} - {Kind.NOTE})


def form(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """A fact whose quotations are of several sessions is knowledge; a correction with one session less.

    The same words, what a model says was said again and what a person called the same are quotations of one fact: no
    likeness of words brings two together.
    """
    assert unit.layer is not None
    for facts in context.facts(unit.project, unit.layer):
        episodes = [fact for fact in facts if fact.kind in LASTING_KINDS and fact.tier is Tier.EPISODIC]
        evidence = context.store.facts.evidence([fact.id for fact in episodes])
        for fact in episodes:
            support = EvidenceCount.of(evidence[fact.id])
            if support.sessions >= context.rules.sessions - (fact.kind is Kind.CORRECTION):
                said = f"{support.quotations} quotations, {support.sessions} sessions"
                yield Form(fact.id, f"{shorten(fact.text, SHOWN)} ({said})")
