"""What a policy of memory is: pure functions of a fact, its usage and the time."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from math import prod
from typing import ClassVar

from lore import clock
from lore.lazy import TYPE_CHECKING
from lore.model import Fact, Usage

if TYPE_CHECKING:
    from lore.store import StrengthInputs


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
