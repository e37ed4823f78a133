"""The gate by words: what prompt and passage share in rare words, weighed against what this store knows anyway.

`lore.context.gate` adds what they share in meaning. Both sets of weights are made by `tests/bench/recall_gate.py`.
"""

from itertools import pairwise
from math import exp, log1p


class Gate:
    """How the signals are weighed: a logistic regression."""

    __slots__ = ("bias", "least", "weights")

    def __init__(self, bias: float, least: float, weights: "dict[str, float]") -> None:
        """least: the chance from which a passage passes."""
        self.bias, self.least, self.weights = bias, least, weights

    def chance(self, signals: "dict[str, float]") -> float:
        """How sure it is that a passage with these signals helps, 0 to 1."""
        score = self.bias + sum(weight * signals[name] for name, weight in self.weights.items())
        return 1 / (1 + exp(-max(-60.0, min(60.0, score))))


BY_WORDS = Gate(
    -0.89,
    0.929,
    {
        "shared": 2.51, "rarest": 2.34, "covered": 2.09, "covering": -2.64, "together": 0.81, "unknown": -13.88,
        "asked": 7.87, "said": -8.65, "fact": -3.37,
    },
)  # fmt: skip
"""Without a model."""


def by_words(signals: "dict[str, float]") -> "float | None":
    """The chance of a passage that passes by words alone; None for one that does not, or that shares none."""
    chance = BY_WORDS.chance(signals)
    return chance if chance >= BY_WORDS.least and signals["shared"] > 0 else None


class PromptWords:
    """The telling terms of one prompt, and how rare each is here."""

    def __init__(self, terms: "list[str]", counts: "dict[str, int]", size: int) -> None:
        """counts: in how many of `size` passages each term stands; a term that is missing stands in none."""
        self._terms = terms
        self._pairs = set(pairwise(terms))
        rarest = rarity(size, 1)
        self.rarity = {term: min(1.0, rarity(size, counts.get(term, 0)) / rarest) for term in terms}
        """Of each term, 0 to 1."""
        self._whole = sum(self.rarity.values())
        unknown = sum(counts.get(term, 0) == 0 for term in terms)
        self._unknown = unknown / len(terms) if terms else 1.0

    def signals(self, terms: "list[str]", *, is_fact: bool) -> "dict[str, float]":
        """What speaks for a passage of these telling terms, each about 0 to 1.

        shared: the rare words that both hold, how rare, added up, on a curve. rarest: the rarest of them. covered: the
        share of the prompt that they make up, by rarity. covering: the share of the passage. together: the pairs of
        such words that stand side by side in both, on a curve. unknown: the share of the prompt's words that this store
        has never seen. asked, said: how long the prompt is, and the passage, on a curve. fact: 1 for a fact.
        """
        own, pairs = set(terms), set(pairwise(terms))
        shared = [self.rarity[term] for term in self._terms if term in own]
        return {
            "shared": log1p(sum(shared)),
            "rarest": max(shared, default=0.0),
            "covered": sum(shared) / self._whole if self._whole else 0.0,
            "covering": len(shared) / len(own) if own else 0.0,
            "together": log1p(len(pairs & self._pairs)),
            "unknown": self._unknown,
            "asked": log1p(len(self._terms)) / 5,
            "said": log1p(len(own)) / 5,
            "fact": float(is_fact),
        }


def rarity(size: int, count: int) -> float:
    """The inverse document frequency of BM25, of a term that stands in `count` of `size` passages; 1 without any."""
    return log1p(max(0.0, size - count + 0.5) / (count + 0.5)) if size else 1.0
