"""A logistic regression with sample weights, for recipes and for tests that leave repositories out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_LEAST_SPREAD = 0.05
"""Standard deviation below which a number is not blown up."""
_STEPS = 25


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear scorer of raw features."""

    weights: Floats
    bias: float

    def scores(self, rows: Floats) -> Floats:
        found: Floats = rows @ self.weights + self.bias
        return found


def fitted(rows: Floats, right: NDArray[np.bool_], weight: Floats, *, strength: float) -> Linear:
    """The model with the greatest likelihood and a penalty of 1 / (2 · strength) on standardised weights (Newton)."""
    middle, spread = rows.mean(0), np.maximum(rows.std(0), _LEAST_SPREAD)
    x = np.hstack([(rows - middle) / spread, np.ones((len(rows), 1))])
    sample = weight * len(weight) / weight.sum()
    penalty = np.diag([1 / strength] * rows.shape[1] + [1e-6])
    theta = np.zeros(x.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(x @ theta, -30, 30)))
        slope = x.T @ (sample * (chance - right)) + penalty @ theta
        bend = (x * (sample * np.maximum(chance * (1 - chance), 1e-6))[:, None]).T @ x + penalty
        step = np.linalg.solve(bend, slope)
        theta -= step
        if np.abs(step).max() < 1e-6:
            break
    weights = theta[:-1] / spread
    return Linear(weights, float(theta[-1] - middle @ weights))
