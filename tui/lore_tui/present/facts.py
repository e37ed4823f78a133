"""A fact as a row, by what becomes of it; and as text to copy. `card_of_fact` has its card."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from lore_tui.look import AT_START, OF_AGENTS, OUT_OF_USE, WAITS, WHEN_IT_FITS, Row, Tone
from lore_tui.present.drawing import shortened
from lore_tui.text import day

if TYPE_CHECKING:
    from lore.actions import FactLine, Groups


class State(StrEnum):
    """What becomes of a fact."""

    STARTS = "starts"
    FITS = "fits"
    WAITING = "waiting"
    AGENTS = "agents"
    ARCHIVED = "archived"


MARKS = {
    State.STARTS: (AT_START, Tone.GOOD),
    State.FITS: (WHEN_IT_FITS, Tone.FITS),
    State.WAITING: (WAITS, Tone.WARN),
    State.AGENTS: (OF_AGENTS, Tone.AGENT),
    State.ARCHIVED: (OUT_OF_USE, Tone.FAINT),
}
NAMES = {
    State.STARTS: "Next start",
    State.FITS: "When it fits",
    State.WAITING: "Waiting",
    State.AGENTS: "Said by agents",
    State.ARCHIVED: "Archived",
}
HEADINGS = {
    State.STARTS: "at every start",
    State.FITS: "found when the prompt is about it",
    State.WAITING: "waiting: given to nobody yet",
    State.AGENTS: "said by agents: found by you, given to nobody",
    State.ARCHIVED: "archived: given to nobody",
}
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
