"""An event of the log as a row and as a card."""

from lore.model import AuditEvent
from lore.presence import PERSON
from lore_tui.look import Block, Row, Tone
from lore_tui.present.parts import grouped
from lore_tui.text import ago, day

_OWN_COLUMNS = frozenset({"seq", "rev", "hash", "row_hash"})
"""What changes by itself with every change."""
_FLAGS = frozenset({"pinned", "tainted", "withdrawn"})
"""Columns that hold 0 or 1."""


def event_row(event: AuditEvent, now: str) -> Row:
    return Row(
        str(event.seq),
        _words(event),
        tag=event.actor.removeprefix("agent:"),
        tone=Tone.RULE if event.actor == PERSON else Tone.DIM,
        name=phrase(event.action),
        note=ago(event.at, now),
    )


def event_card(event: AuditEvent, now: str) -> list[Block]:
    """What happened, then every field as it was before and as it is since."""
    heading = [Block(f"{phrase(event.action)} {event.target}", Tone.TITLE, label=None)]
    told = [
        Block(f"{event.actor}, {day(event.at, now)} {event.at[11:16]} UTC", label="By"),
        *([Block(event.run, Tone.DIM, "Run")] if event.run else []),
        *([Block(f"undoes step {event.undoes}", Tone.DIM, "Undo")] if event.undoes else []),
    ]
    words = [Block(_words(event), label="Text")] if _words(event) and not _differences(event) else []
    return grouped(heading, told, words, _differences(event), [Block(f"event {event.seq}", Tone.DIM, "Id")])


def phrase(action: str) -> str:
    """`fact.archive` as `archive fact`, `candidate.approve` as `approve`, `undo fact.edit` as `undo edit fact`."""
    before, _, name = action.rpartition(" ")
    noun, _, verb = name.partition(".")
    verb = "propose" if name == "candidate.add" else verb
    return " ".join(word for word in (before, verb or noun, "" if noun == "candidate" or not verb else noun) if word)


def _differences(event: AuditEvent) -> list[Block]:
    before, after = event.before, event.after
    if before is None or after is None:
        return []
    blocks: list[Block] = []
    for name in after:
        if name not in _OWN_COLUMNS and before.get(name) != after.get(name):
            label = name.removesuffix("_at").replace("_", " ")
            blocks.append(Block(_value(name, before.get(name)), Tone.BAD, label, lead="- "))
            blocks.append(Block(_value(name, after.get(name)), Tone.GOOD, lead="+ "))
    return blocks


def _value(column: str, value: object) -> str:
    if value is None:
        return "none"
    return ("yes" if value else "no") if column in _FLAGS else str(value)


def _words(event: AuditEvent) -> str:
    state = event.after or event.before or {}
    return str(state.get("text") or state.get("quote") or state.get("name") or event.target)
