"""Whether two statements about one subject look as if they could not both hold.

Similarity cannot tell it: opposites are as close as paraphrases (AUC 0.42 to 0.61). So the two are compared part by
part: polarity, opposites and alternatives, numbers and versions, what one says is given up, and a replaced object.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum

from lore.memory.opposites import exclusions
from lore.memory.statement import Statement, parse
from lore.memory.words import LIGHT_STEMS

SAME_SUBJECT = 0.6
"""Share of the shorter statement's words that the longer one must hold (measured on breaking_nli and SICK, see
tests/bench/bench_contradictions.py)."""
SAME_FRAME = 0.4
"""Share of all words that both hold: keeps a short statement from matching a small part of a long one."""
SLOT_WORDS = 3
"""How many words one replaced object has at most."""


class Ground(StrEnum):
    """Why two statements contradict."""

    POLARITY = "one says it, the other denies it"
    GIVEN_UP = "one gives up what the other says"
    OPPOSITE = "they say opposite things"
    NUMBER = "they give different numbers"
    REPLACED = "one names something else in its place"
    LEANS = "one leans on what the other replaced"
    ALIKE = "they may say the same"


def contradiction(left: str, right: str) -> Ground | None:
    """Why two texts may contradict, or None. Symmetric; linear in the length of the texts.

    What follows from it is for `lore.memory.judgement` to say: most of what contradicts by its words can both hold.
    """
    return compare(parse(left), parse(right))


def compare(left: Statement, right: Statement) -> Ground | None:
    """The same for texts that were parsed before."""
    if left.content.isdisjoint(right.content) and left.condition.isdisjoint(right.condition):
        return None  # nothing in common: no test below finds a subject they share
    if not left.content or not right.content or not _conditions_agree(left, right):
        return None
    return next((ground for ground, test in _TESTS.items() if test(left, right)), None)


def _conditions_agree(left: Statement, right: Statement) -> bool:
    """Whether they speak of the same condition, or one of them of none; under different ones both may hold."""
    if not left.condition or not right.condition:
        return True
    if exclusions(left.condition, right.condition):
        return False
    shared = len(left.condition & right.condition)
    return 2 * shared >= max(len(left.condition), len(right.condition))


def _same_subject(left: frozenset[str], right: frozenset[str]) -> bool:
    """Whether most words of the shorter are in the longer, and the longer has not many more."""
    shared = len(left & right)
    most = shared >= SAME_SUBJECT * min(len(left), len(right))
    return most and shared >= SAME_FRAME * len(left | right) and shared > 0


def _flipped(left: Statement, right: Statement) -> frozenset[str]:
    flipped = (left.asserted & right.denied) | (left.denied & right.asserted)
    return flipped - (left.asserted & right.asserted) - (left.denied & right.denied)


def _given_up(left: Statement, right: Statement) -> bool:
    gives_up = (left.replaces & right.asserted) | (right.replaces & left.asserted)
    shared, shorter = len(left.content & right.content), min(len(left.content), len(right.content))
    return bool(gives_up & _flipped(left, right)) and 2 * shared >= shorter


def _polarity(left: Statement, right: Statement) -> bool:
    flipped = _flipped(left, right)
    return not flipped <= LIGHT_STEMS and _same_subject(left.content, right.content)


def _opposite(left: Statement, right: Statement) -> bool:
    pairs = exclusions(left.asserted - right.content, right.asserted - left.content)
    if not pairs or ((left.additive or right.additive) and len(left.core) < 2 * SLOT_WORDS):
        return False
    rest_left = left.content - {a for a, _ in pairs}
    rest_right = right.content - {b for _, b in pairs}
    if len(rest_left) == 1 or len(rest_right) == 1:
        return rest_left == rest_right and bool(left.condition & right.condition or not rest_left <= LIGHT_STEMS)
    return _same_subject(rest_left, rest_right)


def _number(left: Statement, right: Statement) -> bool:
    by_unit: dict[str, tuple[set[str], set[str]]] = {}
    for side, statement in enumerate((left, right)):
        for unit, value in statement.numbers:
            by_unit.setdefault(unit, (set(), set()))[side].add(value)
    differing = [unit for unit, (a, b) in by_unit.items() if a and b and a.isdisjoint(b)]
    rest = [frozenset(word for word in side.content if not _numeric(word)) for side in (left, right)]
    return bool(differing) and _same_subject(rest[0], rest[1])


def _numeric(word: str) -> bool:
    return word[0].isdigit() or (word[0] == "v" and word[1:2].isdigit())


def _replaced(left: Statement, right: Statement) -> bool:
    if left.additive or right.additive or left.denied or right.denied:
        return False
    head = shared_beginning(left.core, right.core)
    tail = shared_beginning(left.core[head:][::-1], right.core[head:][::-1])
    slot_left = left.core[head : len(left.core) - tail]
    slot_right = right.core[head : len(right.core) - tail]
    if not (0 < len(slot_left) <= SLOT_WORDS and 0 < len(slot_right) <= SLOT_WORDS) or head == 0:
        return False
    if _speaks_of(right) >= set(slot_left) or _speaks_of(left) >= set(slot_right):
        return False  # the other says that too, in another place
    shared = [word for word in (*left.core[:head], *left.core[len(left.core) - tail :]) if word not in LIGHT_STEMS]
    return len(shared) + len(left.condition & right.condition) >= 2


def _speaks_of(statement: Statement) -> frozenset[str]:
    return statement.content | statement.condition


def shared_beginning(left: Sequence[str], right: Sequence[str]) -> int:
    """How many words two rows begin with alike."""
    length = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        length += 1
    return length


_TESTS: Mapping[Ground, Callable[[Statement, Statement], bool]] = {
    Ground.GIVEN_UP: _given_up,
    Ground.POLARITY: _polarity,
    Ground.OPPOSITE: _opposite,
    Ground.NUMBER: _number,
    Ground.REPLACED: _replaced,
}
"""In order; the first that answers is the reason that is told."""
