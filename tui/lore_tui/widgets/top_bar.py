"""The first line: the screens with their keys, what waits, what a reader does now, and the project in force."""

from rich.cells import cell_len
from textual import events
from textual.reactive import reactive
from textual.strip import Strip

from lore_tui.keys import SCREENS, Place
from lore_tui.look import EMPTY, Line, Piece, Tone
from lore_tui.shell import Heading, shell_of
from lore_tui.text import literal
from lore_tui.widgets.painted import Painted

WIDE = 100


class TopBar(Painted):
    """One tab per screen; the one you are on has the accent and a ground."""

    here: reactive[str | None] = reactive(None)
    told: reactive[Heading] = reactive(Heading())

    @property
    def _line(self) -> Line:
        return heading_line(self.told, self.here, self.size.width, self._keys)

    @property
    def _keys(self) -> dict[str, str]:
        return {key.goes_to: key.shown for key in shell_of(self).keys.everything if key.goes_to}

    def render_line(self, y: int) -> Strip:
        return self.strip(EMPTY if y else self._line, self.size.width)

    async def on_click(self, event: events.Click) -> None:
        text = "".join(piece.text for piece in self._line.left)
        starts = {text.index(f" {pressed} {place}"): place for place, pressed in self._keys.items()}
        if min(starts) <= event.x < cell_len(text):
            place = starts[max(start for start in starts if start <= event.x)]
            await self.app.run_action(f"go({str(place)!r})", self.screen)
        elif self.told.project and event.x >= self.size.width - cell_len(self.told.project) - 4:
            await self.app.run_action("project", self.screen)


def heading_line(told: Heading, here: str | None, width: int, keys: dict[str, str]) -> Line:
    """Names and counts stay; what does not fit goes in this order: the reader's words, the project, the names."""
    air = " " if width > WIDE else ""
    left = [Piece(" lore ", Tone.TITLE), Piece("  " if air else "")]
    badges = {
        Place.REVIEW: f"{told.waiting:,}" if told.waiting else "", Place.CARE: f"!{told.needs:,}" if told.needs else "",
    }  # fmt: skip
    for place in SCREENS:
        is_here, badge = place == here, badges.get(place, "")
        name = f" {keys[place]} {place}".rstrip() + ("" if badge else " ")
        left.append(Piece(name, Tone.CHIP_KEY if is_here else Tone.DIM))
        if badge:
            left.append(Piece(f" {badge} ", Tone.CHIP_WARN if is_here else Tone.WARN))
        left.append(Piece(air))
    room = width - sum(cell_len(one.text) for one in left) - 2
    fits = (right for right in _rights(told, width) if sum(cell_len(one.text) for one in right) <= room)
    return Line(tuple(left), next(fits, ()))


def _rights(told: Heading, width: int) -> list[tuple[Piece, ...]]:
    name = literal(told.project)
    project = (Piece(name, Tone.TITLE), Piece(" ▾ " if told.projects > 1 else " ", Tone.CHOICE)) if name else ()
    new = (Piece(" · ", Tone.DIM), Piece(f"{told.new:,} new", Tone.WARN)) if told.new else ()
    gap = (Piece("   "),)
    whole = (Piece(f"◐ {told.reads}", Tone.DIM), *new, *gap, *project) if told.reads else (*new[1:], *gap, *project)
    short = (Piece(f"◐ {told.reads_short}", Tone.DIM), *gap, *project) if told.reads_short else project
    return [whole, short, project] if width >= WIDE else [short, project]
