"""A list that holds only ids: it asks for the rows it paints, so a million cost no more than a hundred."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from lore_tui.look import CURSOR, CURSOR_ELSEWHERE, MARKED, OUT_OF_USE, WARNING, Row, Tone
from lore_tui.text import fit, row_text, ruled
from lore_tui.widgets.headings import NONE, Headings
from lore_tui.widgets.painted import Painted, Spans

KEPT_ROWS = 8192
TAG_WIDTH, NAME_WIDTH, NOTE_WIDTH = 10, 17, 4
NARROW = 48
"""Below this many cells a list leaves out its tags and notes."""


class RowList(Painted, can_focus=True):
    """Ids in their order, a cursor, marks. Nothing moves under the cursor by itself."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows-cursor", "rows-blurred"}

    cursor: reactive[int] = reactive(0, repaint=False)
    empty_lines: reactive[tuple[str, ...]] = reactive(())
    """What stands in an empty list: a sentence, then what to press."""

    @dataclass
    class Highlighted(Message):
        """The cursor stands on another row, or on none; a burst of moves sends the last one only."""

        rows: "RowList"
        row_id: str | None

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, RowList.Highlighted)

        @property
        def control(self) -> "RowList":
            return self.rows

    @dataclass
    class Chosen(Message):
        """A row was double-clicked."""

        row_id: str

    def __init__(self, load: Callable[[Sequence[str]], Iterable[Row]], *, tag_width: int = TAG_WIDTH) -> None:
        """`load` gives the rows of some ids; it is called while painting and must be quick."""
        super().__init__()
        self._load = load
        self._tag_width = tag_width
        self._ids: list[str] = []
        self._rows: LRUCache[str, Row] = LRUCache(KEPT_ROWS)
        self._headings = Headings()
        self._anchor = 0
        self.marked: set[str] = set()
        self.columns: tuple[int, ...] = ()
        """The widths of further columns, in cells; none on a narrow list."""
        self.spans: Spans | None = None
        """Where in a row stand the words that were looked for."""

    # What it holds

    @property
    def ids(self) -> Sequence[str]:
        return self._ids

    @property
    def current(self) -> str | None:
        """The id under the cursor, or None in an empty list."""
        return self._ids[self.cursor] if self._ids else None

    def show(self, ids: Iterable[str], *, keep: str | None = None, headings: Mapping[int, str] = NONE) -> None:
        """Replace everything. The cursor goes to `keep` where it is still there, else to the top.

        headings: row → the text of a line above it, on which the cursor never stands.
        """
        self._ids, self._headings = list(ids), Headings(headings)
        self._rows.clear()
        self.marked &= set(self._ids) if self.marked else set()
        position = self._ids.index(keep) if keep is not None and keep in self._ids else 0
        self._changed(position)

    def part(self, headings: Mapping[int, str], columns: tuple[int, ...]) -> None:
        """Other lines between the same rows, and other columns; the cursor stays on its row."""
        self._headings, self.columns = Headings(headings), columns
        self._rows.clear()
        self.virtual_size = Size(1, len(self._ids) + len(self._headings))
        self._scroll_to_cursor()
        self.refresh()

    def take_out(self, row_id: str) -> int:
        """Take a row out; the next one slides under the cursor. Returns where it was."""
        position = self._ids.index(row_id)
        del self._ids[position]
        self._headings = self._headings.after_removal(position, len(self._ids))
        self.marked.discard(row_id)
        self._changed(self.cursor - 1 if position < self.cursor else self.cursor)
        return position

    def put_in(self, position: int, row_id: str, *, go: bool = False) -> None:
        """Put a row in; with `go` the cursor goes to it, else it stays on its row."""
        position = min(position, len(self._ids))
        self._ids.insert(position, row_id)
        self._headings = self._headings.after_insertion(position)
        self._rows.discard(row_id)
        stay = self.cursor + (position <= self.cursor and len(self._ids) > 1)
        self._changed(position if go else stay)

    def forget(self, row_ids: Iterable[str]) -> None:
        """Read these rows again before they are painted next."""
        for row_id in row_ids:
            self._rows.discard(row_id)
        self.refresh()

    def go_to(self, row_id: str) -> None:
        if row_id in self._ids:
            self.cursor = self._ids.index(row_id)

    def _changed(self, cursor: int) -> None:
        self.virtual_size = Size(1, len(self._ids) + len(self._headings))
        self.set_reactive(RowList.cursor, self.validate_cursor(cursor))
        self._scroll_to_cursor()
        self.refresh()
        self.post_message(self.Highlighted(self, self.current))

    # Moving and marking

    def move(self, by: int) -> None:
        self.cursor += by

    def move_page(self, direction: int) -> None:
        self.cursor += direction * max(1, self.size.height - 1)

    def move_to_edge(self, *, bottom: bool) -> None:
        self.cursor = len(self._ids) - 1 if bottom else 0

    def toggle_mark(self) -> None:
        """Mark or unmark the row under the cursor and go on to the next."""
        if self.current is None:
            return
        self.marked ^= {self.current}
        self._anchor = self.cursor
        self._refresh_row(self.cursor)
        self.move(1)

    def mark_range(self) -> None:
        """Mark every row from the last one marked to the cursor."""
        first, last = sorted((min(self._anchor, max(0, len(self._ids) - 1)), self.cursor))
        self.marked |= set(self._ids[first : last + 1])
        self.refresh()

    def unmark_all(self) -> None:
        self.marked.clear()
        self.refresh()

    def chosen(self) -> list[str]:
        """The marked ids in the order of the list, or every id where none is marked."""
        return [row_id for row_id in self._ids if row_id in self.marked] if self.marked else list(self._ids)

    def validate_cursor(self, cursor: int) -> int:
        return max(0, min(cursor, len(self._ids) - 1))

    def watch_cursor(self, old: int, new: int) -> None:
        self._refresh_row(old)
        self._refresh_row(new)
        self._scroll_to_cursor()
        self.post_message(self.Highlighted(self, self.current))

    def _scroll_to_cursor(self) -> None:
        line = self._headings.line_of(self.cursor)
        above = int(line > 0 and isinstance(self._headings.at(line - 1), str))
        self.scroll_to_region(Region(0, line - above, 1, 1 + above), animate=False, force=True)

    def _refresh_row(self, index: int) -> None:
        self.refresh_line(self._headings.line_of(index))

    # Mouse and focus

    def on_click(self, event: events.Click) -> None:
        position = self._headings.at(self.scroll_offset.y + event.y)
        if isinstance(position, int) and position < len(self._ids):
            self.cursor = position
            if event.chain > 1:
                self.post_message(self.Chosen(self._ids[position]))

    def on_resize(self) -> None:
        self._scroll_to_cursor()

    def on_focus(self) -> None:
        self._refresh_row(self.cursor)

    def on_blur(self) -> None:
        self._refresh_row(self.cursor)

    # Painting

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        if not self._ids:
            return self._empty_line(y, width)
        index = self._headings.at(self.scroll_offset.y + y)
        if isinstance(index, str):
            return Strip([self.piece(ruled(index, width), Tone.LABEL)]).adjust_cell_length(width, self.ground)
        if index >= len(self._ids):
            return Strip.blank(width, self.ground)
        return self._row_strip(self._row(index), width, on_cursor=index == self.cursor)

    def _row(self, index: int) -> Row:
        row_id = self._ids[index]
        row = self._rows.get(row_id)
        if row is None:
            page = [name for name in self._ids[index : index + self.size.height] if name not in self._rows]
            for loaded in self._load(page):
                self._rows[loaded.id] = loaded
            row = self._rows.get(row_id) or Row(row_id, "(removed)", faded=True)
        return row

    def _row_strip(self, row: Row, width: int, *, on_cursor: bool) -> Strip:
        over = self._cursor_style() if on_cursor else None
        wide = width >= NARROW
        mark = MARKED if row.id in self.marked else " "
        tag = f" {fit(row.tag, self._tag_width)} " if wide else ""
        note = f" {row.note:>{NOTE_WIDTH}} " if wide and row.note else " "
        name = fit(fit(row.name, NAME_WIDTH - 1), NAME_WIDTH) if row.name else ""
        further = "".join(f" {fit(one, cells)}" for one, cells in zip(row.columns, self.columns, strict=False))
        room = max(0, width - 2 - len(tag) - 2 - len(name) - cell_len(further) - len(note))
        text_tone = Tone.DIM if row.faded or name else Tone.TEXT
        pieces = [
            self.piece(self._cursor_mark if on_cursor else " ", Tone.CHOICE, over),
            self.piece(mark, Tone.WARN, over),
            self.piece(tag, Tone.DIM if row.faded else row.tone, over),
            self.piece(
                f"{row.mark or (OUT_OF_USE if row.faded and wide else ' ')} ",
                Tone.WARN if row.mark == WARNING else Tone.GOOD,
                over,
            ),
            self.piece(name, Tone.TEXT, over),
            *self.pieces(row_text(row.text, room), text_tone, over, self.spans),
            self.piece(further + note, Tone.DIM, over),
        ]
        return Strip(pieces).adjust_cell_length(width, self.ground)

    @property
    def _cursor_mark(self) -> str:
        return CURSOR if self.has_focus or not self.can_focus else CURSOR_ELSEWHERE

    def _cursor_style(self) -> Style:
        return self.get_component_rich_style("rows-cursor" if self.has_focus else "rows-blurred", partial=True)

    def _empty_line(self, y: int, width: int) -> Strip:
        first = max(0, (self.size.height - len(self.empty_lines)) // 3)
        if not first <= y < first + len(self.empty_lines):
            return Strip.blank(width, self.ground)
        line = self.empty_lines[y - first]
        tone = Tone.TEXT if y == first else Tone.DIM
        return Strip([self.piece(fit("   " + line, width), tone)]).adjust_cell_length(width, self.ground)
