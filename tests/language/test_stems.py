"""A hook finds with the standard library alone the very stems that the word index finds."""

import re
from pathlib import Path

from hypothesis import example, given, strategies as st
from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

from lore.language import stem

OF_INDEX = TextAnalyzerBuilder(Tokenizer.raw()).filter(Filter.stemmer("english")).build()
ENDINGS = (
    "eed", "eedly", "ed", "edly", "ing", "ingly", "s", "ies", "ied", "y", "ly", "ogist", "ogi", "li", "ization",
    "ational", "fulness", "ousness", "iveness", "tional", "biliti", "lessli", "entli", "ation", "alism", "aliti",
    "ousli", "iviti", "fulli", "enci", "anci", "abli", "izer", "ator", "alli", "bli", "ative", "icate", "alize",
    "iciti", "ical", "ness", "ful", "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti",
    "ous", "ive", "ize", "ion", "al", "er", "ic", "e", "l", "ll", "past", "inter", "organ", "univers", "later",
    "emerg", "gener", "commun", "arsen", "add", "egg", "off", "inn", "out", "cann", "herr", "earr", "even", "proc",
    "exc", "succ", "skis", "idl", "sky", "bb", "tt", "a", "b", "d", "g", "x", "w", "u", "i", "o", "t",
)  # fmt: skip


def test_the_words_of_this_repository_have_the_stems_of_the_word_index() -> None:
    root = Path(__file__).parents[2]
    files = [*root.glob("docs/*.md"), *root.glob("core/**/*.py"), *root.glob("tests/data/**/*.jsonl")]
    words = {word for path in files for word in re.findall("[a-z]{1,59}", path.read_text("utf-8", "replace").lower())}
    assert len(words) > 10_000
    assert {word for word in words if [stem(word)] != OF_INDEX.analyze(word)} == set()


@given(st.lists(st.sampled_from(ENDINGS), min_size=1, max_size=5).map("".join))
@example("exceedly")
@example("organization")
@example("dyingly")
def test_a_word_of_any_endings_has_the_stem_of_the_word_index(word: str) -> None:
    assert [stem(word)] == OF_INDEX.analyze(word)
