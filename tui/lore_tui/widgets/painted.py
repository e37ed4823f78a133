"""Widgets that paint their lines themselves, in tones: no markup, no widget per line."""

from collections.abc import Callable, Iterable

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.scroll_view import ScrollView

from lore_tui.look import BOLD, TONE_COLOURS, Tone

Spans = Callable[[str], Iterable[tuple[int, int]]]
"""Where in a text something stands out: from and to, in order."""
FOUND = Style(bold=True, underline=True)


class Painted(ScrollView, inherit_bindings=False):
    """A scrollable widget whose lines are made of toned pieces."""

    def __init__(self) -> None:
        super().__init__()
        self._styles: dict[tuple[Tone, Style | None], Style] = {}
        self._ground: Style | None = None

    @property
    def ground(self) -> Style:
        """The style of the widget itself, on which every tone lies: worked out once until styles change."""
        if self._ground is None:
            self._ground = self.rich_style
        return self._ground

    def piece(self, text: str, tone: Tone, over: Style | None = None) -> Segment:
        """A piece of a line in a tone; `over` lies on top, such as the colour of the cursor's line."""
        style = self._styles.get((tone, over))
        if style is None:
            style = self._styles[tone, over] = self.ground + self._of_tone(tone) + (over or Style.null())
        return Segment(text, style)

    def pieces(self, text: str, tone: Tone, over: Style | None = None, spans: Spans | None = None) -> list[Segment]:
        """The same, with what `spans` tells of standing out."""
        if spans is None:
            return [self.piece(text, tone, over)]
        made, done = [], 0
        for start, end in spans(text):
            made += [
                self.piece(text[done:start], tone, over),
                self.piece(text[start:end], Tone.CHOICE, (over or Style.null()) + FOUND),
            ]
            done = end
        return [*made, self.piece(text[done:], tone, over)]

    def _of_tone(self, tone: Tone) -> Style:
        colour = Color.parse(self.app.theme_variables.get(TONE_COLOURS[tone], "ansi_default"))
        return Style(color=colour.rich_color, bold=True if tone in BOLD else None)

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()
        self._ground = None
