"""The trained head: what people write and what agents write are weighed apart, each in two steps.

The first step weighs the features alone and lets few sentences pass; the second adds what the sentence means, as the
bundled embedding model sees it. `tests/bench/extraction_head.py` trains both and prints their figures,
cross-validated by session.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lore.capture.extraction.features import FEATURES
from lore.embedding import Embedder
from lore.errors import ModelError
from lore.model import Role

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FILE = Path(__file__).parent / "head.json"


@dataclass(frozen=True, slots=True)
class LinearModel:
    """A linear scorer."""

    weights: tuple[float, ...]
    """One for each of `FEATURES`, and then, in the second step, one for each number of a vector."""
    bias: float

    def score(self, values: Sequence[float]) -> float:
        """How much speaks for a sentence: the log-odds of the training, shifted so that 0 is the border."""
        return self.bias + sum(weight * value for weight, value in zip(self.weights, values, strict=True) if value)


@dataclass(frozen=True, slots=True)
class Classifier:
    """The two steps for one role."""

    gate: LinearModel
    alone: float
    """What the gate must give a sentence where no vectors can be had."""
    full: LinearModel


class SentenceVectors:
    """Vectors of sentences, made by the bundled model; none once the model failed, and `problem` says why."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self.problem: ModelError | None = None

    def of(self, texts: Sequence[str]) -> "Floats | None":
        """One row a text, or None where the model cannot be had."""
        if self.problem is None:
            try:
                return self._embedder.embed(texts)
            except ModelError as error:
                self.problem = error
        return None


@cache
def classifiers() -> Mapping[Role, Classifier]:
    """The head for each role that states facts."""
    stored = json.loads(FILE.read_bytes())
    if stored["features"] != list(FEATURES):
        raise AssertionError("head.json was trained for other features: run tests/bench/extraction_head.py --write")
    return {
        role: Classifier(
            _step(stored[role.value]["gate"]), stored[role.value]["alone"], _step(stored[role.value]["full"])
        )
        for role in (Role.USER, Role.ASSISTANT)
    }


def _step(stored: Mapping[str, object]) -> LinearModel:
    weights, bias = stored["weights"], stored["bias"]
    assert isinstance(weights, list) and isinstance(bias, float)
    return LinearModel(tuple(weights), bias)
