"""Whether two statements are one in other words: the same terms in the same roles.

Articles, plain inflection, "we use", "is used for", a leading phrase and the order of "X" and "not Y" may differ.
Nothing else may: not a name, a number, a negation or any other word, not the past, nor which word a phrase belongs to.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lore.memory.terms import Sort, Term, clauses, terms
from lore.memory.words import stem, word_set

LONGEST_LEAD = 3
"""Terms of a leading phrase that no mark ends."""
_FILLS = word_set("must here simply")
_BE = word_set("is are be was were been being")
_ATTACHED = word_set("of than as between")
"""Prepositions whose phrase belongs to the word before it."""
_JOINS = word_set("and but")
_PAST = re.compile(r"(?<!is )(?<!are )(?<!be )\b(?:[^\W\d_]+ed|was|were|did|had|been)\b", re.I)


@dataclass(frozen=True, slots=True)
class _Clause:
    denied: bool
    main: tuple[str, ...]
    phrases: tuple[tuple[str, ...], ...]
    """Each begins with its preposition; in no order."""


def same(left: str, right: str) -> bool:
    """Whether one of the two statements is enough. Symmetric; nothing is the same as a text without a word."""
    rows = terms(left), terms(right)
    return all(rows) and not _forms(rows[0]).isdisjoint(_forms(rows[1])) and _past(left) == _past(right)


def _past(text: str) -> frozenset[str]:
    """What was done is not what is to be done: "fixed the login" and "fix the login"."""
    return frozenset(word.casefold() for word in _PAST.findall(text))


def _forms(row: Sequence[Term]) -> set[tuple[object, ...]]:
    """More than one where nothing says how far a phrase at the beginning goes: "before each commit run the tests"."""
    parts = _parts(row)
    return {_form(parts, lead) for lead in (range(1, LONGEST_LEAD + 1) if row[0].governor else (LONGEST_LEAD,))}


def _form(row: Sequence[Sequence[Term]], lead: int) -> tuple[object, ...]:
    parts = [_clause(part, lead) for part in row]
    conditions = sorted(phrase for part in parts if not part.main for phrase in part.phrases)
    stated = [part for part in parts if part.main]
    if len(stated) == 1:
        only = stated[0]
        return only.denied, only.main, tuple(sorted([*only.phrases, *conditions]))
    asserted = tuple(part for part in stated if not part.denied)
    denied = tuple(part for part in stated if part.denied)
    if any(part.phrases for part in stated):
        return tuple(stated), tuple(conditions)  # a phrase may hold for all that precedes it
    return asserted, denied, tuple(conditions)


def _parts(row: Sequence[Term]) -> list[list[Term]]:
    """The clauses, where "X, not Y", "X instead of Y" and "X but not Y" are two."""
    parts: list[list[Term]] = []
    for clause in clauses(tuple(row)):
        part: list[Term] = []
        for term in clause:
            contrasts = term.sort is Sort.NEGATION and (term.before == "instead" or (part and part[-1].key in _JOINS))
            if contrasts and part:
                parts.append([one for one in part if one is not part[-1] or one.key not in _JOINS])
                part = []
            part.append(term)
        parts.append(part)
    return [part for part in parts if part]


def _clause(part: Sequence[Term], lead: int) -> _Clause:
    main: list[Term] = []
    phrases: list[list[str]] = []
    inside = False
    for place, term in enumerate(part):
        if term.governor and term.governor not in _ATTACHED:
            inside = True
            phrases.append([])
        elif not main and (place >= lead or term.key == "use" or term.sort is Sort.NEGATION):
            inside = False
        said = [term.governor, _key(term)] if term.governor else [_key(term)]
        if inside:
            phrases[-1] += said
        else:
            main.append(term)
    denied, words = _polarity(main, purpose=any(phrase[0] == "for" for phrase in phrases))
    said = [word for term in words for word in (term.governor, _key(term)) if word]
    return _Clause(denied, tuple(said), tuple(sorted(map(tuple, phrases))))


def _polarity(main: Sequence[Term], *, purpose: bool) -> tuple[bool, list[Term]]:
    """(whether it is denied; the words without fillers and without "use" as its verb).

    What is used for something should be: but a port that is used is taken.
    """
    words = [term for term in main if term.sort is not Sort.WORD or term.key not in _FILLS]
    if purpose and len(words) > 1 and words[-1].key == "use" and words[-1].before in _BE | {"not"}:
        words = words[:-1]
        if words[-1].sort is Sort.NEGATION:
            words = [words[-1], *words[:-1]]
    denied = bool(words) and words[0].sort is Sort.NEGATION
    words = words[1:] if denied else words
    return denied, words[1:] if len(words) > 1 and words[0].key == "use" else words


def _key(term: Term) -> str:
    """A name of plain letters as the word it is where it begins a sentence."""
    plain = term.sort is Sort.NAME and not term.code and term.key.isalpha() and term.key.islower()
    return stem(term.key) if plain and len(term.key) > 4 else term.key
