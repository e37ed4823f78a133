"""A fact as a row, by what becomes of it; and as text to copy. `card_of_fact` has its card."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from lore.text import one_line
from lore_tui.look import (
    AT_START,
    FOLDED,
    OF_AGENTS,
    OUT_OF_USE,
    WAITS,
    WARNING,
    WHEN_IT_FITS,
    Line,
    Piece,
    Row,
    Tone,
)
from lore_tui.present.drawing import flow, shortened
from lore_tui.text import day

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lore.actions import FactLine, Groups, Proposal


class State(StrEnum):
    """What becomes of a fact."""

    STARTS = "starts"
    FITS = "fits"
    WAITING = "waiting"
    AGENTS = "agents"
    ARCHIVED = "archived"


_TOLD = {
    State.STARTS: (AT_START, Tone.GOOD, "Next start", ""),
    State.FITS: (WHEN_IT_FITS, Tone.FITS, "When it fits", "found when the prompt is about it"),
    State.WAITING: (WAITS, Tone.WARN, "Waiting", "waiting: given to nobody yet"),
    State.AGENTS: (OF_AGENTS, Tone.AGENT, "Said by agents", "said by agents: found by you, given to nobody"),
    State.ARCHIVED: (OUT_OF_USE, Tone.FAINT, "Archived", ""),
}
MARKS = {state: told[:2] for state, told in _TOLD.items()}
NAMES = {state: told[2] for state, told in _TOLD.items()}
HEADINGS = {state: told[3] for state, told in _TOLD.items()}
_DATE = 6


def states_of(groups: Groups) -> dict[str, State]:
    """Fact → what becomes of it."""
    return {name: state for state in State for name in getattr(groups, state.value)}


def fact_row(line: FactLine, state: State, now: str, *, asked: str = "") -> Row:
    """asked: the words of the fact that it may contradict."""
    mark, tone = MARKS[state]
    times = f"×{line.sessions}" if line.sessions else ""
    told = day(line.at, now)
    return Row(
        line.fact.id,
        line.fact.text,
        mark=mark,
        mark_tone=tone,
        note=f"{told:>{_DATE}} {times:>4}",
        more=f"may contradict “{shortened(asked, 30)}”" if asked else "",
        faded=state is State.ARCHIVED,
    )


# In the queue of Review


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
        return (Line((*mark, head), (Piece(f"{count:,} {FOLDED}", Tone.DIM),)),)

    return Row(row_id, name, draw=draw)


def reader_row(row_id: str, waiting: str) -> Row:
    """The first entry, where sessions wait for a reader."""
    return Row(row_id, waiting, draw=lambda width: (Line((Piece("◐ ", Tone.WARN), Piece(waiting, Tone.TITLE))),))
