"""The passages that one search looks up."""

from collections.abc import Mapping, Sequence

from lore.model import Passage
from lore.store import Store


class PassageRows:
    """Passages as they are in the store when a search first asks for them; each is read once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[str, Passage | None] = {}

    def many(self, ids: Sequence[str]) -> Mapping[str, Passage]:
        """The passages with these ids; what is gone is left out."""
        unread = [name for name in ids if name not in self._read]
        self._read |= dict.fromkeys(unread)
        if unread:
            self._read |= self._store.passages.many(unread)
        return {name: passage for name in ids if (passage := self._read[name]) is not None}
