"""Everything about one item, in paragraphs: wrapped to the width, scrolled, never markup."""

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from lore_tui.look import BLANK, Block, Tone
from lore_tui.text import fit, wrap
from lore_tui.widgets.painted import Painted, Spans

LABEL_WIDTH = 11
MARGIN = 1
CHIP = Style(reverse=True)
LONGEST = 20_000
"""Characters of one paragraph that are shown; `E` opens the whole text."""

Line = list[Segment]


class Card(Painted, can_focus=True):
    """Shows blocks. Wraps again only when they or its width change."""

    def __init__(self) -> None:
        super().__init__()
        self._blocks: tuple[Block, ...] = ()
        self._lines: list[Line] = []
        self._wrapped_for = 0
        self.spans: Spans | None = None
        """Where in a line stand the words that were looked for."""

    def show(self, blocks: Sequence[Block]) -> None:
        """Replace what is shown and go to its top."""
        self._blocks = tuple(blocks)
        self._wrap()
        self.scroll_to(y=0, animate=False, force=True)

    def scroll_lines(self, by: int) -> None:
        self.scroll_to(y=self.scroll_offset.y + by, animate=False, force=True)

    def scroll_page(self, direction: int) -> None:
        self.scroll_lines(direction * max(1, self.size.height - 1))

    def scroll_to_edge(self, *, bottom: bool) -> None:
        self.scroll_to(y=self.max_scroll_y if bottom else 0, animate=False, force=True)

    def on_resize(self) -> None:
        self._wrap()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._wrapped_for = 0

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if self._wrapped_for != width:
            self._wrap()
        index = self.scroll_offset.y + y
        if index >= len(self._lines):
            return Strip.blank(width, self.ground)
        return Strip(self._lines[index]).adjust_cell_length(width, self.ground)

    def _wrap(self) -> None:
        self._wrapped_for = self.size.width
        self._lines = [line for block in self._blocks for line in self._lines_of(block)]
        self.virtual_size = Size(1, len(self._lines))
        self.refresh()

    def _lines_of(self, block: Block) -> list[Line]:
        if block == BLANK:
            return [[Segment(" ", self.ground)]]
        indent = MARGIN if block.label is None else MARGIN + LABEL_WIDTH
        lead = len(block.lead)
        room = max(8, self.size.width - indent - lead - MARGIN)
        if block.pieces:
            return self._lines_of_pieces(block, indent, room)
        lines = []
        for number, text in enumerate(wrap(_bounded(block.text), room)):
            label = block.label or "" if number == 0 else ""
            before = block.lead if number == 0 else " " * lead
            margin = self._margin(label, indent)
            lines.append([margin, self.piece(before, block.tone), *self.pieces(text, block.tone, None, self.spans)])
        return lines

    def _margin(self, label: str, indent: int) -> Segment:
        return self.piece(fit(fit(" " * MARGIN + label, indent - 1), indent), Tone.LABEL)

    def _lines_of_pieces(self, block: Block, indent: int, room: int) -> list[Line]:
        """The pieces in their tones; one that does not fit begins the next line, one that never does is wrapped."""
        lines, left = [[self._margin(block.label or "", indent)]], room
        for piece in block.pieces:
            over = CHIP if piece.chip else None
            for number, text in enumerate(wrap(piece.text, room) if cell_len(piece.text) > left else (piece.text,)):
                if number or cell_len(text) > left:
                    lines.append([self._margin("", indent)])
                    left = room
                    text = text if piece.chip else text.lstrip()
                lines[-1].append(self.piece(text, piece.tone, over))
                left -= cell_len(text)
        return lines


def _bounded(text: str) -> str:
    left = len(text) - LONGEST
    return text if left <= 0 else f"{text[:LONGEST]}… ({left:,} more characters)"
