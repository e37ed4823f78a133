"""Widgets that paint their lines themselves, in tones: no markup, no widget per line."""

from collections.abc import Callable, Iterable, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.scroll_view import ScrollView
from textual.strip import Strip

from lore_tui.look import PAINTS, Line, Piece, Tone
from lore_tui.text import cut

Spans = Callable[[str], Iterable[tuple[int, int]]]
"""Where in a text something stands out: from and to, in order."""
FOUND = Style(bold=True, underline=True)
_REVERSED = frozenset({Tone.LIT, Tone.ADDED, Tone.REMOVED})
"""Where a terminal has no grounds of its own, these are told by changing ink and ground."""


class Painted(ScrollView, inherit_bindings=False):
    """A scrollable widget whose lines are made of toned pieces."""

    def __init__(self, *, pane: str | None = None) -> None:
        super().__init__(id=pane)
        self._styles: dict[tuple[Tone, Style | None], Style] = {}
        self._ground: Style | None = None

    @property
    def ground(self) -> Style:
        """The style of the widget itself, on which every tone lies: worked out once until styles change."""
        if self._ground is None:
            self._ground = self.rich_style
        return self._ground

    @property
    def cells(self) -> int:
        """The cells of a line, beside a scrollbar."""
        return self.scrollable_content_region.width

    @property
    def is_plain(self) -> bool:
        """Whether the terminal's own colours are shown, or none: then quotation marks tell what a ground does."""
        return self.app.theme.startswith("ansi")

    def piece(self, text: str, tone: Tone, over: Style | None = None) -> Segment:
        """A piece of a line in a tone; `over` lies on top, such as the colour of the cursor's line."""
        style = self._styles.get((tone, over))
        if style is None:
            style = self._styles[tone, over] = self._of_tone(tone, over)
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

    def strip(self, line: Line, width: int, over: Style | None = None, spans: Spans | None = None) -> Strip:
        """A line of exactly this width: the left cut between words, the right at the edge."""
        right = sum(cell_len(one.text) for one in line.right)
        right_pieces: Sequence[Piece] = line.right if right < width else ()
        right = right if right_pieces else 0
        room = max(0, width - right - (2 if right else 0))
        made: list[Segment] = []
        used = 0
        for place, one in enumerate(line.left):
            cells = cell_len(one.text)
            text = one.text if used + cells <= room else cut(one.text, room - used, words=line.cuts)
            made += self.pieces(text, one.tone, over, spans)
            used += cell_len(text)
            if text != one.text:
                break
            if used >= room and place + 1 < len(line.left):
                break
        made.append(self.piece(" " * max(0, width - used - right), Tone.TEXT, over))
        made += [self.piece(one.text, one.tone, over) for one in right_pieces]
        return Strip(made).adjust_cell_length(width, self.ground)

    def _of_tone(self, tone: Tone, over: Style | None) -> Style:
        paint, variables = PAINTS[tone], self.app.theme_variables
        plain = self.is_plain

        def colour(name: str) -> Color:
            return Color.parse(variables.get(name, "ansi_default"))

        ink = "waits" if plain and tone is Tone.LIT else paint.ink
        made = Style(color=colour(ink).rich_color, bold=paint.bold or None, strike=paint.struck or None)
        if paint.ground and not plain:
            made += Style(bgcolor=colour(paint.ground).rich_color)
        elif plain:
            made += Style(reverse=True) if tone in _REVERSED else Style(bold=True) if paint.ground else Style.null()
        own_ground = bool(paint.ground) and not plain
        lying = (over or Style.null()) if not own_ground else (over or Style.null()).without_color
        return self.ground + made + lying if not own_ground else self.ground + lying + made

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()
        self._ground = None
