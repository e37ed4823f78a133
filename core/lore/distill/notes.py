"""The notes in a model's answer, and which of them count: a model proposes, the session's own words decide."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from lore.errors import BadInput, ModelError
from lore.intake import clean_bounded, clean_line
from lore.model import Kind, Role, Turn, kind_of
from lore.text import one_line

MOST_CHARACTERS = 600
"""Of a note or a quotation: what is longer is no single statement."""
LONGEST_ANSWER = 200_000
"""Characters. The notes of a session have a few thousand."""
_OPENINGS = 1_000
"""Brackets of an answer that may begin its JSON."""
_WORDS_OF_A_QUOTE = 2
_STATED = frozenset({Role.USER, Role.SOMEBODY, Role.ASSISTANT})
_NAME = re.compile(r"[^\s\"'“”‘’`,;()\[\]{}<>]+")
_IDENTIFIER = re.compile(r"\d|[_/\\@#]|[^\W\d_][.:][^\W\d_]|[a-z][A-Z]|^--?\w")
_WORD = re.compile(r"[^\W\d_]{3,}")
_GRAMMAR_WORDS = """
the and for that this these those with without not are was were been being use used using uses from into
onto when whenever then than all any each every must should shall will would can could may might never
always only also have has had our ours your yours you its it's their theirs them they who whom whose which
what where why how one two does did done don doesn isn aren but nor either neither both rather instead
before after during while until over under there here such same other another more most less least very just
still even per via about between because since so too out off yes let lets make makes made keep keeps kept
project repository person user agent agents
"""
_GRAMMAR = frozenset(_GRAMMAR_WORDS.split())
"""Words that say nothing by themselves; a note may add them."""


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
    wording_stands: bool
    """Whether the note only says what the quotation and the message before say."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A note that does not count, and why."""

    note: Note
    reason: str


def notes_in(answer: str) -> list[Note]:
    """The notes in an answer, which may have words or a code fence round its JSON. Raises ModelError for none."""
    if len(answer) > LONGEST_ANSWER:
        raise ModelError(
            f"the model answered with more than {LONGEST_ANSWER:,} characters",
            hint="try again, or another model: `lore distill --with …`",
        )
    value = _json_in(answer)
    rows = value.get("notes") if isinstance(value, dict) else value
    if not isinstance(rows, list):
        raise ModelError(
            f"the model answered with something other than notes: {clean_line(answer, 80)!r}",
            hint="try again, or another model: `lore distill --with …`",
        )
    return [note_of(row) for row in rows if isinstance(row, dict)]


def note_of(row: Mapping[str, Any]) -> Note:
    """A note from its JSON. All text passes the intake door."""

    def text(name: str) -> str:
        value = row.get(name)
        return clean_bounded(value, MOST_CHARACTERS).strip() if isinstance(value, str) else ""

    try:
        kind = kind_of(text("kind") or Kind.NOTE)
    except BadInput:
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
    said = "\n".join(turn.text for turn in turns).casefold()
    kept: list[Checked] = []
    refused: list[Refused] = []
    for note in notes:
        place = _place(note, turns)
        reason = _why_not(note, place, said) or ("more notes than were asked for" if len(kept) >= most else None)
        if reason is not None or place is None:
            refused.append(Refused(note, reason or ""))
            continue
        turn, quote = place
        before = max((one for one in turns if one.position < turn.position), key=lambda one: one.position, default=None)
        kept.append(Checked(note, turn, quote, says_no_more(note.text, f"{quote}\n{before.text if before else ''}")))
    return kept, refused


def _why_not(note: Note, place: tuple[Turn, str] | None, said: str) -> str | None:
    if not note.text or len(note.text) > MOST_CHARACTERS or len(note.quote) > MOST_CHARACTERS:
        return "it is empty, or too long for one statement"
    if place is None:
        return "its quotation does not stand in the session word for word"
    added = next((name for name in identifiers(note.text) if name.casefold() not in said), None)
    return f"the session does not hold `{added}`" if added else None


def _place(note: Note, turns: Sequence[Turn]) -> tuple[Turn, str] | None:
    """The message that holds a quotation word for word, white space aside; the person's before others."""
    words = note.quote.split()
    if len(words) < _WORDS_OF_A_QUOTE:
        return None
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    found = [(turn, match[0]) for turn in turns if turn.role in _STATED and (match := pattern.search(turn.text))]
    found.sort(key=lambda one: (one[0].source_id != note.source_id, one[0].role is not Role.USER, one[0].position))
    return found[0] if found else None


def identifiers(text: str) -> list[str]:
    """The names, paths, options and numbers of a text: what nobody may make up."""
    words = (match[0].rstrip(".:!?").lstrip("(") for match in _NAME.finditer(text))
    return [word for word in words if word and _IDENTIFIER.search(word)]


def says_no_more(text: str, source: str) -> bool:
    """Whether every word of a text that says something stands in the source, inflection aside."""
    known = {_root(word) for word in _WORD.findall(source.casefold())}
    return all(_root(word) in known for word in _WORD.findall(text.casefold()) if word not in _GRAMMAR)


def _root(word: str) -> str:
    for ending in ("ing", "ies", "es", "ed", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


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
