"""What a newer statement is to an older one: the one decision behind every replacement.

A machine may only retire what the newer statement names and gives up, where the older says nothing else: the old value
in the same place, no condition of the newer's own, no errand, plan or question. Whatever else of this kind is said
asks; numbers, opposites and likeness decide nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from lore.language import (
    LIGHT_STEMS,
    STOP,
    Replaced,
    corrects,
    denied,
    replaced_in,
    root,
    sentences,
    telling,
    value_words,
    without_reason,
)
from lore.memory.opinion import Ground
from lore.text import said_alike

LONGEST = 600
"""Characters of a text that are compared: a fact is one sentence, and the cost stays bounded on anything else."""
COVERED = 0.5
"""The share of what an older statement says beside the old value that the newer one has to say too."""


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
    said = corrects(newer, wrong) if wrong else _said(newer)
    place = _place(said.old, older) if said else None
    if said is None or place is None or _gives_up_too(said, older):
        return Judgement(Relation.DIFFERENT)
    words = value_words(without_reason(older))
    behind = words[place + len(said.old)] if place + len(said.old) < len(words) else ""
    is_side_word = bool(telling(behind)) and root(behind) not in said.rest
    if is_side_word:
        return Judgement(Relation.DIFFERENT)
    may_decide = said.is_sure and not _has_own_condition(said, older) and _place(said.new, older) is None
    is_in_place = _says_little_else(said, older)
    return Judgement(Relation.REPLACES if may_decide and is_in_place else Relation.ASKS, Ground.GIVEN_UP)


def _said(text: str) -> Replaced | None:
    """What the first sentence of a text that names an old value says."""
    return next((said for one in sentences(text) if (said := replaced_in(one.text))), None)


def _place(value: Sequence[str], text: str) -> int | None:
    """Where a statement says a value, as the number of its first word; None where it does not."""
    words, size = value_words(without_reason(text)), len(value)
    starts = range(len(words) - size + 1) if size else ()
    return next((start for start in starts if words[start : start + size] == tuple(value)), None)


def _gives_up_too(said: Replaced, older: str) -> bool:
    """Whether the older statement forbids the old value, or gives it up, as well."""
    return not denied(older).isdisjoint(map(root, said.old))


def _has_own_condition(said: Replaced, older: str) -> bool:
    return any(not condition <= set(value_words(older)) for condition in said.conditions)


def _says_little_else(said: Replaced, older: str) -> bool:
    """Whether the older is no more than "use Y (for Z)", or most of what else it says the newer says too."""
    left = telling(without_reason(older)) - set(map(root, said.old)) - LIGHT_STEMS
    if len(left & said.rest) >= max(1.0, COVERED * len(left)):
        return True
    plain, _, purpose = without_reason(older).partition(" for ")
    bare = not (telling(plain) - set(map(root, said.old)) - LIGHT_STEMS)
    return bare and (not purpose or _place(said.old, purpose) is None) and not (set(map(root, said.old)) & STOP)
