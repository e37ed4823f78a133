"""Train the extraction head and say how good it is on repositories it has not seen.

    python tests/bench/extraction_head.py [--scores FILE.npz] [--data ../shared/data] [--write]

For each role a linear model over the form, the grammar and the words of a sentence, fitted by least squares with a
penalty; and a logistic one that joins it with the scores of networks that have not seen the repository of a sentence
(`sentence_network.py` makes them). The linear ones learn from the messages of `extraction-dev.jsonl`,
`extraction-train.jsonl` and `tests/data/extraction`, from what people told once (`told_once`), and from written
messages: the twins, `statements_user.txt` and `statements_agent.txt`. The logistic one learns from the labelled
messages and from the sentences of repositories that were judged one by one.

Every figure is of messages whose whole repository was left out of the training, and whose border was chosen on other
repositories: eight groups of repositories, the five largest alone. The scorer is that of the data set, and the rows are
its `reweighted` ones, over dev and train. How words and network are joined is fitted on the other repositories too.
`--write` trains on everything and writes the weights.

Weights of the training: an arguable sentence counts a third, because it is no junk either; a sentence beside a fact
counts half, because only a message without facts makes junk; what was written or told counts half.
"""

import argparse
import hashlib
import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from extraction_corpus import LABELS, corpus, everything, load_scorer, vocabulary_of
from extraction_judge import FOLDS, Corpus, Judge

from lore.capture.extraction.head import FILE, KIND_READ, KINDS, ROLES, RULE

