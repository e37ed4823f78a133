"""What judges hold, where a test needs them to hold something."""

from lore.memory import Near, Opinion
from lore.store import Store


def against(store: Store) -> Near:
    """As if they held that what is said now contradicts every fact that stands."""
    opinion = Opinion(same=0.01, contradicts=0.97, narrows=0.01, different=0.01)
    return Near(opinions=dict.fromkeys(store.facts.ids(), opinion))
