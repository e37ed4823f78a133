"""What is near in meaning, where a test needs it to be."""

from lore.memory import Near
from lore.store import Store


def nearest(store: Store) -> Near:
    """As if what is said now were very near to every fact that stands."""
    return Near(frozenset(store.facts.ids()))
