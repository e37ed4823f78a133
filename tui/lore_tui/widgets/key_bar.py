"""The footer: the keys that do something now, most needed first, whole or not at all. A click presses one."""

from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from lore_tui.keys import SCREENS, Key
from lore_tui.shell import guard_of, shell_of

GAP = "  "
ALWAYS = 89
"""From this rank on a key always stands there: out, and what finds all others."""


class KeyBar(Widget):
    """Made of the table for the place that has the keyboard."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"keybar-key", "keybar-label"}

    place: reactive[str | None] = reactive(None)
    has_item: reactive[bool] = reactive(True)
    """Whether there is anything to act on: without, such actions are left out."""
    off: reactive[frozenset[str]] = reactive(frozenset())
    """Actions that can do nothing now: they are left out, too."""

    def render_line(self, y: int) -> Strip:
        pieces = [Segment(" ", self.rich_style)]
        strong, quiet = self.get_component_rich_style("keybar-key"), self.get_component_rich_style("keybar-label")
        for key in self._fitting():
            pieces += [Segment(key.shown, strong), Segment(f" {key.label}{GAP}", quiet)]
        return Strip(pieces).adjust_cell_length(self.size.width, self.rich_style)

    async def on_click(self, event: events.Click) -> None:
        start = 1
        for key in self._fitting():
            end = start + _cells(key)
            if start <= event.x < end:
                guard_of(self).clicked()
                await self.app.run_action(key.action, self.screen)
            start = end + len(GAP)

    def _fitting(self) -> list[Key]:
        footer = [] if self.place is None else shell_of(self).keys.footer(self.place)
        acts = self.has_item or self.place not in SCREENS
        works = [key for key in footer if key.id not in self.off and (acts or not key.needs_item)]
        return fitting(works, self.size.width - 2)


def fitting(wanted: list[Key], cells: int) -> list[Key]:
    """As many keys as fit, in order; the last ones always."""
    left = cells - sum(_cells(key) + len(GAP) for key in wanted if key.footer >= ALWAYS) + len(GAP)
    taken: list[Key] = []
    for key in wanted:
        needed = 0 if key.footer >= ALWAYS else _cells(key) + len(GAP)
        if needed <= left or not taken:
            taken.append(key)
            left -= needed
    return taken


def _cells(key: Key) -> int:
    return cell_len(key.shown) + 1 + cell_len(key.label)
