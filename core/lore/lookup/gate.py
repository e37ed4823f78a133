"""The gate by words: what prompt and passage share in rare words, weighed against what this store knows anyway.

`lore.context.gate` adds what they share in meaning. Both sets of weights are made by `tests/bench/recall_gate.py`.
"""

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


BY_WORDS = Gate(-0.73, 0.93, {"covered": 11.46, "rarest": 0.48})
"""Where nothing is known of meanings."""


def by_words(signals: "dict[str, float]") -> "float | None":
    """The chance of a passage that passes by words alone; None for one that does not, or that shares none."""
    chance = BY_WORDS.chance(signals)
    return chance if chance >= BY_WORDS.least and signals["covered"] > 0 else None


COLOURS = frozenset(
    ("black", "blue", "brown", "gray", "green", "grey", "orang", "pink", "purpl", "red", "white", "yellow")
)
"""Stems that name things ("blue green", "red team") as often as they say what they mean: alone they tell nothing."""


class PromptWords:
    """The telling terms of one prompt, and how rare each is here."""

    def __init__(self, terms: "list[str]", counts: "dict[str, int]", size: int) -> None:
        """counts: in how many of `size` passages each term stands; a term that is missing stands in none."""
        self._terms = terms
        rarest = rarity(size, 1)
        self.rarity = {term: min(1.0, rarity(size, counts.get(term, 0)) / rarest) for term in terms}
        """Of each term, 0 to 1."""
        self._whole = sum(self.rarity.values())

    def signals(self, terms: "list[str]") -> "dict[str, float]":
        """What speaks for a fact of these telling terms, each 0 to 1.

        covered: the share of the prompt, by rarity, that the words make up which both hold. rarest: how rare the rarest
        of them is.
        """
        held = set() if self.shares_a_colour(terms) else {*terms}
        shared = [self.rarity[one] for one in self._terms if one in held]
        return {"covered": sum(shared) / self._whole if self._whole else 0.0, "rarest": max(shared, default=0.0)}

    def shares_a_colour(self, terms: "list[str]") -> bool:
        """Whether nothing but a colour is what a fact of these terms shares with the prompt."""
        same = set(terms) & set(self._terms)
        return bool(same) and same <= COLOURS


def rarity(size: int, count: int) -> float:
    """The inverse document frequency of BM25, of a term that stands in `count` of `size` passages; 1 without any."""
    return log1p(max(0.0, size - count + 0.5) / (count + 0.5)) if size else 1.0
