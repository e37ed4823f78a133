"""Which numbers of a statement are values, which may change, and not names of what it is about."""

from collections.abc import Sequence

from lore.memory.terms import PREPOSITIONS, UNITS, Sort, Term
from lore.memory.words import stem, word_set

_IS = word_set("is are be = : to of at under over within than least most max maximum min minimum about every after up")
"""What stands before a value: "is 8080", "at least 80 %"."""
_HAS = word_set("has have takes take costs cost holds hold allows allow needs need requires require uses use runs run")
_ORDERS = word_set("use keep retry run allow limit wait set retries retried waits")
_MEASURES = word_set(
    """
    port ports version v length width height limit timeout ttl size count budget quota threshold coverage retention
    rate depth weight score price interval delay delays max min maximum minimum capacity memory ram cost score
    node nodejs python java ruby go golang rust php perl swift kotlin scala gcc clang dotnet postgres postgresql mysql
    mariadb redis mongodb sqlite elasticsearch kafka nginx django rails react vue angular typescript kubernetes docker
    debian ubuntu fedora alpine windows macos ios android
    """
)
"""Words whose number may change: "port 8001", "Node 20". After any other word a number may be a name: "room 12"."""
_ADDS_UP = word_set(
    """
    also too another second additional additionally both either or some sometimes may might can could support include
    contain add accept provide offer cover list mention import export test implement fix read visit speak know
    available instal install ship own meet attend miss close was were
    """
)
"""Words that let two values be true at once, or speak of the past."""
_ADDS_UP_STEMS = _ADDS_UP | frozenset(map(stem, _ADDS_UP))


def is_value(newer: Sequence[Term], new: Term, older: Sequence[Term], old: Term) -> bool:
    """Whether these two terms, all that two statements do not share, are values of one thing, of which one holds."""
    if new.sort is not old.sort or new.governor != old.governor or any(term.key in _ADDS_UP_STEMS for term in newer):
        return False
    measured = new.sort is Sort.NUMBER and _unit_of(new) == _unit_of(old)
    return measured and _measured(newer, new) and _measured(older, old)


def _measured(row: Sequence[Term], term: Term) -> bool:
    """Whether a number is the last thing said of what stands before it, and not the number of something."""
    after = row[_at(row, term) + 1 :]
    counts = (
        bool(after) and not after[0].governor and after[0].sort is Sort.WORD and not term.key.endswith(tuple(UNITS))
    )
    if counts:
        after = after[1:]
    if any(not other.governor for other in after):
        return False
    before = term.before
    return (
        before in _IS
        or before in _MEASURES
        or (before in PREPOSITIONS and before not in {"in", "between"})
        or (before in _HAS | _ORDERS and (counts or " " in term.key))
    )


def _unit_of(term: Term) -> str:
    return term.key.lstrip("+-−~<>≤≥$€£¥0123456789.,")


def _at(row: Sequence[Term], term: Term) -> int:
    return next(place for place, other in enumerate(row) if other is term)
