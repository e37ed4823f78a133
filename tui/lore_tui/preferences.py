"""What you chose for the app, as settings of the store: keys, how much a queue shows first."""

from lore.actions import Engine
from lore.config import APP_KEY_PRESET, APP_KEYS, SHOWN_FIRST, in_force


class Preferences:
    """Read when they are asked for."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def keys(self) -> tuple[str, str]:
        """The preset of keys, and your own keys. Raises StoreError, UsageError for what they cannot be."""
        settings = in_force(self._engine.store)
        return settings[APP_KEY_PRESET], settings[APP_KEYS]

    def shown_first(self) -> int:
        """How much of the queue stands before “more”."""
        return in_force(self._engine.store)[SHOWN_FIRST]
