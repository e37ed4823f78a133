"""What a newer statement is to an older one: the one decision behind every duplicate and every contradiction.

Two statements are one only where they say the same words. A machine may only retire what the newer statement names and
gives up, or what says the same of the same subject under the same condition with another number, version or value.
Whatever else looks like a contradiction, or like the same in other words, is for a person: what trained judges hold
(`lore.memory.opinion`) puts a question, it joins and retires nothing. Reasons are left out of the comparison.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import ne

from lore.memory.accounts import asks, clash, tells
from lore.memory.asserted import asserted, unconditional
from lore.memory.contradiction import Ground, compare, shared_beginning
from lore.memory.opinion import Opinion
from lore.memory.replacement import gap, gives_up
from lore.memory.sameness import same
from lore.memory.statement import LONGEST, Statement, parse
from lore.memory.terms import Difference, Sort, Term, clauses, difference, terms
from lore.memory.values import alternatives, is_label, is_value
from lore.memory.words import LIGHT_VERBS, STOP, word_set
from lore.text import said_alike

FRAME, SLOT = 2, 3
"""Terms that two statements share at least, and that one of them has of its own at most, to be one frame."""
EXCHANGED = 2
"""Terms that differ in otherwise equal statements: then they say the same of different things."""
CLASH, CLASH_AT_LEAST = {Ground.OPPOSITE: 6.0, Ground.NUMBER: 6.0}, 1.5
"""How many times likelier a contradiction is than trained judges hold where the words clash too: more is wrong more
often than right on pairs of rules (tests/bench/pair_judge.py)."""
DENIED_ALIKE = 0.25
"""The same where both deny and assert the same words: "use pnpm, not npm" and "pnpm instead of npm"."""
_LIGHT = LIGHT_VERBS | STOP | word_set("not need like other ok fine either allow several many one")
"""Words whose lack on one side says nothing about the subject."""


class Relation(StrEnum):
    """What the newer statement is to the older one."""

    SAME = "same"
    """It says the same words: one of them is enough."""
    ALIKE = "alike"
    """It may say the same in other words: both stay until a person has said so."""
    DIFFERENT = "different"
    """Both hold."""
    NARROWS = "narrows"
    """It is an exception to the older one or a part of it: both hold, and it wins where it applies."""
    REPLACES = "replaces"
    """It takes the place of the older one."""
    UNCERTAIN = "uncertain"
    """They may contradict: both stay until a person has said so."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The relation, and why."""

    relation: Relation
    ground: Ground | None = None
    """Why they contradict, where they do or may."""


Row = tuple[Term, ...]
_SAME, _DIFFERENT, _NARROWS = map(Judgement, (Relation.SAME, Relation.DIFFERENT, Relation.NARROWS))
_ALIKE = Judgement(Relation.ALIKE, Ground.ALIKE)


def judge(
    newer: str, older: str, *, alike: bool = False, opinion: Opinion | None = None, wrong: str | None = None
) -> Judgement:
    """The relation of two texts of one scope.

    alike: whether their vectors say that they mean nearly the same. opinion: what trained judges hold; without it, and
    unless they are alike, two texts in other words are never called alike. wrong: what the newer one corrects, in its
    own words.
    """
    if said_alike(newer) == said_alike(older):
        return _SAME
    if wrong is not None and states(older, wrong) and not states(newer, wrong):
        return Judgement(Relation.REPLACES, Ground.GIVEN_UP)
    told = tells(newer) and tells(older)
    if not told and _is_one_rule(newer, older):
        return _NARROWS
    new, old = (newer, older) if told else (asserted(newer), asserted(older))
    judgement = _by_terms(new, old, alike=alike or (opinion is not None and not told))
    if judgement.relation is not Relation.REPLACES and _states_a_change(newer, older):
        return Judgement(Relation.REPLACES, Ground.GIVEN_UP)
    if told or asks(newer) or asks(older):
        return _of_messages(newer, older, judgement) if told else judgement
    read = len(newer) <= LONGEST and len(older) <= LONGEST  # of longer ones judges see the beginning
    settled = judgement.relation in (Relation.ALIKE, Relation.REPLACES)
    return judgement if opinion is None or not read or settled else _as_held(new, old, judgement, opinion)


