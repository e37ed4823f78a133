"""What a fact states: the kinds, and the other names under which they come in."""

from collections.abc import Mapping
from enum import StrEnum


class Kind(StrEnum):
    """What a fact states."""

    CORRECTION = "correction"
    PREFERENCE = "preference"
    IDENTITY = "identity"
    CONVENTION = "convention"
    DECISION = "decision"
    SOLUTION = "solution"
    LESSON = "lesson"
    SYSTEM = "system"
    PROJECT = "project"
    EVENT = "event"
    BLOCKER = "blocker"
    TASK = "task"
    NOTE = "note"


PASSING = frozenset({Kind.EVENT, Kind.TASK, Kind.BLOCKER})
"""What passes: an episode even when a person saves it by hand, and never proposed as a convention."""

KIND_ALIASES: Mapping[str, Kind] = {
    "fact": Kind.NOTE,
    "knowledge": Kind.NOTE,
    "casual": Kind.NOTE,
    "context": Kind.NOTE,
    "pattern": Kind.CONVENTION,
    "system_config": Kind.SYSTEM,
    "profile": Kind.IDENTITY,
    "behavior": Kind.PREFERENCE,
}


def kind_of(name: str) -> Kind:
    """The kind a name or an alias stands for. Raises ValueError for any other word."""
    lowered = name.strip().lower()
    return KIND_ALIASES.get(lowered) or Kind(lowered)
