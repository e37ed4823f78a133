"""What two statements are to each other, read together by the bundled model with a small trained correction.

Recipe and figures: `tests/bench/pair_judge.py`.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lore import paths
from lore.embedding.adapted import adapted_model
from lore.embedding.embedder import MODEL, verify

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).with_name("pair_network.npz")
ANSWERS = ("same", "contradicts", "narrows", "different")
"""What the newer of two statements may be to the older one, in the order of the answers."""
LONGEST_PAIR = 96
"""Tokens of two statements together that are read: of longer ones the beginnings, in equal shares."""
_HINT = "reinstall Lore to bring the model back; until then statements are compared by their words alone"


class PairNetwork:
    """Reads an older and a newer statement together."""

    def __init__(self, model: Path) -> None:
        """model: the folder of the bundled model, whose files are whole. Raises ModelError."""
        self._model = adapted_model(model, WEIGHTS, longest=LONGEST_PAIR, hint=_HINT)

    def answers(self, pairs: Sequence[tuple[str, str]]) -> "Floats":
        """One row for each pair of an older and a newer statement: how likely each of `ANSWERS` is, 1 in all.

        One pair at a time, so that an answer does not depend on what is asked beside it; about 10 ms each.
        """
        import numpy as np

        return np.array([self._answer(older, newer) for older, newer in pairs], dtype=np.float32).reshape(
            -1, len(ANSWERS)
        )

    def _answer(self, older: str, newer: str) -> "Floats":
        import numpy as np

        tokens = self._model.read(older, newer).tokens
        scores = self._model.scores(np.concatenate([tokens[0], tokens.mean(axis=0)]))
        likely: Floats = np.exp(scores - scores.max())
        likely /= likely.sum()
        return likely


def pair_weights() -> bytes:
    """What training changed, as it is stored: another file is another judge."""
    return WEIGHTS.read_bytes()


@cache
def bundled_pair_network(receipt: Path) -> PairNetwork:
    """Loaded once per process: 0.2 s. receipt: remembers which files were found to be whole. Raises ModelError."""
    folder = paths.models_folder() / MODEL
    verify(folder, receipt)
    return PairNetwork(folder)
