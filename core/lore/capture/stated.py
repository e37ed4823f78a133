"""The sentences of a message in which a person says what holds for good, by the marks of their language.

One with an unmistakable mark stands, where its message is short and one paragraph: a longer one may be a paste that
nothing shows. Every other mark, a correction, and what a sentence says was replaced ask. Pure; no store, no model.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from lore.capture.authorship import somebodys_parts
from lore.language import (
    Form,
    Part,
    Sentence,
    asks,
    begins_with_taking_back,
    blotted,
    gives_up,
    is_quoted,
    kind_of_saying,
    mark_of,
    only_takes_back,
    requests,
    sentences,
)
from lore.model import Kind

SHORTEST, LONGEST = 12, 240
"""Characters of a sentence that is kept; half as many of a script that parts no words."""
FEWEST = 3
"""Words of it."""
SHORT_MESSAGE = 400
"""Characters that were typed of a message whose sentences stand by themselves."""
MOST_LOOKED_AT = 200
"""Sentences of one message that are looked at; more only pasted text has."""
MOST = 8
"""Sentences of one message that are kept: one that has more is a document."""
_BLANK = re.compile(r"\n[ \t]*\n")
_TAGGED = re.compile(r"<([a-z][\w-]{1,40})(?:\s[^<>\n]{0,200})?>(?:.|\n){0,4000}?</\1>", re.IGNORECASE)
_CLOSED = re.compile(r"^[ \t]*(?:</[a-z][\w-]{1,40}>[ \t]*)+$", re.IGNORECASE | re.MULTILINE)
"""A line that closes what no line of the message opened: what stands before it was cut out of a program's words."""
_ANNOUNCES = re.compile(r"[:：{};]\W{0,20}$")
"""The end of a line that says nothing by itself, or is code."""
_INDENT = 4
"""Columns from which a line is code."""
_PROSE = re.compile(r"[ \t]*(?:[-*+•]|\d{1,2}[.)])?(?:[^\W_]|[ \t\-,.!?'’])*")
"""What may stand on a line before a mark: a bullet and words, no colon, sign of code or quotation mark."""
_FOREIGN = re.compile(r"[ \t]*(?://|--|[#$>|<{[])|[^\n]*(?:[‘“«「;=|]|\"$|'$)")
"""What leads up to somebody's line: a sign of code, a quotation mark. A colon follows a name, or "actually"."""
_NOT_SAID = (Form.QUOTE, Form.TABLE, Form.HEADING)

QUESTION, QUOTED, LENGTH = (
    "it is a question",
    "not typed: quoted, pasted, code, a heading or a table",
    "too short or too long",
)
OTHERS = "its message is a document"


@dataclass(frozen=True, slots=True)
class Stated:
    """A sentence with a mark, word for word as it stands in the message from `start` to `end`."""

    text: str
    start: int
    end: int
    kind: Kind
    standing: bool
    """Whether it stands by itself; else a person is asked."""
    is_typed: bool = True
    """Whether it is known that the person typed it; else nobody's until they say so."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A sentence with a mark that is not kept, and why, for `--explain`."""

    sentence: str
    reason: str


def stated_in(text: str) -> list[Stated]:
    """The sentences of a person's message that bear a mark, in order."""
    return [found for found in _read(text) if isinstance(found, Stated)]


def verdicts(text: str) -> list[Verdict]:
    """The sentences with a mark that are not kept."""
    return [found for found in _read(text) if isinstance(found, Verdict)]


