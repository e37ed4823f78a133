"""The strength of many stored facts at once, for lists and for search."""

from collections.abc import Sequence

from lore import clock
from lore.memory.policies import LIVING, Policy
from lore.model import Fact
from lore.store import Store


def strengths(
    store: Store, facts: Sequence[Fact], *, now: str | None = None, policy: Policy = LIVING
) -> dict[str, float]:
    """The strength of each fact, by its id; two queries however many there are."""
    moment = now or clock.now()
    usage = store.facts.usage([fact.id for fact in facts])
    return {fact.id: policy.strength(fact, usage[fact.id], moment) for fact in facts}
