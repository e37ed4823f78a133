"""What stands in the queue of Review: proposals in two lines, rows that stand for others. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lore.text import one_line
from lore_tui.look import OF_AGENTS, WARNING, Line, Piece, Row, Tone
from lore_tui.present.drawing import flow, shortened

if TYPE_CHECKING:  # they load rooms that the first screen does not need
    from lore.actions import Proposal


def queue_row(proposal: Proposal) -> Row:
    """Its text in two lines at most; how often it was said at the right."""
    candidate = proposal.candidate
    times = f"×{candidate.sessions}" if candidate.sessions > 1 else ""

    def draw(width: int) -> Sequence[Line]:
        warned = (Piece(f"{WARNING} ", Tone.WARN),) if proposal.risky else ()
        right = (Piece(times, Tone.FAINT),) if times else ()
        lines = flow([Piece(one_line(candidate.text))], width - (6 if times else 1), (Piece(" "), *warned), indent=1)
        first = Line(lines[0].left, right)
        if len(lines) < 2:
            return (first,)
        rest = one_line("".join(piece.text for one in lines[1:] for piece in (*one.left, Piece(" "))))
        return first, Line((Piece(" "), Piece(shortened(rest, width - 2))))

    return Row(candidate.id, candidate.text, draw=draw)


def fold_row(row_id: str, name: str, count: int, *, agents: bool = False) -> Row:
    """A row that stands for others, with their number."""

    def draw(width: int) -> Sequence[Line]:
        mark = (Piece(f"{OF_AGENTS} ", Tone.AGENT),) if agents else ()
        head = Piece(shortened(name, width - 10), Tone.TEXT if agents else Tone.TITLE)
        return (Line((*mark, head), (Piece(f"{count:,} ▸", Tone.DIM),)),)

    return Row(row_id, name, draw=draw)


def reader_row(row_id: str, waiting: str) -> Row:
    """The first entry, where sessions wait for a reader."""
    return Row(row_id, waiting, draw=lambda width: (Line((Piece("◐ ", Tone.WARN), Piece(waiting, Tone.TITLE))),))
