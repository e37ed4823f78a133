"""A hook finds with the standard library alone the very stems that the word index finds."""

import re
from pathlib import Path

from hypothesis import example, given, strategies as st
from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

from lore.language import stems

OF_INDEX = TextAnalyzerBuilder(Tokenizer.raw()).filter(Filter.stemmer("english")).build()
ENDINGS = sorted(
    {ending for steps in (stems._STEP_2, stems._STEP_3) for ending, _ in steps}
    | {*stems._STEP_4, *stems._BEGINNINGS, *stems._DOUBLES, *stems._KEEP_EED}
    | {*"abdgley", "eed", "eedly", "ed", "edly", "ing", "ingly", "s", "ies", "ied", "ly", "ll", "even", "skis", "idl"}
    | {"sky", "add", "egg", "off", "inn", "out", "cann"}
)


def test_the_words_of_this_repository_have_the_stems_of_the_word_index() -> None:
    root = Path(__file__).parents[2]
    files = [*root.glob("docs/*.md"), *root.glob("core/**/*.py"), *root.glob("tests/data/**/*.jsonl")]
    words = {word for path in files for word in re.findall("[a-z]{1,59}", path.read_text("utf-8", "replace").lower())}
    assert len(words) > 10_000
    assert {word for word in words if [stems.stem(word)] != OF_INDEX.analyze(word)} == set()


@given(st.lists(st.sampled_from(ENDINGS), min_size=1, max_size=5).map("".join))
@example("exceedly")
@example("organization")
@example("dyingly")
def test_a_word_of_any_endings_has_the_stem_of_the_word_index(word: str) -> None:
    assert [stems.stem(word)] == OF_INDEX.analyze(word)
