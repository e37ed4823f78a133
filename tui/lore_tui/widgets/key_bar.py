"""The footer: the keys that do something now, most needed first, whole or not at all. A click presses one."""

from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from lore_tui.key import Key
from lore_tui.screens.registry import SCREENS
from lore_tui.shell import guard_of, shell_of

GAP = "  "


class KeyBar(Widget):
    """Made from the registry for the place that has the keyboard."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keybar-key", "keybar-label"}

    place: reactive[str | None] = reactive(None)
    has_item: reactive[bool] = reactive(True)
    """Whether there is anything to act on: without, such actions are left out."""

    off: reactive[frozenset[str]] = reactive(frozenset())
    """Actions that can do nothing now: they are left out, too."""

    class Pressed(Message):
        """A key of the footer was clicked."""

        def __init__(self, key: Key) -> None:
            super().__init__()
            self.key = key

    def render_line(self, y: int) -> Strip:
        pieces = [Segment(" ", self.rich_style)]
        strong, quiet = self.get_component_rich_style("keybar-key"), self.get_component_rich_style("keybar-label")
        for key in self._fitting():
            pieces += [Segment(key.shown, strong), Segment(f" {key.label}{GAP}", quiet)]
        return Strip(pieces).adjust_cell_length(self.size.width, self.rich_style)

    def on_click(self, event: events.Click) -> None:
        start = 1
        for key in self._fitting():
            end = start + _cells(key)
            if start <= event.x < end:
                guard_of(self).clicked()
                self.post_message(self.Pressed(key))
            start = end + len(GAP)

    def _works(self, key: Key) -> bool:
        acts = self.has_item or self.place not in SCREENS or not key.needs_item
        return acts and key.id not in self.off

    def _fitting(self) -> list[Key]:
        footer = [] if self.place is None else shell_of(self).keys.footer(self.place)
        return fitting([key for key in footer if self._works(key)], self.size.width - 2)


def fitting(wanted: list[Key], cells: int) -> list[Key]:
    """As many keys as fit, in order; the last, which finds all others, always."""
    if not wanted:
        return []
    *first, last = wanted
    taken: list[Key] = []
    used = _cells(last)
    for key in first:
        if used + _cells(key) + len(GAP) <= cells:
            taken.append(key)
            used += _cells(key) + len(GAP)
    return [*taken, last]


def _cells(key: Key) -> int:
    return cell_len(key.shown) + 1 + cell_len(key.label)
