"""What you chose for the app, as settings of the store: keys, colours, how much a queue shows first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lore import actions
from lore.config import APP_KEY_PRESET, APP_KEYS, APP_THEME, SHOWN_FIRST, in_force
from lore.errors import Conflict
from lore_tui.jobs import Outcome
from lore_tui.presets import KeyChoice

if TYPE_CHECKING:
    from lore.actions import Engine


class Preferences:
    """Read when they are asked for; what you choose in the app is kept as `lore config set` would."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def keys(self) -> KeyChoice:
        """The preset of keys, and your own keys. Raises StoreError, UsageError for what they cannot be."""
        settings = in_force(self._engine.store)
        return KeyChoice(settings[APP_KEY_PRESET], settings[APP_KEYS])

    def keep_keys(self, chosen: KeyChoice, before: KeyChoice) -> Outcome:
        """Have these keys from now on. Raises Conflict where they are no longer those that you changed."""
        if self.keys() != before:
            raise Conflict("the keys were changed elsewhere in the meantime", hint="look at them again, then save")
        values = {APP_KEY_PRESET.name: chosen.preset, APP_KEYS.name: chosen.own or None}
        changes = actions.change_settings(self._engine, values)
        return Outcome("your keys are active", undoable=bool(changes))

    def theme(self) -> str:
        """The name of the colours. Raises StoreError, UsageError for what they cannot be."""
        return in_force(self._engine.store)[APP_THEME]

    def keep_theme(self, name: str) -> Outcome:
        """Have the app open in these colours from now on."""
        actions.change_settings(self._engine, {APP_THEME.name: name})
        return Outcome(f"colours: {name}, kept")

    def shown_first(self) -> int:
        """How much of the queue stands before “more”."""
        return in_force(self._engine.store)[SHOWN_FIRST]
