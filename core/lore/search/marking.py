"""Which words of a text a query found it by."""

import re
from dataclasses import dataclass
from functools import lru_cache

from lore.index import analysis, beginnings, others
from lore.search.query import parse

_RUN = re.compile(r"[^\W_]+")
"""A word as the word index parts a text."""


@dataclass(frozen=True, slots=True)
class QueryWords:
    """The words that a query looks for, in the forms in which the index holds them."""

    terms: frozenset[str] = frozenset()
    begun: str | None = None
    """What the last word begins with, while it is being typed."""

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Where in a text words of the query stand, from and to, in order. A name in camelCase counts as a whole."""
        if not self.terms and self.begun is None:
            return []
        return [match.span() for match in _RUN.finditer(text) if self._names(match.group())]

    def _names(self, word: str) -> bool:
        terms = _terms_of(word)
        begun = self.begun
        return not self.terms.isdisjoint(terms) or (
            begun is not None and any(beginnings.fits(begun, term) for term in terms)
        )

    def held_by(self, text: str) -> list[str]:
        """The words of a text that the query names, each once, as they stand there."""
        return list(dict.fromkeys(text[start:end] for start, end in self.spans(text)))


def query_words(query: str, *, typing: bool = False) -> QueryWords:
    """The words a query looks for, and what means the same; conditions and words after `-` are none. Never raises.

    typing: its last word may not be whole yet.
    """
    asked = parse(query)
    terms = analysis.query_terms(asked.text) if asked.text.strip() else []
    begun = beginnings.open_term(asked.last_word) if typing and asked.last_word else None
    return QueryWords(frozenset(form for term in terms for form in (term, *others(term))), begun)


@lru_cache(maxsize=4096)
def _terms_of(word: str) -> frozenset[str]:
    """The terms a word is found by: its own, and those of the words inside a name."""
    return frozenset((*analysis.stems(word), *analysis.stems(analysis.identifiers(word).inside)))
