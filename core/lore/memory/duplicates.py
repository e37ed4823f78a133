"""Whether a fact says again what another one says."""

from dataclasses import dataclass

from lore.config import ANY_KIND, IN_WORDS, SAME_KIND, Config
from lore.memory.judgement import Relation, judge
from lore.model import Fact, Layer


@dataclass(frozen=True, slots=True)
class Nearness:
    """From when two facts may say the same."""

    same_kind: float = SAME_KIND.default
    """Cosine of two facts of one kind."""
    any_kind: float = ANY_KIND.default
    """The same for two kinds."""
    words: float = IN_WORDS.default
    """Token similarity (0 to 1) that stands in for both where there are no vectors."""

    @classmethod
    def of(cls, config: Config) -> "Nearness":
        """As the settings say."""
        return cls(config[SAME_KIND], config[ANY_KIND], config[IN_WORDS])


NEARNESS = Nearness()
SAYS_AGAIN = (Relation.SAME, Relation.ALIKE)
_OF_A_PROJECT = (Layer.USER_PROJECT, Layer.PROJECT)


def same_scope(left: Fact, right: Fact) -> bool:
    """Whether they belong to the same owner: only then can one stand for the other."""
    return left.layer is right.layer and left.project == right.project


def reach(fact: Fact) -> tuple[Layer, ...]:
    """The layers whose facts a new one can say again or replace: yours in a project meet the project's own."""
    return _OF_A_PROJECT if fact.layer in _OF_A_PROJECT and fact.project else (fact.layer,)


def says_again(newer: Fact, older: Fact) -> bool:
    """Whether one of two `alike` facts is enough, which nobody may say of what a person typed.

    Being alike proves nothing: opposites are as close as paraphrases, and so is the same said of another server.
    """
    return same_scope(newer, older) and judge(newer.text, older.text, alike=True).relation in SAYS_AGAIN


def alike(left: Fact, right: Fact, cosine: float | None, nearness: Nearness = NEARNESS) -> bool:
    """Whether two facts may say the same: by the cosine of their vectors, or by their words where they have none."""
    if cosine is None:
        return word_similarity(left.text, right.text) >= nearness.words
    return cosine >= (nearness.same_kind if left.kind is right.kind else nearness.any_kind)


def word_similarity(left: str, right: str) -> float:
    """Token similarity of two texts, 0 to 1, whatever the order of the words."""
    from rapidfuzz import fuzz  # 9 ms
    from rapidfuzz.utils import default_process

    return fuzz.token_sort_ratio(left, right, processor=default_process) / 100