MOST_LACKING = 0.06
"""Share of the sentences to read that the scores may lack: a rule of form that changed lets other sentences be read."""
SCORES_OF_OTHERS = "the scores are of other messages: run sentence_network.py"
PENALTY = 6000.0
"""Of the squared weights of standardised numbers."""
KIND_PENALTY = 1000.0
JUDGED = {True: 0.0, False: 0.25}
"""What a sentence that was judged by itself counts where words and network are joined, for people and for agents; one
of a labelled message counts 1. Those of people are too few to tell more that is worth keeping."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--scores", type=Path, default=LABELS / "network_scores.npz", help="of `sentence_network.py`")
    parser.add_argument("--write", action="store_true", help="into the package")
    options = parser.parse_args()
    scorer = load_scorer(options.data / "extraction" / "score.py")
    messages = [message for message in everything(options.data) if "classes" not in message or message["source"]]
    vocabulary = vocabulary_of([message for message in messages if message["share"]])
    one = corpus(messages, vocabulary, scorer)
    with np.load(options.scores) as stored:
        known = stored["scores"].astype(np.float32)
    if len(known) != len(one.texts):
        raise ValueError(SCORES_OF_OTHERS)
    print(f"{len(messages)} messages, {len(one.texts)} sentences, {one.numbers.shape[1]} numbers")
    judge = Judge(scorer, one)
    words = left_out(one)
    borders = {}
    _, borders["words"] = shown(judge, "words", words.chances, words)
    both = join(one, words, known)
    kinds = words.kinds + KIND_READ * np.nan_to_num(known[:, 1:-1])
    kept, borders["both"] = shown(judge, "both", both.chances, words, kinds)
    judge.by_repository(kept)
    if options.write:
        write(words, both, borders, vocabulary)
        stored = predictions(one, kept, kinds, list(judge.weights.values()))
        (LABELS / "left_out.json").write_text(json.dumps(stored, ensure_ascii=False, indent=0) + "\n")


def shown(judge: Judge, name: str, chances: Any, words: "Unseen", kinds: Any = None) -> tuple[Any, list[float]]:
    """The rows that are kept by borders of other repositories, and the borders of people and agents; printed."""
    by_role = {user: judge.borders(chances, words.chances, user) for user in (True, False)}
    borders = [by_role[user][-1] for user in (True, False)]
    nested = {(user, fold): border for user, each in by_role.items() for fold, border in each.items()}
    kept = judge.chosen(judge.eased(chances), words.chances, nested)
    print(f"\n{name}: borders {borders}")
    judge.report(kept, words.kinds if kinds is None else kinds)
    judge.worth(judge.eased(chances), nested)
    return kept, borders


def fitted(one: Corpus) -> dict[tuple[bool, int], Any]:
    """Weights for the raw numbers with the bias last, by role and left-out fold (-1: nothing left out).

    A column for the fact, by all sentences, then one for each kind, by the sentences that state a fact. The sums of
    each fold are made once, so leaving one out costs a subtraction.
    """
    values, found = one.numbers, {}
    for user in (True, False):
        rows = one.user == user
        mean, spread = values[rows].mean(0), values[rows].std(0) + 1e-6
        x = np.hstack([(values[rows] - mean) / spread, np.ones((rows.sum(), 1))]).astype(np.float32)
        fold, share = one.fold[rows], one.weight[rows, None].astype(np.float32)
        sure = one.kind[rows] >= 0
        targets = np.where(one.fact[rows], 1.0, -1.0)[:, None]
        kinds = np.where(one.kind[rows, None] == np.arange(len(KINDS)), 1.0, -1.0)
        known = x.copy()
        known[:, one.terms_from : one.numbers.shape[1]] = 0  # a thousand facts are too few to weigh words for kinds
        sums = {}
        for number in range(-1, FOLDS):
            at, facts = fold == number, (fold == number) & sure
            sums[number] = (
                x[at].T @ (x[at] * share[at]), x[at].T @ (targets[at] * share[at]),
                known[facts].T @ known[facts], known[facts].T @ kinds[facts],
            )  # fmt: skip
        for left_out in range(-1, FOLDS):
            total = [sum(sums[n][place] for n in sums if n == -1 or n != left_out) for place in range(4)]
            ridge = np.diag([PENALTY] * (x.shape[1] - 1) + [1e-3])
            weights = np.hstack(
                [
                    np.linalg.solve(total[0] + ridge, total[1]),
                    np.linalg.solve(total[2] + ridge * (KIND_PENALTY / PENALTY), total[3]),
                ]
            )
            raw = weights[:-1] / spread[:, None]
            found[user, left_out] = np.vstack([raw, weights[-1] - mean @ raw])
    return found


@dataclass(frozen=True)
class Unseen:
    """What the words say of each sentence whose repository they have not seen, and the step that has seen all."""

    chances: Any
    odds: Any
    """Calibrated, whatever rule a sentence is."""
    kinds: Any
    weights: dict[bool, Any]
    calibration: dict[bool, tuple[float, float]]


def left_out(one: Corpus) -> Unseen:
    """The calibrated probability of each sentence by a head that has not seen its repository, and its kinds."""
    weights = fitted(one)
    odds, kinds = np.full(len(one.texts), -9.0), np.zeros((len(one.texts), len(KINDS)))
    for (user, fold), matrix in weights.items():
        rows = (one.user == user) & (one.fold == fold) & (fold >= 0)
        said = one.numbers[rows] @ matrix[:-1] + matrix[-1]
        odds[rows], kinds[rows] = said[:, 0], said[:, 1:]
    calibration = {}
    for user in (True, False):
        rows = (one.user == user) & (one.fold >= 0)
        calibration[user] = platt(odds[rows], one.fact[rows], one.weight[rows])
        odds[rows] = calibration[user][0] * odds[rows] + calibration[user][1]
    chances = 1 / (1 + np.exp(-odds - RULE * one.rule))
    return Unseen(chances, odds, kinds, {user: weights[user, -1] for user in (True, False)}, calibration)


@dataclass(frozen=True)
class Joined:
    """What words and network say together of each sentence whose repository neither has seen."""

    chances: Any
    weights: dict[bool, Any]
    """Of the words, of the two answers of the network, and the shift, by all repositories."""


def join(one: Corpus, words: Unseen, read: Any) -> Joined:
    """A logistic regression over three numbers, fitted on sentences of other repositories that the network reads."""
    asked, single = one.judged & one.stands, (one.worth >= 0) & one.stands & ~np.isnan(read[:, [0, -1]]).any(1)
    chosen = np.zeros(len(one.texts), bool)
    by_message = defaultdict[int, list[int]](list)
    for row in np.flatnonzero(asked).tolist():
        by_message[int(one.message[row])].append(row)
    for rows in by_message.values():
        chosen[one.read(rows, words.chances)] = True
    lacking = chosen & np.isnan(read[:, [0, -1]]).any(1)
    if lacking.sum() > MOST_LACKING * chosen.sum():
        raise ValueError(SCORES_OF_OTHERS)
    if lacking.any():
        print(
            f"{lacking.sum()} of {chosen.sum()} sentences have no score and get the usual one: run sentence_network.py"
        )
    read = usual(one, words, read, chosen & ~lacking, lacking)
    numbers, chances = np.stack([words.odds, read[:, 0], read[:, -1]], 1), np.zeros(len(one.texts))
    good, found = np.where(single, one.worth == 1, one.fact), {}
    for user in (True, False):
        mine, share = (chosen | single) & (one.user == user), np.where(single, JUDGED[user], one.weight)
        for fold in range(-1, FOLDS):
            rows, unseen = mine & (one.fold != fold) & (share > 0), mine & (one.fold == fold)
            fit = logistic if JUDGED[user] else without_last
            weights = fit(numbers[rows], good[rows], share[rows])
            odds = numbers[unseen] @ weights[:-1] + weights[-1] + RULE * one.rule[unseen]
            chances[unseen] = 1 / (1 + np.exp(-odds))
            if fold == -1:
                found[user] = weights
    return Joined(chances, found)


def usual(one: Corpus, words: Unseen, read: Any, known: Any, lacking: Any) -> Any:
    """The scores, and where one lacks what networks say on average of sentences for which the words speak as much."""
    filled = read.copy()
    for user in (True, False):
        rows, at = known & (one.user == user), lacking & (one.user == user)
        for column in (0, -1):
            filled[at, column] = np.polyval(np.polyfit(words.odds[rows], read[rows, column], 1), words.odds[at])
    return filled


def without_last(numbers: Any, fact: Any, share: Any) -> Any:
    """The same, where the last number weighs nothing."""
    return np.insert(logistic(numbers[:, :-1], fact, share), numbers.shape[1] - 1, 0.0)


def platt(scores: Any, fact: Any, share: Any) -> tuple[float, float]:
    """Slope and shift of the logistic curve through the left-out scores."""
    slope, shift = logistic(scores[:, None], fact, share)
    return float(slope), float(shift)


def logistic(numbers: Any, fact: Any, share: Any, penalty: float = 0.0) -> Any:
    """A weight for each number, and the shift. Newton's method. penalty: of the squared weights."""
    x = np.hstack([numbers, np.ones((len(numbers), 1))])
    least = np.array([*[penalty + 1e-6] * (x.shape[1] - 1), 1e-6])
    found = np.array([*[0.0 if penalty else 1.0 / (x.shape[1] - 1)] * (x.shape[1] - 1), 0.0])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-(x @ found)))
        bent = x.T @ (x * (share * chance * (1 - chance) + 1e-9)[:, None]) + np.diag(least)
        step = np.linalg.solve(bent, x.T @ (share * (chance - fact)) + least * found)
        found = found - step
        if np.abs(step).max() < 1e-6:
            break
    return found


