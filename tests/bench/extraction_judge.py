"""What the scorer of the labelled messages says of an extraction head, on repositories that were left out."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from lore.capture.extraction.head import KINDS
from lore.capture.extraction.selection import MOST, MOST_MEANINGS, TOLD, how_many

FOLDS = 8
"""Groups of repositories that are left out in turn."""
JUNK_WANTED, JUNK_COSTS = 0.25, 1.5
"""The share of junk that is borne where a border is chosen (elsewhere it is more), and what each point above it costs
of message and fact F1 together."""
WORTH_WANTED, WORTHLESS_COSTS = 0.7, 1.2
"""The same of the share that is worth keeping, of the sentences of agents that were judged one by one: what each point
below it costs."""


@dataclass
class Corpus:
    """All sentences, as arrays of as many rows."""

    messages: list[dict[str, Any]]
    message: Any
    texts: list[str]
    quotes: list[str]
    """The texts with the apostrophes that were typed."""
    numbers: Any
    fact: Any
    kind: Any
    weight: Any
    rule: Any
    told: Any
    """Whether it is what a person meant to say with a short message."""
    user: Any
    fold: Any
    """-1 where it is never left out: written."""
    judged: Any
    worth: Any
    """1 where it is worth keeping as it stands, 0 where not, -1 where nobody judged that."""
    worth_weight: Any
    stands: Any
    """Whether it can be understood alone, and is no question."""
    pairs: list[tuple[str, str]]
    """What the network reads: what stands before the sentence, and the sentence."""
    terms_from: int = 0
    """Where among the numbers the terms of the vocabulary begin."""

    def read(self, rows: Sequence[int], gate: Any) -> list[int]:
        """Of the rows of one message those that the network reads. gate: what the words say of each."""
        ranked = sorted((row for row in rows if self.stands[row]), key=lambda row: -gate[row])[:MOST_MEANINGS]
        return ranked[: how_many([self.pairs[row] for row in ranked])]


class Judge:
    """The scorer of the data set over the messages of dev and train."""

    def __init__(self, scorer: ModuleType, one: Corpus) -> None:
        self._scorer, self._one = scorer, one
        self._judged = [number for number, message in enumerate(one.messages) if message["judged"]]
        weights = scorer.stratum_weights([one.messages[number] for number in self._judged])
        self.weights = dict(zip(self._judged, weights, strict=True))
        self._fold = dict(zip(one.message.tolist(), one.fold.tolist(), strict=True))
        self._known: dict[tuple[int, tuple[str, ...]], Any] = {}

    def chosen(
        self, chances: Any, gate: Any, borders: Mapping[Any, float], user: bool | None = None
    ) -> dict[int, list[int]]:
        """The rows that are kept, by message. borders: by role and fold."""
        corpus, found = self._one, defaultdict[int, list[int]](list)
        for row in np.flatnonzero(corpus.judged if user is None else corpus.judged & (corpus.user == user)).tolist():
            found[int(corpus.message[row])].append(row)
        kept = {}
        for number, rows in found.items():
            border = borders[bool(corpus.user[rows[0]]), int(corpus.fold[rows[0]])]
            passed = corpus.read(rows, gate)
            best = sorted((row for row in passed if chances[row] >= border), key=lambda row: -chances[row])[:MOST]
            if best:
                kept[number] = best
        return kept

    def eased(self, chances: Any) -> Any:
        """The probabilities, raised where the border is lower: once the borders of the rest are chosen."""
        return np.where(self._one.told, chances / TOLD, chances)

    def borders(self, chances: Any, gate: Any, user: bool) -> dict[int, float]:
        """By left-out fold, -1 for none: the border with the best message and fact F1 on the other repositories that
        keeps junk as low as wanted."""
        corpus, role = self._one, "user" if user else "assistant"
        mine = [number for number in self._judged if corpus.messages[number]["role"] == role]
        best: dict[int, tuple[float, float]] = defaultdict(lambda: (-9.0, 0.5))
        for border in np.quantile(chances[corpus.judged & (corpus.user == user)], np.linspace(0.88, 0.99, 28)):
            everywhere = {(user, fold): float(border) for fold in range(FOLDS)}
            kept = self.chosen(chances, gate, everywhere, user)
            for fold in range(-1, FOLDS):
                row = self.figures(kept, [number for number in mine if fold == -1 or self._fold.get(number) != fold])
                junk = max(0.0, row["junk_rate"] - JUNK_WANTED)
                single = (corpus.worth >= 0) & corpus.stands & (corpus.user == user) & (chances >= border)
                worth = corpus.worth[single & (corpus.fold != fold)]
                worthless = max(0.0, WORTH_WANTED - float(worth.mean())) if len(worth) and not user else 0.0
                gain = row["message"]["f1"] + row["fact"]["f1"] - JUNK_COSTS * junk - WORTHLESS_COSTS * worthless
                best[fold] = max(best[fold], (gain, float(border)))
        return {fold: round(found[1], 3) for fold, found in best.items()}

    def figures(self, kept: dict[int, list[int]], numbers: Sequence[int]) -> dict[str, Any]:
        rows = [self._row(number, tuple(self._one.quotes[row] for row in kept.get(number, ()))) for number in numbers]
        result: dict[str, Any] = self._scorer.summarise(rows, [self.weights[number] for number in numbers])
        return result

    def report(self, kept: dict[int, list[int]], kinds: Any) -> None:
        for role in ("", "user", "assistant"):
            numbers = [n for n in self._judged if role in ("", self._one.messages[n]["role"])]
            print(f"{role or 'both':12}{line_of(self.figures(kept, numbers))}", flush=True)
        recall: Counter[str] = Counter()
        for number in self._judged:
            for kind, found in self._row(number, tuple(self._one.quotes[row] for row in kept.get(number, ())))["kinds"]:
                recall[kind] += found
                recall[f"{kind} of"] += 1
        print("recall: " + "  ".join(f"{kind} {recall[kind]}/{recall[f'{kind} of']}" for kind in map(str, KINDS)))
        corpus = self._one
        right = [
            corpus.kind[row] == kinds[row].argmax() for rows in kept.values() for row in rows if corpus.kind[row] >= 0
        ]  # fmt: skip
        print(f"kind right {np.mean(right):.2f} of {len(right)}")

    def worth(self, chances: Any, borders: Mapping[Any, float]) -> None:
        """Print how much of what is kept is worth it, of the sentences that were judged one by one. chances: eased."""
        one = self._one
        for user, role in ((True, "people"), (False, "agents")):
            mine = (one.worth >= 0) & one.stands & (one.user == user)
            least = np.array([borders.get((user, fold), 1.0) for fold in range(FOLDS)])[one.fold]
            kept, good = mine & (chances >= least), mine & (one.worth == 1)
            right = (kept & good).sum()
            print(
                f"{role}: {kept.sum()} of {mine.sum()} kept, {right / max(1, kept.sum()):.2f} of them worth it, "
                f"{right / max(1, good.sum()):.2f} of what is worth it"
            )

    def by_repository(self, kept: dict[int, list[int]]) -> None:
        for source in sorted({self._one.messages[n]["source"] for n in self._judged}):
            numbers = [n for n in self._judged if self._one.messages[n]["source"] == source]
            if sum(bool(self._one.messages[n]["facts"]) for n in numbers):
                print(f"{source:34}{len(numbers):5} {line_of(self.figures(kept, numbers))}")

    def _row(self, number: int, texts: tuple[str, ...]) -> Any:
        if (number, texts) not in self._known:
            predicted = [{"text": text, "kind": "", "quote": text} for text in texts]
            self._known[number, texts] = self._scorer.judge(self._one.messages[number], predicted, False)
        return self._known[number, texts]


def line_of(row: dict[str, Any]) -> str:
    message, fact = row["message"], row["fact"]
    return (
        f"message {message['precision']:.2f} {message['recall']:.2f} {message['f1']:.3f}  "
        f"fact {fact['precision']:.2f} {fact['recall']:.2f} {fact['f1']:.3f}  junk {row['junk_rate']:.3f}"
    )
