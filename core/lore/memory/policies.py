"""The ways a memory may strengthen and fade: one registry, one entry each, chosen by the setting `memory.policy`.

A policy is pure functions of a fact, its usage and the time. `living` is Lore's own; the other four are what other
designs of agent memory do, to the number. One rule stands above all: time does not touch what you approved or pinned.
"""

from collections.abc import Mapping
from typing import ClassVar

from lore import clock
from lore.config import Config, HasSettings, in_force, registry as settings
from lore.errors import UsageError
from lore.lazy import TYPE_CHECKING
from lore.memory.policy import DECAY, LIVING_FLOOR, RATE_DAYS, Policy, idle_days, lasts
from lore.memory.strength import factors, salience
from lore.model import Fact, Tier, Usage

if TYPE_CHECKING:
    from lore.store import StrengthInputs

POLICIES = settings.POLICY.choices
"""Their names."""


class Living(Policy):
    """Confidence × reinforcement × spacing × decay: the default."""

    name: ClassVar[str] = "living"
    formula: ClassVar[str] = (
        "confidence × (1 + log2(1 + uses)) × log2(1 + sessions + lag) × (1 + days)^−λ,"
        f" with λ = {DECAY[Tier.EPISODIC]:g} ({DECAY[Tier.SEMANTIC]:g} once it proved itself over sessions)"
        f" ÷ (1 + log2(1 + uses per {RATE_DAYS:g} days) + log2(1 + lag)) and lag = Σ 1 − (1 + gap in days)^−½"
        f" over the gaps between uses; archived below {LIVING_FLOOR:g}; a search multiplies with ½ + ½ × s ÷ (1 + s)"
    )
    unproved: ClassVar[float] = salience(0.0)
    greatest: ClassVar[float] = 1.0

    def parts(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> Mapping[str, float]:
        return factors(
            fact.confidence,
            usage,
            fact.tier,
            lasting=lasts(fact),
            age_days=clock.days_between(fact.created_at, now),
            idle_days=idle_days(fact, usage, now),
        )

    def weighed(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> tuple[float, float]:
        strength = self.strength(fact, usage, now)
        return strength, salience(strength)

    def faded(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> bool:
        return not lasts(fact) and self.strength(fact, usage, now) < LIVING_FLOOR


def policy_named(name: str) -> Policy:
    """The policy of this name. Raises UsageError, naming the ones there are."""
    if name == Living.name:
        return Living()
    if name not in POLICIES:
        raise UsageError(
            f"there is no memory policy `{name}`", hint=f"choose one of {', '.join(f'`{known}`' for known in POLICIES)}"
        )
    from lore.memory.borrowed_policies import BORROWED  # 4 ms, which the default does not pay

    return BORROWED[name]()


def chosen_policy(config: Config) -> Policy:
    """The policy that `memory.policy` names."""
    return policy_named(config[settings.POLICY])


def policy_in_force(store: HasSettings) -> Policy:
    """The policy of a store. Raises StoreError, UsageError where a setting cannot be what it is set to."""
    return chosen_policy(in_force(store))