def predictions(one: Corpus, kept: dict[int, list[int]], kinds: Any, weights: Sequence[float]) -> dict[str, Any]:
    """What is kept of each message that was left out, with the hash of what was judged."""
    messages = [message for message in one.messages if message["judged"]]
    return {
        "head": hashlib.sha256(FILE.read_bytes()).hexdigest(),
        "judged": hashlib.sha256("".join(message["id"] + message["text"] for message in messages).encode()).hexdigest(),
        "weights": [round(float(weight), 5) for weight in weights],
        "kept": {
            one.messages[number]["id"]: [[one.quotes[row], KINDS[kinds[row].argmax()].value] for row in rows]
            for number, rows in sorted(kept.items())
        },
    }


def write(words: Unseen, both: Joined, borders: dict[str, list[float]], vocabulary: list[str]) -> None:
    stored: dict[str, Any] = {"vocabulary": np.array(vocabulary)}
    for place, (user, role) in enumerate(zip((True, False), ROLES, strict=True)):
        stored[f"{role.value} words"] = words.weights[user].astype(np.float16)
        stored[f"{role.value} words border"] = np.array([*words.calibration[user], borders["words"][place]])
        stored[f"{role.value} both"] = np.array([*both.weights[user], borders["both"][place]])
    np.savez_compressed(FILE, **stored)
    print(f"written: {FILE} ({FILE.stat().st_size:,} bytes)")


if __name__ == "__main__":
    main()
