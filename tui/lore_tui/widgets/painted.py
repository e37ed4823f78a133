"""Widgets that paint their lines themselves, in tones: no markup, no widget per line."""

from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.scroll_view import ScrollView

from lore_tui.look import Tone


class Painted(ScrollView, inherit_bindings=False):
    """A scrollable widget whose lines are made of toned pieces. The colours of the tones stand in `lore.tcss`."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"tone-{tone}" for tone in Tone}

    def tone(self, tone: Tone) -> Style:
        return self.get_component_rich_style(f"tone-{tone}", partial=True)

    def piece(self, text: str, tone: Tone, over: Style | None = None) -> Segment:
        """A piece of a line in a tone; `over` lies on top, such as the colour of the cursor's line."""
        base = self.rich_style + self.tone(tone)
        return Segment(text, base + over if over else base)
