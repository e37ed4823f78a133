"""Which notes of a model count: a model proposes, the session's own words decide."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from lore.capture import typed_text
from lore.distill.answers import LONGEST_QUOTE, MOST_CHARACTERS, Edit, Named, Note
from lore.language import end_with_taking_back, whole_sentences
from lore.memory import Door, shut_doors
from lore.model import Role, Turn
from lore.text import one_line

MOST_LOOKED_AT = 50
"""Notes of an answer that are held against the session; those behind are refused."""
SUREST = 0.5
"""What a model has to be sure of at least, from 0 to 1, for a note that is given before you decide on it."""
_NAME_IN_MARKS = re.compile(r"[\"“„«](\S+(?: \S+)?)[\"“”»]")
"""What quotation marks name, where they quote nothing: "Save as"."""
_STATED = frozenset({Role.USER, Role.SOMEBODY, Role.ASSISTANT})


class Why(StrEnum):
    """Why something of an answer does not count, as the log counts it."""

    EMPTY = "it is empty, or too long for one statement"
    LONG_QUOTE = f"its quotation is longer than {LONGEST_QUOTE} characters"
    NO_QUOTE = "its quotation does not stand in the session word for word"
    TOO_MANY = "more notes than were asked for"
    UNKNOWN = "it names nothing that is known"
    NOT_YOURS = "you did not say it"
    NOT_ITS_OWN = "it is no line of its own that waits for you"
    SHUT = "the new words say what yours do not"


@dataclass(frozen=True, slots=True)
class Said:
    """A quotation that stands in the session."""

    turn: Turn
    """The message."""
    quote: str
    """The words as they stand there."""
    whole: str
    """The whole sentences that they are from, as they stand there."""
    text: str
    """Those sentences in one line, behind what announces them: a part of one may say the opposite."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A note whose quotation stands in the session."""

    note: Note
    said: Said
    doors: tuple[Door, ...]
    """Why it is only a card until you decide on it; none where it stands beside your sentence."""


@dataclass(frozen=True, slots=True)
class Refused:
    """What of an answer does not count, and why."""

    note: Note
    why: Why

    @property
    def reason(self) -> str:
        return self.why.value


def check(
    notes: Sequence[Note], turns: Sequence[Turn], most: int, named: str = ""
) -> tuple[list[Checked], list[Refused]]:
    """The notes that count, at most so many, and the others with the reason.

    named: what a wording may name although nobody typed it.
    """
    kept: list[Checked] = []
    refused: list[Refused] = []
    typed = f"{typed_in(turns)}\n{named}"
    for number, note in enumerate(notes):
        why = Why.TOO_MANY if number >= MOST_LOOKED_AT else _why_not(note)
        found = why or said_in(note.quote, note.source_id, turns)
        if isinstance(found, Said) and len(kept) >= most:
            found = Why.TOO_MANY
        if isinstance(found, Why):
            refused.append(Refused(note, found))
        else:
            kept.append(Checked(note, found, shut_doors(note.text, found.text, found.quote, typed)))
    return kept, refused


def typed_in(turns: Sequence[Turn]) -> str:
    """All that the person typed in a session."""
    return "\n".join(_written(turn) for turn in turns if turn.role is Role.USER)


def said_in(quote: str, source_id: str | None, turns: Sequence[Turn]) -> Said | Why:
    """Where a quotation stands, with the sentence behind it that takes it back, or why it proves nothing."""
    if len(quote) > LONGEST_QUOTE:
        return Why.LONG_QUOTE
    place = _place(quote, source_id, turns)
    if place is None:
        return Why.NO_QUOTE
    turn, match = place
    end = end_with_taking_back(turn.text, match.start(), match.end())
    sentences = whole_sentences(turn.text, match.start(), end)
    whole = _as_it_stands(sentences, match[0], turn.text)
    return Said(turn, match[0], whole, one_line(sentences))


def is_typed(said: Said) -> bool:
    """Whether the person typed what a note rests on: pasted or quoted is none of it but a name."""
    return said.turn.role is Role.USER and _is_written(said.turn, said.whole)


def _is_written(turn: Turn, words: str) -> bool:
    return _bare(words) in _written(turn)


def _written(turn: Turn) -> str:
    return typed_text(_bare(turn.text)) if turn.role is Role.USER else _bare(turn.text)


def _bare(text: str) -> str:
    """A text without the marks round its names, as long as it was."""
    return _NAME_IN_MARKS.sub(r" \1 ", text)


def refused_edit(edit: Edit, why: Why) -> Refused:
    """Other words for a line of its own, refused."""
    return Refused(Note(edit.text, "", source_id=edit.fact), why)


def refused_name(named: Named, why: Why) -> Refused:
    """What was said of a known fact, refused."""
    return Refused(Note(named.fact, named.quote, source_id=named.source_id), why)


def _why_not(note: Note) -> Why | None:
    return Why.EMPTY if not note.text or len(note.text) > MOST_CHARACTERS else None


def _place(quote: str, source_id: str | None, turns: Sequence[Turn]) -> tuple[Turn, re.Match[str]] | None:
    """The message that holds a quotation word for word, white space aside; the person's before others."""
    words, line = quote.split(), one_line(quote)
    if not words:
        return None
    turns = [turn for turn in turns if line in one_line(turn.text)]
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    found = [(turn, match) for turn in turns if turn.role in _STATED and (match := pattern.search(turn.text))]
    found.sort(key=lambda one: (one[0].source_id != source_id, one[0].role is not Role.USER, one[0].position))
    return found[0] if found else None


def _as_it_stands(sentences: str, quote: str, message: str) -> str:
    """Whole sentences as they stand in a message, without the line that announces a list; else the quotation."""
    if sentences in message:
        return sentences
    return next(
        (rest for _, mark, rest in [sentences.partition(": ")] if mark and quote in rest and rest in message), quote
    )
