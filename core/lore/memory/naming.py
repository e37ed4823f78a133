"""What a statement names that a command or a file can name as well, and what of it the statement forbids."""

from dataclasses import dataclass

from lore.memory.statement import parse
from lore.memory.terms import Sort, Term, terms
from lore.memory.words import LIGHT_STEMS, stem

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
    statement = parse(text)
    forbids = _telling(statement.denied - statement.asserted)
    names = {stem(term.key.casefold()) for term in terms(text) if term.code or _is_identifier(term)}
    apart = _telling(statement.asserted - statement.denied) if forbids else frozenset()
    return Named((frozenset(names) - forbids) | apart, forbids)


def _telling(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words - LIGHT_STEMS if len(word) >= SHORTEST)


def _is_identifier(term: Term) -> bool:
    return term.sort is Sort.NAME and not term.key.isalpha()
