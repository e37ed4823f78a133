"""Ids as a terminal shows them."""

from lore.store import open_store


def short(name: str) -> str:
    with open_store() as store:
        return store.names.short([name])[name]
