"""Whether a sentence deserves to be remembered, read after what stands before it by the bundled model with a small
trained correction.

Recipe and figures: `tests/bench/sentence_network.py` and `tests/bench/extraction_head.py`.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from lore import paths
from lore.embedding.adapted import AdaptedModel, adapted_model
from lore.embedding.embedder import MODEL, verify

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

CORRECTION = Path(__file__).with_name("sentence_network.npz")
LONGEST_READ = 96
"""Tokens of a sentence and what stands before it that are read."""
_HINT = "reinstall Lore to bring the model back; until then facts are chosen by their words alone"


class SentenceNetwork(Protocol):
    """Reads sentences, each after what stands before it."""

    def scores(self, pairs: Sequence[tuple[str, str]]) -> "Floats":
        """A row for each pair of context and sentence: the log-odds that it states a fact, then what speaks for each
        kind, then the log-odds that it is worth keeping as it stands. Raises ModelError where the model cannot be
        had."""


class BundledSentenceNetwork:
    """The network in the package, loaded for the first sentence: 0.2 s."""

    def __init__(self, model: Path, receipt: Path, correction: Path = CORRECTION) -> None:
        """model: the folder of the bundled model. receipt: remembers which files were found to be whole."""
        self._folder, self._receipt, self._correction = model, receipt, correction
        self._model: AdaptedModel | None = None

    def scores(self, pairs: Sequence[tuple[str, str]]) -> "Floats":
        """One pair at a time, so that a score does not depend on what is asked beside it; about 10 ms each."""
        import numpy as np

        if self._model is None:
            verify(self._folder, self._receipt)
            self._model = network_of(self._folder, self._correction)
        model = self._model
        return np.array([model.scores(summary(model, *pair)) for pair in pairs], dtype=np.float32)


def network_of(model: Path, correction: Path = CORRECTION) -> AdaptedModel:
    """The bundled model with the correction that reads sentences. model: its folder. Raises ModelError."""
    return adapted_model(model, correction, longest=LONGEST_READ, hint=_HINT)


def summary(model: AdaptedModel, context: str, sentence: str) -> "Floats":
    """What the last layer of answers is given: the first token, the mean of all, and the mean of the sentence's own."""
    import numpy as np

    read = model.read(context, sentence)
    own = read.tokens[read.sides == 1]
    return np.concatenate([read.tokens[0], read.tokens.mean(axis=0), own.mean(axis=0)])


@cache
def bundled_sentence_network(folder: Path) -> BundledSentenceNetwork:
    """Loaded once per process. folder: the data folder, for the receipt of the check."""
    return BundledSentenceNetwork(paths.models_folder() / MODEL, paths.index_folder(folder) / "model.checked.json")
