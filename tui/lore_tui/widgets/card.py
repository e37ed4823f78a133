"""A pane that is read: paragraphs wrapped to the width, or lines drawn for it; scrolled, never markup."""

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip

from lore_tui.look import BLANK, Block, Line, Tone
from lore_tui.text import fit, wrap
from lore_tui.widgets.painted import Painted, Spans

LABEL_WIDTH = 11
LONGEST = 20_000
"""Characters of one paragraph that are shown; `E` opens the whole text."""

Segments = list[Segment]
Drawing = Callable[[int, int], Sequence[Line]]
"""Draws for a width and a height."""


class Card(Painted, can_focus=True):
    """Shows blocks, or what draws itself. Made again only when they or its size change."""

    def __init__(self, *, pane: str | None = None) -> None:
        super().__init__(pane=pane)
        self._blocks: tuple[Block, ...] = ()
        self._drawing: Drawing | None = None
        self._lines: list[Segments | Line] = []
        self._made_for = (0, 0)
        self.spans: Spans | None = None
        """Where in a line stand the words that were looked for."""

    def show(self, blocks: Sequence[Block]) -> None:
        """Replace what is shown by paragraphs and go to the top."""
        self._blocks, self._drawing = tuple(blocks), None
        self._begin()

    def draw(self, drawing: Drawing) -> None:
        """Replace what is shown by lines that are drawn for the room there is, and go to the top."""
        self._blocks, self._drawing = (), drawing
        self._begin()

    def _begin(self) -> None:
        self._make()
        self.scroll_to(y=0, animate=False, force=True)

    def scroll_lines(self, by: int) -> None:
        self.scroll_to(y=self.scroll_offset.y + by, animate=False, force=True)

    def scroll_page(self, direction: int) -> None:
        self.scroll_lines(direction * max(1, self.size.height - 1))

    def scroll_to_edge(self, *, bottom: bool) -> None:
        self.scroll_to(y=self.max_scroll_y if bottom else 0, animate=False, force=True)

    def on_resize(self) -> None:
        self._make()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._made_for = (0, 0)

    def render_line(self, y: int) -> Strip:
        width = self.cells
        if self._made_for != (width, self.size.height):
            self._make()
        index = self.scroll_offset.y + y
        if index >= len(self._lines):
            return Strip.blank(width, self.ground)
        line = self._lines[index]
        if isinstance(line, Line):
            return self.strip(line, width)
        return Strip(line).adjust_cell_length(width, self.ground)

    def _make(self) -> None:
        width, height = self._made_for = (self.cells, self.size.height)
        if self._drawing is not None:
            self._lines = list(self._drawing(max(8, width), height))
        else:
            self._lines = [line for block in self._blocks for line in self._lines_of(block)]
        changed = self.virtual_size.height != len(self._lines)
        self.virtual_size = Size(1, len(self._lines))
        self.refresh(layout=changed and self.styles.height is not None and self.styles.height.is_auto)

    def _lines_of(self, block: Block) -> list[Segments]:
        if block == BLANK:
            return [[Segment(" ", self.ground)]]
        indent = 0 if block.label is None else LABEL_WIDTH
        lead = cell_len(block.lead)
        room = max(8, self.cells - indent - lead)
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
        return self.piece(fit(fit(label, indent - 1), indent), Tone.LABEL)

    def _lines_of_pieces(self, block: Block, indent: int, room: int) -> list[Segments]:
        """The pieces in their tones; one that does not fit begins the next line, one that never does is wrapped."""
        lines, left = [[self._margin(block.label or "", indent)]], room
        for piece in block.pieces:
            for number, text in enumerate(wrap(piece.text, room) if cell_len(piece.text) > left else (piece.text,)):
                if number or cell_len(text) > left:
                    lines.append([self._margin("", indent)])
                    left, text = room, text.lstrip()
                lines[-1].append(self.piece(text, piece.tone))
                left -= cell_len(text)
        return lines


def _bounded(text: str) -> str:
    left = len(text) - LONGEST
    return text if left <= 0 else f"{text[:LONGEST]}… ({left:,} more characters)"
