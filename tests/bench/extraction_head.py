"""Train the extraction head and say how good it is on sessions it has not seen.

    python tests/bench/extraction_head.py [--data ../shared/data/extraction] [--write]

A logistic regression for each role over the numbers of `lore.capture.extraction.features`, on the labelled messages of
`extraction-dev.jsonl` and `extraction-train.jsonl`, and on the plain statements of `statements.txt`. The figures are
cross-validated: five folds of whole sessions, three ways of dealing them, measured on the dev messages with the scorer
of the data set. `--write` trains on everything and writes `core/lore/capture/extraction/head.json`.

Weights of the training: positive and negative sentences count alike in total; a sentence beside a fact counts less than
one in a message that holds none, because only the latter makes junk; an arguable sentence hardly counts.
"""

import argparse
import importlib.util
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from lore.capture.extraction.extract import LONGEST, MOST, SHORTEST, WITHIN
from lore.capture.extraction.features import FEATURES, Surroundings, features
from lore.capture.extraction.head import FILE
from lore.capture.extraction.sentences import sentences
from lore.capture.extraction.speech import speech_acts, why_not
from lore.model import Role

ROLES = (Role.USER, Role.ASSISTANT)
STATEMENTS = Path(__file__).parent / "statements.txt"
STATEMENT = 1.0
"""Weight of a written statement against a labelled one."""
ERRAND = "Please look at the failing job first."
PENALTY = 250.0
"""Of the squared weights; 1/C. From 100 to 1000 the figures move by less than two points."""
BESIDE_A_FACT, ARGUABLE = 0.3, 0.05
FOLDS, DEALS = 5, 3
JUNK_WANTED = 0.35


@dataclass(frozen=True)
class Labelled:
    """A sentence of a labelled message."""

    message: int
    text: str
    values: Sequence[float]
    ruled_out: bool
    fact: bool
    arguable: bool


@dataclass(frozen=True)
class Corpus:
    """All sentences of one role, as arrays."""

    role: Role
    lines: list[Labelled]
    values: Any
    fact: Any
    weight: Any
    session: Any


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/extraction"))
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    scorer = load_scorer(options.data / "score.py")
    messages = [
        json.loads(line)
        for part in ("dev", "train")
        for line in (options.data / f"extraction-{part}.jsonl").read_text().splitlines()
    ]
    dev = [message for message in messages if message["split"] == "dev"]
    written = statements()
    corpora = [corpus([*messages, *written], role, scorer) for role in ROLES]
    print(f"{len(messages)} messages, {sum(len(one.lines) for one in corpora)} sentences, {len(FEATURES)} features")
    unseen = [[out_of_fold(one, deal) for one in corpora] for deal in range(DEALS)]
    borders = best_borders(corpora, unseen, messages, dev, scorer)
    report("cross-validated", [figures(corpora, scores, borders, messages, dev, scorer) for scores in unseen])
    trained = [fit(one.values, one.fact, one.weight) for one in corpora]
    seen = [one.values @ weights[:-1] + weights[-1] for one, weights in zip(corpora, trained, strict=True)]
    report("seen in training", [figures(corpora, seen, borders, messages, dev, scorer)])
    if options.write:
        write(trained, borders)


def statements() -> list[dict[str, Any]]:
    """The written statements as messages of their own, alone and behind an errand."""
    made = []
    for number, line in enumerate(STATEMENTS.read_text().splitlines()):
        sign, _, text = line.partition(" ")
        if sign not in ("+", "-"):
            continue
        for whole in (text, f"{ERRAND} {text}"):
            facts = [{"quote": text}] if sign == "+" else []
            made.append(
                {"role": "user", "text": whole, "session": f"statement {number}", "facts": facts, "split": "written"}
            )
    return made


