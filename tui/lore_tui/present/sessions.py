"""A session, and what was said in it, as a row and as a card."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from lore.model import Event, EventKind, Fact, Role, Session, Turn
from lore.text import counted
from lore_tui.look import PINNED, Block, Row, Tone
from lore_tui.present.parts import grouped
from lore_tui.text import day

if TYPE_CHECKING:  # it loads rooms that the first screen does not need
    from lore.actions import Kept, Told

KEPT = PINNED
"""The mark of what was kept."""
_SIGNS = {EventKind.COMMAND: "$", EventKind.FILE_CHANGE: "~", EventKind.ERROR: "!", EventKind.TOOL_CALL: "·"}
_SPEAKERS = {Role.USER: "you", Role.ASSISTANT: "agent"}
MOST_FACTS = 12


def session_row(session: Session, title: str, kept: int, now: str, *, first_of_day: bool) -> Row:
    """The day stands at the first session of each day only."""
    return Row(
        session.id,
        title or "(no title)",
        tag=day(session.started_at, now) if first_of_day else "",
        name=session.agent,
        tone=Tone.CHOICE,
        mark=KEPT if kept else "",
        note=f"{kept:,}" if kept else "",
    )


def session_card(session: Session, title: str, kept: int, facts: Sequence[Fact], now: str) -> list[Block]:
    """What it was about, where and when, and the facts that were kept of it."""
    heading = [Block(title or "(no title)", Tone.TITLE, label=None)]
    began, ended = (session.started_at or "")[11:16], (session.ended_at or "")[11:16]
    told = [
        Block(" · ".join(word for word in (session.agent, session.project) if word), label="With"),
        Block(f"{day(session.started_at, now)} {began}{f' to {ended}' if ended else ''} UTC", label="When"),
        Block(session.id, Tone.DIM, "Id"),
    ]
    shown = [Block(fact.text, label=None, lead=f"{KEPT} ") for fact in facts[:MOST_FACTS]]
    more = [Block(f"and {counted(len(facts) - MOST_FACTS, 'more fact')}", Tone.DIM)] if len(facts) > MOST_FACTS else []
    count = [Block(f"{counted(kept, 'fact')} kept", Tone.GOOD if kept else Tone.DIM, label=None)]
    return grouped(heading, told, count, [*shown, *more])


def step_row(row_id: str, step: Turn | Event, *, kept: bool) -> Row:
    """One message or one thing an agent did."""
    note = (step.at or "")[11:16]
    if isinstance(step, Event):
        return Row(
            row_id, step.name, tag=f"  {_SIGNS[step.kind]} {step.kind.value.split('_')[-1]}", note=note, faded=True
        )
    tone = Tone.RULE if step.role is Role.USER else Tone.DIM
    return Row(row_id, step.text, tag=_speaker(step), tone=tone, mark=KEPT if kept else "", note=note)


def step_card(step: Turn | Event, kept: "Sequence[Kept]", facts: Mapping[str, Fact], now: str) -> list[Block]:
    """Its whole text; the words that facts rest on stand out, and the facts are named below."""
    when = f"{day(step.at, now)} {(step.at or '')[11:16]}".strip()
    if isinstance(step, Event):
        head = [Block(f"{_SIGNS[step.kind]} {step.name}", Tone.TITLE, label=None), Block(when, Tone.DIM, label=None)]
        return grouped(head, [Block(step.detail, label=None)] if step.detail else [])
    head = [Block(f"{_speaker(step)} {when}".strip(), Tone.LABEL, label=None)]
    named = [Block(facts[one.fact].text, Tone.GOOD, "Kept" if not place else "")
             for place, one in enumerate(kept) if one.fact in facts]  # fmt: skip
    return grouped(head, list(_marked(step.text, [one.quote for one in kept])), named)


def told_card(told: "Told") -> list[Block]:
    """A session in a few lines."""
    heading = [Block(told.intent or told.session.title or "(nothing was asked)", Tone.TITLE, label=None)]
    named = {"Decided": told.decisions, "Done": told.outcomes, "Learnt": told.lessons, "Open": told.open}
    parts = [
        [Block(text, label="" if place else name) for place, text in enumerate(texts)] for name, texts in named.items()
    ]
    nothing = [] if any(named.values()) else [Block("there is nothing more to summarise", Tone.DIM, label=None)]
    worded = [Block(f"the words of {told.by}, which nobody confirmed", Tone.DIM, label=None)] if told.by else []
    return grouped(heading, *parts, nothing, worded)


def day_row(row_id: str, tag: str, text: str, faded: bool) -> Row:
    """One thing that a day brought."""
    return Row(row_id, text, tag=tag, tone=Tone.CHOICE if tag == "session" else Tone.DIM, faded=faded)


def step_text(step: Turn | Event) -> str:
    return step.name if isinstance(step, Event) else step.text


def _speaker(turn: Turn) -> str:
    return turn.speaker or _SPEAKERS.get(turn.role, turn.role.value)


def _marked(text: str, quotes: Sequence[str]) -> Iterator[Block]:
    """The text in pieces, in order: what is quoted, and what stands between."""
    found = sorted({(text.find(quote), quote) for quote in quotes if quote and quote in text})
    end = 0
    for start, quote in found:
        if start < end:
            continue
        if text[end:start].strip():
            yield Block(text[end:start].strip("\n"), label=None)
        yield Block(quote, Tone.GOOD, label=None, lead=f"{KEPT} ")
        end = start + len(quote)
    if text[end:].strip() or not end:
        yield Block(text[end:].strip("\n"), label=None)
