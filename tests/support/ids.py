"""Ids as a terminal shows them."""

from lore.store import open_store


def short(name: str) -> str:
    """The shortest beginning of an id that fits nothing else in the store of the test."""
    with open_store() as store:
        return store.names.short([name])[name]
