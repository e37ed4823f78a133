"""The app around a screen or widget, and what its first line says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from threading import Event

    from textual.message_pump import MessagePump
    from textual.worker import Worker

    from lore_tui.guard import RepeatGuard
    from lore_tui.keymap import Keymap
    from lore_tui.writes import WriteQueue


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
    """The app, as its screens see it: no screen knows it, for it makes them. `app.py` says what each does."""

    writes: WriteQueue
    guard: RepeatGuard
    keys: Keymap
    heading: Heading
    project: str | None
    came_from: str
    is_painted: bool
    long_work: str
    stopping: Event

    def take_project(self, key: str | None) -> None: ...
    def choose_project(self) -> None: ...
    def say_needs(self, number: int) -> None: ...
    def say_new(self, number: int) -> None: ...
    def show_first_start(self) -> None: ...
    def refresh_counts(self) -> object: ...
    async def leave(self) -> None: ...
    def leave_if_done(self, *, failed: bool) -> None: ...
    def on_worker_state_changed(self, event: Worker.StateChanged) -> None: ...
    def show_theme(self, name: str) -> None: ...
    def take_theme(self) -> str: ...
    def take_keys(self) -> None: ...
    def go_to(self, place: str, target: str, *, back: str = "") -> None: ...
    def errand_of(self, place: str) -> str | None: ...


def shell_of(node: MessagePump) -> Shell:
    """Textual itself only knows that there is an app."""
    return cast(Shell, node.app)


def guard_of(part: MessagePump) -> RepeatGuard:
    return shell_of(part).guard
