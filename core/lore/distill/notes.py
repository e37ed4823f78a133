"""The notes in a model's answer, and which of them count: a model proposes, the session's own words decide."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from lore.capture import parted, whole_sentences
from lore.errors import ModelError
from lore.intake import clean_bounded, clean_line
from lore.memory import same
from lore.model import Kind, Role, Turn, kind_of
from lore.text import one_line

MOST_CHARACTERS = 600
"""Of a note or a quotation: what is longer is no single statement."""
LONGEST_ANSWER = 200_000
"""Characters. The notes of a session have a few thousand."""
_ANOTHER = "try again, or another model: `lore distill --with …`"
_OPENINGS = 1_000
"""Brackets of an answer that may begin its JSON."""
_WORDS_OF_A_QUOTE = 2
_STATED = frozenset({Role.USER, Role.SOMEBODY, Role.ASSISTANT})
_NAME = re.compile(r"[^\s\"'“”‘’`,;()\[\]{}<>]+")
_IDENTIFIER = re.compile(r"\d|[_/\\@#]|[^\W\d_][.:][^\W\d_]|[a-z][A-Z]|^--?\w")


@dataclass(frozen=True, slots=True)
class Note:
    """What a model proposes to remember. Nothing in it is believed."""

    text: str
    quote: str
    kind: Kind = Kind.NOTE
    because: str | None = None
    standing: bool = False
    personal: bool = False
    source_id: str | None = None


@dataclass(frozen=True, slots=True)
class Checked:
    """A note whose quotation stands in the session."""

    note: Note
    turn: Turn
    """The message that it stands in."""
    quote: str
    """The words as they stand there."""
    said: str
    """The whole sentences that they stand in: a part of one may say the opposite."""
    wording_stands: bool
    """Whether the note says the same as those sentences."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A note that does not count, and why."""

    note: Note
    reason: str


def notes_in(answer: str) -> list[Note]:
    """The notes in an answer, which may have words or a code fence round its JSON. Raises ModelError for none."""
    value = value_in(answer)
    rows = value.get("notes") if isinstance(value, dict) else value
    if not isinstance(rows, list):
        raise other_than("notes", answer)
    return [note_of(row) for row in rows if isinstance(row, dict)]


def value_in(answer: str) -> object:
    """What an answer holds as JSON; None for nothing. Raises ModelError for an answer without end."""
    if len(answer) > LONGEST_ANSWER:
        raise ModelError(f"the model answered with more than {LONGEST_ANSWER:,} characters", hint=_ANOTHER)
    return _json_in(answer)


def other_than(wanted: str, answer: str) -> ModelError:
    """The error for an answer that is not what was asked for."""
    return ModelError(
        f"the model answered with something other than {wanted}: {clean_line(answer, 80)!r}", hint=_ANOTHER
    )


def note_of(row: Mapping[str, Any]) -> Note:
    """A note from its JSON. All text passes the intake door."""

    def text(name: str) -> str:
        value = row.get(name)
        return clean_bounded(value, MOST_CHARACTERS).strip() if isinstance(value, str) else ""

    try:
        kind = kind_of(text("kind") or Kind.NOTE)
    except ValueError:
        kind = Kind.NOTE
    return Note(
        text=one_line(text("text")),
        quote=text("quote"),
        kind=kind,
        because=one_line(text("because")) or None,
        standing=row.get("standing") is True,
        personal=text("scope") == "user",
        source_id=text("source_id") or None,
    )


def check(notes: Sequence[Note], turns: Sequence[Turn], most: int) -> tuple[list[Checked], list[Refused]]:
    """The notes that count, at most so many, and the others with the reason."""
    session = "\n".join(turn.text for turn in turns).casefold()
    kept: list[Checked] = []
    refused: list[Refused] = []
    for note in notes:
        place = _place(note, turns)
        said = _sentences(*place) if place is not None else ""
        reason = _why_not(note, said, session) or ("more notes than were asked for" if len(kept) >= most else None)
        if reason is not None or place is None:
            refused.append(Refused(note, reason or ""))
            continue
        turn, match = place
        kept.append(Checked(note, turn, match[0], said, says_the_same(note.text, said)))
    return kept, refused


def _why_not(note: Note, said: str, session: str) -> str | None:
    if not note.text or len(note.text) > MOST_CHARACTERS or len(note.quote) > MOST_CHARACTERS:
        return "it is empty, or too long for one statement"
    if not said:
        return "its quotation does not stand in the session word for word"
    if len(said) > MOST_CHARACTERS:
        return "the sentence that its quotation is from is too long for one statement"
    added = added_to(session, note.text)
    return f"the session does not hold `{added}`" if added else None


def added_to(source: str, text: str) -> str | None:
    """The first name, path, option or number of a text that a source does not hold. source: in small letters."""
    return next((name for name in identifiers(text) if not _holds(source, name.casefold())), None)


def _holds(text: str, name: str) -> bool:
    """Whether a name or number stands in a text by itself: 80 does not stand in 8080."""
    return re.search(rf"(?<![0-9a-z_]){re.escape(name)}(?![0-9a-z_])", text) is not None


def _place(note: Note, turns: Sequence[Turn]) -> tuple[Turn, re.Match[str]] | None:
    """The message that holds a quotation word for word, white space aside; the person's before others."""
    words = note.quote.split()
    if len(words) < _WORDS_OF_A_QUOTE:
        return None
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    found = [(turn, match) for turn in turns if turn.role in _STATED and (match := pattern.search(turn.text))]
    found.sort(key=lambda one: (one[0].source_id != note.source_id, one[0].role is not Role.USER, one[0].position))
    return found[0] if found else None


def _sentences(turn: Turn, match: re.Match[str]) -> str:
    """The sentences of a message that a quotation is from, whole: what is left out of one may deny it."""
    return one_line(whole_sentences(turn.text, match.start(), match.end()))


def says_the_same(text: str, said: str) -> bool:
    """Whether a wording may stand for what was said: the same terms in the same roles, with its reason or without."""
    found = parted(said)
    return same(text, said) or (found is not None and same(text, found.text))


def identifiers(text: str) -> list[str]:
    """The names, paths, options and numbers of a text: what nobody may make up."""
    words = (match[0].rstrip(".:!?").lstrip("(") for match in _NAME.finditer(text))
    return [word for word in words if word and _IDENTIFIER.search(word)]


def _json_in(answer: str) -> object:
    """The first JSON object or list of an answer that can be read; None for none."""
    decoder = json.JSONDecoder()
    for match in islice(re.finditer(r"[{\[]", answer), _OPENINGS):
        try:
            value, _ = decoder.raw_decode(answer, match.start())
        except (ValueError, RecursionError):
            continue
        return value
    return None
