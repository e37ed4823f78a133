"""Whether a fact says again what another one says."""

from lore.memory.judgement import agree
from lore.model import Fact, Layer

_OF_A_PROJECT = (Layer.USER_PROJECT, Layer.PROJECT)


def same_scope(left: Fact, right: Fact) -> bool:
    """Whether they belong to the same owner: only then can one stand for the other."""
    return left.layer is right.layer and left.project == right.project


def reach(fact: Fact) -> tuple[Layer, ...]:
    """The layers whose facts a new one can say again or replace: yours in a project meet the project's own."""
    return _OF_A_PROJECT if fact.layer in _OF_A_PROJECT and fact.project else (fact.layer,)


def says_again(newer: Fact, older: Fact) -> bool:
    """Whether one of two facts of agents that are near in meaning is enough; nobody may say so of what a person typed.

    Being near proves nothing: opposites are as near as paraphrases, and so is the same said of another server.
    """
    return same_scope(newer, older) and newer.kind is older.kind and agree(newer.text, older.text)


def word_similarity(left: str, right: str) -> float:
    """Token similarity of two texts, 0 to 1, whatever the order of the words."""
    from rapidfuzz import fuzz  # 9 ms
    from rapidfuzz.utils import default_process

    return fuzz.token_sort_ratio(left, right, processor=default_process) / 100
