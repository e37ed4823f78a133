"""Which facts stand over every session, and the strength of many stored facts at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lore import clock
from lore.config import STANDING_CONFIDENCE, STANDING_SESSIONS, in_force
from lore.memory.policies import chosen_policy, policy_in_force
from lore.memory.policy import Policy
from lore.model import RULE_KINDS, Fact, Layer, Status, Tier, Usage
from lore.store import FactFilter, Store


def strengths(
    store: Store, facts: Sequence[Fact], *, now: str | None = None, policy: Policy | None = None
) -> dict[str, float]:
    """The strength of each fact, by its id; three queries however many there are. policy: default the one in force."""
    moment, policy = now or clock.now(), policy or policy_in_force(store)
    usage = store.facts.usage([fact.id for fact in facts])
    return {fact.id: policy.strength(fact, usage[fact.id], moment) for fact in facts}


def strengths_of(store: Store, names: Sequence[str]) -> dict[str, float]:
    """The same by their ids alone, a seventh of the cost; what is gone or damaged is left out."""
    policy, usage, moment = policy_in_force(store), store.facts.usage(names), clock.now()
    return {one.id: policy.strength(one, usage[one.id], moment) for one in store.facts.strength_inputs(names)}


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
    fades_at: str | None
    """When it will have faded, where nothing more happens to it; None where it never does."""


def explained(store: Store, fact: Fact, *, now: str | None = None) -> Explained:
    """The strength of one fact, and what it is made of under the policy in force."""
    from lore.memory.course import fades_at  # nothing that listing facts needs

    policy, usage, moment = policy_in_force(store), store.facts.usage([fact.id])[fact.id], now or clock.now()
    return Explained(
        policy=policy.name,
        parts=policy.parts(fact, usage, moment),
        strength=policy.strength(fact, usage, moment),
        weight=policy.weight(fact, usage, moment),
        faded=policy.faded(fact, usage, moment),
        fades_at=fades_at(policy, fact, usage, moment),
    )


@dataclass(frozen=True, slots=True)
class StandingRule:
    """A rule that a session in a project begins with."""

    fact: Fact
    strength: float
    why: str
    """Why it stands: "you approved it", "said in 3 sessions", "said once, on 2026-03-12"."""
    once: bool = False
    """Whether it stands only because you said it, once."""


def standing_rules(
    store: Store, project: str | None, *, now: str | None = None, among: Sequence[str] | None = None
) -> list[StandingRule]:
    """The rules that a session in a project begins with, strongest first. Nothing tainted is among them.

    A rule stands where a person approved or pinned it, where consolidation made it lasting, or where it was said in
    several sessions (`standing.sessions`). What you said once, in so many words, stands in your own sessions of that
    project alone (layer `user_project`). among: only those of these facts; every rule of 100,000 facts takes 0.2 s.
    """
    config = in_force(store)
    policy, sessions, least = chosen_policy(config), config[STANDING_SESSIONS], config[STANDING_CONFIDENCE]
    if among is None:
        facts = store.facts.select(FactFilter(kinds=RULE_KINDS, projects=(project, None), tainted=False))
    else:
        facts = [fact for fact in store.facts.many(among) if fact.project in (project, None)]
    usage = store.facts.usage([fact.id for fact in facts])
    moment = now or clock.now()
    rules = [
        StandingRule(
            fact, policy.strength(fact, usage[fact.id], moment), why, said_once(fact, usage[fact.id]) is not None
        )
        for fact in facts
        if (why := why_it_stands(fact, usage[fact.id], sessions, least)) is not None
    ]
    return sorted(rules, key=lambda rule: (-rule.strength, rule.fact.id))


def why_it_stands(fact: Fact, usage: Usage, sessions: int, least: float) -> str | None:
    """Why an active rule stands over every session in its scope; None where it does not.

    sessions: the setting `standing.sessions`. least: the setting `standing.confidence`.
    """
    if fact.tainted or fact.kind not in RULE_KINDS or fact.status is not Status.ACTIVE:
        return None
    if fact.approved_at:
        return f"you approved it on {fact.approved_at[:10]}"
    if fact.pinned:
        return "you pinned it"
    if usage.sessions >= sessions:
        return f"said in {usage.sessions} sessions"
    if fact.tier is Tier.SEMANTIC:
        return "lasting knowledge"
    return said_once(fact, usage) if fact.confidence >= least else None


def said_once(fact: Fact, usage: Usage) -> str | None:
    """What to say of a rule that you stated once, in one of your own sessions; None of any other."""
    firm = fact.approved_at or fact.pinned or fact.tier is Tier.SEMANTIC or usage.sessions > 1
    counts = fact.status is Status.ACTIVE and fact.kind in RULE_KINDS and not fact.tainted
    once = counts and fact.layer is Layer.USER_PROJECT and not firm
    return f"said once, on {fact.created_at[:10]}" if once else None
