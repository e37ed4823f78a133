"""The ways a memory may strengthen and fade: one registry, one entry each, chosen by the setting `memory.policy`.

A policy is pure functions of a fact, its usage and the time. `living` is Lore's own; the other four are what other
designs of agent memory do, to the number. One rule stands above all: time does not touch what you approved or pinned.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import astuple, dataclass, field, fields
from datetime import timedelta
from math import inf, log, log2, prod
from types import MappingProxyType
from typing import ClassVar

from lore import clock
from lore.config import DEFAULTS, Config, HasSettings, Setting, in_force, registry as settings
from lore.errors import UsageError
from lore.memory.strength import CURVE, Curve, factors, salience
from lore.model import Fact, Kind, Usage
from lore.store import Vitals

TIE_BREAK = 1e-9
"""What recency adds where the given score decides: less than any real difference of scores."""
HALF_LIFE_DAYS: Mapping[Kind, float] = MappingProxyType({kind: one.default for kind, one in settings.HALF_LIFE.items()})
LIFETIME_DAYS: Mapping[Kind, float] = MappingProxyType({kind: one.default for kind, one in settings.LIFETIME.items()})
SUNDAY = 6


class Policy(ABC):
    """How a fact strengthens, what that is worth in a search, and when it has faded."""

    name: ClassVar[str]
    formula: ClassVar[str]
    """For `docs/config.md`."""
    unproved: ClassVar[float]
    """What a search multiplies the relevance of messages and documents with, where they compete with facts."""
    greatest: ClassVar[float]
    """No `weight` is greater."""
    unit: ClassVar[float | None]
    """The strength of a certain fact that was just said; None where use adds nothing and strength proves nothing."""

    @abstractmethod
    def parts(self, fact: Fact | Vitals, usage: Usage, now: str) -> Mapping[str, float]:
        """What its strength at `now` is made of: the product is the strength."""

    @abstractmethod
    def faded(self, fact: Fact | Vitals, usage: Usage, now: str) -> bool:
        """Whether maintenance should archive it. Never true of an approved or pinned fact."""

    def strength(self, fact: Fact | Vitals, usage: Usage, now: str) -> float:
        """Its effective confidence at `now`, 0 and up."""
        return float(prod(self.parts(fact, usage, now).values()))

    def weight(self, fact: Fact | Vitals, usage: Usage, now: str) -> float:
        """What a search multiplies its relevance with."""
        return self.strength(fact, usage, now)

    def grace(self, fact: Fact | Vitals, days: float) -> float:
        """Days that it stays after it came in, where `memory.grace_days` says `days`."""
        return days


def lasts(fact: Fact | Vitals) -> bool:
    """Whether time does not touch it: a person approved or pinned it."""
    return fact.pinned or fact.approved_at is not None


def idle_days(fact: Fact | Vitals, usage: Usage, now: str) -> float:
    """Days since it was last said, confirmed or used."""
    return clock.days_between(usage.reinforced_at or fact.created_at, now)


@dataclass(frozen=True)
class Living(Policy):
    """Confidence × reinforcement × spacing × decay: the default."""

    curve: Curve = CURVE
    floor: float = settings.LIVING_FLOOR.default

    name: ClassVar[str] = "living"
    formula: ClassVar[str] = (
        "confidence × (1 + log2(1 + uses)) × log2(1 + sessions) × (1 + days)^−λ,"
        " with λ = decay ÷ (1 + log2(1 + uses per 30 days)); a search multiplies with ½ + ½ × s ÷ (1 + s)"
    )
    unproved: ClassVar[float] = salience(0.0)
    greatest: ClassVar[float] = 1.0
    unit: ClassVar[float | None] = 1.0

    def parts(self, fact: Fact | Vitals, usage: Usage, now: str) -> Mapping[str, float]:
        found = factors(
            fact.confidence,
            usage,
            fact.tier,
            lasting=lasts(fact),
            age_days=clock.days_between(fact.created_at, now),
            idle_days=idle_days(fact, usage, now),
            curve=self.curve,
        )
        return dict(zip((one.name for one in fields(found)), astuple(found), strict=True))

    def weight(self, fact: Fact | Vitals, usage: Usage, now: str) -> float:
        return salience(self.strength(fact, usage, now))

    def faded(self, fact: Fact | Vitals, usage: Usage, now: str) -> bool:
        return not lasts(fact) and self.strength(fact, usage, now) < self.floor


@dataclass(frozen=True)
class HalfLife(Policy):
    """What is certain hardly fades: the exponent of the half-life is what confidence lacks."""

    half_life_days: Mapping[Kind, float] = field(default_factory=lambda: HALF_LIFE_DAYS)
    floor: float = settings.HALF_LIFE_FLOOR.default
    """Of the decay alone: certain facts are kept however seldom they are used."""

    name: ClassVar[str] = "half-life"
    formula: ClassVar[str] = (
        "(½^(days ÷ half-life))^(1 − confidence) × (1 + log2(1 + uses) ÷ 10) × (½ + ½ × confidence);"
        " archived when the first factor falls below the floor"
    )
    unproved: ClassVar[float] = 0.5
    greatest: ClassVar[float] = inf
    unit: ClassVar[float | None] = 1.0

    def parts(self, fact: Fact | Vitals, usage: Usage, now: str) -> Mapping[str, float]:
        return {
            "decay": _halved(fact, usage, now, self.half_life_days) ** (1 - fact.confidence),
            "frequency": 1 + log2(1 + usage.accesses) / 10,
            "confidence": 0.5 + 0.5 * fact.confidence,
        }

    def faded(self, fact: Fact | Vitals, usage: Usage, now: str) -> bool:
        return not lasts(fact) and self.parts(fact, usage, now)["decay"] < self.floor


@dataclass(frozen=True)
class Salience(Policy):
    """Logarithm of how often it was reinforced × recency. Saying it the first time is the first reinforcement."""

    half_life_days: Mapping[Kind, float] = field(default_factory=lambda: HALF_LIFE_DAYS)
    floor: float = settings.SALIENCE_FLOOR.default

    name: ClassVar[str] = "salience"
    formula: ClassVar[str] = "ln(1 + reinforcements) × ½^(days ÷ half-life), with reinforcements = 1 + uses"
    unproved: ClassVar[float] = 0.5 * log(2)
    """Said once, and with no time of a reinforcement, for which the formula takes half."""
    greatest: ClassVar[float] = inf
    unit: ClassVar[float | None] = log(2)

    def parts(self, fact: Fact | Vitals, usage: Usage, now: str) -> Mapping[str, float]:
        reinforcements = 1 + usage.accesses
        return {
            "reinforcement": log(1 + reinforcements),
            "recency": _halved(fact, usage, now, self.half_life_days),
        }

    def faded(self, fact: Fact | Vitals, usage: Usage, now: str) -> bool:
        return not lasts(fact) and self.strength(fact, usage, now) < self.floor


@dataclass(frozen=True)
class Relevance(Policy):
    """The score a fact was given; of equals the one said or used last. Nothing fades."""

    name: ClassVar[str] = "relevance"
    formula: ClassVar[str] = "confidence; of equals the one that was said or used last"
    unproved: ClassVar[float] = 0.5
    greatest: ClassVar[float] = 1.0 + TIE_BREAK
    unit: ClassVar[float | None] = None

    def parts(self, fact: Fact | Vitals, usage: Usage, now: str) -> Mapping[str, float]:
        return {"confidence": fact.confidence, "recency": 1 + TIE_BREAK / (1 + idle_days(fact, usage, now))}

    def faded(self, fact: Fact | Vitals, usage: Usage, now: str) -> bool:
        return False


@dataclass(frozen=True)
class TimeToLive(Policy):
    """Every kind has its lifetime, from when it was said. What was used since stays until the Sunday after."""

    lifetime_days: Mapping[Kind, float] = field(default_factory=lambda: LIFETIME_DAYS)

    name: ClassVar[str] = "ttl"
    formula: ClassVar[str] = (
        "confidence until the lifetime of its kind, counted from when it was said, is over, then 0;"
        " what was used meanwhile lives on to the next Sunday"
    )
    unproved: ClassVar[float] = 1.0
    greatest: ClassVar[float] = 1.0
    unit: ClassVar[float | None] = None

    def parts(self, fact: Fact | Vitals, usage: Usage, now: str) -> Mapping[str, float]:
        return {"confidence": fact.confidence, "alive": 0.0 if self.faded(fact, usage, now) else 1.0}

    def weight(self, fact: Fact | Vitals, usage: Usage, now: str) -> float:
        return self.parts(fact, usage, now)["alive"]

    def faded(self, fact: Fact | Vitals, usage: Usage, now: str) -> bool:
        lifetime = self.lifetime_days[fact.kind]
        if lasts(fact) or clock.days_between(fact.created_at, now) <= lifetime:
            return False
        return usage.accesses == 0 or _swept(fact.created_at, lifetime, now)

    def grace(self, fact: Fact | Vitals, days: float) -> float:
        return min(days, self.lifetime_days[fact.kind])


def _swept(since: str, lifetime_days: float, now: str) -> bool:
    """Whether a Sunday has begun since the lifetime of what began then was over."""
    began, present = clock.parse(since), clock.parse(now)
    if began is None or present is None:
        return False
    over = began + timedelta(days=lifetime_days)
    midnight = over.replace(hour=0, minute=0, second=0, microsecond=0)
    return present >= midnight + timedelta(days=(SUNDAY - over.weekday()) or 7)


def _halved(fact: Fact | Vitals, usage: Usage, now: str, half_life_days: Mapping[Kind, float]) -> float:
    days = 0.0 if lasts(fact) else idle_days(fact, usage, now)
    return float(0.5 ** (days / half_life_days[fact.kind]))


def _living(config: Config) -> Living:
    curve = Curve(config[settings.EPISODIC_DECAY], config[settings.SEMANTIC_DECAY], config[settings.RATE_DAYS])
    return Living(curve, config[settings.LIVING_FLOOR])


def _by_kind(config: Config, chosen: Mapping[Kind, Setting[float]]) -> Mapping[Kind, float]:
    return {kind: config[setting] for kind, setting in chosen.items()}


POLICIES: Mapping[str, Callable[[Config], Policy]] = MappingProxyType(
    {
        Living.name: _living,
        HalfLife.name: lambda config: HalfLife(_by_kind(config, settings.HALF_LIFE), config[settings.HALF_LIFE_FLOOR]),
        Salience.name: lambda config: Salience(_by_kind(config, settings.HALF_LIFE), config[settings.SALIENCE_FLOOR]),
        Relevance.name: lambda config: Relevance(),
        TimeToLive.name: lambda config: TimeToLive(_by_kind(config, settings.LIFETIME)),
    }
)
"""Each policy with what makes it from the settings."""


def policy_named(name: str, config: Config = DEFAULTS) -> Policy:
    """The policy of this name, with the numbers of these settings. Raises UsageError, naming the ones there are."""
    try:
        made = POLICIES[name]
    except KeyError:
        raise UsageError(
            f"there is no memory policy `{name}`", hint=f"choose one of {', '.join(f'`{known}`' for known in POLICIES)}"
        ) from None
    return made(config)


def chosen_policy(config: Config) -> Policy:
    """The policy that `memory.policy` names."""
    return policy_named(config[settings.POLICY], config)


def policy_in_force(store: HasSettings) -> Policy:
    """The policy of a store. Raises StoreError, UsageError where a setting cannot be what it is set to."""
    return chosen_policy(in_force(store))
