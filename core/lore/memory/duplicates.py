"""Whether a fact says again what another one says."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from operator import ne

from lore.language import denied, root, tokens
from lore.model import Fact, Layer
from lore.text import INNER_CAPITAL, NAMES_IN_CAPITALS, said_alike

FRAME, SLOT = 2, 3
"""Words that two statements share at least, and that one of them has of its own at most, to be one frame."""
EXCHANGED = 2
"""Words that differ in otherwise equal statements: then they say the same of different things."""
CONTAINED = 0.8
"""How alike a text is to one that says all of it and more."""
_OF_A_PROJECT = (Layer.USER_PROJECT, Layer.PROJECT)
_EMPTY = frozenset(["a", "an", "the", "please", "is", "are", "now", "each", "every", "all"])
_DENIES = re.compile(r"\b(?:not|never|no|none|without|cannot|nobody|nothing)\b|n['’]t\b", re.IGNORECASE)
_AROUND, _BEHIND = "\"'“”‘’()", ".,;:!?…"


def same_scope(left: Fact, right: Fact) -> bool:
    """Whether they belong to the same owner: only then can one stand for the other."""
    return left.layer is right.layer and left.project == right.project


def reach(project: str | None, layer: Layer) -> tuple[Layer, ...]:
    """The layers whose facts one of this layer can say again or replace: yours in a project meet the project's own."""
    return _OF_A_PROJECT if layer in _OF_A_PROJECT and project else (layer,)


def says_again(newer: Fact, older: Fact) -> bool:
    """Whether one of two facts of agents that are near in meaning is enough; nobody may say so of what a person typed.

    Being near proves nothing: opposites are as near as paraphrases, and so is the same said of another server.
    """
    return same_scope(newer, older) and newer.kind is older.kind and agree(newer.text, older.text)


def agree(newer: str, older: str) -> bool:
    """Whether two texts that are near in meaning say one thing: no name, value, order or denial differs."""
    if said_alike(newer) == said_alike(older):
        return True
    rows, names = [_row(text) for text in (newer, older)], [_names(text) for text in (newer, older)]
    denials = [denied(text) or bool(_DENIES.search(text)) for text in (newer, older)]
    if not all(rows) or names[0] != names[1] or denials[0] != denials[1]:
        return False
    counts = [Counter(row) for row in rows]
    if not counts[0] - counts[1] or not counts[1] - counts[0]:
        return rows[0] == rows[1]  # one of them says more, or the same in another order
    exchanged = len(rows[0]) == len(rows[1]) and sum(map(ne, *rows)) <= min(EXCHANGED, len(rows[0]) - 1)
    return not exchanged and not _is_one_frame(*rows)


def word_similarity(left: str, right: str) -> float:
    """The share of words that two texts have in common, 0 to 1, whatever their order and endings (Dice's coefficient).

    Where one holds all words of the other, that is nearly the same: no less than `CONTAINED`.
    """
    one, other = _roots(left), _roots(right)
    shared, fewest = len(one & other), min(len(one), len(other))
    return max(2 * shared / (len(one) + len(other)), CONTAINED * shared / fewest) if fewest else 0.0


@lru_cache(4_096)
def _roots(text: str) -> frozenset[str]:
    return frozenset(map(root, tokens(text)))


def _row(text: str) -> list[str]:
    return [root(word) for one in text.split() if (word := _bare(one).casefold()) not in _EMPTY]


def _names(text: str) -> set[str]:
    """Numbers, identifiers, names in capitals and what stands in backticks, as they are written."""
    return {word for word in map(_bare, text.split()) if _is_name(word)}


def _bare(word: str) -> str:
    """A word without the marks around and behind it; what is nothing but marks, as it is."""
    return word.strip(_AROUND).rstrip(_BEHIND).strip(_AROUND) or word


def _is_name(word: str) -> bool:
    plain = word.replace("-", "").replace("’", "").replace("'", "").isalpha()
    return not plain or INNER_CAPITAL.search(word) is not None or word in NAMES_IN_CAPITALS or word.isupper()


def _is_one_frame(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether they are one frame with something else in one place: the same said of two things."""
    head = _shared_beginning(left, right)
    tail = _shared_beginning(left[head:][::-1], right[head:][::-1])
    return head + tail >= FRAME and max(len(left), len(right)) - head - tail <= SLOT


def _shared_beginning(left: Sequence[str], right: Sequence[str]) -> int:
    """How many words two rows begin with alike."""
    return next((at for at, pair in enumerate(zip(left, right, strict=False)) if ne(*pair)), min(len(left), len(right)))
