"""The policies of other designs of agent memory, to the number. Loaded where one of them is chosen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from math import inf, log, log2
from types import MappingProxyType
from typing import ClassVar

from lore import clock
from lore.config import Config, Setting, registry as settings
from lore.memory.policy import Policy, idle_days, lasts
from lore.model import Fact, Kind, Usage
from lore.store import StrengthInputs

TIE_BREAK = 1e-9
"""What recency adds where the given score decides: less than any real difference of scores."""
HALF_LIFE_DAYS: Mapping[Kind, float] = MappingProxyType({kind: one.default for kind, one in settings.HALF_LIFE.items()})
LIFETIME_DAYS: Mapping[Kind, float] = MappingProxyType({kind: one.default for kind, one in settings.LIFETIME.items()})
SUNDAY = 6


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

    def parts(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> Mapping[str, float]:
        return {
            "decay": _halved(fact, usage, now, self.half_life_days) ** (1 - fact.confidence),
            "frequency": 1 + log2(1 + usage.accesses) / 10,
            "confidence": 0.5 + 0.5 * fact.confidence,
        }

    def faded(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> bool:
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

    def parts(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> Mapping[str, float]:
        reinforcements = 1 + usage.accesses
        return {
            "reinforcement": log(1 + reinforcements),
            "recency": _halved(fact, usage, now, self.half_life_days),
        }

    def faded(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> bool:
        return not lasts(fact) and self.strength(fact, usage, now) < self.floor


@dataclass(frozen=True)
class Relevance(Policy):
    """The score a fact was given; of equals the one said or used last. Nothing fades."""

    name: ClassVar[str] = "relevance"
    formula: ClassVar[str] = "confidence; of equals the one that was said or used last"
    unproved: ClassVar[float] = 0.5
    greatest: ClassVar[float] = 1.0 + TIE_BREAK

    def parts(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> Mapping[str, float]:
        return {"confidence": fact.confidence, "recency": 1 + TIE_BREAK / (1 + idle_days(fact, usage, now))}

    def faded(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> bool:
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

    def parts(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> Mapping[str, float]:
        return {"confidence": fact.confidence, "alive": 0.0 if self.faded(fact, usage, now) else 1.0}

    def weighed(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> tuple[float, float]:
        parts = self.parts(fact, usage, now)
        return parts["confidence"] * parts["alive"], parts["alive"]

    def faded(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> bool:
        lifetime = self.lifetime_days[fact.kind]
        if lasts(fact) or clock.days_between(fact.created_at, now) <= lifetime:
            return False
        return usage.accesses == 0 or _swept(fact.created_at, lifetime, now)

    def grace(self, fact: Fact | StrengthInputs, days: float) -> float:
        return min(days, self.lifetime_days[fact.kind])


def _swept(since: str, lifetime_days: float, now: str) -> bool:
    """Whether a Sunday has begun since the lifetime of what began then was over."""
    began, present = clock.parse(since), clock.parse(now)
    if began is None or present is None:
        return False
    over = began + timedelta(days=lifetime_days)
    midnight = over.replace(hour=0, minute=0, second=0, microsecond=0)
    return present >= midnight + timedelta(days=(SUNDAY - over.weekday()) or 7)


def _halved(fact: Fact | StrengthInputs, usage: Usage, now: str, half_life_days: Mapping[Kind, float]) -> float:
    days = 0.0 if lasts(fact) else idle_days(fact, usage, now)
    return float(0.5 ** (days / half_life_days[fact.kind]))


def _by_kind(config: Config, chosen: Mapping[Kind, Setting[float]]) -> Mapping[Kind, float]:
    return {kind: config[setting] for kind, setting in chosen.items()}


BORROWED: Mapping[str, Callable[[Config], Policy]] = MappingProxyType(
    {
        HalfLife.name: lambda config: HalfLife(_by_kind(config, settings.HALF_LIFE), config[settings.HALF_LIFE_FLOOR]),
        Salience.name: lambda config: Salience(_by_kind(config, settings.HALF_LIFE), config[settings.SALIENCE_FLOOR]),
        Relevance.name: lambda config: Relevance(),
        TimeToLive.name: lambda config: TimeToLive(_by_kind(config, settings.LIFETIME)),
    }
)
"""Each policy with what makes it from the settings."""
