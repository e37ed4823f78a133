"""The first line: the screens with their keys, what waits, what a reader does now, and the project in force."""

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from lore_tui.look import Line, Piece, Tone
from lore_tui.screens.registry import CARE, REVIEW, SCREENS
from lore_tui.shell import Heading, shell_of
from lore_tui.text import literal
from lore_tui.widgets.painted import Painted

WIDE = 100


class TopBar(Painted):
    """One tab per screen; the one you are on has the accent and a ground."""

    here: reactive[str | None] = reactive(None)
    told: reactive[Heading] = reactive(Heading())

    class Pressed(Message):
        """A tab, or the project, was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        line = heading_line(self.told, self.here, width, self._keys()) if y == 0 else Line()
        return self.strip(line, width)

    def _keys(self) -> dict[str, str]:
        keymap = shell_of(self).keys
        return {place: keymap.by_id(spec.goes).shown for place, spec in SCREENS.items()}

    def on_click(self, event: events.Click) -> None:
        start, keymap = 0, shell_of(self).keys
        line = heading_line(self.told, self.here, self.size.width, self._keys())
        tabs = iter(SCREENS.values())
        for piece in line.left:
            end = start + cell_len(piece.text)
            if piece.text.strip() and piece.tone in (Tone.DIM, Tone.CHIP_KEY) and piece.text[:1] == " ":
                spec = next(tabs)
                if start <= event.x < end:
                    self.post_message(self.Pressed(keymap.by_id(spec.goes).action))
                    return
            start = end
        if self.told.project and event.x >= self.size.width - cell_len(self.told.project) - 4:
            self.post_message(self.Pressed("project"))


def heading_line(told: Heading, here: str | None, width: int, keys: dict[str, str]) -> Line:
    """Names and counts stay; what does not fit goes in this order: the reader's words, the project, the names."""
    air = " " if width > WIDE else ""
    left = [Piece(" lore ", Tone.TITLE), Piece("  " if air else "")]
    for place, spec in SCREENS.items():
        key = keys[place]
        tone = Tone.CHIP_KEY if place == here else Tone.DIM
        badge = _badge(place, told)
        left.append(Piece(f" {key} {spec.title}".rstrip() + ("" if badge else " "), tone))
        if badge:
            left.append(Piece(f" {badge} ", Tone.CHIP_WARN if place == here else Tone.WARN))
        left.append(Piece(air))
    room = width - sum(cell_len(one.text) for one in left) - 2
    for right in _rights(told, width):
        if sum(cell_len(one.text) for one in right) <= room:
            return Line(tuple(left), right)
    return Line(tuple(left))


def _badge(place: str, told: Heading) -> str:
    if place == REVIEW:
        return f"{told.waiting:,}" if told.waiting else ""
    return f"!{told.needs:,}" if place == CARE and told.needs else ""


def _rights(told: Heading, width: int) -> list[tuple[Piece, ...]]:
    name = literal(told.project)
    project = (Piece(name, Tone.TITLE), Piece(" ▾ " if told.projects > 1 else " ", Tone.CHOICE)) if name else ()
    new = (Piece(" · ", Tone.DIM), Piece(f"{told.new:,} new", Tone.WARN)) if told.new else ()
    gap = (Piece("   "),)
    whole = (Piece(f"◐ {told.reads}", Tone.DIM), *new, *gap, *project) if told.reads else (*new[1:], *gap, *project)
    short = (Piece(f"◐ {told.reads_short}", Tone.DIM), *gap, *project) if told.reads_short else project
    return [whole, short, project] if width >= WIDE else [short, project]
