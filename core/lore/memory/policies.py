"""The ways a memory may strengthen and fade: one registry, one entry each, chosen by the setting `memory.policy`.

A policy is pure functions of a fact, its usage and the time. `living` is Lore's own; the other four are what other
designs of agent memory do, to the number. One rule stands above all: time does not touch what you approved or pinned.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from datetime import timedelta
from math import inf, log, log2, prod
from types import MappingProxyType
from typing import ClassVar

from lore import clock
from lore.config import Config, HasSettings, in_force, registry as settings
from lore.errors import UsageError
from lore.lazy import TYPE_CHECKING
from lore.model import Fact, Kind, Tier, Usage

if TYPE_CHECKING:
    from lore.store import StrengthInputs

LIVING_FLOOR, HALF_LIFE_FLOOR = 0.05, 0.1
"""Below this strength, and below this decay, `living` and `half-life` archive a fact."""
DECAY: Mapping[Tier, float] = MappingProxyType({Tier.EPISODIC: 0.5, Tier.SEMANTIC: 0.1})
"""`living`: λ0 of what was said in a session, and of what proved itself over sessions."""
RATE_DAYS = 30.0
"""`living`: accesses are counted per this many days of life. A younger fact counts as this old: three uses on its first
day are not ninety a month."""
HALF_LIFE_DAYS = 30.0
"""`half-life` and `salience`: after so long without use a fact has lost half."""
LIFETIME_DAYS: Mapping[Kind, float] = MappingProxyType(
    {
        Kind.SYSTEM: 180.0,
        Kind.PROJECT: 90.0,
        Kind.DECISION: 60.0,
        Kind.EVENT: 30.0,
        Kind.BLOCKER: 14.0,
        Kind.NOTE: 14.0,
        Kind.TASK: 7.0,
    }
)
"""`ttl`: the kinds that are not named live for ever."""


class Policy(ABC):
    """How a fact strengthens, what that is worth in a search, and when it has faded."""

    name: ClassVar[str]
    formula: ClassVar[str]
    """For `docs/config.md`."""
    unproved: ClassVar[float]
    """What a search multiplies the relevance of messages and documents with, where they compete with facts."""
    greatest: ClassVar[float]
    """No `weight` is greater."""

    @abstractmethod
    def parts(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> Mapping[str, float]:
        """What its strength at `now` is made of: the product is the strength."""

    @abstractmethod
    def faded(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> bool:
        """Whether maintenance should archive it. Never true of an approved or pinned fact."""

    def strength(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> float:
        """Its effective confidence at `now`, 0 and up."""
        return float(prod(self.parts(fact, usage, now).values()))

    def weighed(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> tuple[float, float]:
        """Its strength, and the weight of it: what a search multiplies its relevance with."""
        strength = self.strength(fact, usage, now)
        return strength, strength

    def weight(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> float:
        """What a search multiplies its relevance with."""
        return self.weighed(fact, usage, now)[1]

    def grace(self, fact: "Fact | StrengthInputs", days: float) -> float:
        """Days that it stays after it came in, where `memory.grace_days` says `days`."""
        return days


def lasts(fact: "Fact | StrengthInputs") -> bool:
    """Whether time does not touch it: a person approved or pinned it."""
    return fact.pinned or fact.approved_at is not None


def idle_days(fact: "Fact | StrengthInputs", usage: Usage, now: str) -> float:
    """Days since it was last said, confirmed or used."""
    return clock.days_between(usage.reinforced_at or fact.created_at, now)


TIE_BREAK = 1e-9
"""What recency adds where the given score decides: less than any real difference of scores."""
SUNDAY = 6


class HalfLife(Policy):
    """What is certain hardly fades: the exponent of the half-life is what confidence lacks."""

    name: ClassVar[str] = "half-life"
    formula: ClassVar[str] = (
        f"(½^(days ÷ {HALF_LIFE_DAYS:g}))^(1 − confidence) × (1 + log2(1 + uses) ÷ 10) × (½ + ½ × confidence);"
        f" archived when the first factor falls below {HALF_LIFE_FLOOR:g}"
    )
    unproved: ClassVar[float] = 0.5
    greatest: ClassVar[float] = inf

    def parts(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> Mapping[str, float]:
        return {
            "decay": _halved(fact, usage, now) ** (1 - fact.confidence),
            "frequency": 1 + log2(1 + usage.accesses) / 10,
            "confidence": 0.5 + 0.5 * fact.confidence,
        }

    def faded(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> bool:
        return not lasts(fact) and self.parts(fact, usage, now)["decay"] < HALF_LIFE_FLOOR


class Salience(Policy):
    """Logarithm of how often it was reinforced × recency. Saying it the first time is the first reinforcement."""

    name: ClassVar[str] = "salience"
    formula: ClassVar[str] = (
        f"ln(1 + reinforcements) × ½^(days ÷ {HALF_LIFE_DAYS:g}), with reinforcements = 1 + uses; nothing fades"
    )
    unproved: ClassVar[float] = 0.5 * log(2)
    """Said once, and with no time of a reinforcement, for which the formula takes half."""
    greatest: ClassVar[float] = inf

    def parts(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> Mapping[str, float]:
        reinforcements = 1 + usage.accesses
        return {
            "reinforcement": log(1 + reinforcements),
            "recency": _halved(fact, usage, now),
        }

    def faded(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> bool:
        return False


class Relevance(Policy):
    """The score a fact was given; of equals the one said or used last. Nothing fades."""

    name: ClassVar[str] = "relevance"
    formula: ClassVar[str] = "confidence; of equals the one that was said or used last"
    unproved: ClassVar[float] = 0.5
    greatest: ClassVar[float] = 1.0 + TIE_BREAK

    def parts(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> Mapping[str, float]:
        return {"confidence": fact.confidence, "recency": 1 + TIE_BREAK / (1 + idle_days(fact, usage, now))}

    def faded(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> bool:
        return False


class TimeToLive(Policy):
    """Every kind has its lifetime, from when it was said. What was used since stays until the Sunday after."""

    name: ClassVar[str] = "ttl"
    formula: ClassVar[str] = (
        "confidence until the lifetime of its kind, counted from when it was said, is over, then 0: "
        + ", ".join(f"{kind} {days:g} days" for kind, days in LIFETIME_DAYS.items())
        + ", all else for ever; what was used meanwhile lives on to the next Sunday"
    )
    unproved: ClassVar[float] = 1.0
    greatest: ClassVar[float] = 1.0

    def parts(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> Mapping[str, float]:
        return {"confidence": fact.confidence, "alive": 0.0 if self.faded(fact, usage, now) else 1.0}

    def weighed(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> tuple[float, float]:
        parts = self.parts(fact, usage, now)
        return parts["confidence"] * parts["alive"], parts["alive"]

    def faded(self, fact: "Fact | StrengthInputs", usage: Usage, now: str) -> bool:
        lifetime = LIFETIME_DAYS.get(fact.kind, inf)
        if lasts(fact) or clock.days_between(fact.created_at, now) <= lifetime:
            return False
        return usage.accesses == 0 or _swept(fact.created_at, lifetime, now)

    def grace(self, fact: "Fact | StrengthInputs", days: float) -> float:
        return min(days, LIFETIME_DAYS.get(fact.kind, inf))


def _swept(since: str, lifetime_days: float, now: str) -> bool:
    """Whether a Sunday has begun since the lifetime of what began then was over."""
    began, present = clock.parse(since), clock.parse(now)
    if began is None or present is None:
        return False
    over = began + timedelta(days=lifetime_days)
    midnight = over.replace(hour=0, minute=0, second=0, microsecond=0)
    return present >= midnight + timedelta(days=(SUNDAY - over.weekday()) or 7)


def _halved(fact: "Fact | StrengthInputs", usage: Usage, now: str) -> float:
    days = 0.0 if lasts(fact) else idle_days(fact, usage, now)
    return float(0.5 ** (days / HALF_LIFE_DAYS))


FORGETTING = 0.5
"""The exponent by which what a use left is forgotten before the next one: that of episodes, where nobody sets it."""


def fading(usage: Usage, tier: Tier, age_days: float) -> float:
    """λ of a fact that fades. Approved conventions and pinned facts do not."""
    per_period = max(0, usage.accesses) * RATE_DAYS / max(RATE_DAYS, age_days)
    return DECAY[tier] / (1 + log2(1 + per_period) + log2(1 + lag(usage.gaps)))


def lag(gaps: Sequence[float]) -> float:
    """How much had been forgotten before each use, added up: 0 for uses at once, under 1 for each.

    gaps: days from one use to the next.
    """
    return sum((1 - float((1 + max(0.0, days)) ** -FORGETTING) for days in gaps), 0.0)


def factors(
    confidence: float, usage: Usage, tier: Tier, *, lasting: bool, age_days: float, idle_days: float
) -> Mapping[str, float]:
    """What the effective confidence of a fact is made of now: above 1 in all once it has proved itself.

    confidence: base confidence by provenance, 0 to 1. lasting: approved or pinned, so that it does not fade.
    age_days: since it was made. idle_days: since it was last said, confirmed or used.
    """
    return {
        "confidence": confidence,
        "reinforcement": 1 + log2(1 + max(0, usage.accesses)),
        "spacing": log2(1 + max(1, usage.sessions) + lag(usage.gaps)),
        "decay": 1.0 if lasting else (1 + max(0.0, idle_days)) ** -fading(usage, tier, age_days),
    }


def salience(value: float) -> float:
    """What search multiplies relevance with, for a strength: ½ for 0, ¾ for 1, towards 1.

    A strong cue therefore brings back a faded fact, and use decides between equals.
    """
    return 0.5 + 0.5 * value / (1 + value)


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


POLICIES: Mapping[str, type[Policy]] = MappingProxyType(
    {policy.name: policy for policy in (Living, HalfLife, Salience, Relevance, TimeToLive)}
)


def policy_named(name: str) -> Policy:
    """The policy of this name. Raises UsageError, naming the ones there are."""
    if name not in POLICIES:
        raise UsageError(
            f"there is no memory policy `{name}`", hint=f"choose one of {', '.join(f'`{known}`' for known in POLICIES)}"
        )
    return POLICIES[name]()


def chosen_policy(config: Config) -> Policy:
    """The policy that `memory.policy` names."""
    return policy_named(config[settings.POLICY])


def policy_in_force(store: HasSettings) -> Policy:
    """The policy of a store. Raises StoreError, UsageError where a setting cannot be what it is set to."""
    return chosen_policy(in_force(store))
