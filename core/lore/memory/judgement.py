"""What a newer statement is to an older one: the one decision behind every duplicate and every contradiction.

Two statements are one only where they say the same words. A machine may only retire what the newer statement names and
gives up, or what says the same of the same subject under the same condition with another number or version. All else
holds beside it; only what is very near in meaning is asked about (`lore.memory.opinion`). Reasons are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import ne

from lore.memory.asserted import asserted
from lore.memory.opinion import Ground
from lore.memory.replacement import gives_up
from lore.memory.terms import Sort, Term, difference, terms
from lore.memory.values import is_value
from lore.text import said_alike

LONGEST = 600
"""Characters of a text that are compared: a fact is one sentence, and the cost stays bounded on anything else."""
FRAME, SLOT = 2, 3
"""Terms that two statements share at least, and that one of them has of its own at most, to be one frame."""
EXCHANGED = 2
"""Terms that differ in otherwise equal statements: then they say the same of different things."""


class Relation(StrEnum):
    """What the newer statement is to the older one."""

    SAME = "same"
    """It says the same words: one of them is enough."""
    DIFFERENT = "different"
    """Both hold: also where one is an exception to the other, or a part of it."""
    REPLACES = "replaces"
    """It takes the place of the older one."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The relation, and why."""

    relation: Relation
    ground: Ground | None = None
    """Why they contradict, where they do."""


Row = tuple[Term, ...]
_SAME, _DIFFERENT = map(Judgement, (Relation.SAME, Relation.DIFFERENT))


def judge(newer: str, older: str, *, wrong: str | None = None) -> Judgement:
    """The relation of two texts of one scope. wrong: what the newer one corrects, in its own words."""
    if said_alike(newer) == said_alike(older):
        return _SAME
    if wrong is not None and states(older, wrong) and not states(newer, wrong):
        return Judgement(Relation.REPLACES, Ground.GIVEN_UP)
    if len(newer) > LONGEST or len(older) > LONGEST:
        return _DIFFERENT
    ground = _replaced(newer, older)
    return _DIFFERENT if ground is None else Judgement(Relation.REPLACES, ground)


def _replaced(newer: str, older: str) -> Ground | None:
    """Why the newer one takes the place of the older: it says so, or says the same with another value."""
    new, old = terms(asserted(newer)), terms(asserted(older))
    whole = terms(newer), terms(older)  # also in a reason: "bun, because pnpm is out"
    if any(gives_up(*pair) for pair in ((new, old), (old, new), whole, whole[::-1])):
        return Ground.GIVEN_UP
    return _other_value(new, old)


def _other_value(newer: Row, older: Row) -> Ground | None:
    """What alone differs: a number, a version, or a negation."""
    differing = difference(newer, older)
    changed = (*differing.left, *differing.right)
    if [term.sort for term in changed] == [Sort.NEGATION]:
        return Ground.POLARITY if _unnegated(newer) == _unnegated(older) else None
    if len(differing.left) != 1 or len(differing.right) != 1 or not differing.same_order:
        return None
    return Ground.NUMBER if is_value(newer, differing.left[0], older, differing.right[0]) else None


def _unnegated(row: Row) -> list[tuple[str, str]]:
    return [term.place for term in row if term.sort is not Sort.NEGATION]


def states(text: str, wrong: str) -> bool:
    """Whether a text asserts what a correction calls wrong.

    All of it word for word where that is one plain word, which says little; else somewhere in it, and not denied.
    """
    row, said = _bare(text), [term.key for term in _bare(wrong)]
    if not said:
        return False
    if len(said) == 1 and _bare(wrong)[0].sort is Sort.WORD:
        return [term.key for term in row] == said
    starts = range(len(row) - len(said) + 1)
    places = [at for at in starts if [term.key for term in row[at : at + len(said)]] == said]
    return any(not (at and row[at - 1].sort is Sort.NEGATION) for at in places)


def may_join(newer: str, older: str) -> bool:
    """Whether two wordings that are held to say the same may be one fact: no name and no value differs."""
    sides = terms(newer), terms(older)
    differing = difference(*sides)
    values = [{_digits(term) for term in row if term.sort in (Sort.NUMBER, Sort.DATE)} for row in sides]
    names = [{term.key for term in row if _is_identifier(term)} for row in sides]
    written = [{term.key for term in row} for row in sides]
    lowered = [{key.casefold() for key in keys} for keys in written]
    named = [{term.key.casefold() for term in row if term.sort is Sort.NAME} for row in sides]
    if values[0] != values[1] or (named[0] - lowered[1] and named[1] - lowered[0]):
        return False
    if any(name.casefold() in lowered[0] & lowered[1] for name in (names[0] ^ names[1]) - (written[0] & written[1])):
        return False  # in another case it is another name
    if not differing.left and not differing.right:
        return differing.same_order
    if not differing.left or not differing.right:  # one of them says all that the other says, and more
        return not any(term.governor or term.sort is not Sort.WORD for term in (*differing.left, *differing.right))
    rows = [[term.key for term in row] for row in sides]
    exchanged = len(rows[0]) == len(rows[1]) and sum(map(ne, *rows)) <= min(EXCHANGED, len(rows[0]) - 1)
    return not exchanged and not _one_slot(*rows)


def agree(newer: str, older: str) -> bool:
    """Whether two texts that are near in meaning say one thing: both deny something or neither does, and `may_join`."""
    if said_alike(newer) == said_alike(older):
        return True
    denials = [any(term.sort is Sort.NEGATION for term in terms(text)) for text in (newer, older)]
    return denials[0] == denials[1] and may_join(newer, older)


def _one_slot(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether they are one frame with something else in one place: the same said of two things."""
    head = _shared_beginning(left, right)
    tail = _shared_beginning(left[head:][::-1], right[head:][::-1])
    return head + tail >= FRAME and max(len(left), len(right)) - head - tail <= SLOT


def _shared_beginning(left: Sequence[str], right: Sequence[str]) -> int:
    """How many words two rows begin with alike."""
    return next((at for at, pair in enumerate(zip(left, right, strict=False)) if ne(*pair)), min(len(left), len(right)))


def _digits(term: Term) -> str:
    """A value without its unit, which may be spelt out or left out; a date as it is."""
    return term.key.split(" ")[0] if term.sort is Sort.NUMBER else term.key


def _is_identifier(term: Term) -> bool:
    plain = term.key.isalpha() and (term.key.islower() or term.key.isupper())
    return term.sort is Sort.NAME and (term.code or not plain)


def _bare(text: str) -> Row:
    return tuple(term for term in terms(text) if term.key != "use")
