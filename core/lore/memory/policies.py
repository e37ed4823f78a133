"""The ways a memory may strengthen and fade: one registry, one entry each, chosen by the setting `memory.policy`.

A policy is two pure functions of a fact, its usage and the time.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import log, log2
from types import MappingProxyType
from typing import Protocol

from lore import clock
from lore.errors import UsageError
from lore.memory.strength import FLOOR, strength
from lore.model import Fact, Kind, Usage
from lore.store import Vitals

HALF_LIFE_DAYS = 30.0
TIE_BREAK = 1e-3
"""What recency adds where the given score decides: less than any real difference of scores."""
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
"""Kinds that are not named live on: preference, identity, lesson, convention, correction, solution."""


class Policy(Protocol):
    """How a fact strengthens and when it has faded."""

    @property
    def name(self) -> str: ...

    def strength(self, fact: Fact | Vitals, usage: Usage, now: str) -> float:
        """Its effective confidence at `now`, 0 and up."""
        ...

    def faded(self, fact: Fact | Vitals, usage: Usage, now: str) -> bool:
        """Whether maintenance should archive it. Never true of an approved or pinned fact."""
        ...


def lasts(fact: Fact | Vitals) -> bool:
    """Whether time does not touch it: a person approved or pinned it."""
    return fact.pinned or fact.approved_at is not None


def idle_days(fact: Fact | Vitals, usage: Usage, now: str) -> float:
    """Days since it was last said, confirmed or used."""
    return clock.days_between(usage.reinforced_at or fact.created_at, now)


@dataclass(frozen=True, slots=True)
class Living:
    """Confidence × reinforcement × spacing × decay: the default."""

    name: str = "living"

    def strength(self, fact: Fact | Vitals, usage: Usage, now: str) -> float:
        return strength(
            fact.confidence,
            usage,
            fact.tier,
            lasting=lasts(fact),
            age_days=clock.days_between(fact.created_at, now),
            idle_days=idle_days(fact, usage, now),
        )

    def faded(self, fact: Fact | Vitals, usage: Usage, now: str) -> bool:
        return not lasts(fact) and self.strength(fact, usage, now) < FLOOR


@dataclass(frozen=True, slots=True)
class HalfLife:
    """(½)^(days/30), raised to 1 − confidence, × frequency × confidence: what is certain hardly fades."""

    name: str = "half-life"

    def strength(self, fact: Fact | Vitals, usage: Usage, now: str) -> float:
        recency = _halved(0.0 if lasts(fact) else idle_days(fact, usage, now))
        frequency = 1 + log2(1 + usage.accesses)
        return float(recency ** (1 - fact.confidence) * frequency * fact.confidence)

    def faded(self, fact: Fact | Vitals, usage: Usage, now: str) -> bool:
        return not lasts(fact) and self.strength(fact, usage, now) < FLOOR


@dataclass(frozen=True, slots=True)
class Salience:
    """log(reinforcement + 1) × recency, where saying it the first time is the first reinforcement."""

    name: str = "salience"

    def strength(self, fact: Fact | Vitals, usage: Usage, now: str) -> float:
        return log(usage.accesses + 2) * _halved(0.0 if lasts(fact) else idle_days(fact, usage, now))

    def faded(self, fact: Fact | Vitals, usage: Usage, now: str) -> bool:
        return not lasts(fact) and self.strength(fact, usage, now) < FLOOR


@dataclass(frozen=True, slots=True)
class Relevance:
    """The score a fact was given, then recency. Nothing fades."""

    name: str = "relevance"

    def strength(self, fact: Fact | Vitals, usage: Usage, now: str) -> float:
        return fact.confidence + TIE_BREAK / (1 + idle_days(fact, usage, now))

    def faded(self, fact: Fact | Vitals, usage: Usage, now: str) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class TimeToLive:
    """Every kind has its lifetime, counted from the last time it was said or used."""

    name: str = "ttl"
    lifetime_days: Mapping[Kind, float] = field(default_factory=lambda: LIFETIME_DAYS)

    def strength(self, fact: Fact | Vitals, usage: Usage, now: str) -> float:
        return 0.0 if self.faded(fact, usage, now) else fact.confidence

    def faded(self, fact: Fact | Vitals, usage: Usage, now: str) -> bool:
        lifetime = self.lifetime_days.get(fact.kind)
        return lifetime is not None and not lasts(fact) and idle_days(fact, usage, now) > lifetime


LIVING = Living()
POLICIES: Mapping[str, Policy] = MappingProxyType(
    {policy.name: policy for policy in (LIVING, HalfLife(), Salience(), Relevance(), TimeToLive())}
)


def policy_named(name: str) -> Policy:
    """The policy of this name. Raises UsageError, naming the ones there are."""
    try:
        return POLICIES[name]
    except KeyError:
        raise UsageError(
            f"there is no memory policy `{name}`", hint=f"choose one of {', '.join(f'`{known}`' for known in POLICIES)}"
        ) from None


def _halved(days: float) -> float:
    return float(0.5 ** (days / HALF_LIFE_DAYS))
