"""Which facts stand over every session, and the strength of many stored facts at once."""

from collections.abc import Sequence

from lore import clock
from lore.memory.policies import LIVING, Policy
from lore.model import Fact, Kind, Tier
from lore.store import FactFilter, Store

RULES = (Kind.CORRECTION, Kind.PREFERENCE, Kind.IDENTITY, Kind.CONVENTION)
"""Kinds that hold whatever a session is about; everything else is searched for."""
SESSIONS = 2
"""Distinct sessions that make a rule of what nobody approved: extraction errs once far more often than twice."""


def strengths(
    store: Store, facts: Sequence[Fact], *, now: str | None = None, policy: Policy = LIVING
) -> dict[str, float]:
    """The strength of each fact, by its id; two queries however many there are."""
    moment = now or clock.now()
    usage = store.facts.usage([fact.id for fact in facts])
    return {fact.id: policy.strength(fact, usage[fact.id], moment) for fact in facts}


def standing_facts(store: Store, project: str | None, *, now: str | None = None, policy: Policy = LIVING) -> list[Fact]:
    """The rules that a session in a project begins with, strongest first.

    A rule is one that a person approved or pinned, that consolidation made lasting, or that was said in several
    sessions. What was drawn from one session alone is an episode: it is found, but stands over nothing.
    """
    found = store.facts.select(FactFilter(kinds=RULES, projects=(project, None), tainted=False))
    usage = store.facts.usage([fact.id for fact in found])
    moment = now or clock.now()
    rules = [
        fact
        for fact in found
        if fact.approved_at or fact.pinned or fact.tier is Tier.SEMANTIC or usage[fact.id].sessions >= SESSIONS
    ]
    return sorted(rules, key=lambda fact: (-policy.strength(fact, usage[fact.id], moment), fact.id))
