"""What is near a statement in meaning before it is stored, and why two statements contradict or are asked about."""

from dataclasses import dataclass
from enum import StrEnum


class Ground(StrEnum):
    """Why two statements contradict, or are asked about."""

    GIVEN_UP = "one gives up what the other says"
    REPLACED = "one names something else in its place"
    ALIKE = "they are very near in meaning"


@dataclass(frozen=True, slots=True)
class Near:
    """What is known of the facts near a statement before it is stored."""

    alike: frozenset[str] = frozenset()
    """The ids of those that are nearest in meaning, by their vectors."""


NOTHING_NEAR = Near()