def _read(text: str) -> list[Stated | Verdict]:
    looked_at = list(islice(sentences(text), MOST_LOOKED_AT))
    marked = [(place, one) for place, one in enumerate(looked_at) if _is_marked(one.text)]
    if not marked:
        return []
    parts = [*somebodys_parts(text), *_tagged_parts(text)]
    may_stand = is_short(text, parts)
    found = list[Stated | Verdict]()
    for place, one in marked:
        if reason := _why_not(text, one, parts):
            behind = _behind_paste(text, one) if reason == QUOTED else None
            found.append(behind or Verdict(one.text, reason))
            continue
        mark = mark_of(one.text)
        is_sure = may_stand and not asks(one.text) and not _is_taken_back(looked_at, place)
        start = one.start + (mark.start if mark else 0)
        is_sure = is_sure and _is_plain(text, start)
        stands = mark is not None and mark.for_good and is_sure
        kind = kind_of_saying(blotted(one.text)[mark.end :] if mark and mark.for_good else one.text)
        kind = kind_of_saying(one.text) if kind is Kind.NOTE else kind
        if gives_up(one.text):  # a correction retires what it gives up: so may no long message, which may be a paste
            kind = Kind.CORRECTION if is_sure else Kind.DECISION
        found.append(Stated(one.text, one.start, one.end, kind, stands, is_typed=not _is_foreign(text, start)))
    if sum(isinstance(one, Stated) for one in found) > MOST:
        return [Verdict(one.text, OTHERS) if isinstance(one, Stated) else one for one in found]
    return found


def _tagged_parts(text: str) -> list[Part]:
    """The parts of a message between tags, which programs write."""
    found = [match.span() for match in _TAGGED.finditer(text)]
    open_ended = (one for one in _CLOSED.finditer(text) if not any(start <= one.start() < end for start, end in found))
    return [*found, *((0, one.end()) for one in open_ended)]


def _is_marked(sentence: str) -> bool:
    unasked = sentence.rstrip("?？ ")
    return mark_of(unasked) is not None or gives_up(unasked)


def is_short(text: str, parts: Sequence[Part]) -> bool:
    """Whether what was typed of a message is short and one paragraph."""
    kept, place = [], 0
    for start, end in sorted(parts):
        kept.append(text[place:start])
        place = max(place, end)
    typed = [piece.strip() for piece in (*kept, text[place:])]
    return sum(map(len, typed)) <= SHORT_MESSAGE and not any(_BLANK.search(piece) for piece in typed)


def _why_not(text: str, one: Sentence, parts: Sequence[Part]) -> str | None:
    if asks(one.text) and not requests(one.text):
        return QUESTION
    words = len(one.text.split())
    is_short = len(one.text) < SHORTEST // (1 if one.text.isascii() else 2) or (one.text.isascii() and words < FEWEST)
    if is_short or len(one.text) > LONGEST:
        return LENGTH
    before = text[text.rfind("\n", 0, one.start) + 1 : one.start]
    is_code = one.form is Form.PARAGRAPH and not before.strip() and (len(before) >= _INDENT or "\t" in before)
    is_code = is_code or _ANNOUNCES.search(one.text) is not None
    return QUOTED if one.form in _NOT_SAID or is_code or is_quoted(one.text, text, parts) else None


def _is_plain(text: str, start: int) -> bool:
    """Whether words alone lead up to the word at a place on its line, and no line that announces it stands above."""
    start = next((place for place in range(start, len(text)) if text[place].isalnum()), start)
    line = text.rfind("\n", 0, start) + 1
    above = text[:line].rstrip(" \t\n")
    return _PROSE.fullmatch(text, line, start) is not None and not above.endswith((":", "："))


def _is_foreign(text: str, start: int) -> bool:
    """Whether a sign of code begins the line of a place, or a quotation mark leads up to it."""
    before = text[text.rfind("\n", 0, start) + 1 : start].rstrip()
    return _FOREIGN.match(before) is not None


def _behind_paste(text: str, one: Sentence) -> Stated | None:
    """What a message ends with behind something pasted on its last line: from its mark on, it may be the person's."""
    mark = mark_of(one.text)
    is_last = one.form is Form.PARAGRAPH and not text[one.end :].strip()
    if mark is None or not mark.for_good or not mark.start or not is_last or one.text != " ".join(one.text.split()):
        return None
    if one.text[: mark.start].rstrip().endswith((":", "：")):  # somebody says it
        return None
    said, start = one.text[mark.start :], one.start + mark.start
    kind = kind_of_saying(said[mark.end - mark.start :])
    return Stated(said, start, one.end, kind, standing=False, is_typed=False) if len(said) >= SHORTEST else None


def _is_taken_back(looked_at: Sequence[Sentence], place: int) -> bool:
    """Whether the next sentence takes it back, or a later one says nothing else."""
    after = looked_at[place + 1 :]
    return any(only_takes_back(one.text) for one in after) or (bool(after) and begins_with_taking_back(after[0].text))
