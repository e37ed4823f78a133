"""Which terms of a statement are values, which may change, and which say what it is about, and make it another one."""

from collections.abc import Sequence

from lore.memory.opposites import excludes
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
_LABELLED = word_set(
    """
    release migration issue pr pull step phase sprint line section chapter ticket milestone task item point rule
    page row option test case commit bug adr rfc week server host machine shard replica partition zone region
    rack room building floor team group batch job build run story epic wave tier stage unit module lesson part
    volume level experiment branch patch draft table figure slide question exercise lot order invoice account
    customer user channel lane route
    """
)
"""Words whose number is a name."""
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
    if new.sort is Sort.NUMBER:
        return _unit_of(new) == _unit_of(old) and _measured(newer, new) and _measured(older, old)
    return alternatives(new, old) and _chosen(newer, new) and _chosen(older, old)


def alternatives(left: Term, right: Term) -> bool:
    """Whether the two cannot both be true of one thing; of "2 spaces" the spaces count."""
    one, other = (stem(term.key.casefold().split()[-1]) for term in (left, right))
    return excludes(one, other)


def is_label(row: Sequence[Term], term: Term) -> bool:
    """Whether a term says what the statement is about: a name or number before what is said of it."""
    followed = any(not other.governor and other.sort is Sort.WORD for other in row[_at(row, term) + 1 :])
    if term.sort is Sort.NAME:
        return followed and not term.governor
    return term.sort is Sort.NUMBER and (term.before in _LABELLED or (followed and _at(row, term) == 1))


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


def _chosen(row: Sequence[Term], term: Term) -> bool:
    """Whether one of a group is all that is said of the subject: "the default branch is main"."""
    place = _at(row, term)
    return not term.governor and place > 0 and place == len(row) - 1 and term.before in {"is", "are", "="}


def _unit_of(term: Term) -> str:
    return term.key.lstrip("+-−~<>≤≥$€£¥0123456789.,")


def _at(row: Sequence[Term], term: Term) -> int:
    return next(place for place, other in enumerate(row) if other is term)
