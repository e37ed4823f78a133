"""What tells an objection or a confirmation from any other message is learned here, repositories left out.

It learns from `tests/data/authorship/reactions.jsonl`: openings of messages of people, marked by hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lore.capture.authorship import typed_text
from lore.capture.extraction.reaction import features
from support.authorship import FOLDS, fold_of, read
from support.logistic import Linear, fitted

STRENGTH = 0.1
BORDER = {"objects": 0.0, "confirms": 0.0}
"""Log-odds from which a message says so."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A message of a person, and what it says of the one before."""

    repo: str
    text: str
    says: str
    """`objects`, `confirms` or `nothing`."""
    row: Sequence[float]


@dataclass(frozen=True, slots=True)
class Taken:
    """A message of a repository that was left out, and whether the model takes it so."""

    opening: Opening
    score: float
    """Log-odds above the border."""


def openings() -> list[Opening]:
    """All that there is to learn from."""
    return [
        Opening(one["repo"], one["text"], one["says"], list(features(typed_text(one["text"])).values()))
        for one in read("reactions")
    ]


def trained(found: Sequence[Opening], says: str) -> Linear:
    """The model that these make."""
    right = np.array([opening.says == says for opening in found])
    return fitted(np.array([opening.row for opening in found]), right, np.ones(len(found)), strength=STRENGTH)


def left_out(found: Sequence[Opening], says: str) -> Iterator[Taken]:
    """Every message, judged by a model that saw nothing of its repository."""
    for fold in range(FOLDS):
        tested = [opening for opening in found if fold_of(opening.repo) == fold]
        model = trained([opening for opening in found if fold_of(opening.repo) != fold], says)
        scores = model.scores(np.array([opening.row for opening in tested])) - BORDER[says]
        yield from (Taken(opening, float(score)) for opening, score in zip(tested, scores, strict=True))


def figures(taken: Sequence[Taken], says: str) -> dict[str, float]:
    """Precision and recall of what is taken so."""
    called = [one for one in taken if one.score > 0]
    right = sum(one.opening.says == says for one in called)
    there = sum(one.opening.says == says for one in taken)
    return {"precision": right / max(1, len(called)), "recall": right / max(1, there), "called": len(called)}