def _is_one_rule(newer: str, older: str) -> bool:
    """Whether one says what the other says, and gives a reason, an exception or a condition as well."""
    new, old = asserted(newer), asserted(older)
    pairs = (new, old), (unconditional(new), old), (new, unconditional(old))
    plain = (newer, older)
    return any(pair != plain and said_alike(pair[0]) == said_alike(pair[1]) for pair in pairs)


def _states_a_change(newer: str, older: str) -> bool:
    """Whether the whole texts say what takes the place of what, such as in a reason: "bun, because pnpm is out"."""
    bounded = len(newer) <= LONGEST and len(older) <= LONGEST
    return bounded and (asserted(newer), asserted(older)) != (newer, older) and _gives_up(newer, older)


def _as_held(newer: str, older: str, judgement: Judgement, opinion: Opinion) -> Judgement:
    """The relation as trained judges hold it: at most a question."""
    if judgement.ground is not None:
        opinion = opinion.with_contradiction(CLASH.get(judgement.ground, CLASH_AT_LEAST))
    elif _deny_alike(parse(newer), parse(older)):
        opinion = opinion.with_contradiction(DENIED_ALIKE)
    differing = difference(terms(newer), terms(older))
    if opinion.says_same and _may_join(newer, older, differing):
        return _ALIKE
    ground = judgement.ground or _ground(differing)
    if ground is not None and opinion.says_contradicts and not _named_apart(newer, older, differing):
        return Judgement(Relation.UNCERTAIN, ground)
    return _NARROWS if opinion.says_narrows else _DIFFERENT


def _of_messages(newer: str, older: str, judgement: Judgement) -> Judgement:
    """The relation of two messages, which the trained judges have not learned to compare: at most a question."""
    if judgement.relation is not Relation.DIFFERENT:
        return judgement
    ground = clash(newer, older)
    return _DIFFERENT if ground is None else Judgement(Relation.UNCERTAIN, ground)


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


def _by_terms(newer: str, older: str, *, alike: bool) -> Judgement:
    """What follows from the words alone, term by term."""
    new, old = parse(newer), parse(older)
    ground = compare(new, old)
    if ground is None and not alike and not _denied(new, old):
        return _DIFFERENT
    differing = difference(terms(newer), terms(older))
    if alike and same(newer, older):
        return _ALIKE
    if ground is None and _gives_up(newer, older):
        ground = Ground.GIVEN_UP
    if ground is None and alike and _denies(differing):
        ground = Ground.POLARITY
    return _DIFFERENT if ground is None else _contradiction(newer, older, ground, differing)


def _may_join(newer: str, older: str, differing: Difference) -> bool:
    """Whether two wordings that are held to say the same may be one fact."""
    sides = terms(newer), terms(older)
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


