"""A list that holds only ids: it asks for the rows it paints, so a million cost no more than a hundred."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from lore_tui.look import CURSOR, EMPTY, MARKED, OUT_OF_USE, Line, Piece, Row, Tone
from lore_tui.text import cut, fit, literal, one_line_of
from lore_tui.widgets.layout import NONE, Layout
from lore_tui.widgets.painted import Painted, Spans

KEPT_ROWS = 8192
NAME_WIDTH = 17
NARROW = 48
"""Below this many cells a list leaves out the mark of what is out of use."""


class RowList(Painted, can_focus=True):
    """Ids in their order, a cursor, marks. Nothing moves under the cursor by itself."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows-cursor"}

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

        @property
        def control(self) -> "RowList":
            return self.rows

    @dataclass
    class Chosen(Message):
        """A row was double-clicked."""

        rows: "RowList"
        row_id: str

    def __init__(
        self,
        load: Callable[[Sequence[str]], Iterable[Row]],
        *,
        tall: bool = False,
        pane: str | None = None,
    ) -> None:
        """`load` gives the rows of some ids; it is called while painting and must be quick.

        tall: whether rows may have several lines; then all of them are read at once.
        """
        super().__init__(pane=pane)
        self._load = load
        self._tall = tall
        self._ids: list[str] = []
        self._rows: LRUCache[str, Row] = LRUCache(KEPT_ROWS)
        self._above: Mapping[int, str] = NONE
        self._layout = Layout()
        self._drawn: dict[str, Sequence[Line]] = {}
        """The lines of tall rows, for the width they were drawn for."""
        self._anchor = 0
        self.marked: set[str] = set()
        self.strikes = False
        """Whether a mark strikes a row out."""
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
        self._ids, self._above = list(ids), headings
        self._rows.clear()
        self._drawn.clear()
        self.marked &= set(self._ids) if self.marked else set()
        position = self._ids.index(keep) if keep is not None and keep in self._ids else 0
        self._changed(position)

    @property
    def headings(self) -> Mapping[int, str]:
        """The lines between the rows now, by the row below each."""
        return self._above

    def part(self, headings: Mapping[int, str]) -> None:
        """Other lines between the same rows; the cursor stays on its row."""
        self._above = headings
        self._lay_out()
        self._scroll_to_cursor()
        self.refresh()

    def take_out(self, row_id: str) -> int:
        """Take a row out; the next one slides under the cursor. Returns where it was."""
        position = self._ids.index(row_id)
        del self._ids[position]
        self._above = self._layout.after_removal(position, len(self._ids))
        self.marked.discard(row_id)
        self._changed(self.cursor - 1 if position < self.cursor else self.cursor)
        return position

    def put_in(self, position: int, row_id: str, *, go: bool = False) -> None:
        """Put a row in; with `go` the cursor goes to it, else it stays on its row."""
        position = min(position, len(self._ids))
        self._ids.insert(position, row_id)
        self._above = self._layout.after_insertion(position)
        self._rows.discard(row_id)
        self._drawn.pop(row_id, None)
        stay = self.cursor + (position <= self.cursor and len(self._ids) > 1)
        self._changed(position if go else stay)

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
        heights = [len(self._lines_of(place)) for place in range(len(self._ids))] if self._tall else None
        self._layout = Layout(self._above, heights)
        before = self.cells
        self.virtual_size = Size(1, self._layout.whole(len(self._ids)))
        if self._tall and self.cells != before:  # a scrollbar came, or went
            self._drawn.clear()
            self._layout = Layout(self._above, [len(self._lines_of(place)) for place in range(len(self._ids))])
            self.virtual_size = Size(1, self._layout.whole(len(self._ids)))

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

    def move_page(self, direction: int) -> None:
        self.cursor += direction * max(1, (self.size.height - 1) // (3 if self._tall else 1))

    def move_to_edge(self, *, bottom: bool) -> None:
        self.cursor = len(self._ids) - 1 if bottom else 0

    def toggle_mark(self, *, stay: bool = False) -> None:
        """Mark or unmark the row under the cursor and go on to the next."""
        if self.current is None:
            return
        self.marked ^= {self.current}
        self._anchor = self.cursor
        self._refresh_row(self.cursor)
        if not stay:
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

    # Mouse and focus

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        found = self._layout.at(self.scroll_offset.y + offset.y) if offset is not None else ""
        if not isinstance(found, str) and found[0] < len(self._ids):
            self.cursor = found[0]
            if event.chain > 1:
                self.post_message(self.Chosen(self, self._ids[found[0]]))

    def on_resize(self) -> None:
        self._drawn.clear()
        self._lay_out()
        self._scroll_to_cursor()

    def on_focus(self) -> None:
        self._refresh_row(self.cursor)

    def on_blur(self) -> None:
        self._refresh_row(self.cursor)

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
            return Strip.blank(width, self.ground)
        on_cursor = index == self.cursor
        over = self.get_component_rich_style("rows-cursor", partial=True) if on_cursor else None
        line = self._lines_of(index)[number] if self._tall else self._line(self._row(index), width - 2)
        if line is EMPTY:
            return Strip.blank(width, self.ground)
        if self.strikes and self._ids[index] in self.marked:
            line = Line(tuple(Piece(one.text, Tone.STRUCK) for one in line.left), line.right)
        return self.strip(line.indented(CURSOR if on_cursor else " ", Tone.CHOICE), width, over, self.spans)

    def _heading(self, text: str, width: int) -> Strip:
        """`said by agents ─────── 37`, of `said by agents\\t37`; an empty one parts two groups."""
        name, _, count = text.partition("\t")
        if not name:
            return Strip.blank(width, self.ground)
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
        """A row in one line: mark, text, figures."""
        wide = width >= NARROW
        marked = MARKED if row.id in self.marked and not self.strikes else " "
        mark = row.mark or (OUT_OF_USE if row.faded and wide else " ")
        name = fit(fit(row.name, NAME_WIDTH - 1), NAME_WIDTH) if row.name else ""
        head = (
            Piece(marked, Tone.KEY),
            Piece(f"{mark} ", row.mark_tone if row.mark else Tone.FAINT),
            Piece(name, Tone.TEXT),
        )
        room = width - sum(cell_len(one.text) for one in head) - (cell_len(row.note) + 2 if row.note else 0)
        text = cut(one_line_of(row.text), max(0, room))
        more = f"  {row.more}" if row.more and cell_len(text) + 2 + cell_len(row.more) <= room else ""
        tone = Tone.DIM if row.faded or name else Tone.TEXT
        return Line(
            (*head, Piece(text, tone), Piece(literal(more), Tone.WARN)),
            (Piece(row.note, Tone.DIM),) if row.note else (),
        )

    def _empty_line(self, y: int, width: int) -> Strip:
        first = max(0, (self.size.height - len(self.empty_lines)) // 3)
        if not first <= y < first + len(self.empty_lines):
            return Strip.blank(width, self.ground)
        line = self.empty_lines[y - first]
        tone = Tone.TEXT if y == first else Tone.DIM
        return Strip([self.piece(fit("   " + line, width), tone)]).adjust_cell_length(width, self.ground)
