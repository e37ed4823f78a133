"""The keys in force: the table, with a preset and your own keys on top; what is wrong with them, in words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property

from textual.binding import Binding
from textual.keys import REPLACED_KEYS, Keys, key_to_character

from lore.errors import UsageError
from lore_tui.keys import DISPLAY, KEYS, PARTS, PRESETS, SCREENS, Group, Key, Place, display, unpressed

TYPED_IN = frozenset({Place.SEARCH, Place.REASON, Place.WORDS, Place.FORM, Place.PICK, Place.TYPED})
"""Where a key that writes a character is only that character."""
NEVER_DECIDE = frozenset({"enter", "escape"})
_READ = {**{shown: name for name, shown in DISPLAY.items()}, ",": "comma", "+": "plus"}
_SAME = {"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+h": "backspace", "ctrl+left_square_bracket": "escape"}
"""What a terminal cannot tell from another key."""
_NAMED = {key.value for key in Keys}
_MODIFIERS = ("ctrl", "alt", "shift")
_BY_ID = {key.id: key for key in KEYS}


@dataclass(frozen=True)
class Keymap:
    """Which keys every action has."""

    changed: Mapping[str, str]
    """Action → its keys, where they differ from the table."""

    @cached_property
    def everything(self) -> tuple[Key, ...]:
        """Every action with its keys in force, in the order of the table."""
        return tuple(replace(key, keys=self.changed.get(key.id, key.keys)) for key in KEYS)

    def by_id(self, name: str) -> Key:
        return next(key for key in self.everything if key.id == name)

    def of(self, place: str) -> tuple[Key, ...]:
        """The actions of a place; one of another screen that is offered here too has no key."""
        offered = (key for key in self.everything if place in key.where or (key.everywhere and place in SCREENS))
        return tuple(key if place in key.where else replace(key, keys="", footer=0) for key in offered)

    def footer(self, place: str) -> list[Key]:
        """The actions the footer shows, most needed first; what has no key is left out."""
        return sorted((key for key in self.of(place) if key.footer and key.keys), key=lambda key: key.footer)

    def shown(self, name: str) -> str:
        """What a sentence calls the key of an action; one that has none is found with the help."""
        return self.by_id(name).shown or f"{self.by_id('help').shown} {self.by_id(name).label}"

    def line(self, name: str, does: str) -> str:
        """One line of what to press next: the key, then what it does."""
        return f"{self.shown(name)}   {does}"

    def for_textual(self) -> dict[str, str]:
        """Every action whose keys differ → its keys, as `App.set_keymap` takes them."""
        return {name: ",".join(pressed.split()) or unpressed(name) for name, pressed in self.changed.items()}


def keymap(preset: str = PRESETS[0], own: str = "") -> Keymap:
    """The keys in force with a preset and a text of your own keys, such as `fact.archive=delete, copy=y f4`.

    An action with nothing behind `=` has no key. Raises UsageError, which names everything that cannot be.
    """
    changed = {} if preset == PRESETS[0] else {key.id: key.arrows for key in KEYS if key.arrows != key.keys}
    wrong: list[str] = []
    yours: dict[str, str] = {}
    for part in filter(None, (one.strip() for one in own.split(","))):
        name, is_given, pressed = (one.strip() for one in part.partition("="))
        if not is_given:
            wrong.append(f"`{part}` is not `ACTION=KEY`")
        elif name not in _BY_ID:
            close = get_close_matches(name, _BY_ID, n=1)
            wrong.append(f"there is no action `{name}`" + (f" (did you mean `{close[0]}`?)" if close else ""))
        elif name in yours:
            wrong.append(f"`{name}` is given twice")
        else:
            yours[name] = " ".join(_read(pressed, wrong))
    found = Keymap(changed | yours)
    if wrong := wrong or list(_refused(found)):
        told = "; ".join(dict.fromkeys(wrong))
        raise UsageError(f"these keys do not work: {told}", hint="`docs/keys.md` names every action and its keys")
    return found


def _read(pressed: str, wrong: list[str]) -> Iterator[str]:
    for typed in pressed.split():
        try:
            yield key_named(typed)
        except UsageError as error:
            wrong.append(error.message)


def key_named(typed: str) -> str:
    """Textual's name of a key, however a person writes it: `^r`, `Ctrl+R`, `?`, `esc`, `pgdn`, `f5`, `G`.

    Raises UsageError for what no terminal sends.
    """
    plain = _READ.get(typed, typed)
    if plain.startswith("^") and len(plain) > 1:
        plain = f"ctrl+{plain[1:]}"
    *modifiers, base = plain.split("+") if len(plain) > 1 else [plain]
    modifiers = sorted({one.lower() for one in modifiers}, key=lambda one: (*_MODIFIERS, one).index(one))
    base = _READ.get(base, base if len(base) == 1 and not modifiers else base.lower())
    if modifiers == ["shift"] and len(base) == 1:
        modifiers, base = [], base.upper()
    if not base or set(modifiers) - set(_MODIFIERS):
        raise UsageError(f"`{typed}` is not a key")
    (named,) = Binding.make_bindings([Binding(base, "")])
    name = "+".join([*modifiers, named.key])
    if name in _SAME:
        raise UsageError(f"`{typed}` looks the same as `{display(_SAME[name])}` in a terminal")
    if named.key not in _NAMED and not writes(named.key):
        raise UsageError(f"`{typed}` is not a key")
    return name


def writes(pressed: str) -> bool:
    """Whether a key writes a character where somebody types."""
    character = key_to_character(pressed)
    return pressed in REPLACED_KEYS or (character is not None and character.isprintable())


def _refused(found: Keymap) -> Iterator[str]:
    yield from clashes(found.everything)
    for key in found.everything:
        if not key.keys and _BY_ID[key.id].keys and (key.id == "help" or set(key.where) & set(PARTS)):
            yield f"`{key.id}` needs a key: it has no other way to run"
        for place in sorted(TYPED_IN & set(key.where)):
            for pressed in filter(writes, key.pressed):
                yield f"`{display(pressed)}` is a letter where you type ({place}): `{key.id}` needs another"
        if key.group is Group.DECIDE:
            for pressed in NEVER_DECIDE & set(key.pressed) - set(_BY_ID[key.id].pressed):
                yield f"`{display(pressed)}` never decides: `{key.id}` needs another"


def clashes(every: Iterable[Key]) -> Iterator[str]:
    """What is wrong with a table, in words: an id, a key or a rank in the footer that has two actions."""
    claims: dict[str, str] = {}
    for key in every:
        names = [f"the id `{key.id}`"]
        for place in key.where:
            names += [f"`{display(pressed)}` in {place}" for pressed in key.pressed]
            names += [f"rank {key.footer} in the footer of {place}"] if key.footer else []
        for name in names:
            if name in claims:
                yield f"{name} has two actions: `{claims[name]}` and `{key.id}`"
            claims[name] = key.id
