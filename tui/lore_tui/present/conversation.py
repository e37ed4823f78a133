"""What a proposal rests on: the words, inside the conversation they were said in. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lore import clock
from lore.model import Role, Turn
from lore.text import one_line
from lore_tui.look import EMPTY, PROVES, Line, Piece, Tone
from lore_tui.present.drawing import at_the_bottom, flow, line, rule
from lore_tui.present.parts import lit, speaker
from lore_tui.text import day, fit
from lore_tui.widgets.card import Drawing

if TYPE_CHECKING:  # they load rooms that the first screen does not need
    from lore.actions import Around, Quote, ReviewCard

_WHO = 8
"""Cells of who speaks."""
_EARLIER = 3
_AROUND = 260
"""Characters of a message that are shown before and behind the quotation."""
_BAR = 12
_LIT_BAR = Piece("▌", Tone.WARN)


def conversation(card: ReviewCard, around: Around | None, now: str, *, plain_terminal: bool) -> Drawing:
    """The words it rests on, lit inside what was said before and after; earlier times; where in the session it stands.

    What does not fit is left out from the outside in: the messages far before it, the earlier times, those before it,
    the air; never the words.
    """
    if not card.evidence:
        return lambda width, height: [line("nothing that was said stands behind it", width, Tone.DIM)]
    newest = card.evidence[0]

    def draw(width: int, height: int) -> Sequence[Line]:
        blocks = _messages(newest, around, width, plain_terminal)
        lit = next((n for n, one in enumerate(blocks) if one and one[0].left[:1] == (_LIT_BAR,)), 0)
        earlier = _earlier(card.evidence[1:], now, width)
        foot = _place(newest, around, now)
        while lit > 2 and sum(map(len, blocks)) + len(blocks) + len(earlier) + 1 >= height:
            blocks.pop(0)
            lit -= 1
        while len(blocks) > 1 and sum(map(len, blocks)) + 1 > height:
            drop = 0 if lit > 0 and (len(blocks) - 1 - lit == 0 or lit > 1) else len(blocks) - 1
            blocks.pop(drop)
            lit -= drop < lit
        free = height - 1 - sum(map(len, blocks))
        if earlier and free > len(earlier) + len(blocks):
            blocks.append(earlier)
            free -= len(earlier)
        air = free >= len(blocks) - 1
        lines = [one for n, block in enumerate(blocks) for one in ([EMPTY] if air and n else []) + block]
        return at_the_bottom(lines, foot, height) if len(lines) < height else [*lines, foot]

    return draw


def _messages(newest: Quote, around: Around | None, width: int, plain_terminal: bool) -> list[list[Line]]:
    """Each message as lines; in the quoted one the words are lit. Of a long one what is near them."""
    quote = one_line(newest.evidence.quote)
    blocks = []
    turns: Sequence[Turn | None] = around.turns if around else (None,)
    for place, turn in enumerate(turns):
        who, tone = speaker(turn.role if turn else newest.evidence.role, turn)
        words = one_line(turn.text) if turn else quote
        if place == (around.said if around else 0):
            before, found, after = words.partition(quote) if quote else (words, "", "")
            near = f"{_end(before)}{found}{_beginning(after)}" if found else quote
            pieces, bar = lit(near, [quote], Tone.TEXT, plain_terminal), _LIT_BAR
        else:
            near = _end(words) if around and place < around.said else _beginning(words)
            pieces, bar = [Piece(near, Tone.DIM)], Piece(" ")
        blocks.append(flow(pieces, width, (bar, Piece(fit(who, _WHO - 1), tone))))
    return blocks


def _end(words: str) -> str:
    return words if len(words) <= _AROUND else f"… {words[-_AROUND:].split(' ', 1)[-1]}"


def _beginning(words: str) -> str:
    return words if len(words) <= _AROUND else f"{words[:_AROUND].rsplit(' ', 1)[0]} …"


def _earlier(quotes: Sequence[Quote], now: str, width: int) -> list[Line]:
    """The times before, each once."""
    once = {one_line(quote.evidence.quote): quote for quote in quotes}
    if not once:
        return []
    shown = list(once.values())[:_EARLIER]
    lines = [Line((Piece(" "), *rule("and before", width - 1).left))]
    for quote in shown:
        said = quote.evidence
        who = said.agent or (quote.session.agent if quote.session else "") or "by hand"
        head = (Piece(f" {fit(day(said.at, now), 7)}", Tone.FAINT), Piece(fit(who, 13), Tone.AGENT))
        lines.append(Line((*head, Piece(f"“{one_line(said.quote)}”", Tone.DIM))))
    more = len(once) - len(shown)
    return [*lines, *([Line((Piece(f" {more:,} more", Tone.FAINT),))] if more else [])]


def _place(newest: Quote, around: Around | None, now: str) -> Line:
    """The agent, the time, and where in the session it stands."""
    said = newest.evidence
    agent = said.agent or (newest.session.agent if newest.session else None)
    moment = clock.parse(said.at or "")
    time = f"{moment.astimezone():%H:%M}" if moment else ""
    left = " · ".join(word for word in (agent, f"{day(said.at, now)} {time}".strip()) if word) or "written by hand"
    by = "" if said.role is Role.USER else f" · said by {said.role}"
    right: tuple[Piece, ...] = ()
    if around is not None and around.whole > 1:
        at = round((around.number - 1) / max(1, around.whole - 1) * _BAR)
        right = (
            Piece(f"{around.number:,} of {around.whole:,} ", Tone.FAINT),
            Piece("━" * at, Tone.LINE), Piece(PROVES, Tone.WARN), Piece("━" * (_BAR - at), Tone.LINE),
        )  # fmt: skip
    return Line((Piece(f" {left}{by}", Tone.FAINT),), right)
