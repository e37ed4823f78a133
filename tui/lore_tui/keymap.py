"""The keys in force: the registry, with a preset and your own keys on top; what is wrong with them, in words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property

from textual.binding import Binding
from textual.keys import REPLACED_KEYS, Keys, key_to_character

from lore.errors import UsageError
from lore_tui import keys
from lore_tui.key import DISPLAY, PARTS, Group, Key, KeyContext, display
from lore_tui.presets import DEFAULT, PRESETS
from lore_tui.screens.registry import SCREENS

TYPED_IN = frozenset(
    {
        KeyContext.SEARCH, KeyContext.REASON, KeyContext.WORDS, KeyContext.FORM, KeyContext.HELP, KeyContext.PICK,
        KeyContext.QUESTIONS, KeyContext.TYPED,
    }
)  # fmt: skip
"""Where a key that writes a character is only that character."""
NEVER_DECIDE = frozenset({"enter", "escape"})
_READ = {**{shown: name for name, shown in DISPLAY.items()}, ",": "comma", "+": "plus"}
_SAME = {"ctrl+i": "tab", "ctrl+m": "enter", "ctrl+h": "backspace", "ctrl+left_square_bracket": "escape"}
"""What a terminal cannot tell from another key."""
_NAMED = {key.value for key in Keys}
_MODIFIERS = ("ctrl", "alt", "shift")
HINT = "`docs/keys.md` names every action and its keys"
_CANNOT_BE = "these keys do not work"


@dataclass(frozen=True)
class Keymap:
    """Which keys every action has."""

    changed: Mapping[str, str]
    """Action → its keys, where they differ from the registry."""

    @cached_property
    def _everything(self) -> tuple[Key, ...]:
        return tuple(replace(key, keys=self.changed.get(key.id, key.keys)) for key in keys.everything())

    def everything(self) -> tuple[Key, ...]:
        """Every action with its keys in force, in the order of the registry."""
        return self._everything

    def by_id(self, name: str) -> Key:
        """The action with this id."""
        return next(key for key in self._everything if key.id == name)

    def of(self, place: str) -> tuple[Key, ...]:
        """The actions of a place, in the order of the registry."""
        here = ((key, place in (key.where or SCREENS)) for key in self._everything)
        elsewhere = place in SCREENS
        return tuple(
            key if bound else replace(key, keys="", footer=0)
            for key, bound in here
            if bound or (elsewhere and key.offered_everywhere)
        )

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
        """Every action of a screen or part whose keys differ → its keys, as `App.set_keymap` takes them."""
        return {name: ",".join(pressed.split()) or keys.unpressed(name) for name, pressed in self.changed.items()}


def keymap(preset: str = DEFAULT, own: str = "") -> Keymap:
    """The keys in force with a preset and a text of your own keys, such as `fact.archive=delete, copy=y f4`.

    An action with nothing behind `=` has no key. Raises UsageError, which names everything that cannot be.
    """
    found = layered(preset, own_keys(own))
    if wrong := refused(found):
        raise UsageError(f"{_CANNOT_BE}: {'; '.join(wrong)}", hint=HINT)
    return found


def own_keys(own: str) -> dict[str, str]:
    """Action → its keys, as Textual calls them, in a text of your own. Raises UsageError for what cannot be read."""
    known = {key.id: key for key in keys.everything()}
    wrong: list[str] = []
    yours: dict[str, str] = {}
    for part in filter(None, (one.strip() for one in own.split(","))):
        name, is_given, pressed = (one.strip() for one in part.partition("="))
        if not is_given:
            wrong.append(f"`{part}` is not `ACTION=KEY`")
        elif name not in known:
            wrong.append(_no_action(name, known))
        elif name in yours:
            wrong.append(f"`{name}` is given twice")
        else:
            yours[name] = " ".join(_read(pressed, wrong))
    if wrong:
        raise UsageError(f"{_CANNOT_BE}: {'; '.join(dict.fromkeys(wrong))}", hint=HINT)
    return yours


def layered(preset: str, yours: Mapping[str, str]) -> Keymap:
    """The registry, the preset over it and your own keys on top, whether or not they can be in force together."""
    known = {key.id for key in keys.everything()}
    return Keymap({name: pressed for name, pressed in {**PRESETS[preset], **yours}.items() if name in known})


def refused(found: Keymap) -> list[str]:
    """Why these keys cannot be in force together, each in words; empty where they can."""
    return list(dict.fromkeys(_refused(found)))


def _no_action(name: str, known: Mapping[str, Key]) -> str:
    close = get_close_matches(name, known, n=1)
    return f"there is no action `{name}`" + (f" (did you mean `{close[0]}`?)" if close else "")


def _read(pressed: str, wrong: list[str]) -> Iterator[str]:
    """The keys of one action; what is none goes to what is wrong."""
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
    """What is wrong with keys that exist, action by action."""
    yield from clashes(found.everything())
    before = {key.id: key for key in keys.everything()}
    for key in found.everything():
        if not key.keys and before[key.id].keys and (key.id == "help" or set(key.where) & set(PARTS)):
            yield f"`{key.id}` needs a key: it has no other way to run"
        for place in sorted(TYPED_IN & set(key.where)):
            for pressed in filter(writes, key.pressed):
                yield f"`{display(pressed)}` is a letter where you type ({place}): `{key.id}` needs another"
        if key.group is Group.DECIDE:
            for pressed in NEVER_DECIDE & set(key.pressed) - set(before[key.id].pressed):
                yield f"`{display(pressed)}` never decides: `{key.id}` needs another"


def as_markdown() -> str:
    """The text of `docs/keys.md`."""
    lines = _HEAD.splitlines()
    maps = [keymap(preset) for preset in PRESETS]
    for place in (*SCREENS, *PARTS):
        heads = ["action", *(f"`{preset}`" for preset in PRESETS), "label", "what it does"]
        lines += ["", f"## {keys.title(place)}", "", f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
        for same in zip(*(one.of(place) for one in maps), strict=True):
            pressed = (" ".join(f"`{display(one)}`" for one in key.pressed) or "from help" for key in same)
            lines.append(f"| {same[0].id} | {' | '.join(pressed)} | {same[0].label} | {same[0].help} |")
    return "\n".join(lines) + "\n"


_HEAD = """\
# Keys

