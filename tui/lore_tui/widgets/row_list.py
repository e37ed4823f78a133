"""A list that holds only ids: it asks for the rows it paints, so a million cost no more than a hundred."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from rich.cells import cell_len
from textual import events
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from lore_tui.look import CURSOR, EMPTY, MARKED, OUT_OF_USE, Line, Piece, Row, Tone
from lore_tui.text import cut, fit, literal, one_line_of
from lore_tui.widgets.painted import Painted

KEPT_ROWS = 8192
NAME_WIDTH = 17
NARROW = 48
"""Below this many cells a list leaves out the mark of what is out of use."""
NONE: Mapping[int, str] = {}


class Layout:
    """Which line a row stands on, and what stands on a line, with a heading above some rows. Both count from 0."""

    def __init__(self, above: Mapping[int, str] = NONE, heights: Sequence[int] | None = None) -> None:
        """above: row → the text of the line above it. heights: the lines of each row; None where each has one."""
        self._rows = sorted(above)
        self._texts = [above[row] for row in self._rows]
        self._tops = None if heights is None else [0, *accumulate(heights)]
        self._lines = [self._top(row) + number for number, row in enumerate(self._rows)]

    def whole(self, rows: int) -> int:
        """The lines of so many rows with their headings."""
        return self._top(rows) + len(self._rows)

    def _top(self, row: int) -> int:
        return row if self._tops is None else self._tops[min(row, len(self._tops) - 1)]

    def height_of(self, row: int) -> int:
        return self._top(row + 1) - self._top(row)

    def line_of(self, row: int) -> int:
        """The first line a row stands on."""
        return self._top(row) + bisect_right(self._rows, row)

    def at(self, line: int) -> str | tuple[int, int]:
        """The text of a heading that stands on this line; or the row that does, and which of its lines this is."""
        before = bisect_right(self._lines, line)
        if before and self._lines[before - 1] == line:
            return self._texts[before - 1]
        bare = line - before
        row = bare if self._tops is None else bisect_right(self._tops, bare) - 1
        return row, bare - self._top(row)


class RowList(Painted, can_focus=True):
    """Ids in their order, a cursor, marks. Nothing moves under the cursor by itself."""

    COMPONENT_CLASSES = {"rows-cursor"}  # noqa: RUF012  # Textual's own way to name them

    cursor: reactive[int] = reactive(0, repaint=False)
    empty_lines: reactive[tuple[str, ...]] = reactive(())
    """What stands in an empty list: a sentence, then what to press."""

    @dataclass
    class Highlighted(Message):
        """The cursor stands on another row, or on none; a burst of moves sends the last one only."""

        rows: "RowList"
        row_id: str | None

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, RowList.Highlighted) and message.rows is self.rows

    @dataclass
    class Chosen(Message):
        """A row was clicked; twice, where it opens."""

        rows: "RowList"
        opens: bool

    def __init__(
        self, load: Callable[[Sequence[str]], Iterable[Row]], *, tall: bool = False, pane: str | None = None
    ) -> None:
        """`load` gives the rows of some ids; it is called while painting and must be quick.

        tall: whether rows may have several lines; then all of them are read at once.
        """
        super().__init__(pane=pane)
        self._load = load
        self._tall = tall
        self._ids: list[str] = []
        self._rows: LRUCache[str, Row] = LRUCache(KEPT_ROWS)
        self.headings: Mapping[int, str] = NONE
        """The lines between the rows now, by the row below each."""
        self._layout = Layout()
        self._drawn: dict[str, Sequence[Line]] = {}
        """The lines of tall rows, for the width they were drawn for."""
        self.marked: set[str] = set()
        self.strikes = False
        """Whether a mark strikes a row out."""

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
        self._ids, self.headings = list(ids), headings
        self._rows.clear()
        self._drawn.clear()
        self.marked &= set(self._ids) if self.marked else set()
        self._changed(self._ids.index(keep) if keep is not None and keep in self._ids else 0)

    def rearrange(self, ids: Sequence[str], headings: Mapping[int, str] = NONE, go: str | None = None) -> None:
        """Other rows, or in another order. The cursor goes to `go`, else stays on its row; where that left, what
        stood below it slides under the cursor.
        """
        listed = {name: place for place, name in enumerate(ids)}
        below = (listed[name] for name in self._ids[self.cursor :] if name in listed)
        cursor = listed[go] if go in listed else next(below, len(ids) - 1)
        for name in self._ids:
            if name not in listed:
                self._rows.discard(name)
                self._drawn.pop(name, None)
        self._ids, self.headings = list(ids), headings
        self.marked &= listed.keys()
        self._changed(cursor)

    def take_out(self, row_id: str) -> int:
        """Take a row out; the next one slides under the cursor. Returns where it was."""
        position = self._ids.index(row_id)
        del self._ids[position]
        moved = {at - (at > position): text for at, text in sorted(self.headings.items())}  # of two, the second stays
        self.headings = {at: text for at, text in moved.items() if at < len(self._ids)}
        self.marked.discard(row_id)
        self._changed(self.cursor - 1 if position < self.cursor else self.cursor)
        return position

    def forget(self, row_ids: Iterable[str]) -> None:
        """Read these rows again before they are painted next."""
        for row_id in row_ids:
            self._rows.discard(row_id)
            self._drawn.pop(row_id, None)
        self._lay_out()
        self.refresh()

    def go_to(self, row_id: str) -> None:
        if row_id in self._ids:
            self.cursor = self._ids.index(row_id)

    def _changed(self, cursor: int) -> None:
        self._lay_out()
        self.set_reactive(RowList.cursor, self.validate_cursor(cursor))
        self._scroll_to_cursor()
        self.refresh()
        self.post_message(self.Highlighted(self, self.current))

    def _lay_out(self) -> None:
        before = self.cells
        self._layout = Layout(self.headings, self._heights())
        self.virtual_size = Size(1, self._layout.whole(len(self._ids)))
        if self._tall and self.cells != before:  # a scrollbar came, or went
            self._drawn.clear()
            self._layout = Layout(self.headings, self._heights())
            self.virtual_size = Size(1, self._layout.whole(len(self._ids)))

    def _heights(self) -> list[int] | None:
        return [len(self._lines_of(place)) for place in range(len(self._ids))] if self._tall else None

    def _lines_of(self, place: int) -> Sequence[Line]:
        """The lines of a tall row, drawn once for a width."""
        name = self._ids[place]
        lines = self._drawn.get(name)
        if lines is None:
            row = self._row(place)
            room = max(8, self.cells - 2)
            lines = self._drawn[name] = row.draw(room) if row.draw else (self._line(row, room),)
        return lines

    # Moving and marking

    def move(self, by: int) -> None:
        self.cursor += by

    def move_page(self, by: int) -> None:
        self.cursor += by * max(1, (self.size.height - 1) // (3 if self._tall else 1))

    def move_to_edge(self, by: int) -> None:
        self.cursor = len(self._ids) - 1 if by > 0 else 0

    def toggle_mark(self) -> None:
        """Mark or unmark the row under the cursor and go on to the next."""
        if self.current is not None:
            self.marked ^= {self.current}
            self._refresh_row(self.cursor)
            self.move(1)

    def unmark_all(self) -> None:
        self.marked.clear()
        self.refresh()

    def validate_cursor(self, cursor: int) -> int:
        return max(0, min(cursor, len(self._ids) - 1))

    def watch_cursor(self, old: int, new: int) -> None:
        self._refresh_row(old)
        self._refresh_row(new)
        self._scroll_to_cursor()
        self.post_message(self.Highlighted(self, self.current))

    def _scroll_to_cursor(self) -> None:
        line = self._layout.line_of(self.cursor)
        above = int(line > 0 and isinstance(self._layout.at(line - 1), str))
        height = self._layout.height_of(self.cursor) + above
        self.scroll_to_region(Region(0, line - above, 1, height), animate=False, force=True)

    def show_around(self) -> None:
        """Put the row under the cursor a third below the top, so that what was before it is seen too."""
        line = self._layout.line_of(self.cursor)
        self.scroll_to(y=max(0, line - self.size.height // 3), animate=False, force=True)

    def _refresh_row(self, index: int) -> None:
        self.refresh_lines(self._layout.line_of(index), max(1, self._layout.height_of(index)))

    # Mouse and size

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        found = self._layout.at(self.scroll_offset.y + offset.y) if offset is not None else ""
        if not isinstance(found, str) and found[0] < len(self._ids):
            self.cursor = found[0]
            self.post_message(self.Chosen(self, opens=event.chain > 1))

    def on_resize(self) -> None:
        self._drawn.clear()
        self._lay_out()
        self._scroll_to_cursor()

    # Painting

    def render_line(self, y: int) -> Strip:
        width = self.cells
        if not self._ids:
            return self._empty_line(y, width)
        found = self._layout.at(self.scroll_offset.y + y)
        if isinstance(found, str):
            return self._heading(found, width)
        index, number = found
        if index >= len(self._ids):
            return self.strip(EMPTY, width)
        on_cursor = index == self.cursor
        over = self.get_component_rich_style("rows-cursor", partial=True) if on_cursor else None
        line = self._lines_of(index)[number] if self._tall else self._line(self._row(index), width - 2)
        if line is EMPTY:
            return self.strip(EMPTY, width)
        if self.strikes and self._ids[index] in self.marked:
            line = Line(tuple(Piece(one.text, Tone.STRUCK) for one in line.left), line.right)
        return self.strip(line.indented(CURSOR if on_cursor else " ", Tone.CHOICE), width, over)

    def _heading(self, text: str, width: int) -> Strip:
        """`said by agents ─────── 37`, of `said by agents\\t37`; an empty one parts two groups."""
        name, _, count = text.partition("\t")
        if not name:
            return self.strip(EMPTY, width)
        rule = "─" * max(0, width - 3 - cell_len(name) - (cell_len(count) + 1 if count else 0))
        left = (Piece(f" {name} ", Tone.DIM), Piece(rule, Tone.LINE))
        return self.strip(Line((*left, Piece(f" {count}" if count else "", Tone.DIM))), width)

    def _row(self, index: int) -> Row:
        row_id = self._ids[index]
        row = self._rows.get(row_id)
        if row is None:
            ahead = len(self._ids) if self._tall else index + max(1, self.size.height)
            page = [name for name in self._ids[index:ahead] if name not in self._rows]
            for loaded in self._load(page):
                self._rows[loaded.id] = loaded
            row = self._rows.get(row_id) or Row(row_id, "(removed)", faded=True)
        return row

    def _line(self, row: Row, width: int) -> Line:
        marked = MARKED if row.id in self.marked and not self.strikes else " "
        mark = row.mark or (OUT_OF_USE if row.faded and width >= NARROW else " ")
        name = fit(fit(row.name, NAME_WIDTH - 1), NAME_WIDTH) if row.name else ""
        head = (Piece(marked, Tone.KEY), Piece(f"{mark} ", row.mark_tone if row.mark else Tone.FAINT), Piece(name))
        room = width - sum(cell_len(one.text) for one in head) - (cell_len(row.note) + 2 if row.note else 0)
        text = cut(one_line_of(row.text), max(0, room))
        more = f"  {row.more}" if row.more and cell_len(text) + 2 + cell_len(row.more) <= room else ""
        tone = Tone.DIM if row.faded or name else Tone.TEXT
        note = (Piece(row.note, Tone.DIM),) if row.note else ()
        return Line((*head, Piece(text, tone), Piece(literal(more), Tone.WARN)), note)

    def _empty_line(self, y: int, width: int) -> Strip:
        first = max(0, (self.size.height - len(self.empty_lines)) // 3)
        if not first <= y < first + len(self.empty_lines):
            return self.strip(EMPTY, width)
        tone = Tone.TEXT if y == first else Tone.DIM
        return self.strip(Line((Piece(f"   {self.empty_lines[y - first]}", tone),), cuts=False), width)
