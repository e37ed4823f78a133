"""Finds the sentences of a message that hold for good, and says why another one with a mark does not count."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from lore.capture.authorship import somebodys_parts
from lore.capture.quoted import IN_CODE, IN_MARKS, Part, is_quoted
from lore.capture.saving import kind_of_saying
from lore.capture.sentences import Form, Sentence, sentences, straight
from lore.capture.stated.beside import (
    announcing,
    is_joke,
    is_labelled,
    is_reported,
    is_shown,
    is_taken_back,
    tagged_parts,
)
from lore.capture.stated.marks import Language, Mark, languages
from lore.model import Kind

SHORTEST, LONGEST = 12, 240
"""Characters of a sentence that is kept: one statement, whole."""
FEWEST = 3
"""Words of it."""
MOST = 8
"""Sentences of one message: one that has more is a document, and nothing of it is kept."""
MOST_LOOKED_AT = 200
"""Sentences of one message that are looked at; more only pasted text has."""
_ASKED = re.compile(r"[?？]\W{0,20}$")
_LOOSE = re.compile(r"[:：]\W{0,20}$|(?:\.\.\.|…)\W{0,20}$|[│├└{};]\W{0,20}$|^\W*[\[{<]")
_LONGEST_LEAD = 4
"""Words of the line above a list under which its entries stand by themselves ("Rules for tests:")."""
_FEW_WORDS = 4
"""Words of a message that tell its language."""
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")

QUESTION, QUOTED = "it is a question", "somebody else's words"
PASSING, POINTS = "a report, a guess, or of the moment", "it cannot be understood alone"
LENGTH, TAKEN_BACK, OTHERS = "too short or too long", "it was taken back at once", "its message is a document"


@dataclass(frozen=True, slots=True)
class Stated:
    """A sentence that holds for good, word for word as it stands in the message from `start` to `end`."""

    text: str
    start: int
    end: int
    kind: Kind
    standing: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """A sentence with a mark that is not kept, and why, for `--explain`."""

    sentence: str
    reason: str


def stated_in(text: str) -> list[Stated]:
    """The sentences of a person's message that hold for good, in order."""
    return [found for found in _read(text) if isinstance(found, Stated)]


def verdicts(text: str) -> list[Verdict]:
    """The sentences with a mark that do not count."""
    return [found for found in _read(text) if isinstance(found, Verdict)]


def is_meant(text: str, start: int, end: int) -> bool:
    """Whether no sentence beside a part of a message says that the part is another's, or does not hold."""
    looked_at = list(islice(sentences(text), MOST_LOOKED_AT))
    announced = announcing(looked_at)
    inside = [place for place, one in enumerate(looked_at) if one.start < end and start < one.end]
    return not any(_against(text, looked_at, place, announced) for place in inside)


def end_with_taking_back(text: str, start: int, end: int) -> int:
    """Where a part of a message ends with the sentence behind it that takes it back; where it ends by itself else."""
    looked_at = list(islice(sentences(text), MOST_LOOKED_AT))
    last = max((place for place, one in enumerate(looked_at) if one.start < end and start < one.end), default=None)
    return looked_at[last + 1].end if last is not None and is_taken_back(looked_at, last) else end


def only_takes_back(text: str) -> bool:
    """Whether a message, or a sentence, says nothing but that what was said before does not hold: "never mind"."""
    said = straight(text)
    return any(
        language.taking_back.search(said) is not None
        and not re.search(r"\w", language.filler.sub(" ", language.taking_back.sub(" ", said)))
        for language in languages()
    )


def is_known_language(text: str) -> bool | None:
    """Whether a message is in a language whose marks are known; None where it is too short to tell."""
    words = [word.casefold() for word in _WORD.findall(straight(text))]
    if len(words) < _FEW_WORDS and text.isascii():
        return None
    return any(not language.common.isdisjoint(words) for language in languages())


def known_languages() -> list[str]:
    """The languages whose marks are known, by their English names."""
    return [language.name for language in languages()]


def _read(text: str) -> list[Stated | Verdict]:
    found: list[Stated | Verdict] = []
    parts: list[Part] | None = None
    announced: list[int] | None = None
    looked_at = list(islice(sentences(text), MOST_LOOKED_AT))
    for place, sentence in enumerate(looked_at):
        if (mark := _mark(sentence)) is not None:
            reason = _why_not(sentence, *mark)
            if reason is None:
                announced = announcing(looked_at) if announced is None else announced
                reason = _against(text, looked_at, place, announced)
            if reason is None:
                if parts is None:  # the dearest question comes last
                    parts = [*somebodys_parts(text), *tagged_parts(text)]
                reason = QUOTED if is_quoted(sentence.text, text, parts) else None
            found.append(Verdict(sentence.text, reason) if reason else _stated(sentence, mark[1]))
    if sum(isinstance(one, Stated) for one in found) > MOST:
        return [Verdict(one.text, OTHERS) if isinstance(one, Stated) else one for one in found]
    return found


def _mark(sentence: Sentence) -> tuple[Language, Mark] | None:
    """The first mark that a sentence bears."""
    seen = _blotted(sentence.text)
    for language in languages():
        for mark in language.marks:
            if any(pattern.search(seen) for pattern in mark.patterns):
                return language, mark
    return None


def _why_not(sentence: Sentence, language: Language, mark: Mark) -> str | None:
    """Why a sentence with a mark of a language does not hold for good."""
    text, seen = sentence.text, _blotted(sentence.text)
    if not SHORTEST <= len(text) <= LONGEST or len(text.split()) < FEWEST or _LOOSE.search(text):
        return LENGTH
    if sentence.form in (Form.QUOTE, Form.TABLE, Form.HEADING):
        return QUOTED
    if is_reported(seen) or is_labelled(seen, mark):
        return QUOTED
    if _ASKED.search(text) or any(pattern.search(seen) for pattern in language.questions):
        return QUESTION
    against = (*language.passing, *(() if mark.sure else language.faults))
    if is_joke(seen) or any(pattern.search(seen) for pattern in against):
        return PASSING
    listed = sentence.form in (Form.BULLET, Form.NUMBER)
    hangs = listed and len((sentence.lead or sentence.heading).split()) > _LONGEST_LEAD
    return POINTS if hangs or any(pattern.search(seen) for pattern in language.pointing) else None


def _against(text: str, looked_at: Sequence[Sentence], place: int, announced: Sequence[int]) -> str | None:
    """Why the sentences around one say that it does not count."""
    if is_shown(text, looked_at, place, announced):
        return QUOTED
    is_back = any(only_takes_back(one.text) for one in looked_at[place + 1 :]) or is_taken_back(looked_at, place)
    return TAKEN_BACK if is_back else None


def _stated(sentence: Sentence, mark: Mark) -> Stated:
    kind = mark.kind or kind_of_saying(_behind(sentence, mark))
    return Stated(sentence.text, sentence.start, sentence.end, kind, mark.standing)


def _behind(sentence: Sentence, mark: Mark) -> str:
    """What a sentence says behind its mark: "Remember that" tells nothing of what it is."""
    seen = " ".join(straight(sentence.text).split())
    match = next(found for pattern in mark.patterns if (found := pattern.search(_blotted(sentence.text))))
    return seen[match.end() :]


def _blotted(text: str) -> str:
    """The sentence as the patterns see it: what stands in code or in quotation marks says nothing by its words."""
    seen = straight(text[: LONGEST + 1])
    for pattern in (IN_CODE, IN_MARKS):
        seen = pattern.sub(lambda match: "x" * len(match[0]), seen)
    return " ".join(seen.split())
