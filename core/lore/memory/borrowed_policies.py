"""The policies of other designs of agent memory, to the number. Loaded where one of them is chosen."""

from collections.abc import Mapping
from datetime import timedelta
from math import inf, log, log2
from types import MappingProxyType
from typing import ClassVar

from lore import clock
from lore.memory.policy import HALF_LIFE_DAYS, HALF_LIFE_FLOOR, LIFETIME_DAYS, Policy, idle_days, lasts
from lore.model import Fact, Usage
from lore.store import StrengthInputs

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

    def parts(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> Mapping[str, float]:
        return {
            "decay": _halved(fact, usage, now) ** (1 - fact.confidence),
            "frequency": 1 + log2(1 + usage.accesses) / 10,
            "confidence": 0.5 + 0.5 * fact.confidence,
        }

    def faded(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> bool:
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

    def parts(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> Mapping[str, float]:
        reinforcements = 1 + usage.accesses
        return {
            "reinforcement": log(1 + reinforcements),
            "recency": _halved(fact, usage, now),
        }

    def faded(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> bool:
        return False


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

    def parts(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> Mapping[str, float]:
        return {"confidence": fact.confidence, "alive": 0.0 if self.faded(fact, usage, now) else 1.0}

    def weighed(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> tuple[float, float]:
        parts = self.parts(fact, usage, now)
        return parts["confidence"] * parts["alive"], parts["alive"]

    def faded(self, fact: Fact | StrengthInputs, usage: Usage, now: str) -> bool:
        lifetime = LIFETIME_DAYS.get(fact.kind, inf)
        if lasts(fact) or clock.days_between(fact.created_at, now) <= lifetime:
            return False
        return usage.accesses == 0 or _swept(fact.created_at, lifetime, now)

    def grace(self, fact: Fact | StrengthInputs, days: float) -> float:
        return min(days, LIFETIME_DAYS.get(fact.kind, inf))


def _swept(since: str, lifetime_days: float, now: str) -> bool:
    """Whether a Sunday has begun since the lifetime of what began then was over."""
    began, present = clock.parse(since), clock.parse(now)
    if began is None or present is None:
        return False
    over = began + timedelta(days=lifetime_days)
    midnight = over.replace(hour=0, minute=0, second=0, microsecond=0)
    return present >= midnight + timedelta(days=(SUNDAY - over.weekday()) or 7)


def _halved(fact: Fact | StrengthInputs, usage: Usage, now: str) -> float:
    days = 0.0 if lasts(fact) else idle_days(fact, usage, now)
    return float(0.5 ** (days / HALF_LIFE_DAYS))


BORROWED: Mapping[str, type[Policy]] = MappingProxyType(
    {policy.name: policy for policy in (HalfLife, Salience, Relevance, TimeToLive)}
)
