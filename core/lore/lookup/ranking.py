"""What is nearest to a prompt by words: the passages that are looked at closely. One rule, for hooks and the engine."""

from lore.lazy import TYPE_CHECKING

if TYPE_CHECKING:
    Shares = list[tuple[float, int]]

LOOKED_AT = 24
"""Passages that are looked at closely."""
RANKED = 400
"""Those that are ranked: what shares most with the prompt."""
USUAL_LENGTH = 40
"""Terms of a passage that is neither short nor long. What people and agents say has 40 to 50 in the middle; the mean
of one store would depend on what else is asked."""
_K1, _B = 1.2, 0.75
"""Of BM25, as the word index has it."""


def nearest(passages: "dict[str, tuple[int, Shares]]") -> "list[str]":
    """The ids of those that are looked at closely, the nearest by BM25 first.

    passages: of each its length in terms, and of each term that it shares with the prompt how rare that is, and how
    often it stands there.
    """
    worth = {name: _bm25(shares, length / USUAL_LENGTH) for name, (length, shares) in passages.items()}
    return sorted(worth, key=lambda name: (-worth[name], name))[:LOOKED_AT]


def _bm25(shares: "Shares", length: float) -> float:
    damping = _K1 * (1 - _B + _B * length)
    return sum(rare * times * (_K1 + 1) / (times + damping) for rare, times in sorted(shares))
