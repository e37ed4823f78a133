"""What is held of two statements that are near in meaning before a rule decides: an opinion of trained judges.

`lore.memory.judges` forms it; `lore.memory.judgement` decides what follows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

SAME_FROM, CONTRADICTS_FROM = 0.6, 0.6
"""How likely it must be, chosen on pairs that training left out (tests/bench/pair_judge.py): to take two that
differ for one costs most, to ask costs little."""
CLEARLY = 1.25
"""How much likelier than a contradiction two wordings must be the same."""


class Ground(StrEnum):
    """Why two statements contradict, or are asked about."""

    POLARITY = "one says it, the other denies it"
    GIVEN_UP = "one gives up what the other says"
    NUMBER = "they give different numbers"
    REPLACED = "one names something else in its place"
    LEANS = "one leans on what the other replaced"
    ALIKE = "they may say the same"


@dataclass(frozen=True, slots=True)
class Opinion:
    """How likely each relation is, 0 to 1."""

    same: float
    contradicts: float
    narrows: float
    different: float

    def with_contradiction(self, times: float) -> "Opinion":
        """The opinion where a contradiction is so many times likelier."""
        against = times * self.contradicts
        whole = self.same + self.narrows + self.different + against
        return Opinion(self.same / whole, against / whole, self.narrows / whole, self.different / whole)

    def unlike(self) -> "Opinion":
        """The opinion where the two are not the same: what was held for that says that they differ."""
        return Opinion(0.0, self.contradicts, self.narrows, self.different + self.same)

    @property
    def says_same(self) -> bool:
        return self.same >= SAME_FROM and self.same > CLEARLY * self.contradicts

    @property
    def says_contradicts(self) -> bool:
        return self.contradicts >= CONTRADICTS_FROM and self.contradicts > self.same


@dataclass(frozen=True, slots=True)
class Near:
    """What is known of the facts near a statement before it is stored."""

    alike: frozenset[str] = frozenset()
    """The ids of those that may say the same, by their vectors."""
    opinions: Mapping[str, Opinion] = field(default_factory=dict)
    """What the statement is to the nearest of them, by id."""


NOTHING_NEAR = Near()
