"""What a statement names that a command or a file can name as well, and what of it the statement forbids."""

from dataclasses import dataclass

from lore.memory.replacement import denied
from lore.memory.terms import Sort, Term, terms
from lore.memory.words import LIGHT_STEMS, STOP, stem

SHORTEST = 2
"""Letters of a word that names anything."""


@dataclass(frozen=True, slots=True)
class Named:
    """Stems of names, in lower case."""

    asserts: frozenset[str]
    """Identifiers, paths, what stands in backticks; a plain word only where it stands against what is forbidden."""
    forbids: frozenset[str]


def named_in(text: str) -> Named:
    """What a statement names: "Always use uv, never pip" asserts uv and forbids pip."""
    row = terms(text)
    against = denied(row)
    said = {stem(term.key.casefold()) for term in row if _tells(term) and term.key.casefold() not in against}
    forbids = frozenset(stem(key) for key in against if len(key) >= SHORTEST) - said - LIGHT_STEMS
    names = {stem(term.key.casefold()) for term in row if term.code or _is_identifier(term)}
    return Named((frozenset(names) - forbids) | (said if forbids else frozenset()), forbids)


def _tells(term: Term) -> bool:
    return term.sort is not Sort.NEGATION and len(term.key) >= SHORTEST and term.key not in LIGHT_STEMS | STOP


def _is_identifier(term: Term) -> bool:
    return term.sort is Sort.NAME and not term.key.isalpha()
