"""What a model answers about a session: notes, what was said again or replaced, edits of its own, and how it went.

Nothing in it is believed: `lore.distill.notes` holds it against the session. All text passes the intake door.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from lore.errors import ModelError
from lore.intake import clean_bounded, clean_line
from lore.model import Clean, Kind, kind_of
from lore.text import one_line

MOST_CHARACTERS = 600
"""Of a note: what is longer is no single statement."""
LONGEST_QUOTE = 240
"""Characters of a quotation."""
LONGEST_ANSWER = 200_000
"""Characters. The notes of a session have a few thousand."""
LONGEST_LINE = 240
"""Characters of a line of the narrative."""
MOST_NAMED = 50
"""Facts of an answer that are looked at as said again, or as replaced."""
TOLD = ("intent", "decisions", "outcomes", "lessons", "open")
"""The lines of a narrative."""
_ANOTHER = "try again, or another model: `lore distill --with …`"
_CODE_FENCE = re.compile(r"^```\w*\n(.*)\n```$", re.DOTALL)
_OPENINGS = 1_000
"""Brackets of an answer that may begin its JSON."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a model proposes to remember."""

    text: str
    quote: str
    kind: Kind = Kind.NOTE
    because: str | None = None
    standing: bool = False
    source_id: str | None = None
    confidence: float | None = None
    """How sure the model is that it holds later, from 0 to 1; None where it does not say."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Other words that a model has for a line of its own that nobody decided on."""

    fact: str
    text: str
    instead_of: tuple[str, ...] = ()
    """Other lines of its own that these words say too."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a model says of a fact that is known: that these words say it again, or replace it."""

    fact: str
    """Its id, or its text, or that of the note that it came from."""
    quote: str
    source_id: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """All that a model answered about a session."""

    notes: tuple[Note, ...]
    again: tuple[Named, ...] = ()
    replaced: tuple[Named, ...] = ()
    edits: tuple[Edit, ...] = ()
    narrative: Mapping[str, Clean] = field(default_factory=dict)
    """By heading, of `TOLD`; only what was told."""

    def __len__(self) -> int:
        return len(self.notes) + len(self.again) + len(self.replaced) + len(self.edits)


def answer_in(text: str) -> Answer:
    """What an answer holds, which may have words or a code fence round its JSON. Raises ModelError for no notes."""
    if len(text) > LONGEST_ANSWER:
        raise ModelError(f"the model answered with more than {LONGEST_ANSWER:,} characters", hint=_ANOTHER)
    value = _json_in(text)
    parts = value if isinstance(value, dict) else {"notes": value}
    rows = parts.get("notes")
    if not isinstance(rows, list) or (rows and not any(isinstance(row, dict) for row in rows)):
        raise ModelError(f"the model answered with something other than notes: {clean_line(text, 80)!r}", hint=_ANOTHER)
    return Answer(
        notes=tuple(note_of(row) for row in rows if isinstance(row, dict)),
        again=_named(parts.get("again")),
        replaced=_named(parts.get("replaced")),
        edits=_edits(parts.get("edits")),
        narrative=_told(parts.get("narrative")),
    )


def note_of(row: Mapping[str, Any]) -> Note:
    """A note from its JSON."""
    try:
        kind = kind_of(_text(row, "kind") or Kind.NOTE)
    except ValueError:
        kind = Kind.NOTE
    return Note(
        text=one_line(_text(row, "text")),
        quote=_text(row, "quote"),
        kind=kind,
        because=one_line(_text(row, "because")) or None,
        standing=row.get("standing") is True,
        source_id=_text(row, "source_id") or None,
        confidence=_share(row.get("confidence")),
    )


def _share(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value <= 1 else None  # type: ignore[operator,arg-type]


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    return clean_bounded(value, MOST_CHARACTERS).strip() if isinstance(value, str) else ""


def _named(rows: object) -> tuple[Named, ...]:
    found = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return tuple(
        Named(_text(row, "id") or one_line(_text(row, "text")), _text(row, "quote"), _text(row, "source_id") or None)
        for row in found[:MOST_NAMED]
    )


def _edits(rows: object) -> tuple[Edit, ...]:
    found = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    edits = []
    for row in found[:MOST_NAMED]:
        others = row.get("instead_of")
        names = [name for name in others if isinstance(name, str)] if isinstance(others, list) else []
        edits.append(Edit(_text(row, "id"), one_line(_text(row, "text")), tuple(names[:MOST_NAMED])))
    return tuple(edits)


def _told(value: object) -> dict[str, Clean]:
    """The lines of a narrative; several of one heading are one."""
    if not isinstance(value, dict):
        return {}
    found: dict[str, Clean] = {}
    for heading in TOLD:
        told = value.get(heading)
        several = [told] if isinstance(told, str) else told if isinstance(told, list) else []
        line = clean_line("; ".join(one for one in several if isinstance(one, str)), LONGEST_LINE)
        if line:
            found[heading] = line
    return found


def _json_in(answer: str) -> object:
    """The JSON object with notes of an answer, or the list that is all of it; None for none, or half of one."""
    whole = _CODE_FENCE.sub(r"\1", answer.strip())
    try:
        value = json.loads(whole)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, list):
        return value if all(isinstance(row, dict) for row in value) else None
    decoder = json.JSONDecoder()
    for match in islice(re.finditer(r"\{", answer), _OPENINGS):
        try:
            value, _ = decoder.raw_decode(answer, match.start())
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and "notes" in value:
            return value
    return None
