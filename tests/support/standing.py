"""What sessions of a project start with, as facts."""

from dataclasses import dataclass

from lore.memory import what_stands
from lore.model import Fact
from lore.store import Store


@dataclass(frozen=True)
class Rule:
    """A fact that a session of a project begins with."""

    fact: Fact
    why: str


def standing_rules(store: Store, project: str | None) -> list[Rule]:
    return [Rule(store.facts.get(one.id), one.why) for one in what_stands(store, project) if not one.left]
