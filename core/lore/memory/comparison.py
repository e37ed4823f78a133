"""Two statements as one row of numbers: what they share, what each alone says, and which of it is denied.

The numbers decide nothing. `lore.memory.opinion` weighs them with weights that were trained on pairs of rules
(tests/bench/pair_judge.py); so no list of words here has to be complete.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log1p

from lore.memory.words import word_set

_WORD = re.compile(r"[\w'./@#+-]+|[\u4e00-\u9fff]")
_CHINESE = re.compile(r"([\u4e00-\u9fff])")
_CLAUSE_ENDS = re.compile(r"[,;.:!?—–](?=\s|$)|\s-\s")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_IDENTIFIER = re.compile(r"[\d_./@#]|[a-z][A-Z]")
_DENIALS = word_set(
    """no not never don't dont doesn't isn't aren't wasn't won't can't cannot shouldn't mustn't without avoid nothing
    nobody none neither stop forbid ban skip drop kein keine keinen nicht nie niemals statt ohne pas jamais sans plus
    nunca não nao sin sem nada ni 不 别 没 无"""
)
_TURNS = word_set("without unless until except before ohne sans sin sem bevor")
"""After a denial these deny it again: "never merge without a review" asks for a review."""
_DENIES_BEFORE = word_set(
    """forbidden banned gone removed disallowed prohibited dropped deprecated verboten interdit prohibido proibido
    obsolete useless cancelled"""
)
_CONTRASTS = {("instead", "of"), ("rather", "than"), ("opposed", "to"), ("en", "vez"), ("em", "vez"), ("plutôt", "que")}
_HARMLESS = word_set("forget only just matter hesitate")
_STARTS = word_set(
    "but so because since use just always only instead it they we i that and then aber sondern mais sino pero mas car"
)
_MAY = word_set(
    "ok fine may can allowed feel free tolerated acceptable exempt except unless only still darf dürfen puede est"
)
_CHANGED = word_set(
    """now longer anymore switched moved replaced left instead dropped gone removed migrated changed since was returned
    quit sold gave became went from jetzt ahora passé agora"""
)
_CONDITIONS = word_set(
    "if when while for in on during before after until inside within where bei wenn für quand pour dans si para en"
)
_EMPTY = (
    word_set(
        """a an the this that these those it its is are be been being was were am do does did has have had will would
        shall
    should must can could i we you they he she my our your their to of at by with from and or so then than as all any
    each every some such always please pls lets make sure need want use used using uses user's user customer i'm there
    which also here der die das ein eine und ist sind wir immer bitte le la les un une on et toujours el los las y es
    siempre o os um uma e sempre w/ it's for in into over under via through mit auf avec con para por com wanted needed
    place yourself"""
    )
    | _MAY
    | _CHANGED
)


@dataclass(frozen=True, slots=True)
class _Words:
    """A statement as words."""

    all: frozenset[str]
    content: tuple[tuple[str, bool], ...]
    """Each word that says something, and whether it is denied."""
    numbers: frozenset[str]
    identifiers: frozenset[str]
    count: int


def numbers_of(older: str, newer: str, cosine: float) -> list[float]:
    """The row of numbers. cosine: of the vectors of the two statements."""
    left, right = _words(older), _words(newer)
    met = [[_alike(one, other) for other, _ in right.content] for one, _ in left.content]
    row = [cosine, cosine**2, *_shared(left, right, met), *_marks(left, right)]
    changed, permitted = bool(_CHANGED & right.all), bool(_MAY & right.all)
    one_denies = bool(_DENIALS & left.all) != bool(_DENIALS & right.all)
    other_number = bool(left.numbers - right.numbers) and bool(right.numbers - left.numbers)
    steps = (cosine > 0.8, cosine > 0.7, cosine < 0.4, cosine < 0.3)
    return [*row, *(cosine * flag for flag in (one_denies, other_number, permitted, changed)), *map(float, steps)]


def own_words(older: str, newer: str) -> int:
    """How many words that say something each of the two has at least that the other one lacks."""
    left, right = _words(older), _words(newer)
    met = [[_alike(one, other) for other, _ in right.content] for one, _ in left.content]
    return min(sum(not any(row) for row in met), sum(not any(column) for column in zip(*met, strict=True)))


def _shared(left: _Words, right: _Words, met: Sequence[Sequence[bool]]) -> list[float]:
    """What both say, what one alone says, and how the signs of both agree."""
    pairs = [(one, other) for one, row in enumerate(met) for other, hit in enumerate(row) if hit]
    known = {one for one, _ in pairs}, {other for _, other in pairs}
    sides = list(zip((left, right), known, strict=True))
    alone = [[word for at, word in enumerate(side.content) if at not in seen] for side, seen in sides]
    flips = len({one for one, other in pairs if left.content[one][1] != right.content[other][1]})
    keeps = len({one for one, other in pairs if left.content[one][1] == right.content[other][1]})
    share = [len(seen) / len(side.content) for side, seen in zip((left, right), known, strict=True)]
    fewest = min(map(len, alone))
    row: list[float] = [
        *share,
        max(share),
        len(known[0]) / 3,
        fewest == 1,
        fewest >= 2,
        max(map(len, alone)) == 1 == fewest,
    ]
    row += [flips / 2, keeps / 2, flips > 0, flips > 0 == keeps, flips > 0 < keeps]
    for side, own in zip((left, right), alone, strict=True):
        denied = sum(sign for _, sign in own)
        stated = len(own) - denied
        signs = [sign for _, sign in side.content]
        row += [len(own) / 4, not own, denied / 2, stated / 3, not stated, sum(signs) / len(signs), all(signs)]
    begins = [0 not in seen for seen in known]
    ends = [len(side.content) - 1 not in seen for side, seen in sides]
    rises = [after >= before for (_, before), (_, after) in pairwise(pairs)]
    return [*map(float, [*row, *begins, *ends, all(begins), all(ends)]), sum(rises) / len(rises) if rises else 1.0]


def _marks(left: _Words, right: _Words) -> list[float]:
    row: list[float] = []
    for words in (_DENIALS, _MAY, _CHANGED):
        row += [bool(words & left.all), bool(words & right.all)]
    row += [row[0] != row[1], bool(_CONDITIONS & (left.all - right.all)), bool(_CONDITIONS & (right.all - left.all))]
    row += [bool(left.numbers & right.numbers), bool(left.numbers) != bool(right.numbers)]
    row += [bool(left.numbers - right.numbers) and bool(right.numbers - left.numbers)]
    row += [bool(left.identifiers & right.identifiers)]
    row += [bool(left.identifiers - right.identifiers), bool(right.identifiers - left.identifiers)]
    row += [log1p(left.count), log1p(right.count), log1p(right.count) - log1p(left.count)]
    return [float(value) for value in row]


@lru_cache(maxsize=8_192)
def _words(text: str) -> _Words:
    lowered = _CHINESE.sub(r" \1 ", text.lower().replace("’", "'"))
    signed = [
        pair for clause in _CLAUSE_ENDS.split(lowered) for pair in _signed(_plain(clause), prefers="prefer" in clause)
    ]
    said = frozenset(_plain(lowered))
    content = tuple(pair for pair in signed if pair[0] not in _EMPTY) or tuple(signed) or (("", False),)
    names = frozenset(word for word in said if len(word) > 1 and _IDENTIFIER.search(word))
    return _Words(said, content, frozenset(_NUMBER.findall(text)), names, len(_plain(lowered)))


def _plain(text: str) -> list[str]:
    return [word for raw in _WORD.findall(text) if (word := raw.strip(".'-"))]


def _signed(words: Sequence[str], *, prefers: bool) -> list[tuple[str, bool]]:
    """The words of one clause, each with whether it is denied."""
    found: list[tuple[str, bool]] = []
    denying = False
    for place, word in enumerate(words):
        before, after = words[place - 1] if place else "", words[place + 1] if place + 1 < len(words) else ""
        if (word, after) in _CONTRASTS or (prefers and place > 1 and word in {"over", "to"}):
            denying = True
        elif (before, word) in _CONTRASTS:
            continue
        elif word in _TURNS and (denying or word not in _DENIALS):
            denying = False
        elif word in _DENIALS or word.endswith("n't"):
            denying = denying or after not in _HARMLESS
        elif word in _DENIES_BEFORE:
            found = [(one, not denying) for one, _ in found]
            denying = False
        else:
            denying = denying and word not in _STARTS
            found.append((word, denying))
    return found


@lru_cache(maxsize=65_536)
def _alike(one: str, other: str) -> bool:
    """Whether two words are one: the same beginning, one slip of the keyboard, or marks around it."""
    from rapidfuzz.distance import OSA  # 9 ms

    if one == other:
        return True
    if one.isalpha() and other.isalpha() and min(len(one), len(other)) > 3:
        return one[:5] == other[:5] or (min(len(one), len(other)) > 4 and OSA.distance(one, other, score_cutoff=1) <= 1)
    bare = one.strip("./_-@#<>()"), other.strip("./_-@#<>()")
    return bool(bare[0]) and bare[0] == bare[1]