def _one_slot(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether they are one frame with something else in one place: the same said of two things."""
    head = shared_beginning(left, right)
    tail = shared_beginning(left[head:][::-1], right[head:][::-1])
    return head + tail >= FRAME and max(len(left), len(right)) - head - tail <= SLOT


def _digits(term: Term) -> str:
    """A value without its unit, which may be spelt out or left out; a date as it is."""
    return term.key.split(" ")[0] if term.sort is Sort.NUMBER else term.key


def _is_identifier(term: Term) -> bool:
    plain = term.key.isalpha() and (term.key.islower() or term.key.isupper())
    return term.sort is Sort.NAME and (term.code or not plain)


def _ground(differing: Difference) -> Ground | None:
    """What two statements that are held to contradict differ in; None where one just says more than the other."""
    sorts = {term.sort for term in (*differing.left, *differing.right)}
    if Sort.NEGATION in sorts:
        return Ground.POLARITY
    if Sort.NUMBER in sorts:
        return Ground.NUMBER
    return Ground.REPLACED if differing.left and differing.right else None


def _bare(text: str) -> Row:
    return tuple(term for term in terms(text) if term.key != "use")


def _deny_alike(newer: Statement, older: Statement) -> bool:
    """Whether both deny one word and assert another, and neither denies what the other asserts."""
    alike = newer.denied & older.denied and newer.asserted & older.asserted
    return bool(alike) and not _denied(newer, older)


def _denied(newer: Statement, older: Statement) -> bool:
    """Whether one of them denies a word that the other asserts."""
    if not newer.denied and not older.denied:
        return False
    return not newer.denied.isdisjoint(older.asserted) or not older.denied.isdisjoint(newer.asserted)


def _denies(differing: Difference) -> bool:
    """Whether one side alone denies something."""
    denials = [sum(term.sort is Sort.NEGATION for term in side) for side in (differing.left, differing.right)]
    return (denials[0] == 0) != (denials[1] == 0)


def agree(left: str, right: str) -> bool:
    """Whether two texts that mean nearly the same may count as evidence for one statement.

    Wordings may differ; identifiers, names, numbers, dates and negations may not, and neither may contradict the other.
    """
    if compare(parse(left), parse(right)) is not None or _marked(terms(left)) != _marked(terms(right)):
        return False
    differing = difference(terms(left), terms(right))
    if not differing.left and not differing.right:
        return same(left, right)  # else each does to the other what the other did
    exchanged = 0 < len(differing.left) == len(differing.right) <= EXCHANGED and differing.same_order
    return not exchanged


def _marked(row: Row) -> frozenset[str]:
    kinds = (Sort.NAME, Sort.NUMBER, Sort.DATE)
    return frozenset(term.key for term in row if term.sort in kinds)


def _contradiction(newer: str, older: str, ground: Ground, differing: Difference) -> Judgement:
    bounded = len(newer) <= LONGEST and len(older) <= LONGEST
    if bounded and _gives_up(newer, older):
        return Judgement(Relation.REPLACES, Ground.GIVEN_UP)
    if bounded and _only_the_value(terms(newer), terms(older), differing):
        return Judgement(Relation.REPLACES, ground)
    return _DIFFERENT if _apart(newer, older, ground, differing) else Judgement(Relation.UNCERTAIN, ground)


def _gives_up(newer: str, older: str) -> bool:
    """Whether the newer gives up what the older states, or states again what that gave up."""
    return gives_up(terms(newer), terms(older)) or gives_up(terms(older), terms(newer))


def _only_the_value(newer: Row, older: Row, differing: Difference) -> bool:
    """Whether all but one value corresponds: a number, a version, one of a known group, or a negation."""
    changed = (*differing.left, *differing.right)
    if [term.sort for term in changed] == [Sort.NEGATION]:
        return _unnegated(newer) == _unnegated(older)
    if len(differing.left) != 1 or len(differing.right) != 1 or not differing.same_order:
        return False
    return is_value(newer, differing.left[0], older, differing.right[0])


def _unnegated(row: Row) -> list[tuple[str, str]]:
    return [term.place for term in row if term.sort is not Sort.NEGATION]


def _apart(newer: str, older: str, ground: Ground, differing: Difference) -> bool:
    """Whether they speak of different things: each names something that the other does not."""
    if _named_apart(newer, older, differing):
        return True
    sides = ((terms(newer), differing.left), (terms(older), differing.right))
    if ground is Ground.REPLACED:
        return False
    if all({Sort.DATE, Sort.NUMBER} <= {term.sort for term in side} for _, side in sides):
        return True  # each says how it was at its own time
    if ground is Ground.GIVEN_UP:
        gaps = (gap(terms(newer), terms(older)), gap(terms(older), terms(newer)))
        return not any(found is not None and not (found.implied and found.stated) for found in gaps)
    left, right = _nearest(terms(newer), terms(older))
    return bool(_things(left, terms(older), ground)) and bool(_things(right, terms(newer), ground))


def _named_apart(newer: str, older: str, differing: Difference) -> bool:
    """Whether each begins with a name or a number that the other does not hold."""
    sides = ((terms(newer), differing.left), (terms(older), differing.right))
    return all(any(is_label(row, term) for term in side) for row, side in sides)


def _nearest(left: Row, right: Row) -> tuple[Row, Row]:
    """The clause of each that shares most with the other: reasons that follow say nothing about the subject."""
    pairs = [(one, other) for one in clauses(left) for other in clauses(right)]
    return max(pairs, key=lambda pair: len({term.key for term in pair[0]} & {term.key for term in pair[1]}))


def _things(side: Row, other: Row, ground: Ground) -> list[Term]:
    """What one side alone speaks of, without what the contradiction is about."""
    values = {Sort.NEGATION} | ({Sort.NUMBER, Sort.DATE} if ground is Ground.NUMBER else set())
    known = _LIGHT | {term.key for term in other}
    rest = [term for term in side if term.sort not in values and term.key not in known]
    if ground is Ground.OPPOSITE:
        rest = [term for term in rest if not any(alternatives(term, one) for one in other)]
    return rest
