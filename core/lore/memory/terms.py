"""A statement as a row of terms: what must correspond before one statement may stand for another or replace it.

Coarser than grammar and finer than a bag of words: each term keeps the preposition before it ("from", "to"), names and
identifiers keep their case, a number keeps its unit, and a negation is a term like any other.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import zip_longest

from lore.memory.words import stem, word_set
from lore.text import INNER_CAPITAL, NAMES_IN_CAPITALS, without_emphasis


class Sort(StrEnum):
    """What kind of term it is."""

    WORD = "word"
    NAME = "name"
    """An identifier, a path, an address, or a word with a capital inside a sentence."""
    NUMBER = "number"
    """A quantity or a version, with its unit."""
    DATE = "date"
    """A date, a weekday or a time of day."""
    NEGATION = "negation"


@dataclass(frozen=True, slots=True)
class Term:
    """One term, and what stands before it."""

    key: str
    """What is compared."""
    sort: Sort
    governor: str = ""
    """The preposition or conjunction that binds it; a bound term may stand anywhere in its sentence."""
    before: str = ""
    """The token just before it in the text, also one that is no term, such as "is"."""
    ends: bool = False
    """Whether a mark that ends a clause follows it."""
    code: bool = False
    """Whether it stands between backticks."""

    @property
    def place(self) -> tuple[str, str]:
        """What two corresponding terms share."""
        return self.governor, self.key


@dataclass(frozen=True, slots=True)
class Difference:
    """What two rows of terms do not share."""

    left: tuple[Term, ...]
    right: tuple[Term, ...]
    same_order: bool
    """Whether all that they share, and the places of what they do not, stand in the same order."""

    @property
    def none(self) -> bool:
        return not self.left and not self.right and self.same_order


_DROPPED = word_set("a an the please is are be been being we our that do does did always now currently anymore longer")
_EACH = word_set("each every")
"""They change nothing but before a number or a day."""
"""Words that change nothing when they are left out."""
_SAME_WORD = {"prefer": "use", "using": "use", "used": "use", "uses": "use"}
_NEGATIONS = word_set("not never no none nobody nothing neither nor cannot without dont doesnt isnt arent wont cant")
PREPOSITIONS = word_set(
    """
    to in on at by with from into onto of for over under before after during until since via within than as between
    through against per when whenever if unless while except instead rather above below inside outside near towards
    """
)
UNITS = word_set(
    """
    b kb mb gb tb kib mib gib tib kbit mbit gbit bytes byte ms s sec secs second seconds min mins minute minutes h hr
    hour hours d day days week weeks month months year years percent k m bn px rem em pt cm mm km kg g mhz ghz rps
    qps rpm usd eur gbp dollars euros cores cpus times lines characters chars columns spaces retries workers replicas
    """
)
_COUNTED = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty
"""
_NUMBER_WORDS = {word: str(value) for value, word in enumerate(_COUNTED.split())}
_WEEKDAYS = word_set("monday tuesday wednesday thursday friday saturday sunday mondays fridays today tomorrow")
_MONTHS = word_set(
    """
    january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec
    """
)
_SECRET = re.compile(r"\[secret:[^\]\s]*\]")
_OPENING, _CLOSING = "\"'“‘«(`", "\"'”’»)`.,;:…!?"
_ASKS_OR_CALLS = re.compile(r"[!?]")
_SEPARATORS = frozenset(",;:…—\"'“”‘’()`")
_ENDS_CLAUSE = frozenset(".,;:?—–")
_NUMBER = re.compile(r"([+\-−~<>≤≥]?)([$€£¥]?)(\d+(?:[.,]\d+)*)([%A-Za-zµ°]{0,5})([$€£¥]?)")
_VERSION = re.compile(r"v(\d+(?:\.\d+)*)", re.I)
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_DATE = re.compile(
    r"\d{4}-\d\d(?:-\d\d)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d\d(?::\d\d)?(?:am|pm)?|\d{1,2}(?:am|pm)"
)
_LETTERS = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*")
_NOT = re.compile(r"n['’]t$", re.I)
_POSSESSIVE = re.compile(r"['’](?:s|re|ve|ll|d|m)$", re.I)


@lru_cache(maxsize=4_096)
def terms(text: str) -> tuple[Term, ...]:
    """The terms of a text, in order. Linear in its length."""
    found = list(_contrasted(list(_bound(list(_joined(list(_tokens(without_emphasis(text)))))))))
    return tuple(replace(term, sort=_dated(found, place)) for place, term in enumerate(found))


def difference(left: Sequence[Term], right: Sequence[Term]) -> Difference:
    """What is in one row only. Bound terms may stand anywhere; the others must keep their order."""
    shared = Counter(term.place for term in left) & Counter(term.place for term in right)
    only_left, row_left = _apart(left, shared)
    only_right, row_right = _apart(right, shared)
    return Difference(tuple(only_left), tuple(only_right), row_left == row_right)


def _apart(row: Sequence[Term], shared: Counter[tuple[str, str]]) -> tuple[list[Term], list[str]]:
    """(the terms that the other row lacks; the unbound terms in order, each of those as an empty place)."""
    left = shared.copy()
    only, order = [], []
    for term in row:
        known = left[term.place] > 0
        if known:
            left[term.place] -= 1
        else:
            only.append(term)
        if not term.governor:
            order.append(term.key if known else "")
    return only, order


@dataclass(frozen=True, slots=True)
class _Token:
    raw: str
    word: str
    """Lower case."""
    ends: bool
    first: bool
    """Whether it begins a sentence."""
    code: bool
    """Whether it stands between backticks."""


