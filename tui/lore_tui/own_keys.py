"""What you change of the keys, before it is saved: what is yours, what the preset has, what cannot be together."""

from dataclasses import dataclass, field

from lore.errors import UsageError
from lore_tui import keys
from lore_tui.key import Key
from lore_tui.keymap import Keymap, layered, own_keys, refused
from lore_tui.presets import PRESETS, KeyChoice


@dataclass
class KeyDraft:
    """Keys as they would be. A key may have two actions meanwhile, so that two keys can change places."""

    preset: str
    yours: dict[str, str] = field(default_factory=dict)
    """Action → its keys, separated by spaces, where they are not those of the preset."""
    unread: str = ""
    """Why your own keys could not be read, where they could not: then it starts without them."""

    @classmethod
    def of(cls, chosen: KeyChoice) -> "KeyDraft":
        try:
            return cls(chosen.preset, own_keys(chosen.own))
        except UsageError as error:
            return cls(chosen.preset, unread=error.message)

    @property
    def keymap(self) -> Keymap:
        """Every action with the keys it would have."""
        return layered(self.preset, self.yours)

    @property
    def complaints(self) -> list[str]:
        """Why it cannot be saved, each in words that name keys and actions."""
        return refused(self.keymap)

    @property
    def choice(self) -> KeyChoice:
        """What would be saved, in the order of the registry."""
        own = [f"{key.id}={self.yours[key.id]}" for key in keys.everything() if key.id in self.yours]
        return KeyChoice(self.preset, ", ".join(own))

    def of_preset(self, name: str) -> str:
        """The keys that the preset gives an action."""
        return PRESETS[self.preset].get(name, next(key.keys for key in keys.everything() if key.id == name))

    def give(self, name: str, pressed: str, *, beside: bool = False) -> None:
        """Give an action this key, in the place of those it has or beside them; an empty one takes its keys away."""
        before = self.keymap.by_id(name).pressed if beside else ()
        self._put(name, " ".join(dict.fromkeys([*before, pressed])).strip())

    def reset(self, name: str) -> None:
        """Take an action back to the keys of the preset."""
        self.yours.pop(name, None)

    def take_preset(self, preset: str) -> None:
        """Another preset under the same keys of your own."""
        self.preset = preset
        for name, pressed in list(self.yours.items()):
            self._put(name, pressed)

    def changed_since(self, before: "KeyDraft") -> list[Key]:
        """The actions whose keys are others than before, in the order of the registry."""
        was = before.keymap
        return [key for key in self.keymap.everything() if key.keys != was.by_id(key.id).keys]

    def _put(self, name: str, pressed: str) -> None:
        if pressed == self.of_preset(name):
            self.yours.pop(name, None)
        else:
            self.yours[name] = pressed
