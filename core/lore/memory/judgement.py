"""What a newer statement is to an older one: the one decision behind every replacement.

A machine may only retire what the newer statement gives up in so many words, where the older says just that: no
condition of the newer's own, no errand, plan or question. Whatever else of this kind is said asks; numbers, opposites
and likeness decide nothing.
"""

from dataclasses import dataclass
from enum import StrEnum

from lore.language import Given, given_up
from lore.memory.opinion import Ground
from lore.text import said_alike

LONGEST = 600
"""Characters of a text that are compared: a fact is one sentence, and the cost stays bounded on anything else."""


class Relation(StrEnum):
    """What the newer statement is to the older one."""

    SAME = "same"
    """It says the same words: one of them is enough."""
    DIFFERENT = "different"
    """Both hold: also where one is an exception to the other, or a part of it."""
    ASKS = "asks"
    """It names what the older says and gives it up, and only a person can say whether that was meant."""
    REPLACES = "replaces"
    """It takes the place of the older one."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The relation, and why."""

    relation: Relation
    ground: Ground | None = None
    """Why they contradict, where they do."""


def judge(newer: str, older: str, *, wrong: str | None = None) -> Judgement:
    """The relation of two texts of one scope. wrong: what the newer one corrects, in its own words."""
    if said_alike(newer) == said_alike(older):
        return Judgement(Relation.SAME)
    if len(newer) > LONGEST or len(older) > LONGEST:
        return Judgement(Relation.DIFFERENT)
    given = given_up(f"{newer.rstrip('.!')} instead of {wrong}" if wrong and wrong not in newer else newer, older)
    if given is None:
        return Judgement(Relation.DIFFERENT)
    return Judgement(Relation.REPLACES if given is Given.UP else Relation.ASKS, Ground.GIVEN_UP)
