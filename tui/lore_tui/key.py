"""What a key of the app is: where it is bound, what it is about, how a person reads it. `keys.py` has them all."""

from dataclasses import dataclass
from enum import StrEnum

from lore_tui.screens import registry
from lore_tui.screens.registry import SCREENS


class KeyContext(StrEnum):
    """What has the keyboard: a screen of the registry, or a part that takes it over."""

    REVIEW = registry.REVIEW
    MEMORY = registry.MEMORY
    HISTORY = registry.HISTORY
    CARE = registry.CARE
    FIRST = registry.FIRST
    SEARCH = "Search box"
    ASK = "Question"
    REASON = "Reason"
    WORDS = "Other words"
    FORM = "Form"
    HELP = "Help"
    PICK = "Pick list"
    WORK = "Long work"
    PUBLISH = "Publish"
    CONNECT = "Connect your agents"
    READER = "Who reads your sessions"
    QUESTIONS = "First questions"
    FRAME = "What the agent is given"
    TYPED = "One line"


PARTS = tuple(place for place in KeyContext if place not in SCREENS)


class Group(StrEnum):
    """What an action is about; the headings of the help."""

    DECIDE = "Decide"
    CHANGE = "Change"
    MEMORY = "The whole memory"
    FIND = "Find"
    TAKE = "Take away"
    GO = "Go"
    MOVE = "Move"


DISPLAY = {
    "question_mark": "?", "slash": "/", "colon": ":", "asterisk": "*", "escape": "esc", "pagedown": "pgdn",
    "pageup": "pgup", "down": "↓", "up": "↑", "left": "←", "right": "→",
    "left_square_bracket": "[", "right_square_bracket": "]",
}  # fmt: skip


def display(pressed: str) -> str:
    """A key as a person reads it: `?`, `esc`, `^r`."""
    if pressed.startswith("ctrl+"):
        return "^" + pressed.removeprefix("ctrl+")
    return DISPLAY.get(pressed, pressed)


_WITHOUT_ITEM = frozenset({"undo", "redo", "fact.new", "care.repair", "first.go"})
_GO_FROM_ITEM = frozenset({"review.session", "fact.source"})


@dataclass(frozen=True, slots=True)
class Key:
    """One action. Without keys it is reached from `?` and the palette only."""

    id: str
    keys: str
    """Textual's names of the keys, separated by spaces; the footer shows the first."""
    label: str
    """Two words at most: stands in the footer and in the palette."""
    help: str
    """One sentence: what it does and how it is taken back."""
    group: Group
    where: tuple[str, ...] = ()
    """The places it is bound in; none named: every screen."""
    footer: int = 0
    """Its rank in the footer, 1 first; 0 keeps it out."""
    goes_to: str = ""
    """The screen it goes to."""
    offered_everywhere: bool = False
    """Whether help and palette offer it on the screens that do not bind it, too."""

    @property
    def action(self) -> str:
        """What carries it out, as Textual calls it: the method without `action_`, and what it is given."""
        return f"go({self.goes_to!r})" if self.goes_to else self.method

    @property
    def method(self) -> str:
        """The name of the method that carries it out, without `action_`."""
        return "go" if self.goes_to else self.id.replace(".", "_")

    @property
    def needs_item(self) -> bool:
        """Whether it does something to what is under the cursor."""
        acts = self.group in (Group.DECIDE, Group.CHANGE, Group.TAKE) and self.id not in _WITHOUT_ITEM
        return acts or self.id in _GO_FROM_ITEM

    @property
    def pressed(self) -> tuple[str, ...]:
        return tuple(self.keys.split())

    @property
    def shown(self) -> str:
        """Its first key as a person reads it, or an empty text."""
        return display(self.pressed[0]) if self.keys else ""
