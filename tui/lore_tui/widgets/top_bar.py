"""The first line: the screens with their keys, and how much waits."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from lore_tui.screens.registry import SCREENS, ScreenSpec
from lore_tui.shell import shell_of

NAME = " Lore "


class TopBar(Widget):
    """One tab per screen; the one you are on stands out and is marked."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"topbar-name", "topbar-tab", "topbar-here"}

    here: reactive[str | None] = reactive(None)
    waiting: reactive[int] = reactive(0)
    """Candidates that wait for review."""

    class Pressed(Message):
        """A tab was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def render_line(self, y: int) -> Strip:
        pieces = [Segment(NAME, self.get_component_rich_style("topbar-name")), Segment(" ", self.rich_style)]
        for spec, text in self._tabs():
            here = "topbar-here" if spec.place == self.here else "topbar-tab"
            # Told by its brackets as well: colours may be off.
            text = f"[{text[1:-1]}]" if spec.place == self.here else text
            pieces.append(Segment(text, self.get_component_rich_style(here)))
        return Strip(pieces).adjust_cell_length(self.size.width, self.rich_style)

    def on_click(self, event: events.Click) -> None:
        start = cell_len(NAME) + 1
        for spec, text in self._tabs():
            if start <= event.x < start + cell_len(text):
                self.post_message(self.Pressed(shell_of(self).keys.by_id(spec.goes).action))
            start += cell_len(text)

    def _tabs(self) -> list[tuple[ScreenSpec, str]]:
        keymap = shell_of(self).keys
        specs = [replace(spec, key=keymap.by_id(spec.goes).shown) for spec in SCREENS.values()]
        return fitting(specs, self.here, self.waiting, self.size.width - cell_len(NAME) - 1)


def fitting(specs: Iterable[ScreenSpec], here: str | None, waiting: int, cells: int) -> list[tuple[ScreenSpec, str]]:
    """The tabs, in order, as wide as they may be together.

    What does not fit loses its title first, then its place, the highest rank first and the screen you are on last.
    """
    tabs = {spec.place: (spec, _tab(spec, waiting)) for spec in specs}
    least_needed = sorted(tabs, key=lambda place: (place == here, -tabs[place][0].rank))
    for place in least_needed:
        if _cells(tabs) > cells and place != here:
            spec, _ = tabs[place]
            tabs[place] = spec, f" {spec.key} " if spec.key else ""
    for place in least_needed:
        if _cells(tabs) > cells:
            del tabs[place]
    return list(tabs.values())


def _tab(spec: ScreenSpec, waiting: int) -> str:
    count = f" {waiting:,}" if spec.counts_waiting and waiting else ""
    return f" {f'{spec.key} {spec.title}'.strip()}{count} "


def _cells(tabs: Mapping[str, tuple[ScreenSpec, str]]) -> int:
    return sum(cell_len(text) for _, text in tabs.values())
