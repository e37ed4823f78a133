"""What a policy of memory is: pure functions of a fact, its usage and the time; and the numbers of all of them."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from math import prod
from types import MappingProxyType
from typing import ClassVar

from lore import clock
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