def _tokens(text: str) -> Iterator[_Token]:
    """The words without quotes and brackets around them; "!" and "?" are tokens of their own, other marks are kept."""
    first = True
    for chunk in unicodedata.normalize("NFC", text).replace("—", " — ").split():
        secret = _SECRET.search(chunk)
        core = secret.group() if secret else chunk.lstrip(_OPENING).rstrip(_CLOSING)
        if not core and not set(chunk) <= _SEPARATORS:
            core = chunk
        marks = chunk[chunk.rfind(core) + len(core) :] if core else chunk
        if core:
            yield _Token(core, core.casefold(), bool(_ENDS_CLAUSE & set(marks)), first, "`" in chunk)
            first = bool(set(marks) & set(".!?:")) and not secret
        for mark in _ASKS_OR_CALLS.findall(marks):
            yield _Token(mark, mark, ends=True, first=False, code=False)


def _joined(tokens: Sequence[_Token]) -> Iterator[tuple[Term, str]]:
    """Terms with the word they were, numbers joined with their unit, contractions written out."""
    skip = False
    before = ""
    for place, token in enumerate(tokens):
        if skip:
            skip = False
            continue
        following = tokens[place + 1] if place + 1 < len(tokens) and not token.ends else None
        word = token.word
        if _NOT.search(word) or word in _NEGATIONS:
            modal = _NOT.sub("", word)
            if modal != word and modal not in _DROPPED:
                yield Term(modal, Sort.WORD, before=before), modal
            yield Term("not", Sort.NEGATION, before=before, ends=token.ends), word
        else:
            sort, key = _sorted(token)
            ends = token.ends
            if sort is Sort.NUMBER and following is not None and following.word in UNITS:
                key, skip, ends = f"{key} {_unit(following.raw)}", True, following.ends
            yield Term(key, sort, before=before, ends=ends, code=token.code), word
        before = word


def _sorted(token: _Token) -> tuple[Sort, str]:
    raw, word = token.raw, token.word
    if word in _NUMBER_WORDS:
        return Sort.NUMBER, _NUMBER_WORDS[word]
    if _DATE.fullmatch(raw):
        return Sort.DATE, raw
    version = _VERSION.fullmatch(raw)
    if version:
        return Sort.NUMBER, version.group(1)
    number = _NUMBER.fullmatch(raw)
    if number and not _ADDRESS.fullmatch(raw) and (len(number[3]) == 1 or number[3][0] != "0" or "." in number[3]):
        unit = number[4]
        if not unit or unit == "%" or unit.lower() in UNITS:
            said = f" {_unit(unit)}" if unit.lower() in UNITS else unit
            return Sort.NUMBER, f"{number[1]}{number[2]}{number[3]}{said}{number[5]}"
    if token.code or not _LETTERS.fullmatch(raw) or INNER_CAPITAL.search(raw):
        return Sort.NAME, raw
    if word in _WEEKDAYS or (word in _MONTHS and raw[0].isupper()):
        return Sort.DATE, word
    plain = _POSSESSIVE.sub("", word)
    if raw in NAMES_IN_CAPITALS or (raw == "A" and not token.first):
        return Sort.NAME, raw
    if raw[0].isupper() and (not token.first or raw[1:].isupper()) and plain not in _DROPPED:
        return Sort.NAME, plain
    plain = _SAME_WORD.get(plain, plain)
    return Sort.WORD, stem(plain) if len(plain) > 4 else plain


def _unit(unit: str) -> str:
    """A unit that is spelt out, in the singular; a short one as it is, for Mb is not MB."""
    return unit.lower().removesuffix("s") if len(unit) > 3 else unit


def _bound(row: Sequence[tuple[Term, str]]) -> Iterator[Term]:
    governor: tuple[Term, str] | None = None
    for (term, word), following in zip_longest(row, row[1:]):
        each = word in _EACH and not (following and following[0].sort in (Sort.NUMBER, Sort.DATE))
        dropped = term.sort is Sort.WORD and (each or word in _DROPPED)
        if word in PREPOSITIONS:
            if governor is not None:
                yield governor[0]
            governor = (term, word)
            if term.ends:
                yield term
                governor = None
        elif not dropped:
            yield replace(term, governor=governor[1] if governor else "")
            governor = None
    if governor is not None:
        yield governor[0]


def _contrasted(row: Sequence[Term]) -> Iterator[Term]:
    """Every "X instead of Y", "rather X than Y" and "prefer X over Y" as "X, not Y"."""
    preferred = False
    for place, term in enumerate(row):
        following = row[place + 1] if place + 1 < len(row) else None
        if term.key in {"instead", "rather"} and following is not None and following.governor in {"of", "than"}:
            continue
        last = row[place - 1] if place else None
        outweighs = preferred and term.governor in {"over", "to"} and term.before != "prefer"
        if outweighs or (term.governor in {"of", "than"} and last is not None and last.key in {"instead", "rather"}):
            yield Term("not", Sort.NEGATION, before="instead")
            yield replace(term, governor="")
            preferred = False
        else:
            preferred = (preferred or term.before == "prefer") and not (last is not None and last.ends)
            yield term


def _dated(row: Sequence[Term], place: int) -> Sort:
    """A bare number beside a month is a day, and one that looks like a year after "in" is a year."""
    term = row[place]
    if term.sort is not Sort.NUMBER:
        return term.sort
    beside = [row[other] for other in (place - 1, place + 1) if 0 <= other < len(row)]
    months = any(other.key in _MONTHS and other.sort in (Sort.DATE, Sort.NAME) for other in beside)
    year = re.fullmatch(r"(?:19|20)\d\d", term.key) is not None and term.governor in {
        "in",
        "since",
        "of",
        "until",
        "by",
    }
    return Sort.DATE if months or year else Sort.NUMBER
