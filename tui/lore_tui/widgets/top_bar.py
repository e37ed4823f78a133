"""The first line: the screens with their keys, and how much waits."""

from collections.abc import Mapping
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from lore_tui import keys
from lore_tui.keys import Place

TABS: Mapping[Place, str] = {Place.FACTS: "go.facts", Place.REVIEW: "go.review", Place.LOG: "go.log"}
"""The screens, each with the action that goes there."""
NAME = " Lore "


class TopBar(Widget):
    """One tab per screen; the one you are on stands out and is marked."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"topbar-name", "topbar-tab", "topbar-here"}

    here: reactive[Place | None] = reactive(None)
    waiting: reactive[int] = reactive(0)
    """Candidates that wait for review."""

    class Pressed(Message):
        """A tab was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def render_line(self, y: int) -> Strip:
        pieces = [Segment(NAME, self.get_component_rich_style("topbar-name")), Segment(" ", self.rich_style)]
        for place, text in self._tabs():
            here = "topbar-here" if place is self.here else "topbar-tab"
            pieces.append(Segment(text, self.get_component_rich_style(here)))
        return Strip(pieces).adjust_cell_length(self.size.width, self.rich_style)

    def on_click(self, event: events.Click) -> None:
        start = cell_len(NAME) + 1
        for place, text in self._tabs():
            if start <= event.x < start + cell_len(text):
                self.post_message(self.Pressed(keys.BY_ID[TABS[place]].action))
            start += cell_len(text)

    def _tabs(self) -> list[tuple[Place, str]]:
        return [(place, f" {keys.BY_ID[action].shown} {place}{self._count(place)} ") for place, action in TABS.items()]

    def _count(self, place: Place) -> str:
        return f" {self.waiting:,}" if place is Place.REVIEW and self.waiting else ""
