"""A hook finds in a text the very terms that the word index finds, with the standard library alone."""

import re
from functools import cache
from pathlib import Path

from hypothesis import example, given, strategies as st

from lore.context.keeping import folding
from lore.index import analysis
from lore.language import stem
from lore.lookup.terms import query_terms

ENDINGS = [
    "eed",
    "eedly",
    "ed",
    "edly",
    "ing",
    "ingly",
    "s",
    "ies",
    "ied",
    "y",
    "ly",
    "ogist",
    "ogi",
    "li",
    "ization",
    "ational",
    "fulness",
    "ousness",
    "iveness",
    "tional",
    "biliti",
    "lessli",
    "entli",
    "ation",
    "alism",
    "aliti",
    "ousli",
    "iviti",
    "fulli",
    "enci",
    "anci",
    "abli",
    "izer",
    "ator",
    "alli",
    "bli",
    "ative",
    "icate",
    "alize",
    "iciti",
    "ical",
    "ness",
    "ful",
    "ement",
    "ance",
    "ence",
    "able",
    "ible",
    "ment",
    "ant",
    "ent",
    "ism",
    "ate",
    "iti",
    "ous",
    "ive",
    "ize",
    "ion",
    "al",
    "er",
    "ic",
    "e",
    "l",
    "ll",
    "past",
    "inter",
    "organ",
    "univers",
    "later",
    "emerg",
    "gener",
    "commun",
    "arsen",
    "add",
    "egg",
    "off",
    "inn",
    "out",
    "cann",
    "herr",
    "earr",
    "even",
    "proc",
    "exc",
    "succ",
    "skis",
    "idl",
    "sky",
    "bb",
    "tt",
    "a",
    "b",
    "d",
    "g",
    "y",
    "x",
    "w",
    "u",
    "i",
    "o",
    "t",
    "s",
]
folded = cache(folding)


def test_the_words_of_this_repository_have_the_stems_of_the_word_index() -> None:
    """Twenty thousand of them: prose, code, transcripts."""
    root = Path(__file__).parents[2]
    files = [*root.glob("docs/*.md"), *root.glob("core/**/*.py"), *root.glob("tests/data/**/*.jsonl")]
    words = {word for path in files for word in re.findall("[a-z]{1,59}", path.read_text("utf-8", "replace").lower())}
    assert len(words) > 15_000
    assert {word for word in words if [stem(word)] != analysis.stems(word)} == set()


@given(st.lists(st.sampled_from(ENDINGS), min_size=1, max_size=5).map("".join))
@example("exceedly")
@example("organization")
@example("dyingly")
def test_a_word_of_any_endings_has_the_stem_of_the_word_index(word: str) -> None:
    assert analysis.stems(word) == ([stem(word)] if len(word) < 60 else [])


@given(st.text(st.one_of(st.characters(), st.sampled_from("aeinsy ' _-.éïÆßΣİʏſ①Ⓐﬃनि日本")), max_size=60))
@example("the who of it")
@example("ebʏi x" + "y" * 60)
def test_a_text_of_any_signs_has_the_terms_of_the_word_index(text: str) -> None:
    assert query_terms(text, folded()) == analysis.query_terms(text)
