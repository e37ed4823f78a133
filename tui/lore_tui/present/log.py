"""An act of the log, and an event of it, as a row, as a card and as text to copy."""

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from lore import wire
from lore.actions import details, differences, phrase, sentence, words_of
from lore.model import AuditEvent
from lore.presence import PERSON
from lore.text import counted
from lore_tui.look import Block, Row, Tone
from lore_tui.present.parts import grouped, plain
from lore_tui.text import ago, day

if TYPE_CHECKING:
    from lore.actions import Act

FOLDED, UNFOLDED = "▸", "▾"


def actor_name(actor: str) -> str:
    """Who did something, as you are told of it."""
    return "you" if actor == PERSON else actor.removeprefix("agent:")


def act_row(act: "Act", told: str, now: str, *, unfolded: bool) -> Row:
    """told: what it did, in words that follow who did it."""
    return Row(
        act.id,
        told,
        tag=actor_name(act.actor),
        tone=Tone.RULE if act.actor == PERSON else Tone.DIM,
        mark=UNFOLDED if unfolded else FOLDED,
        note=ago(act.at, now),
        faded=not act.stands,
    )


def act_card(
    act: "Act",
    told: str,
    alone: AuditEvent | None,
    now: str,
    short: Callable[[str], str],
    key: Callable[[str], str],
) -> list[Block]:
    """What was done, counted. alone: its event, where it has only one.

    short: an id as it is shown. key: what the key of an action is called.
    """
    heading = [Block(plain(told), Tone.TITLE, label=None)]
    by = [
        Block(f"{actor_name(act.actor)}, {day(act.at, now)} {act.at[11:16]} UTC", label="By"),
        *([Block(f"{act.run_kind} {short(act.run)}", Tone.DIM, "Run")] if act.run else []),
        *([] if act.stands else [Block("nothing left to undo", Tone.DIM, "Undo")]),
    ]
    parts = [Block(part, label="" if place else "Did") for place, part in enumerate(act.parts)] if not alone else []
    shows = f"{key('open')} shows each, before and after"
    events = [Block(f"{counted(act.events, 'event')}: {shows}", Tone.DIM, label=None)]
    return grouped(heading, by, parts, _changes(alone) if alone else events)


def act_line(act: "Act", told: str) -> str:
    """Who did what, and when."""
    return f"{act.at} {act.actor} {told}"


def act_text(act: "Act", told: str) -> str:
    """The same with everything it did."""
    return "\n".join([act_line(act, told), *(f"  {part}" for part in act.parts)])


def event_row(row_id: str, event: AuditEvent, now: str) -> Row:
    """A row under its act."""
    return Row(row_id, words_of(event), name=f"  {phrase(event.action)}", note=ago(event.at, now))


def event_card(event: AuditEvent, now: str, short: Callable[[str], str]) -> list[Block]:
    """What happened, then every field as it was before and as it is since. short: an id as it is shown."""
    heading = [Block(f"{phrase(event.action)} {short(event.subject.id)}", Tone.TITLE, label=None)]
    blocks = [
        Block(f"{actor_name(event.actor)}, {day(event.at, now)} {event.at[11:16]} UTC", label="By"),
        *([Block(short(event.run), Tone.DIM, "Run")] if event.run else []),
        *([Block(f"undoes change {event.undoes}", Tone.DIM, "Undo")] if event.undoes else []),
    ]
    changed = _changes(event)
    words = words_of(event)
    text = [Block(words, label="Text")] if words != event.subject.id and not changed else []
    return grouped(heading, blocks, text, changed, [Block(f"event {event.seq}", Tone.DIM, "Id")])


def event_line(event: AuditEvent) -> str:
    """Who did what to which thing, and when."""
    return f"{event.at} {event.actor} {sentence(event)} ({event.subject.id})"


def event_text(event: AuditEvent) -> str:
    """The same with every field as it was before and after."""
    told = wire.of(event)
    fields = [f"  {name}: {json.dumps(told[name], ensure_ascii=False)}" for name in ("before", "after")]
    return "\n".join([event_line(event), *fields])


def _changes(event: AuditEvent) -> list[Block]:
    """Every field before and after; of what only tells, what it says."""
    return list(_differences(event)) or [
        Block(_value(value), label=name.capitalize()) for name, value in details(event).items()
    ]


def _differences(event: AuditEvent) -> Iterator[Block]:
    for difference in differences(event):
        yield Block(_value(difference.before), Tone.BAD, difference.label, lead="- ")
        yield Block(_value(difference.after), Tone.GOOD, lead="+ ")


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)
