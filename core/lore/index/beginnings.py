"""Words that stand for several terms: one that is still being typed, and one that stands in compounds alone."""

from functools import cache
from typing import TYPE_CHECKING

from lore.language import LONGEST_TERM

if TYPE_CHECKING:
    from tantivy import Query, Schema, TextAnalyzer

OPEN = "*"
"""Ends the beginning of a term, and stands on both sides of a part of one; no term of a text holds it."""
LEAST = 2
"""Letters from which a beginning is looked for: with one, half of everything would begin so."""
LEAST_PART = 6
"""Letters of a word that is looked for inside of others."""
STEM_FROM, STEM_BEHIND = 4, 4
"""Letters that a stem has at least, and letters that a word may have grown beyond it: of `deploymen` the text still
holds `deploy` alone."""


@cache
def _folder() -> "TextAnalyzer":
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    builder = TextAnalyzerBuilder(Tokenizer.simple())
    for step in (Filter.remove_long(LONGEST_TERM), Filter.lowercase(), Filter.ascii_fold()):
        builder = builder.filter(step)
    return builder.build()


def open_term(word: str) -> str | None:
    """The term for what was typed of a word; None where that is too little."""
    folded = _folder().analyze(word)
    return folded[-1] + OPEN if folded and len(folded[-1]) >= LEAST else None


def part_of(term: str) -> str | None:
    """The term for what holds a word; None for one that is short, or no plain word."""
    return f"{OPEN}{term}{OPEN}" if len(term) >= LEAST_PART and term.isalpha() else None


def word_of(term: str) -> str:
    """The word that an open term was made of."""
    return term.strip(OPEN)


def is_open(term: str) -> bool:
    """Whether a term is the beginning or a part of one."""
    return term.endswith(OPEN)


def fits(term: str, held: str) -> bool:
    """Whether a term of a text is what an open one may become, or the stem of that."""
    begun = term.removesuffix(OPEN)
    if begun.startswith(OPEN):
        return begun[1:] in held
    return held.startswith(begun) or held in stems_behind(term)


def stems_behind(term: str) -> tuple[str, ...]:
    """The stems that a word may have by which it is found, although it has grown beyond them: `stagin` has outgrown
    `stage`, and `copyi` is found by `copi`."""
    begun = term.removesuffix(OPEN)
    shorter = [begun[:end] for end in range(max(STEM_FROM, len(begun) - STEM_BEHIND), len(begun))]
    with_e = [f"{one}e" for one in shorter]
    return (*shorter, *with_e, *(f"{one[:-1]}i" for one in shorter if one.endswith("y")))


def query_of(schema: "Schema", field: str, term: str) -> "Query":
    """Finds what an open term may become; each passage for the same score."""
    from tantivy import Occur, Query

    begun = term.removesuffix(OPEN)
    if begun.startswith(OPEN):
        return Query.const_score_query(Query.regex_query(schema, field, f".*{begun[1:]}.*"), 1.0)
    forms = [Query.fuzzy_term_query(schema, field, begun, distance=0, prefix=True)]
    forms += [Query.term_query(schema, field, stem) for stem in stems_behind(term)]
    return Query.const_score_query(Query.boolean_query([(Occur.Should, form) for form in forms]), 1.0)
