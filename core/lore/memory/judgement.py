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
    own, its, is_covered = _apart(said, older)
    if own and its and not wrong:
        return Judgement(Relation.DIFFERENT)  # each speaks of something else: the web client, the admin client
    is_narrower = (bool(own) and not wrong) or any(not one <= set(words) for one in said.conditions)
    decides = said.is_sure and not is_narrower and is_covered and not _holds_too(said, older)
    return Judgement(Relation.REPLACES if decides else Relation.ASKS, Ground.GIVEN_UP)


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


def _holds_too(said: Replaced, older: str) -> bool:
    """Whether the older statement names the new value as well, and does not give it up itself."""
    return _place(said.new, older) is not None and not set(map(root, said.new)) <= denied(older)


def _apart(said: Replaced, older: str) -> tuple[frozenset[str], frozenset[str], bool]:
    """What of their subjects the newer alone speaks of, what the older alone, and whether the newer says enough of it.

    What the older says the value is for may be left out, and half of what it says where the rest is shared.
    """
    plain = without_reason(older)
    values = frozenset(map(root, (*said.old, *said.new)))
    whole = telling(plain) - values - LIGHT_STEMS
    needed = whole if said.rest & whole else telling(plain.partition(" for ")[0]) - values - LIGHT_STEMS
    is_covered = len(needed & said.rest) >= COVERED * len(needed)
    return said.rest - values - LIGHT_STEMS - whole, whole - said.rest, is_covered
