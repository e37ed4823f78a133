"""Which facts stand over every session, and the strength of many stored facts at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lore import clock
from lore.config import STANDING_SESSIONS, in_force
from lore.memory.policies import Policy, chosen_policy, policy_in_force
from lore.model import Fact, Kind, Tier
from lore.store import FactFilter, Store

RULES = (Kind.CORRECTION, Kind.PREFERENCE, Kind.IDENTITY, Kind.CONVENTION)
"""Kinds that hold whatever a session is about; everything else is searched for."""


def strengths(
    store: Store, facts: Sequence[Fact], *, now: str | None = None, policy: Policy | None = None
) -> dict[str, float]:
    """The strength of each fact, by its id; three queries however many there are. policy: default the one in force."""
    moment, policy = now or clock.now(), policy or policy_in_force(store)
    usage = store.facts.usage([fact.id for fact in facts])
    return {fact.id: policy.strength(fact, usage[fact.id], moment) for fact in facts}


@dataclass(frozen=True, slots=True)
class Explained:
    """Where the strength of a fact comes from."""

    policy: str
    parts: Mapping[str, float]
    """Their product is the strength."""
    strength: float
    weight: float
    """What a search multiplies its relevance with."""
    faded: bool
    """Whether the next consolidation archives it, once its days of grace are over."""


def explained(store: Store, fact: Fact, *, now: str | None = None) -> Explained:
    """The strength of one fact, and what it is made of under the policy in force."""
    policy, usage, moment = policy_in_force(store), store.facts.usage([fact.id])[fact.id], now or clock.now()
    return Explained(
        policy=policy.name,
        parts=policy.parts(fact, usage, moment),
        strength=policy.strength(fact, usage, moment),
        weight=policy.weight(fact, usage, moment),
        faded=policy.faded(fact, usage, moment),
    )


def standing_facts(store: Store, project: str | None, *, now: str | None = None) -> list[Fact]:
    """The rules that a session in a project begins with, strongest first.

    A rule is one that a person approved or pinned, that consolidation made lasting, or that was said in several
    sessions (`standing.sessions`). What was drawn from one session alone is an episode: it is found, but stands over
    nothing, for extraction errs once far more often than twice.
    """
    config = in_force(store)
    policy, sessions = chosen_policy(config), config[STANDING_SESSIONS]
    found = store.facts.select(FactFilter(kinds=RULES, projects=(project, None), tainted=False))
    usage = store.facts.usage([fact.id for fact in found])
    moment = now or clock.now()
    rules = [
        fact
        for fact in found
        if fact.approved_at or fact.pinned or fact.tier is Tier.SEMANTIC or usage[fact.id].sessions >= sessions
    ]
    return sorted(rules, key=lambda fact: (-policy.strength(fact, usage[fact.id], moment), fact.id))
