"""Which facts stand over every session, and the strength of many stored facts at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lore import clock
from lore.config import CONTEXT_BUDGET, CONTEXT_UNAPPROVED, in_force
from lore.lazy import TYPE_CHECKING
from lore.memory.policies import Policy, lasts, policy_in_force
from lore.model import Fact, Usage
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


FARTHEST_DAYS = 36_525.0
"""What has not faded in a hundred years does not fade."""


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

    @property
    def share(self) -> float:
        """The strength on a scale of 0 to 1; a half is as strong as a certain fact that was just said."""
        return self.strength / (1 + self.strength)


def explained(store: Store, fact: Fact, *, now: str | None = None) -> Explained:
    """The strength of one fact, and what it is made of under the policy in force."""
    policy, usage, moment = policy_in_force(store), store.facts.usage([fact.id])[fact.id], now or clock.now()
    return Explained(
        policy=policy.name,
        parts=policy.parts(fact, usage, moment),
        strength=policy.strength(fact, usage, moment),
        weight=policy.weight(fact, usage, moment),
        faded=policy.faded(fact, usage, moment),
        fades_at=fades_at(policy, fact, usage, moment),
    )


def fades_at(policy: Policy, fact: Fact, usage: Usage, now: str) -> str | None:
    """When a fact falls below the floor of a policy, to the minute, where nothing more happens to it.

    `now` where it has already; None where it lasts, or does not fall in a hundred years.
    """
    if lasts(fact) or not policy.faded(fact, usage, _days_from(now, FARTHEST_DAYS)):
        return None
    if policy.faded(fact, usage, now):
        return now
    stands, fallen = 0.0, FARTHEST_DAYS
    while fallen - stands > 1 / 1440:
        middle = (stands + fallen) / 2
        if policy.faded(fact, usage, _days_from(now, middle)):
            fallen = middle
        else:
            stands = middle
    return _days_from(now, fallen)


def _days_from(at: str, days: float) -> str:
    moment = clock.parse(at)
    return at if moment is None else clock.later(moment, seconds=days * clock.SECONDS_PER_DAY)


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
