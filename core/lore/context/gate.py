"""The gate: whether what is near a prompt helps it, or only shares words with it. Mostly nothing passes.

Recalling on every prompt makes agents worse, so a passage passes only where a small model is sure. It looks at what
prompt and passage share, in meaning and in rare words, against what this store shares with this prompt anyway.
`tests/bench/recall_gate.py` fits the weights with whole repositories left out, and says how many of 1,000 prompts about
nothing stored recall something.
"""

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from itertools import pairwise
from math import exp, log1p
from typing import TYPE_CHECKING

from lore.index import query_terms, rarity
from lore.model import Passage, PassageType
from lore.search import Near
from lore.store import Store

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

LOOKED_AT = 24
"""Passages that are looked at closely, by meaning and by words each."""
SHORTEST_TERM = 3
"""Letters of a term that tells anything."""


@dataclass(frozen=True, slots=True)
class Signals:
    """What speaks for one passage, each of them about 0 to 1."""

    cosine: float
    """Of prompt and passage; 0 without a model."""
    margin: float
    """How far that stands out among the passages of this store."""
    shared: float
    """The rare words that both hold: how rare, added up, on a curve."""
    rarest: float
    """The rarest of them."""
    covered: float
    """The share of the prompt that they make up, by rarity."""
    covering: float
    """The share of the passage that they make up."""
    together: float
    """The pairs of such words that stand side by side in both, on a curve."""
    unknown: float
    """The share of the prompt's words that this store has never seen."""
    asked: float
    """How long the prompt is, on a curve."""
    said: float
    """How long the passage is, on a curve."""
    fact: float
    """1 for a fact, 0 for a message."""


@dataclass(frozen=True, slots=True)
class Gate:
    """How the signals are weighed: a logistic regression, made by `tests/bench/recall_gate.py`."""

    bias: float
    least: float
    """The chance from which a passage passes."""
    weights: Mapping[str, float]

    def chance(self, signals: Signals) -> float:
        """How sure it is that a passage with these signals helps, 0 to 1."""
        known = named(signals)
        score = self.bias + sum(weight * known[name] for name, weight in self.weights.items())
        return 1 / (1 + exp(-max(-60.0, min(60.0, score))))


WITH_MEANING = Gate(
    -3.81,
    0.955,
    {
        "cosine": 15.76, "margin": -3.45, "shared": 2.01, "rarest": 4.03, "covered": -1.48, "covering": -3.85,
        "together": 0.89, "unknown": -11.93, "asked": 4.26, "said": -7.89, "fact": -3.21,
    },
)  # fmt: skip
BY_WORDS = Gate(
    -0.89,
    0.929,
    {
        "shared": 2.51, "rarest": 2.34, "covered": 2.09, "covering": -2.64, "together": 0.81, "unknown": -13.88,
        "asked": 7.87, "said": -8.65, "fact": -3.37,
    },
)  # fmt: skip
"""The same without a model."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A passage that was looked at."""

    passage: Passage
    signals: Signals
    chance: float
    """How sure it is that this helps, 0 to 1."""
    passes: bool


def named(signals: Signals) -> dict[str, float]:
    """The signals by name."""
    return dict(zip(Signals.__dataclass_fields__, astuple(signals), strict=True))


def weigh(store: Store, near: Near, prompt: str) -> list[Weighed]:
    """What is nearest to a prompt, with what speaks for it, in no order."""
    import numpy as np

    pool, ids = near.found.pool, near.found.ids
    if not ids:
        return []
    cosines = np.nan_to_num(np.fmax(pool.lead, pool.best))
    usual = _usual(cosines)
    gate = WITH_MEANING if np.isfinite(pool.lead).any() else BY_WORDS
    order = {*np.argsort(-cosines, kind="stable")[:LOOKED_AT].tolist()}
    order |= {place for place in np.argsort(-pool.words, kind="stable")[:LOOKED_AT].tolist() if pool.words[place] > 0}
    passages = store.passages.many([ids[place] for place in order])
    words = _Words(prompt, near.counts, near.size)
    weighed_passages = []
    for place in sorted(order):
        if (passage := passages.get(ids[place])) is not None:
            signals = words.signals(passage, float(cosines[place]), usual)
            chance = gate.chance(signals)
            weighed_passages.append(Weighed(passage, signals, chance, chance >= gate.least))
    return weighed_passages


def _usual(cosines: "Floats") -> tuple[float, float]:
    """What passages of this store have in common with this prompt: the middle cosine, and the spread about it."""
    import numpy as np

    if len(cosines) < 2:
        return 0.0, 1.0
    middle = float(np.median(cosines))
    return middle, max(0.05, float(np.median(np.abs(cosines - middle))))


class _Words:
    """The words of one prompt, and how rare each is here."""

    def __init__(self, prompt: str, counts: Mapping[str, int], size: int) -> None:
        self._terms = _telling(prompt)
        self._pairs = set(pairwise(self._terms))
        rarest = rarity(size, 1)
        self._rarity = {term: min(1.0, rarity(size, counts.get(term, 0)) / rarest) for term in self._terms}
        self._whole = sum(self._rarity.values())
        unknown = sum(counts.get(term, 0) == 0 for term in self._terms)
        self._unknown = unknown / len(self._terms) if self._terms else 1.0

    def signals(self, passage: Passage, cosine: float, usual: tuple[float, float]) -> Signals:
        terms = _telling(passage.text)
        own, pairs = set(terms), set(pairwise(terms))
        shared = [self._rarity[term] for term in self._terms if term in own]
        return Signals(
            cosine=cosine,
            margin=(cosine - usual[0]) / usual[1] / 10,
            shared=log1p(sum(shared)),
            rarest=max(shared, default=0.0),
            covered=sum(shared) / self._whole if self._whole else 0.0,
            covering=len(shared) / len(own) if own else 0.0,
            together=log1p(len(pairs & self._pairs)),
            unknown=self._unknown,
            asked=log1p(len(self._terms)) / 5,
            said=log1p(len(own)) / 5,
            fact=float(passage.type is PassageType.FACT),
        )


def _telling(text: str) -> list[str]:
    """The distinct terms of a text that tell anything, in order."""
    return [term for term in query_terms(text) if len(term) >= SHORTEST_TERM]
