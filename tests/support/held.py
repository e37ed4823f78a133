"""What is near in meaning, where a test needs it to be."""

from lore.memory import Near
from lore.store import Store


def nearest(store: Store) -> Near:
    return Near(frozenset(store.facts.ids()))
