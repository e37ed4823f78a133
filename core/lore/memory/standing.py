"""Which facts stand over every session, and the strength of many stored facts at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lore import clock
from lore.config import CONTEXT_BUDGET, CONTEXT_UNAPPROVED, in_force
from lore.lazy import TYPE_CHECKING
from lore.memory.policies import policy_in_force
from lore.memory.policy import Policy
from lore.model import Fact
from lore.store import Store

if TYPE_CHECKING:
    from lore.lookup import Standing


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


def what_stands(
    store: Store, project: str | None, *, now: str | None = None, budget: int | None = None
) -> "list[Standing]":
    """What could stand over sessions of a project, in the order in which it is given; `left` says why one is not.

    budget: tokens of what you approved; default: the setting `context.budget`.
    """
    from lore.lookup import gone

    config = in_force(store)
    return store.facts.standing(
        project,
        now or clock.now(),
        gone(str(store.folder), project),
        budget=config[CONTEXT_BUDGET] if budget is None else budget,
        most=config[CONTEXT_UNAPPROVED],
    )
