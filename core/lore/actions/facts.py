"""What is done to facts by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from lore.actions.engine import Engine
from lore.actions.registry import Touches, action
from lore.memory import editing
from lore.model import Fact


@dataclass(frozen=True, slots=True)
class Moved:
    """What became of facts that were archived, restored or pinned."""

    facts: tuple[Fact, ...]
    unchanged: tuple[str, ...]
    """The ids of those that were so already."""


@action("archive", Touches.WRITES)
def archive(engine: Engine, facts: Annotated[Sequence[str], "The ids of the facts."]) -> Moved:
    """Put facts away: no agent is told of them, and nothing is deleted."""
    before = {fact.id: fact.rev for fact in engine.store.facts.many(facts)}
    return _moved(before, editing.archive(engine.store, facts))


def _moved(before: dict[str, int], facts: Sequence[Fact]) -> Moved:
    return Moved(tuple(facts), tuple(fact.id for fact in facts if fact.rev == before.get(fact.id)))
