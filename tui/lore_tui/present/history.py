"""What happened: sessions and acts as entries of a stream, the steps of a session, the changes of an act. Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore import clock
from lore.actions import differences, phrase, sentence, words_of
from lore.model import AuditEvent, Event, EventKind, Fact, Role, Turn
from lore.presence import PERSON
from lore.text import counted, one_line
from lore_tui.look import BROKEN, EMPTY, FOLDED, Block, Line, Piece, Row, Tone
from lore_tui.present.drawing import flow, keyed, shortened
from lore_tui.present.facts import MARKS, State
from lore_tui.present.parts import grouped, lit, project_name, speaker
from lore_tui.text import fit

if TYPE_CHECKING:
    from lore.actions import Act, Receipt, SessionLine, Told

_SIGNS = {EventKind.COMMAND: "$", EventKind.FILE_CHANGE: "~", EventKind.ERROR: BROKEN, EventKind.TOOL_CALL: "·"}
_TIME, _WHO, _HEAD = 7, 14, 14
LONGEST = 700
"""Characters of a message in a replay; entering it shows all of it."""
_MOST = 8
"""Lines of a value before and after."""
_STATES = {
    State.STARTS: "at every start",
    State.FITS: "when it fits",
    State.WAITING: "waits",
    State.AGENTS: "unconfirmed",
    State.ARCHIVED: "archived",
}


def actor_name(actor: str) -> str:
    """Who did something, as you are told of it."""
    return "you" if actor == PERSON else actor.removeprefix("agent:")


def time_of(at: str | None) -> str:
    """`14:02`, where you are."""
    moment = clock.parse(at or "")
    return f"{moment.astimezone():%H:%M}" if moment else ""


def date_of(at: str | None) -> str:
    """The day of a time where you are: `2026-03-12`."""
    moment = clock.parse(at or "")
    return f"{moment.astimezone():%Y-%m-%d}" if moment else ""


def day_name(date: str, now: str) -> str:
    """`Fri 27 Nov`, with the year where it is another one."""
    moment, present = clock.parse(date), clock.parse(now)
    if moment is None:
        return "without a time"
    year = "" if present is not None and moment.year == present.year else f" {moment.year}"
    return f"{moment:%a} {moment.day} {moment:%b}{year}"


def _lasted(one: "SessionLine") -> str:
    start, end = clock.parse(one.session.started_at or ""), clock.parse(one.session.ended_at or "")
    if start is None or end is None or end <= start:
        return ""
    minutes = int((end - start).total_seconds() // 60)
    return f"{minutes} min" if minutes < 90 else f"{round(minutes / 60)} h"


def session_row(row_id: str, one: "SessionLine") -> Row:
    """Who, where, how long; what it was about; what it was given and what was noted of it."""
    given = [f"given {one.given:,}"] if one.given else []
    given += [f"taken up {one.taken_up:,}"] if one.taken_up else []
    sums = " · ".join([*given, f"noted {one.kept:,}" if one.kept else "nothing noted"])

    def draw(width: int) -> Sequence[Line]:
        who = fit(shortened(one.session.agent, _WHO - 1), _WHO)
        head = (Piece(fit(time_of(one.session.started_at), _TIME), Tone.DIM), Piece(who, Tone.AGENT))
        project = Piece(project_name(one.session.project), Tone.TITLE)
        return (
            Line((*head, project), (Piece(_lasted(one), Tone.DIM),)),
            Line((Piece(" " * _TIME), Piece(one_line(one.title) or "(no title)"))),
            Line((Piece(" " * _TIME), Piece(sums, Tone.FAINT))),
        )

    return Row(row_id, one.title, draw=draw)


def act_row(row_id: str, act: "Act", told: str, key: str) -> Row:
    """One line: when, who, what; the key that takes it back, while it stands."""

    def draw(width: int) -> Sequence[Line]:
        mine = act.actor == PERSON
        who = fit(shortened(actor_name(act.actor), _WHO - 1), _WHO)
        tone = Tone.TITLE if mine else Tone.AGENT if act.actor.startswith("agent:") else Tone.DIM
        left = (
            Piece(fit(time_of(act.at), _TIME), Tone.DIM),
            Piece(who, tone),
            Piece(told, Tone.TEXT if act.stands else Tone.FAINT),
        )
        return (Line(left, keyed(key, "undo") if act.stands else ()),)

    return Row(row_id, told, draw=draw)


# A session, step by step


@dataclass(frozen=True, slots=True)
class Noted:
    """What was noted of a message."""

    fact: Fact
    quote: str
    state: State


def start_row(row_id: str, receipt: "Receipt", started: str | None, *, unfolded: bool) -> Row:
    """What the session was given."""
    items = [one.item for one in receipt.items]

    def draw(width: int) -> Sequence[Line]:
        head = (Piece(fit(time_of(started), _TIME), Tone.DIM), Piece(fit("start", _HEAD - _TIME), Tone.DIM))
        if not items:
            told = "compared without memory" if receipt.withheld else "given nothing"
            return (Line((*head, Piece(told, Tone.FAINT))),)
        said = f"given {counted(len(items), 'line')}, {receipt.tokens:,} tokens "
        first = Line((*head, Piece(said, Tone.DIM), Piece("" if unfolded else FOLDED, Tone.CHOICE)))
        if not unfolded:
            return (first,)
        margin = (Piece(" " * _HEAD), Piece("● ", Tone.GOOD))
        return (first, *(one for item in items for one in flow([Piece(one_line(item.told), Tone.DIM)], width, margin)))

    return Row(row_id, "given", draw=draw)


def step_row(row_id: str, step: Turn, noted: Sequence[Noted], *, whole: bool, plain_terminal: bool) -> Row:
    """One message: the words that facts rest on are lit, the facts stand below."""

    def draw(width: int) -> Sequence[Line]:
        who, tone = speaker(step.role, step)
        head = (Piece(fit(time_of(step.at), _TIME), Tone.DIM), Piece(fit(who, _HEAD - _TIME), tone))
        text = step.text if whole or len(step.text) <= LONGEST else f"{step.text[:LONGEST].rsplit(' ', 1)[0]} …"
        ink = Tone.TEXT if step.role is Role.USER else Tone.DIM
        lines = flow(lit(text, [one.quote for one in noted], ink, plain_terminal), width, head)
        for one in noted:
            mark, state = MARKS[one.state]
            right = (Piece(_STATES[one.state], state),)
            lines.append(Line((Piece(" " * _HEAD), Piece(f"{mark} ", state), Piece(one_line(one.fact.text))), right))
        return [EMPTY, *lines]

    return Row(row_id, step.text, draw=draw)


def events_row(row_id: str, events: Sequence[Event], *, unfolded: bool) -> Row:
    """What the agent ran and changed between two messages: the first, and how many more."""

    def draw(width: int) -> Sequence[Line]:
        shown = events if unfolded else events[:1]
        more = len(events) - len(shown)
        lines = []
        for place, event in enumerate(shown):
            broken = event.kind is EventKind.ERROR
            right = (Piece(f"{more:,} more {FOLDED}", Tone.FAINT),) if more and not place else ()
            sign = Piece(f"{_SIGNS[event.kind]} ", Tone.BAD if broken else Tone.FAINT)
            lines.append(Line((Piece(" " * _HEAD), sign, Piece(one_line(event.name), Tone.DIM)), right))
        return lines

    return Row(row_id, events[0].name, draw=draw)


# An act, change by change


def event_row(row_id: str, event: AuditEvent) -> Row:
    """One change: its fields before and after."""

    def draw(width: int) -> Sequence[Line]:
        head = Line((Piece(f"{phrase(event.action):<{_HEAD - 1}} ", Tone.DIM), Piece(one_line(words_of(event)))))
        lines = [head]
        for difference in differences(event):
            label = Piece(fit(f"  {difference.label}", _HEAD), Tone.FAINT)
            if difference.before not in (None, "", []):
                lines += flow([Piece(_value(difference.before), Tone.DIM)], width, (label, Piece("- ", Tone.BAD)))[
                    :_MOST
                ]
                label = Piece(" " * _HEAD)
            lines += flow([Piece(_value(difference.after))], width, (label, Piece("+ ", Tone.GOOD)))[:_MOST]
        return [*lines, EMPTY]

    return Row(row_id, sentence(event), draw=draw)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return "none" if value is None else str(value)


# In a paragraph


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


def day_blocks(date: str, sessions: Sequence["SessionLine"], acts: Mapping[str, str], now: str) -> list[Block]:
    """A day in a paragraph: what the sessions were about, what you and others did. acts: who → what, told."""
    head = [Block(day_name(date, now), Tone.TITLE, label=None)]
    if not sessions and not acts:
        return [*head, Block("Nothing happened on this day.", label=None)]
    about = "; ".join(f"{one_line(one.title) or '(no title)'} ({one.session.agent})" for one in sessions)
    noted = sum(one.kept for one in sessions)
    body = []
    if sessions:
        body.append(Block(f"{counted(len(sessions), 'session')}: {about}.", label=None))
        body.append(Block(f"{counted(noted, 'fact')} in use rest on them.", label=None))
    did = [Block(told, label=who) for who, told in acts.items()]
    return grouped(head, body, did)
