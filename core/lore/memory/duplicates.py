"""Whether a fact says again what another one says."""

from lore.memory.contradiction import contradiction
from lore.model import Fact

NEAR_SAME_KIND = 0.85
"""Cosine from which two facts of one kind say the same."""
NEAR_ANY_KIND = 0.92
"""The same for two kinds."""
ALIKE_IN_WORDS = 0.9
"""Token similarity (0 to 1) that stands in for both where there are no vectors."""


def same_scope(left: Fact, right: Fact) -> bool:
    """Whether they belong to the same owner: only then can one stand for the other."""
    return left.layer is right.layer and left.project == right.project


def near_duplicate(left: Fact, right: Fact, cosine: float) -> bool:
    """Whether one of two facts with this cosine between their vectors is enough.

    The contradiction is tested first: opposites are as close as paraphrases.
    """
    needed = NEAR_SAME_KIND if left.kind is right.kind else NEAR_ANY_KIND
    return cosine >= needed and same_scope(left, right) and contradiction(left.text, right.text) is None


def near_in_words(left: Fact, right: Fact) -> bool:
    """The same without vectors: by the words alone, whatever their order."""
    return (
        word_similarity(left.text, right.text) >= ALIKE_IN_WORDS
        and same_scope(left, right)
        and contradiction(left.text, right.text) is None
    )


def word_similarity(left: str, right: str) -> float:
    """Token similarity of two texts, 0 to 1, whatever the order of the words."""
    from rapidfuzz import fuzz  # 9 ms
    from rapidfuzz.utils import default_process

    return fuzz.token_sort_ratio(left, right, processor=default_process) / 100
