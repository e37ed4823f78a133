"""The screens of the app: modes, tabs, the keys that go there, help and palette are made from this one table.

A new screen is one entry in `SCREENS`; its own keys stand in `lore_tui.keys`, with its place.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from lore_tui.screens.names import FACTS as FACTS, HEALTH as HEALTH, LOG as LOG, REVIEW as REVIEW, TIMELINE as TIMELINE

if TYPE_CHECKING:
    from textual.screen import Screen

    from lore_tui.gateway import Gateway

UNCONFIRMED, SESSIONS, FILES = "Unconfirmed", "Sessions", "Files"
CATEGORIES, PAGES = "Categories", "Pages"


@dataclass(frozen=True, slots=True)
class ScreenSpec:
    """One screen."""

    place: str
    """What its keys are bound for; also the name of its mode."""
    key: str
    """Goes there, as Textual names it."""
    title: str
    """On its tab and over its help."""
    help: str
    """One sentence on what the key does."""
    factory: Callable[["Gateway"], "Screen[None]"]
    """Makes the screen, when somebody goes there for the first time."""
    rank: int
    """How long its tab keeps its title where not all fit: 1 the longest."""
    counts_waiting: bool = False
    """Whether its tab says how many candidates wait."""

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
        ScreenSpec(FACTS, "1", "Facts", "Go to the facts", _made_by("facts", "FactsScreen"), rank=2),
        ScreenSpec(
            REVIEW,
            "2",
            "Review",
            "Go to the review queue",
            _made_by("review", "ReviewScreen"),
            rank=1,
            counts_waiting=True,
        ),
        ScreenSpec(
            TIMELINE, "3", "Timeline", "Go to the year, day by day", _made_by("timeline", "TimelineScreen"), rank=4
        ),
        ScreenSpec(LOG, "4", "Log", "Go to the log of all changes", _made_by("log", "LogScreen"), rank=3),
        ScreenSpec(
            HEALTH,
            "5",
            "Health",
            "Go to the checks and the figures",
            _made_by("health", "HealthScreen"),
            rank=5,
        ),
        ScreenSpec(
            UNCONFIRMED,
            "6",
            "Unconfirmed",
            "Go to the unconfirmed facts of the review queue",
            _made_by("unconfirmed", "UnconfirmedScreen"),
            rank=7,
        ),
        ScreenSpec(
            SESSIONS,
            "7",
            "Sessions",
            "Go to the sessions and their messages",
            _made_by("sessions", "SessionsScreen"),
            rank=6,
        ),
        ScreenSpec(
            FILES,
            "8",
            "Files",
            "Go to the files of your projects: published, memory, documents",
            _made_by("files", "FilesScreen"),
            rank=8,
        ),
        ScreenSpec(
            CATEGORIES,
            "9",
            "Categories",
            "Go to the categories of facts, with summaries",
            _made_by("categories", "CategoriesScreen"),
            rank=9,
        ),
        ScreenSpec(
            PAGES,
            "0",
            "Pages",
            "Go to MEMORY.md, and summaries of sessions, weeks and months",
            _made_by("pages", "PagesScreen"),
            rank=10,
        ),
    )
}
"""By place, in the order of the tabs."""
