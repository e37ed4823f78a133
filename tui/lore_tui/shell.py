"""What a screen may ask of the app around it; so no screen knows the app, and a test may put another one there."""

from dataclasses import dataclass
from typing import Protocol, cast

from textual.message_pump import MessagePump
from textual.worker import Worker

from lore_tui.guard import RepeatGuard
from lore_tui.jobs import WriteQueue
from lore_tui.keymap import Keymap


@dataclass(frozen=True, slots=True)
class Heading:
    """What the first line says beside the tabs."""

    waiting: int = 0
    """Proposals that wait for you."""
    needs: int = 0
    """Things in Care that need a hand."""
    reads: str = ""
    """What the reader does now, in words."""
    reads_short: str = ""
    """The same where there is little room."""
    new: int = 0
    """Proposals that came since the queue was shown."""
    project: str = ""
    """What the project in force is called; empty before it is known."""
    projects: int = 0
    """How many there are to choose from."""


class Shell(Protocol):
    """The app, as its screens see it."""

    @property
    def writes(self) -> WriteQueue:
        """Everything that is written goes through it, one after the other."""
        ...

    @property
    def guard(self) -> RepeatGuard:
        """Tells a key that was pressed on purpose from one that is held."""
        ...

    @property
    def keys(self) -> Keymap:
        """The keys in force."""
        ...

    @property
    def heading(self) -> Heading:
        """What the first line says beside the tabs."""
        ...

    @property
    def project(self) -> str | None:
        """The key of the project in force; None for all of them."""
        ...

    came_from: str
    """The screen that sent you where you are."""

    def take_project(self, key: str | None) -> None:
        """Have this project in force; an empty key stands for all of them."""
        ...

    def choose_project(self) -> None:
        """Offer the projects; the screens then show the one that is taken."""
        ...

    def say_needs(self, number: int) -> None:
        """So many things in Care need a hand."""
        ...

    def say_new(self, number: int) -> None:
        """So many proposals came since the queue was shown."""
        ...

    @property
    def is_painted(self) -> bool:
        """Whether the first screen was painted once: what it does without comes after that."""
        ...

    def refresh_counts(self) -> object:
        """Count the queue again and tell the screen."""
        ...

    async def leave(self) -> None:
        """Quit as soon as everything is written; a write that fails meanwhile keeps the app open."""
        ...

    def leave_if_done(self, *, failed: bool) -> None:
        """Called after each write."""
        ...

    def tell_of_worker(self, event: Worker.StateChanged) -> None:
        """Say why a worker failed; Textual tells only the screen that started it."""
        ...

    def show_theme(self, name: str) -> None:
        """Show these colours, until others are shown."""
        ...

    def take_theme(self) -> str:
        """Show the colours that you chose; returns their name, or an empty text where you want none."""
        ...

    def take_keys(self) -> None:
        """Have the keys in force that you chose."""
        ...

    def go_to(self, place: str, target: str, *, back: str = "") -> None:
        """To another screen, and to one thing on it. back: the screen to come back to."""
        ...

    def errand_of(self, place: str) -> str | None:
        """What somebody was sent to this screen for; once told it is forgotten."""
        ...


def shell_of(node: MessagePump) -> Shell:
    """The app around a screen or widget; Textual itself only knows that there is one."""
    return cast(Shell, node.app)


def guard_of(part: MessagePump) -> RepeatGuard:
    """The guard of the app around a widget or a dialog."""
    return shell_of(part).guard
