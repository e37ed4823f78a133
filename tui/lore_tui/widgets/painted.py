"""Widgets that paint their lines themselves, in tones: no markup, no widget per line."""

from collections.abc import Callable, Iterable, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.content import Content
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from lore_tui.look import Line, Piece, Tone
from lore_tui.text import cut, one_line_of

Spans = Callable[[str], Iterable[tuple[int, int]]]
"""Where in a text something stands out: from and to, in order."""
FOUND = Style(bold=True, underline=True)


class Painted(ScrollView, inherit_bindings=False):
    """A scrollable widget whose lines are made of toned pieces."""

    spans: Spans | None = None
    """Where in a line stand the words that were looked for."""

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

    def _pieces(self, text: str, tone: Tone, over: Style | None) -> list[Segment]:
        """The same, with what `spans` tells of standing out."""
        if self.spans is None:
            return [self.piece(text, tone, over)]
        made, end = [], 0
        found = (over or Style.null()) + FOUND
        for start, stop in self.spans(text):
            made += [self.piece(text[end:start], tone, over), self.piece(text[start:stop], Tone.CHOICE, found)]
            end = stop
        return [*made, self.piece(text[end:], tone, over)]

    def strip(self, line: Line, width: int, over: Style | None = None) -> Strip:
        """A line of exactly this width: the left cut between words, the right at the edge."""
        right = sum(cell_len(one.text) for one in line.right)
        right_pieces: Sequence[Piece] = line.right if right < width else ()
        right = right if right_pieces else 0
        room = max(0, width - right - (2 if right else 0))
        made: list[Segment] = []
        used = 0
        for one in line.left:
            if used >= room and made:
                break
            text = one.text if used + cell_len(one.text) <= room else cut(one.text, room - used, words=line.cuts)
            made += self._pieces(text, one.tone, over)
            used += cell_len(text)
            if text != one.text:
                break
        made.append(self.piece(" " * max(0, width - used - right), Tone.TEXT, over))
        made += [self.piece(one.text, one.tone, over) for one in right_pieces]
        return Strip(made).adjust_cell_length(width, self.ground)

    def _of_tone(self, tone: Tone, over: Style | None) -> Style:
        paint, variables = tone.value, self.app.theme_variables
        plain = self.is_plain

        def colour(name: str) -> Color:
            return Color.parse(variables.get(name, "ansi_default"))

        ink = "waits" if plain and tone is Tone.LIT else paint.ink
        made = Style(color=colour(ink).rich_color, bold=paint.bold or None, strike=paint.struck or None)
        lying = over or Style.null()
        if paint.ground and not plain:
            return self.ground + lying.without_color + made + Style(bgcolor=colour(paint.ground).rich_color)
        if plain:
            made += Style(reverse=True) if paint.turned else Style(bold=bool(paint.ground) or None)
        return self.ground + made + lying

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._styles.clear()
        self._ground = None


def entitle(pane: Widget, title: Sequence[Piece], keys: Sequence[Piece] = ()) -> None:
    """Put words into the frame of a pane: its title at the top left, its keys at the bottom right; never markup.

    A title in plain text takes the colour of the frame while it has the keyboard.
    """
    pane.border_title, pane.border_subtitle = _content(title), _content(keys)


def _content(pieces: Sequence[Piece]) -> Content:
    return Content("").join([Content.styled(_flat(one.text), _style(one.tone)) for one in pieces])


def _flat(text: str) -> str:
    """In one line, with the spaces at its ends."""
    inner = one_line_of(text) if text.strip() else ""
    return f"{text[: len(text) - len(text.lstrip())]}{inner}{text[len(text.rstrip()) :] if inner else ''}"


def _style(tone: Tone) -> str:
    return "" if tone is Tone.TEXT else f"{'bold ' if tone.value.bold else ''}${tone.value.ink}"
