"""Whether a fact says again what another one says."""

from lore.memory.judgement import Relation, judge
from lore.model import Fact

NEAR_SAME_KIND = 0.85
"""Cosine from which two facts of one kind may say the same."""
NEAR_ANY_KIND = 0.92
"""The same for two kinds."""
ALIKE_IN_WORDS = 0.9
"""Token similarity (0 to 1) that stands in for both where there are no vectors."""


def same_scope(left: Fact, right: Fact) -> bool:
    """Whether they belong to the same owner: only then can one stand for the other."""
    return left.layer is right.layer and left.project == right.project


def says_again(newer: Fact, older: Fact) -> bool:
    """Whether one of two facts that are `alike` is enough.

    Being alike proves nothing: opposites are as close as paraphrases, and so is the same said of another server.
    """
    return same_scope(newer, older) and judge(newer.text, older.text, alike=True).relation is Relation.SAME


def alike(left: Fact, right: Fact, cosine: float | None) -> bool:
    """Whether two facts may say the same: by the cosine of their vectors, or by their words where they have none."""
    if cosine is None:
        return word_similarity(left.text, right.text) >= ALIKE_IN_WORDS
    return cosine >= (NEAR_SAME_KIND if left.kind is right.kind else NEAR_ANY_KIND)


def word_similarity(left: str, right: str) -> float:
    """Token similarity of two texts, 0 to 1, whatever the order of the words."""
    from rapidfuzz import fuzz  # 9 ms
    from rapidfuzz.utils import default_process

    return fuzz.token_sort_ratio(left, right, processor=default_process) / 100