def load_scorer(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("extraction_score", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["extraction_score"] = module
    spec.loader.exec_module(module)
    return module


def corpus(messages: list[dict[str, Any]], role: Role, scorer: ModuleType) -> Corpus:
    names = {session: number for number, session in enumerate(sorted({message["session"] for message in messages}))}
    lines: list[Labelled] = []
    weight, session = [], []
    for number, message in enumerate(messages):
        if message["role"] != role.value:
            continue
        text = message["text"]
        gold = [scorer.spans(text, fact["quote"]) for fact in message["facts"]]
        arguable = [scorer.spans(text, fact["quote"]) for fact in message.get("optional", [])]
        found = list(sentences(text))
        around = Surroundings(text, len(found))
        for place, sentence in enumerate(found):
            if SHORTEST <= len(sentence.text) <= LONGEST:
                span = [(sentence.start, sentence.end)]
                fact = any(scorer.overlap(span, one) >= 0.5 for one in gold)
                perhaps = not fact and any(scorer.overlap(span, one) >= 0.5 for one in arguable)
                out = role is Role.USER and why_not(sentence.text, speech_acts(sentence.text)) is not None
                lines.append(Labelled(number, sentence.text, features(sentence, place, around), out, fact, perhaps))
                share = ARGUABLE if perhaps else BESIDE_A_FACT if message["facts"] and not fact else 1.0
                weight.append(share * (STATEMENT if message["split"] == "written" else 1.0))
                session.append(names[message["session"]])
    return Corpus(
        role,
        lines,
        np.array([line.values for line in lines]),
        np.array([line.fact for line in lines]),
        np.array(weight),
        np.array(session),
    )


def fit(values: Any, fact: Any, weight: Any) -> Any:
    """Weights and, last, the bias, for the raw features. Newton's method on the penalised log-likelihood."""
    mean, spread = values.mean(0), values.std(0) + 1e-6
    x = np.hstack([(values - mean) / spread, np.ones((len(values), 1))])
    share = weight.copy()
    share[fact] *= share[~fact].sum() / share[fact].sum()
    penalty = np.full(x.shape[1], PENALTY)
    penalty[-1] = 1e-6
    found = np.zeros(x.shape[1])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-(x @ found)))
        slope = x.T @ (share * (chance - fact)) + penalty * found
        bend = (x * (share * chance * (1 - chance))[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        found -= step
        if np.abs(step).max() < 1e-6:
            break
    weights = found[:-1] / spread
    return np.append(weights, found[-1] - weights @ mean)


def out_of_fold(one: Corpus, deal: int) -> Any:
    """The score of each sentence by a head that has not seen its session."""
    order = np.random.RandomState(deal).permutation(one.session.max() + 1)
    fold = (np.argsort(order) % FOLDS)[one.session]
    scores = np.zeros(len(one.lines))
    for number in range(FOLDS):
        rest = fold != number
        weights = fit(one.values[rest], one.fact[rest], one.weight[rest])
        scores[~rest] = one.values[~rest] @ weights[:-1] + weights[-1]
    return scores


def figures(
    corpora: list[Corpus],
    scores: list[Any],
    borders: Sequence[float],
    messages: list[dict[str, Any]],
    dev: list[dict[str, Any]],
    scorer: ModuleType,
) -> dict[str, Any]:
    """What the scorer says of the dev messages when sentences above the borders are kept."""
    kept: dict[int, list[tuple[float, str]]] = {}
    for one, values, border in zip(corpora, scores, borders, strict=True):
        for line, score in zip(one.lines, values, strict=True):
            if score > border and not line.ruled_out:
                kept.setdefault(line.message, []).append((float(score), line.text))
    predictions = {}
    for number, found in kept.items():
        ranked = sorted(found, reverse=True)[:MOST]
        if number >= len(messages):
            continue  # a written statement: trained on, never measured
        predictions[messages[number]["id"]] = [
            {"text": text, "kind": "", "quote": text} for score, text in ranked if score >= ranked[0][0] - WITHIN
        ]
    result: dict[str, Any] = scorer.evaluate(dev, predictions)
    return result


def best_borders(
    corpora: list[Corpus],
    unseen: list[list[Any]],
    messages: list[dict[str, Any]],
    dev: list[dict[str, Any]],
    scorer: ModuleType,
) -> tuple[float, float]:
    """The borders with the best message and fact F1 among those that keep junk as low as wanted."""
    best = (-9.0, (0.0, 0.0))
    pooled = [np.concatenate([scores[number] for scores in unseen]) for number in range(2)]
    for user in np.quantile(pooled[0], np.linspace(0.87, 0.97, 11)):
        for agent in np.quantile(pooled[1], np.linspace(0.88, 0.97, 10)):
            found = [figures(corpora, scores, (user, agent), messages, dev, scorer)["reweighted"] for scores in unseen]
            message, fact, junk = (float(np.mean([pick(one) for one in found])) for pick in PICKS)
            value = message + fact - 4 * max(0.0, junk - JUNK_WANTED)
            if value > best[0]:
                best = (value, (float(user), float(agent)))
    return best[1]


PICKS = (lambda one: one["message"]["f1"], lambda one: one["fact"]["f1"], lambda one: one["junk_rate"])


def report(name: str, results: list[dict[str, Any]]) -> None:
    for row in ("reweighted", "user_reweighted", "assistant_reweighted"):
        message, fact, junk = (np.mean([pick(one[row]) for one in results]) for pick in PICKS)
        print(f"{name:17} {row:21} message F1 {message:.3f}  fact F1 {fact:.3f}  junk {junk:.3f}")


def write(trained: list[Any], borders: Sequence[float]) -> None:
    stored: dict[str, Any] = {"features": list(FEATURES)}
    for role, weights, border in zip(ROLES, trained, borders, strict=True):
        stored[role.value] = {
            "weights": [round(float(weight), 4) for weight in weights[:-1]],
            "bias": round(float(weights[-1]) - border, 4),
        }
    FILE.write_text(json.dumps(stored, ensure_ascii=False, indent=None, separators=(",", ":")) + "\n")
    print(f"written: {FILE} ({FILE.stat().st_size:,} bytes)")


if __name__ == "__main__":
    main()
