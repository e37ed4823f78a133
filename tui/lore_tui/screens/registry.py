"""The screens of the app: modes, tabs, the keys that go there, help and palette are made from this one table.

A new screen is one entry in `SCREENS`; its own keys stand in `lore_tui.keys`, with its place.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from lore_tui.screens.names import CARE as CARE, FIRST as FIRST, HISTORY as HISTORY, MEMORY as MEMORY, REVIEW as REVIEW

if TYPE_CHECKING:
    from textual.screen import Screen

    from lore_tui.gateway import Gateway


@dataclass(frozen=True, slots=True)
class ScreenSpec:
    """One screen."""

    place: str
    """What its keys are bound for; also the name of its mode."""
    key: str
    """Goes there, as Textual names it."""
    help: str
    """One sentence on what the key does."""
    factory: Callable[["Gateway"], "Screen[None]"]
    """Makes the screen, when somebody goes there for the first time."""

    @property
    def title(self) -> str:
        """On its tab and over its help."""
        return self.place

    @property
    def goes(self) -> str:
        """The id of the action that goes there."""
        return f"go.{self.place.lower()}"


def _made_by(module: str, name: str) -> "Callable[[Gateway], Screen[None]]":
    """Makes a screen by the name of its class: the screens need the keys, and the keys need this table."""

    def make(gateway: "Gateway") -> "Screen[None]":
        screen: Screen[None] = getattr(import_module(f"lore_tui.screens.{module}"), name)(gateway)
        return screen

    return make


SCREENS: dict[str, ScreenSpec] = {
    spec.place: spec
    for spec in (
        ScreenSpec(REVIEW, "1", "Go to what waits for your decision", _made_by("review", "ReviewScreen")),
        ScreenSpec(MEMORY, "2", "Go to what your agents are given, and all facts", _made_by("memory", "MemoryScreen")),
        ScreenSpec(HISTORY, "3", "Go to the year: sessions, and every change", _made_by("history", "HistoryScreen")),
        ScreenSpec(CARE, "4", "Go to what needs a hand: agents, files, checks", _made_by("care", "CareScreen")),
    )
}  # fmt: skip
"""By place, in the order of the tabs."""

first_start = _made_by("first_start", "FirstStart")
"""Makes what an empty memory opens with. It has no tab."""
