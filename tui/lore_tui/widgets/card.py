"""A pane that is read: paragraphs, or lines drawn for its size; scrolled, never markup."""

from collections.abc import Callable, Sequence

from textual.geometry import Size
from textual.strip import Strip

from lore_tui.look import BLANK, EMPTY, Block, Line, Piece, Tone
from lore_tui.present.drawing import flow
from lore_tui.text import fit
from lore_tui.widgets.painted import Painted

LABEL_WIDTH = 11
LONGEST = 20_000
"""Characters of one paragraph that are shown; `E` opens the whole text."""
Drawing = Callable[[int, int], Sequence[Line]]
"""Draws for a width and a height."""


class Card(Painted, can_focus=True):
    """Shows what draws itself. Made again only when that or its size changes."""

    def __init__(self, *, pane: str | None = None) -> None:
        super().__init__(pane=pane)
        self._drawing: Drawing = lambda width, height: ()
        self._lines: Sequence[Line] = ()
        self._made_for = (0, 0)

    def show(self, blocks: Sequence[Block]) -> None:
        """Replace what is shown by paragraphs and go to the top."""
        self.draw(lambda width, height: [line for block in blocks for line in block_lines(block, width)])

    def draw(self, drawing: Drawing) -> None:
        """Replace what is shown by lines that are drawn for the room there is, and go to the top."""
        self._drawing = drawing
        self._make()
        self.scroll_to(y=0, animate=False, force=True)

    def move(self, by: int) -> None:
        self.scroll_to(y=self.scroll_offset.y + by, animate=False, force=True)

    def move_page(self, by: int) -> None:
        self.move(by * max(1, self.size.height - 1))

    def move_to_edge(self, by: int) -> None:
        self.scroll_to(y=self.max_scroll_y if by > 0 else 0, animate=False, force=True)

    def on_resize(self) -> None:
        if self._made_for != (self.cells, self.size.height):
            self._make()

    def render_line(self, y: int) -> Strip:
        if self._made_for != (self.cells, self.size.height):
            self._make()
        index = self.scroll_offset.y + y
        return self.strip(self._lines[index] if index < len(self._lines) else EMPTY, self.cells)

    def _make(self) -> None:
        width, height = self._made_for = (self.cells, self.size.height)
        self._lines = self._drawing(max(8, width), height)
        changed = self.virtual_size.height != len(self._lines)
        self.virtual_size = Size(1, len(self._lines))
        self.refresh(layout=changed and self.styles.height is not None and self.styles.height.is_auto)


def block_lines(block: Block, width: int) -> Sequence[Line]:
    """A paragraph, with its label in a column of its own left of it."""
    if block == BLANK:
        return (EMPTY,)
    head = () if block.label is None else (Piece(fit(fit(block.label, LABEL_WIDTH - 1), LABEL_WIDTH), Tone.DIM),)
    left = len(block.text) - LONGEST
    text = block.text if left <= 0 else f"{block.text[:LONGEST]}… ({left:,} more characters)"
    return flow([Piece(text, block.tone)], width, (*head, Piece(block.lead, block.tone)))
