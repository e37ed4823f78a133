"""Which of two rules an agent is given, where both would stand: the more specific layer wins, and nothing twice."""

from collections.abc import Sequence
from dataclasses import dataclass

from lore.memory import StandingRule
from lore.model import Fact, Layer
from lore.store import Store

SPECIFIC = tuple(Layer)
"""The most specific layer first."""
COMPARED = 200
"""Rules that are compared with each other, the strongest."""


@dataclass(frozen=True, slots=True)
class Yields:
    """A rule that is not given because of another one."""

    fact: Fact
    to: Fact
    same: bool
    """Whether both say the same; otherwise they contradict."""

    @property
    def why(self) -> str:
        """What to tell of it."""
        if self.same:
            return f"says the same as `{self.to.id}`"
        return f"`{self.to.id}` says otherwise, and holds for {self.to.layer.value}: the more specific layer wins"


def by_precedence(store: Store, rules: Sequence[StandingRule]) -> tuple[list[StandingRule], list[Yields]]:
    """The rules that are given, in the order that they came in, and those that yield to one of another layer."""
    ranked = sorted(rules[:COMPARED], key=lambda rule: SPECIFIC.index(rule.fact.layer))
    given: list[StandingRule] = []
    yielding: list[Yields] = []
    for rule in ranked:
        found = next((one for other in given if (one := yields(store, rule.fact, other.fact)) is not None), None)
        if found is None:
            given.append(rule)
        else:
            yielding.append(found)
    gone = {one.fact.id for one in yielding}
    return [rule for rule in rules if rule.fact.id not in gone], yielding


def yields(store: Store, fact: Fact, other: Fact) -> Yields | None:
    """Why a rule gives way to another one; None where both stand, as a person may have said."""
    if SPECIFIC.index(other.layer) >= SPECIFIC.index(fact.layer):
        return None  # what one layer says of a subject, consolidation settles
    from lore.memory import NEARNESS, Relation, judge, settled, word_similarity  # only where rules of two layers meet

    near = word_similarity(fact.text, other.text) >= NEARNESS.words
    relation = judge(other.text, fact.text, alike=near, wrong=other.wrong).relation
    if relation is Relation.DIFFERENT or settled(store, fact.id, other.id):
        return None
    return Yields(fact, other, same=relation is Relation.SAME)
