"""When two words are one: for a judgement, and for a search."""

import pytest

from lore.index.analysis import stems
from lore.memory.words import stem

FORMS = [
    "use uses using used", "deploy deploys deployed deploying", "dependency dependencies", "index indexes indices",
    "cache caches cached caching", "policy policies", "take takes taking took", "make makes making made",
    "run runs running ran", "write writes writing wrote written", "class classes", "dog dogs", "sit sits sitting",
]  # fmt: skip
OTHERS = ["product production", "relative relation", "operate operation", "organize organization", "late later"]


@pytest.mark.parametrize("forms", FORMS)
def test_the_forms_of_a_word_are_one(forms: str) -> None:
    """Of a verb and of a noun, the irregular ones of everyday rules too."""
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("pair", OTHERS)
def test_what_only_looks_alike_is_two_words(pair: str) -> None:
    """A judgement that took them for one would retire a rule that says something else."""
    assert len({stem(word) for word in pair.split()}) == 2


def test_a_search_takes_more_for_one_word() -> None:
    """That is why there are two stemmers."""
    assert stems("production") == stems("product")
