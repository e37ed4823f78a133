"""The trained judges: what a newer statement is to one that is near it in meaning. Never asked in a transaction.

Two look at each pair: the bundled model, which reads both together (`lore.embedding.PairNetwork`), and a weighing of
what the words share (`lore.memory.comparison`). Recipe and figures: `tests/bench/pair_judge.py`.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from lore import paths
from lore.embedding import bundled_embedder, bundled_pair_network
from lore.memory.comparison import numbers_of, own_words
from lore.memory.opinion import Opinion
from lore.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

READ = 0.5
"""The share of the network in an opinion; the rest is the words'. Both are needed: on subjects that neither had seen,
tests/bench/pair_judge.py."""


DOUBTFUL = 0.2, 0.9
"""Between these the network's "same" is asked for in the other order as well: two statements say the same both ways."""
OWN, NEAR = 4, 0.65
"""From how many words that each has of its own two statements are the same only if their vectors are as near as this.
Both judges learned from short rules, in which few shared words say little; in long ones they say a lot: of 36 pairs of
everyday preferences that they took for one and that are not, 36 have this, of 84 pairs of rules that are one, two."""
_LEAST = 1e-6
"""Keeps a logarithm finite."""


def opinions(store: Store, newer: str, older: Sequence[str], cosines: Sequence[float] | None = None) -> list[Opinion]:
    """One for each older statement. About 10 ms each, 20 ms in doubt, and 0.2 s the first time. Raises ModelError.

    cosines: of the bundled model's vectors of each and of the newer one, where they are known; else as much again.
    """
    if not older:
        return []
    import numpy as np  # 90 ms

    if cosines is None:
        vectors = bundled_embedder(store.folder).embed([newer, *older])
        cosines = [float(near) for near in vectors[1:] @ vectors[0]]
    network = bundled_pair_network(paths.index_folder(store.folder) / "model.checked.json")
    read = np.log(network.answers([(text, newer) for text in older]) + _LEAST)
    doubtful = [place for place, row in enumerate(read) if DOUBTFUL[0] < np.exp(row[0]) < DOUBTFUL[1]]
    if doubtful:
        turned = network.answers([(newer, older[place]) for place in doubtful])
        read[doubtful] = (read[doubtful] + np.log(turned + _LEAST)) / 2
    weighed = _weighed([numbers_of(text, newer, near) for text, near in zip(older, cosines, strict=True)])
    held = blended(read, np.log(weighed + _LEAST))
    return [bounded(*one) for one in zip(held, older, [newer] * len(older), cosines, strict=True)]


def bounded(opinion: Opinion, older: str, newer: str, cosine: float) -> Opinion:
    """The opinion, without a "same" of two long statements that each say things of their own."""
    return opinion.unlike() if cosine < NEAR and own_words(older, newer) >= OWN else opinion


def blended(read: "NDArray[np.float32]", weighed: "NDArray[np.float32]") -> list[Opinion]:
    """The opinions of the logarithms of what both judges hold, a row of four for each pair."""
    import numpy as np

    both = np.exp(READ * read + (1 - READ) * weighed)
    return [Opinion(*map(float, row / row.sum())) for row in both]


def _weighed(rows: Sequence[Sequence[float]]) -> "NDArray[np.float32]":
    """The softmax of the weighed numbers: a multinomial logistic regression."""
    import numpy as np

    weights, bias = _weights()
    scores = np.array(rows, dtype=np.float32) @ weights.T + bias
    likely: NDArray[np.float32] = np.exp(scores - scores.max(axis=1, keepdims=True))
    likely /= likely.sum(axis=1, keepdims=True)
    return likely


@cache
def _weights() -> "tuple[NDArray[np.float32], NDArray[np.float32]]":
    import numpy as np

    stored = json.loads(files("lore.memory").joinpath("comparison.json").read_text("utf-8"))
    return np.array(stored["weights"], dtype=np.float32), np.array(stored["bias"], dtype=np.float32)
