"""What people tell of themselves in messages, and whether two such accounts can both be true.

"I've never used Zotero" after "I just downloaded Zotero", "12 books by March 1" after "10 books": such messages ask for
something on the way, so neither rules for statements nor judges that were trained on rules can compare them. What
counts is what one says it never did, and values of one kind in like surroundings. Whoever is told that they clash is
asked: an account retires nothing. Weights and figures: `tests/bench/conflicts.py`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass
from functools import lru_cache
from math import exp, log1p
from types import MappingProxyType

from lore.memory.opinion import Ground
from lore.memory.words import STOP, stem, word_set

LONGEST = 600
"""Characters of a message that are looked at."""
AROUND = 90
"""Characters on both sides of a value that say what it is the value of."""
_TELLS = re.compile(r"\b(?:I['’](?:m|ve|d)|I (?:am|have|was|had|just|got|met|felt|learned|chose|spent)|we['’]ve)\b")
_SELF = re.compile(r"\b(?:I|me|my|we|us|our)\b", re.I)
_ASKS = re.compile(
    r"\?|\b(?:can you|could you|how (?:can|do|should) I|should I|what['’]?s the best|help me|any (?:tips|advice))\b",
    re.I,
)
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_AFTER_MONTH = re.compile(rf"\b(?:{_MONTHS})[a-z]*\.?,? ?$", re.I)
_VALUES: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "day": re.compile(rf"\b(?:{_MONTHS})[a-z]*\.? \d{{1,2}}(?:st|nd|rd|th)?\b|\b\d{{1,2}}/\d{{1,2}}\b", re.I),
        "clock": re.compile(r"\b\d{1,2}(?::\d\d)? ?[ap]\.?m\b\.?", re.I),
        "share": re.compile(r"\b\d+(?:\.\d+)?(?:-\d+)? ?(?:%|percent\b)"),
        "money": re.compile(r"[$€£]\d[\d,]*(?:\.\d+)?k?"),
        "count": re.compile(
            r"(?<![$€£\d.,/:])\b(?P<number>\d[\d,]*(?:\.\d+)?(?:-\d+)?)[ -]"
            r"(?!%|percent|am\b|pm\b|a\.m|p\.m)(?P<unit>(?:[a-z]+[ -]){0,2}?[a-z]{3,})"
            r"|\b(?:to|reached) (?P<bare>\d[\d,]*)(?=[,.;?!]|$)",
            re.I,
        ),
    }
)
"""Kinds of values, each of which can be exchanged for another one of it alone; the first that fits a place counts."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_CHANGE = re.compile(
    r"\b(?:resched\w*|mov(?:ed|ing)|chang\w+|updat\w+|adjust\w+|increas\w+|decreas\w+|reduc\w+|exten[ds]\w*|reach\w+|"
    r"instead|postpon\w+|shift\w*|expan[ds]\w*|upgrad\w+|rais\w+|improv\w+|shorten\w*|now|new|actually|down to|up to|"
    r"grew|grown|pushed|delay\w*)\b",
    re.I,
)
"""Words by which a message says that something is otherwise than before."""
_MOVED = re.compile(r"\b(?:reschedul\w+|postponed|extended|cancell?ed|called off)\b", re.I)
"""Of these, those that say it without the new value."""
_NEVER = re.compile(r"\b(?:never|haven['’]t|hasn['’]t|have not|has not)\b", re.I)
_CLAUSE_END = re.compile(
    r"[.!?;\n]|,? (?:so|but|and|which|because|since|can you|could you|how|what|should|considering) ", re.I
)
_LETTERS = re.compile(r"[A-Za-z]{2,}")
_TALK = frozenset(
    map(
        stem,
        word_set(
            """
    help kinda sorta gonna wanna trying try know think want wonder wondering worried worry make get give tip tips plan
    planning need consider considering best way understand trouble stuck feel feeling question advice anxious stressed
    curious manage managing effectively like well good great some any more most much many lot able using start started
    look looking find decide deciding ways strategy strategies offer guidance okay yes yeah hmm new time before after
    especially stay keep track come suggest recommend share tell mean work working based further improve improving
    better balance prepare focus specific no ok
            """
        ),
    )
)
"""Say that somebody asks for help, not with what."""


@dataclass(frozen=True, slots=True)
class Signals:
    """What speaks for two accounts clashing, each about 0 to 2."""

    near: float
    """Words that stand around both of two values of one kind that take each other's place, on a curve; 0 without."""
    changed: float
    """1 where the newer one says beside its value that something is otherwise now."""
    counted: float
    """1 where both values count the same thing."""
    shared: float
    """Words that both hold, on a curve."""
    covered: float
    """The share of the shorter one that they make up."""
    denied: float
    """The share of what one of them says was never done that the other one speaks of."""
    denied_words: float
    """How many words that are, on a curve."""
    moved: float
    """`covered`, where the newer one says without a value that something was moved or called off."""


BIAS = -6.31
WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "near": 1.24, "changed": 1.91, "counted": 2.94, "shared": 1.12, "covered": 4.24, "denied": 5.11,
        "denied_words": 1.2,
    }
)  # fmt: skip
LEAST = 0.3
"""The chance from which somebody is asked."""
MOVED = 0.4
"""`moved` from which somebody is asked: what was rescheduled is what both are about."""
DENIAL = 0.25
"""`denied` from which that is the reason that is told."""


