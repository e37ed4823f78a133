"""Who reads your sessions, as a card. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore.text import counted
from lore_tui.look import Block, Tone
from lore_tui.present.parts import grouped

if TYPE_CHECKING:  # it loads what asks models: nothing that the first screen needs
    from lore.actions import Offer, ReaderState


@dataclass(frozen=True, slots=True)
class ReaderView:
    """Who would read your sessions, or does, and what that costs."""

    offer: "Offer"
    state: "ReaderState"


def reader_blocks(view: ReaderView, key: Callable[[str], str]) -> list[Block]:
    """What is asked with its cost, or how it stands with what was agreed to. key: of an action."""
    state = view.state
    standing = [Block(state.in_a_line, Tone.TITLE, label=None)]
    asked = [] if state.is_asked else _asked(view.offer, key)
    projects = [Block(f"Never read: {', '.join(state.apart)}", label=None)] if state.apart else []
    others = Block(
        "`lore distill --on --with MODEL` lets another read, `--off --project KEY` leaves a project out",
        Tone.DIM,
        label=None,
    )
    return grouped(standing, asked, _cost(state), projects, [others, *_ways(state, key)])


def _asked(offer: "Offer", key: Callable[[str], str]) -> list[Block]:
    if offer.way is None:
        return [Block(f"Nobody is proposed: {offer.why_none}", Tone.WARN, label=None)]
    answers = f"{key('reader.yes')} yes · {key('reader.later')} later · {key('reader.no')} no"
    return [
        Block(offer.question, Tone.CHOICE, label=None),
        *(Block(text, label=label.capitalize()) for label, text in offer.terms),
        Block(answers, Tone.CHOICE, label=None),
    ]


def _cost(state: "ReaderState") -> list[Block]:
    """What was asked today, and what came of each model."""
    if not state.figures and not state.is_asked:
        return []
    today = f"{state.asked_today:,} of {counted(state.a_day, 'question')}, about {state.tokens_today:,} tokens"
    blocks = [Block(today, label="Today")]
    for one in state.figures:
        refused = f", {one.refused:.0%} of {counted(one.notes, 'note')} refused" if one.notes else ""
        blocks.append(
            Block(f"{one.label}: {counted(one.read, 'session')}, {one.tokens:,} tokens{refused}", label="Read")
        )
    if state.problem:
        blocks.append(Block(state.problem, Tone.BAD, label="Stopped"))
    return blocks


def _ways(state: "ReaderState", key: Callable[[str], str]) -> list[Block]:
    if not state.is_asked:
        return []
    stop = f"{key('reader.stop')} stops what is being read · " if state.progress else ""
    return [Block(f"{stop}{key('reader.no')} ends it", Tone.DIM, label=None)]
