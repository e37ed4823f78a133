"""The trained head: what people write and what agents write are weighed apart, each in two steps.

The first step weighs form, grammar and words, linearly, which takes well below a millisecond; the second adds what a
network reads in a sentence and what stands before it. `tests/bench/extraction_head.py` trains and joins them and prints
their figures on repositories that were left out; `head.npz` holds the weights.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lore.capture.extraction.form import MessageForm
from lore.capture.extraction.grammar import signs
from lore.capture.extraction.lexicon import terms
from lore.embedding import SentenceNetwork
from lore.errors import ModelError
from lore.model import Kind, Role

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FILE = Path(__file__).parent / "head.npz"
ROLES = (Role.USER, Role.ASSISTANT)
KINDS = (
    Kind.DECISION, Kind.PROJECT, Kind.CONVENTION, Kind.SOLUTION, Kind.LESSON, Kind.CORRECTION, Kind.PREFERENCE,
    Kind.SYSTEM, Kind.TASK,
)  # fmt: skip
"""The kinds that the head tells apart, in the order of its weights."""
RULE = 1.0
"""What the log-odds of a person's sentence gain by being a rule in so many words: sessions hold too few to learn it."""

KIND_READ = 0.3
"""What the network's score of a kind counts beside that of the words."""


def _chances(odds: "Floats", rules: Sequence[bool]) -> "Floats":
    """The probabilities of log-odds, which a rule raises."""
    import numpy as np

    raised: Floats = odds + RULE * np.array(rules, dtype=np.float32)
    chances: Floats = (1 / (1 + np.exp(-raised))).astype(np.float32)
    return chances


@dataclass(frozen=True, slots=True)
class LinearModel:
    """A linear scorer with its calibration."""

    weights: "Floats"
    """One column for the fact itself, then one for each of `KINDS`; the last row is the bias."""
    slope: float
    shift: float
    border: float
    """The probability from which on a sentence is a fact."""

    def chances(self, numbers: "Floats", rules: Sequence[bool]) -> "Floats":
        """The calibrated probability that each row states a fact worth keeping. rules: which rows are rules."""
        return _chances(self.odds(numbers), rules)

    def odds(self, numbers: "Floats") -> "Floats":
        """The calibrated log-odds of each row, whatever rule it is."""
        score: Floats = numbers @ self.weights[:-1, 0] + self.weights[-1, 0]
        return self.slope * score + self.shift

    def kinds(self, numbers: "Floats") -> "Floats":
        """How much speaks for each of `KINDS`, a row for each row."""
        kinds: Floats = numbers @ self.weights[:-1, 1:] + self.weights[-1, 1:]
        return kinds


@dataclass(frozen=True, slots=True)
class Network:
    """How the words and what the network read are weighed together."""

    words: float
    """What the log-odds by the words count."""
    states: float
    """What the network's log-odds of stating a fact count."""
    worth: float
    """What its log-odds of being worth keeping as it stands count."""
    shift: float
    border: float
    """The probability from which on a sentence is a fact."""

    def chances(self, by_words: "Floats", read: "Floats", rules: Sequence[bool]) -> "Floats":
        """The calibrated probability that each sentence states a fact worth keeping.

        by_words: its log-odds. read: what the network says of it, as `SentenceNetwork.scores`.
        """
        odds = self.words * by_words + self.states * read[:, 0] + self.worth * read[:, -1] + self.shift
        return _chances(odds.astype("float32"), rules)


@dataclass(frozen=True, slots=True)
class Classifier:
    """What one role's sentences are weighed by."""

    words: LinearModel
    """By form, grammar and words alone."""
    both: Network
    """By what the network read as well."""


class SentenceReader:
    """What the network says of sentences; nothing once the model failed, and `problem` says why."""

    def __init__(self, network: SentenceNetwork) -> None:
        self._network = network
        self.problem: ModelError | None = None

    def of(self, pairs: Sequence[tuple[str, str]]) -> "Floats | None":
        """A row for each pair of context and sentence, or None where the model cannot be had."""
        if self.problem is None:
            try:
                return self._network.scores(pairs)
            except ModelError as error:
                self.problem = error
        return None


@dataclass(frozen=True, slots=True)
class Weights:
    """The head of each role, and the terms that it counts."""

    vocabulary: Mapping[str, int]
    heads: Mapping[Role, Classifier]


@cache
def weights() -> Weights:
    """The weights in the package."""
    import numpy as np

    with np.load(FILE) as stored:
        vocabulary = {term: place for place, term in enumerate(stored["vocabulary"].tolist())}
        heads = {}
        for role in ROLES:
            words = LinearModel(
                stored[f"{role.value} words"].astype(np.float32), *map(float, stored[f"{role.value} words border"])
            )
            heads[role] = Classifier(words, Network(*map(float, stored[f"{role.value} both"])))
    return Weights(vocabulary, heads)


def numbers_of(form: MessageForm, place: int, vocabulary: Mapping[str, int]) -> "Floats":
    """Form, signs of grammar, and which terms of the vocabulary a sentence has. place: in its message, from 0."""
    import numpy as np

    text = form.found[place].text
    counted = np.zeros(len(vocabulary), dtype=np.float32)
    counted[[vocabulary[term] for term in terms(text) if term in vocabulary]] = 1
    return np.concatenate([np.array([*form.numbers(place), *signs(text)], dtype=np.float32), counted])
