"""The trained head: two short lists of weights, one for what people write and one for what agents write.

`tests/bench/extraction_head.py` trains it and prints its figures, cross-validated by session.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lore.capture.extraction.features import FEATURES

FILE = Path(__file__).parent / "head.json"


@dataclass(frozen=True, slots=True)
class Head:
    """A linear scorer. A sentence of a score above 0 is worth keeping."""

    weights: tuple[float, ...]
    """One for each of `FEATURES`."""
    bias: float

    def score(self, values: Sequence[float]) -> float:
        """How much speaks for a sentence; the log-odds of the training, shifted so that 0 is the border."""
        return self.bias + sum(weight * value for weight, value in zip(self.weights, values, strict=True) if value)


@cache
def head(name: str) -> Head:
    """The head for `user` or `assistant`."""
    stored = json.loads(FILE.read_bytes())
    if stored["features"] != list(FEATURES):
        raise AssertionError("head.json was trained for other features: run tests/bench/extraction_head.py")
    return Head(tuple(stored[name]["weights"]), stored[name]["bias"])
