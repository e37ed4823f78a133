"""Which notes of a model count: a model proposes, the session's own words decide."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lore.capture import typed_text
from lore.distill.answers import LONGEST_QUOTE, MOST_CHARACTERS, Named, Note
from lore.distill.word_classes import ASSENT
from lore.distill.wording import fault_of
from lore.language import end_with_taking_back, whole_sentences
from lore.lookup import part_scripts
from lore.memory import is_about_one_thing, is_lasting, is_order, is_question
from lore.model import Role, Turn
from lore.text import one_line

AROUND = 600
"""Characters before and behind a quotation from which its wording may take words: a pasted plan holds nearly all."""
MOST_LOOKED_AT = 50
"""Notes of an answer that are held against the session; those behind are refused."""
_TERMS_OF_A_QUOTE = 2
"""Words of a quotation that say more than yes, as the index would look for them: pairs of signs where no space parts
the words."""
_NAME_IN_MARKS = re.compile(r"[\"“„«](\S+(?: \S+)?)[\"“”»]")
"""What quotation marks name, where they quote nothing: "Save as"."""
_STATED = frozenset({Role.USER, Role.SOMEBODY, Role.ASSISTANT})


class Why(StrEnum):
    """Why something of an answer does not count, as the log counts it."""

    EMPTY = "it is empty, or too long for one statement"
    LONG_QUOTE = f"its quotation is longer than {LONGEST_QUOTE} characters"
    NO_QUOTE = "its quotation does not stand in the session word for word"
    LONG_SENTENCE = "the sentence that its quotation is from is too long for one statement"
    TOO_MANY = "more notes than were asked for"
    APART = "those words share nothing with the fact that it names"
    UNKNOWN = "it names nothing that is known"
    NOT_YOURS = "you did not say it"


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
    fault: str | None
    """Why its wording does not count, and the sentences stand alone; None where it does."""


@dataclass(frozen=True, slots=True)
class Refused:
    """What of an answer does not count, and why."""

    note: Note
    why: Why

    @property
    def reason(self) -> str:
        return self.why.value


def check(
    notes: Sequence[Note], turns: Sequence[Turn], most: int, known: Collection[str] = ()
) -> tuple[list[Checked], list[Refused]]:
    """The notes that count, at most so many, and the others with the reason.

    known: names that a wording may use although its message does not, in small letters.
    """
    kept: list[Checked] = []
    refused: list[Refused] = []
    for number, note in enumerate(notes):
        why = Why.TOO_MANY if number >= MOST_LOOKED_AT else _why_not(note)
        found = why or said_in(note.quote, note.source_id, turns)
        if isinstance(found, Said) and len(kept) >= most:
            found = Why.TOO_MANY
        if isinstance(found, Why):
            refused.append(Refused(note, found))
        else:
            kept.append(Checked(note, found, fault_of_note(note, found, known)))
    return kept, refused


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
    text = one_line(sentences)
    if len(text) > MOST_CHARACTERS:
        return Why.LONG_SENTENCE
    return Said(turn, match[0], _as_it_stands(sentences, match[0], turn.text), text)


def fault_of_note(note: Note, said: Said, known: Collection[str] = ()) -> str | None:
    """Why the sentences of a note's quotation stand alone, without its wording; None where that counts."""
    if is_question(said.text):
        return "you asked it"
    if is_question(note.text):
        return "it asks"
    is_errand = is_about_one_thing(said.text) or (not note.standing and is_order(said.text))
    if is_errand and not is_lasting(said.text):
        return "it is an errand of the day"
    return fault_of(note.text, said.text, written_with(said), known)


def written_with(said: Said) -> str:
    """What whoever wrote a quotation wrote round it in its message: what is pasted or quoted is not theirs."""
    quote, written = _bare(said.quote), _written(said.turn)
    start = written.find(quote)
    return written[max(0, start - AROUND) : start + len(quote) + AROUND] if start >= 0 else ""


def is_typed(said: Said) -> bool:
    """Whether the person typed the whole sentences of a quotation: pasted or quoted is none of them but a name."""
    return said.turn.role is Role.USER and _bare(said.whole) in _written(said.turn)


def _written(turn: Turn) -> str:
    return typed_text(_bare(turn.text)) if turn.role is Role.USER else _bare(turn.text)


def _bare(text: str) -> str:
    """A text without the marks round its names, as long as it was."""
    return _NAME_IN_MARKS.sub(r" \1 ", text)


def refused_name(named: Named, why: Why) -> Refused:
    """What was said of a known fact, refused."""
    return Refused(Note(named.fact, named.quote, source_id=named.source_id), why)


def _why_not(note: Note) -> Why | None:
    return Why.EMPTY if not note.text or len(note.text) > MOST_CHARACTERS else None


def _place(quote: str, source_id: str | None, turns: Sequence[Turn]) -> tuple[Turn, re.Match[str]] | None:
    """The message that holds a quotation word for word, white space aside; the person's before others."""
    words, line = quote.split(), one_line(quote)
    if sum(map(_says, part_scripts(ASSENT.sub(" ", quote)).split())) < _TERMS_OF_A_QUOTE:
        return None
    turns = [turn for turn in turns if line in one_line(turn.text)]
    pattern = re.compile(r"\s+".join(map(re.escape, words)))
    found = [(turn, match) for turn in turns if turn.role in _STATED and (match := pattern.search(turn.text))]
    found.sort(key=lambda one: (one[0].source_id != source_id, one[0].role is not Role.USER, one[0].position))
    return found[0] if found else None


def _says(term: str) -> bool:
    return any(map(str.isalnum, term))


def _as_it_stands(sentences: str, quote: str, message: str) -> str:
    """Whole sentences as they stand in a message, without the line that announces a list; else the quotation."""
    if sentences in message:
        return sentences
    return next(
        (rest for _, mark, rest in [sentences.partition(": ")] if mark and quote in rest and rest in message), quote
    )