@dataclass(frozen=True, slots=True)
class _Value:
    kind: str
    value: str
    unit: str
    around: frozenset[str]
    changed: bool


@dataclass(frozen=True, slots=True)
class _Account:
    words: frozenset[str]
    values: tuple[_Value, ...]
    denials: tuple[frozenset[str], ...]
    moved: bool


@lru_cache(maxsize=8_192)
def tells(text: str) -> bool:
    """Whether a text is what somebody told an agent of themselves: no rule, and no statement of how things are."""
    return bool(_TELLS.search(text, 0, LONGEST)) or asks(text)


@lru_cache(maxsize=8_192)
def asks(text: str) -> bool:
    """Whether a text asks an agent for something on somebody's own behalf. Cached, as `parse` is."""
    return bool(_ASKS.search(text, 0, LONGEST) and _SELF.search(text, 0, LONGEST))


def clash(newer: str, older: str) -> Ground | None:
    """Why what the newer message tells may not be true beside what the older one tells, as far as words say."""
    found = signals(newer, older)
    if not found.near and not found.denied:
        return Ground.NUMBER if found.moved >= MOVED else None
    if chance(found) < LEAST:
        return None
    return Ground.POLARITY if found.denied > DENIAL else Ground.NUMBER


def chance(found: Signals) -> float:
    """How likely two accounts with these signals clash, 0 to 1."""
    known = dict(zip(Signals.__dataclass_fields__, astuple(found), strict=True))
    return 1 / (1 + exp(-BIAS - sum(weight * known[name] for name, weight in WEIGHTS.items())))


def signals(newer: str, older: str) -> Signals:
    """What speaks for a clash of two messages."""
    new, old = _read(newer[:LONGEST]), _read(older[:LONGEST])
    shared = new.words & old.words
    covered = len(shared) / max(1, min(len(new.words), len(old.words)))
    near, changed, counted = max(_exchanged(new, old), default=(0.0, 0.0, 0.0))
    denied, words = max((*_denied(new, old), *_denied(old, new)), default=(0.0, 0))
    return Signals(
        near=near,
        changed=changed,
        counted=counted,
        shared=log1p(len(shared)),
        covered=covered,
        denied=denied,
        denied_words=log1p(words),
        moved=covered if new.moved and not near else 0.0,
    )


def _exchanged(new: _Account, old: _Account) -> Iterator[tuple[float, float, float]]:
    """Of each two values of one kind that take each other's place: (words around both, changed, counted)."""
    known = [{(one.kind, one.value) for one in account.values} for account in (new, old)]
    for one in new.values:
        for other in old.values:
            alike = one.kind == other.kind and one.unit in ("", other.unit) and one.value != other.value
            if alike and (one.kind, one.value) not in known[1] and (other.kind, other.value) not in known[0]:
                near = len((one.around & other.around) - {one.unit})
                yield log1p(near), float(one.changed), float(bool(one.unit))


def _denied(one: _Account, other: _Account) -> Iterator[tuple[float, int]]:
    """Of each thing that one says was never done: (the share of its words that the other speaks of, their number)."""
    also = frozenset().union(*other.denials)
    for denial in one.denials:
        spoken = (denial & other.words) - also
        if spoken:
            yield len(spoken) / len(denial) / (1 if len(spoken) > 1 else 2), len(spoken)


@lru_cache(maxsize=2_048)
def _read(text: str) -> _Account:
    denials = (_content(_clause(text[found.end() :])) for found in _NEVER.finditer(text))
    values = tuple(_values(text))
    moved = bool(_MOVED.search(text)) and not any(one.changed for one in values)
    return _Account(_content(text), values, tuple(filter(None, denials)), moved)


def _unit(words: str) -> str:
    return stem(re.split("[ -]", words.lower())[-1])


def _clause(text: str) -> str:
    end = _CLAUSE_END.search(text)
    return text[: end.start()] if end else text


def _values(text: str) -> Iterator[_Value]:
    taken: list[tuple[int, int]] = []
    for kind, pattern in _VALUES.items():
        for found in pattern.finditer(text):
            start, end = found.span()
            if any(first < end and start < last for first, last in taken):
                continue
            value, unit = re.sub(r"[ ,.]", "", found.group().lower()), ""
            if kind == "count":
                number, unit = found["number"] or found["bare"], _unit(found["unit"] or "")
                value = number.replace(",", "")
                if _YEAR.fullmatch(value) or _AFTER_MONTH.search(text[:start]):
                    continue
            taken.append((start, end))
            around = text[max(0, start - AROUND) : end + AROUND]
            changed = bool(_CHANGE.search(text[max(0, start - AROUND) : end + AROUND // 2]))
            yield _Value(kind, value, unit, _content(around), changed)


def _content(text: str) -> frozenset[str]:
    """The stems of the words that say what a text is about."""
    words = (word for word in _LETTERS.findall(text) if len(word) > 2 or word.isupper())
    return frozenset(root for word in words if word.lower() not in STOP and (root := stem(word.lower())) not in _TALK)
