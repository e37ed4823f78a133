"""Which words of a text a query found it by."""

import re
from dataclasses import dataclass
from functools import lru_cache

from lore.index import analysis, beginnings, others
from lore.search.query import parse
from lore.text import one_line, shorten

BEFORE = 24
"""Characters of an excerpt before the first of its words, so that it can be understood."""
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
        if not self.terms.isdisjoint(terms):
            return True
        several = [part for term in self.terms if (part := beginnings.part_of(term))]
        several += [self.begun] if self.begun is not None else []
        return any(beginnings.fits(one, term) for one in several for term in terms)

    def excerpt(self, text: str, room: int) -> str:
        """At most so many characters of a text in one line, from where most of the words stand close together.

        Its beginning, where it holds none of them, or holds them there.
        """
        line = one_line(text)
        places = [(start, line[start:end].casefold()) for start, end in self.spans(line)] if len(line) > room else []
        reach = max(1, room - BEFORE - 2)
        held = {at: len({word for place, word in places if at <= place < at + reach}) for at, _ in places}
        start = max(held, key=lambda at: (held[at], -at), default=0)
        begin = line.rfind(" ", 0, start - BEFORE) + 1 if start > BEFORE else 0
        return f"…{shorten(line[begin:], room - 1)}" if begin else shorten(line, room)

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
