"""An event of the log as a row, as a card and as text to copy."""

import json
from collections.abc import Callable, Iterator

from lore import wire
from lore.actions import details, differences, phrase, sentence, words_of
from lore.model import AuditEvent
from lore.presence import PERSON
from lore_tui.look import Block, Row, Tone
from lore_tui.present.parts import grouped
from lore_tui.text import ago, day


def event_row(event: AuditEvent, now: str) -> Row:
    return Row(
        str(event.seq),
        words_of(event),
        tag=event.actor.removeprefix("agent:"),
        tone=Tone.RULE if event.actor == PERSON else Tone.DIM,
        name=phrase(event.action),
        note=ago(event.at, now),
    )


def event_card(event: AuditEvent, now: str, short: Callable[[str], str]) -> list[Block]:
    """What happened, then every field as it was before and as it is since. short: an id as it is shown."""
    heading = [Block(f"{phrase(event.action)} {short(event.subject.id)}", Tone.TITLE, label=None)]
    blocks = [
        Block(f"{event.actor}, {day(event.at, now)} {event.at[11:16]} UTC", label="By"),
        *([Block(short(event.run), Tone.DIM, "Run")] if event.run else []),
        *([Block(f"undoes change {event.undoes}", Tone.DIM, "Undo")] if event.undoes else []),
    ]
    changed = list(_differences(event)) or [
        Block(_value(value), label=name.capitalize()) for name, value in details(event).items()
    ]
    words = words_of(event)
    text = [Block(words, label="Text")] if words != event.subject.id and not changed else []
    return grouped(heading, blocks, text, changed, [Block(f"event {event.seq}", Tone.DIM, "Id")])


def event_line(event: AuditEvent) -> str:
    """Who did what to which thing, and when."""
    return f"{event.at} {event.actor} {sentence(event)} ({event.subject.id})"


def event_text(event: AuditEvent) -> str:
    """The same with every field as it was before and after."""
    told = wire.event(event)
    fields = [f"  {name}: {json.dumps(told[name], ensure_ascii=False)}" for name in ("before", "after")]
    return "\n".join([event_line(event), *fields])


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