Which key does what in the app: `a` approves a proposal in Review, `u` undoes the last decision.
Made from `tui/lore_tui/keys.py` and `tui/lore_tui/presets.py`. In the app, the help (`?`, or `f1`) finds every key of a
screen, as it is in force for you, and runs it.

`lore config set app.key_preset arrows` (or `default`) chooses a preset. With `arrows` no letter, digit or
sign does anything, so that nothing happens by a slip or by dictation.
`lore config set app.keys "fact.archive=delete, copy=y f4, review.snooze="` gives actions keys of your own, on top of
the preset. The first key of an action stands in the footer; one with nothing behind `=` is found with the help only.
Keys are written as in the tables: letters (`G` is shift with g), signs, `^r` or `ctrl+r`, `alt+x`, `f1` to `f24`,
`enter`, `esc`, `tab`, `space`, `delete`, `insert`, `home`, `end`, `pgup`, `pgdn`, `up`, `down`, `left`, `right`; a
comma is `comma`, an equals sign `equals_sign`. Two actions on one key of a place are refused, and so is a letter
where you type."""


def clashes(every: Iterable[Key]) -> Iterator[str]:
    """What is wrong with a registry, in words: an id, a key or a rank in the footer that has two actions."""
    claims: dict[str, str] = {}
    for key in every:
        names = [f"the id `{key.id}`"]
        for place in key.where or SCREENS:
            names += [f"`{display(pressed)}` in {keys.title(place)}" for pressed in key.pressed]
            names += [f"rank {key.footer} in the footer of {keys.title(place)}"] if key.footer else []
        for name in names:
            if name in claims:
                yield f"{name} has two actions: `{claims[name]}` and `{key.id}`"
            claims[name] = key.id
