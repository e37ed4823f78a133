"""Train the extraction head and say how good it is on sessions it has not seen.

    python tests/bench/extraction_head.py [--data ../shared/data/extraction] [--vectors FILE.npz] [--write]

Two logistic regressions for each role: one over the numbers of `lore.capture.extraction.features`, the gate, and one
over these and the vector of the sentence. They learn from the labelled messages of `extraction-dev.jsonl` and
`extraction-train.jsonl` and from the plain statements of `statements_user.txt` and `statements_agent.txt`, where `«…»`
marks what holds in later sessions as well. The figures are cross-validated: five folds of whole sessions, several ways
of dealing them, with the scorer of the data set, on the dev messages and on all messages. The borders are chosen on all
messages. `--write` trains on everything and writes `core/lore/capture/extraction/head.json`.

Weights of the training: an arguable sentence counts half as a fact, because what is arguable is no junk either; a
sentence beside a fact counts half, because only a message without facts makes junk; a written statement counts half.
"""

import argparse
import importlib.util
import json
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from lore.capture.extraction.features import FEATURES, features, is_plain
from lore.capture.extraction.head import FILE
from lore.capture.extraction.selection import LONGEST, MOST, MOST_MEANINGS, PLAIN, SHORTEST, WITHIN
from lore.capture.extraction.sentences import sentences, straight
from lore.capture.extraction.speech import speech_acts, why_not
from lore.capture.extraction.surroundings import Surroundings
from lore.embedding import bundled_embedder
from lore.model import Role

HERE = Path(__file__).parent
ROLES = (Role.USER, Role.ASSISTANT)
WRITTEN = {Role.USER: HERE / "statements_user.txt", Role.ASSISTANT: HERE / "statements_agent.txt"}
STATEMENT, ARGUABLE, BESIDE_A_FACT = 0.5, 0.5, 0.5
PENALTY = 1000.0
"""Of the squared weights of standardised numbers. From 600 to 1500 the figures move by less than two points."""
PASSING = 0.15
"""Share of the sentences that the gate lets pass: 0.12 loses a point of message F1, 0.3 gains none."""
FOLDS, DEALS = 5, 3
JUNK_WANTED = 0.32


@dataclass(frozen=True)
class Line:
    """A sentence of a labelled message."""

    message: int
    text: str
    ruled_out: bool


@dataclass(frozen=True)
class Corpus:
    """All sentences of one role, as arrays of as many rows."""

    role: Role
    lines: list[Line]
    values: Any
    vectors: Any
    fact: Any
    weight: Any
    session: Any

    @property
    def full(self) -> Any:
        return np.hstack([self.values, self.vectors])

    @property
    def extra(self) -> Any:
        """What a score gains besides what the head gives."""
        return np.array([PLAIN * (self.role is Role.USER and is_plain(line.text)) for line in self.lines])


@dataclass(frozen=True)
class Scores:
    """What the two steps say of each sentence of a corpus."""

    gate: Any
    full: Any


class Judge:
    """The messages and the scorer of the data set. What it said of a message once it need not find out again."""

    def __init__(self, scorer: ModuleType, messages: list[dict[str, Any]]) -> None:
        self._scorer, self._messages = scorer, messages
        self._known: dict[tuple[int, tuple[str, ...]], Any] = {}
        self._splits = {
            split: [n for n, message in enumerate(messages) if split in ("all", message["split"])]
            for split in ("dev", "all")
        }
        self._weights = {
            split: scorer.stratum_weights([messages[n] for n in numbers]) for split, numbers in self._splits.items()
        }

    def figures(self, chosen: dict[int, list[str]], split: str, role: str = "") -> dict[str, Any]:
        """The reweighted figures of a split when these sentences are kept. chosen: texts by number of the message."""
        pairs = [
            (number, weight)
            for number, weight in zip(self._splits[split], self._weights[split], strict=True)
            if role in ("", self._messages[number]["role"])
        ]
        rows = [self._row(number, tuple(chosen.get(number, ()))) for number, _ in pairs]
        result: dict[str, Any] = self._scorer.summarise(rows, [weight for _, weight in pairs])
        return result

    def _row(self, number: int, texts: tuple[str, ...]) -> Any:
        if (number, texts) not in self._known:
            predicted = [{"text": text, "kind": "", "quote": text} for text in texts]
            self._known[number, texts] = self._scorer.judge(self._messages[number], predicted, False)
        return self._known[number, texts]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/extraction"))
    parser.add_argument("--vectors", type=Path, help="keeps the vectors from one run to the next")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    scorer = load_scorer(options.data / "score.py")
    messages = labelled(options.data, scorer)
    corpora = [corpus([*messages, *written(role)], role, scorer) for role in ROLES]
    corpora = with_vectors(corpora, options.vectors)
    judge = Judge(scorer, messages)
    print(f"{len(messages)} messages, {sum(len(one.lines) for one in corpora)} sentences, {len(FEATURES)} features")
    unseen = [[out_of_fold(one, deal) for one in corpora] for deal in range(DEALS)]
    gates = [float(np.quantile(np.concatenate([scores[n].gate for scores in unseen]), 1 - PASSING)) for n in (0, 1)]
    borders = best_borders(judge, corpora, unseen, gates)
    for split in ("dev", "all"):
        report(f"unseen, {split}", judge, [kept(corpora, one, borders, gates) for one in unseen], split)
    alone = [[Scores(one.gate, one.gate) for one in scores] for scores in unseen]
    alone_borders = best_borders(judge, corpora, alone, gates)
    report("no vectors, dev", judge, [kept(corpora, one, alone_borders, gates) for one in alone], "dev")
    trained = [(fit(one.values, one), fit(one.full, one)) for one in corpora]
    seen = [
        Scores(apply(gate, one.values) + one.extra, apply(full, one.full) + one.extra)
        for (gate, full), one in zip(trained, corpora, strict=True)
    ]
    report("seen, dev", judge, [kept(corpora, seen, borders, gates)], "dev")
    if options.write:
        write(trained, borders, gates, alone_borders)


def labelled(data: Path, scorer: ModuleType) -> list[dict[str, Any]]:
    """The messages of both files; those of the second get the tier that the scorer weighs by."""
    messages = [
        json.loads(line)
        for part in ("dev", "train")
        for line in (data / f"extraction-{part}.jsonl").read_text().splitlines()
    ]
    for message in messages:
        message.setdefault("tier", tier(message))
        message.setdefault("cue", True)
    return messages


CUE_WORDS = {
    ("user", "strong"): r"\b(?:we (?:want|need|should|have|use|are|don'?t|do not|no longer|can'?t|decided)|should"
    r"(?:n'?t| not| be| have| never| only| always)|instead|rather|always|never|no longer|because|don'?t|want|is not"
    r"|it'?s not|not be|must|make sure|prefer|remember|wrong|actually|found|our)\b",
    ("user", "weak"): r"\b(?:we|not|no|use|before|each|only|keep|call|using|would|think|should)\b",
    ("assistant", "strong"): r"\b(?:only|no|not|instead|should|fix|because|always|never|doesn'?t|root cause|existing"
    r"|by default|must|since)\b",
}
"""Guesses the `tier` of dev messages, for those that have none."""


def tier(message: dict[str, Any]) -> str:
    for (role, name), pattern in CUE_WORDS.items():
        if role == message["role"] and re.search(pattern, message["text"], re.IGNORECASE):
            return name
    return "none"


def written(role: Role) -> list[dict[str, Any]]:
    """The written statements as messages of their own."""
    text = WRITTEN[role].read_text()
    blocks = text.splitlines() if role is Role.USER else text.split("\n----\n")
    made = []
    for number, block in enumerate(one for one in blocks if one.strip() and not one.startswith("# ")):
        facts = [{"quote": quote} for quote in re.findall(r"«(.*?)»", block, re.DOTALL)]
        plain = block.strip().replace("«", "").replace("»", "")
        made.append(
            {"role": role.value, "text": plain, "session": f"{role} {number}", "facts": facts, "split": "written"}
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
    lines: list[Line] = []
    values, fact, weight, session = [], [], [], []
    for number, message in enumerate(messages):
        if message["role"] != role.value:
            continue
        text = straight(message["text"])
        gold = [scorer.spans(message["text"], one["quote"]) for one in message["facts"]]
        arguable = [scorer.spans(message["text"], one["quote"]) for one in message.get("optional", [])]
        around = Surroundings(text, list(sentences(text)))
        for place, sentence in enumerate(around.found):
            if not SHORTEST <= len(sentence.text) <= LONGEST:
                continue
            span = [(sentence.start, sentence.end)]
            sure = any(scorer.overlap(span, one) >= 0.5 for one in gold)
            perhaps = not sure and any(scorer.overlap(span, one) >= 0.5 for one in arguable)
            out = role is Role.USER and why_not(sentence.text, speech_acts(sentence.text)) is not None
            lines.append(Line(number, sentence.text, out))
            values.append(features(place, around))
            fact.append(sure or perhaps)
            share = ARGUABLE if perhaps else BESIDE_A_FACT if message["facts"] and not sure else 1.0
            weight.append(STATEMENT if message["split"] == "written" else share)
            session.append(names[message["session"]])
    arrays = (np.array(fact), np.array(weight), np.array(session))
    return Corpus(role, lines, np.array(values, dtype=np.float32), None, *arrays)


def with_vectors(corpora: list[Corpus], store: Path | None) -> list[Corpus]:
    """The corpora with a vector for each sentence."""
    known: dict[str, Any] = {}
    if store and store.exists():
        with np.load(store) as stored:
            known = dict(zip(stored["texts"].tolist(), stored["vectors"], strict=True))
    missing = sorted({line.text for one in corpora for line in one.lines} - known.keys())
    with tempfile.TemporaryDirectory() as folder:
        known.update(zip(missing, bundled_embedder(Path(folder)).embed(missing), strict=True))
    if store and missing:
        np.savez(store, texts=np.array(list(known)), vectors=np.array(list(known.values())))
    return [replace(one, vectors=np.array([known[line.text] for line in one.lines])) for one in corpora]


def fit(values: Any, one: Corpus, rows: Any = slice(None)) -> Any:
    """Weights and, last, the bias, for the raw numbers. Newton's method on the penalised log-likelihood."""
    fact, share = one.fact[rows].astype(float), one.weight[rows]
    mean, spread = values[rows].mean(0), values[rows].std(0)
    spread[spread < 1e-6] = 1
    x = np.hstack([(values[rows] - mean) / spread, np.ones((len(fact), 1))]).astype(np.float32)
    penalty = np.full(x.shape[1], PENALTY)
    penalty[-1] = 1e-6
    found = np.zeros(x.shape[1])
    for _ in range(12):
        chance = 1 / (1 + np.exp(-(x @ found)))
        slope = x.T @ (share * (chance - fact)) + penalty * found
        bent = x * np.sqrt(share * chance * (1 - chance)).astype(np.float32)[:, None]
        step = np.linalg.solve((bent.T @ bent).astype(float) + np.diag(penalty), slope)
        found -= step
        if np.abs(step).max() < 1e-3:
            break
    weights = found[:-1] / spread
    return np.append(weights, found[-1] - weights @ mean)


def apply(weights: Any, values: Any) -> Any:
    return values @ weights[:-1] + weights[-1]


def out_of_fold(one: Corpus, deal: int) -> Scores:
    """The scores of each sentence by classifiers that have not seen its session."""
    order = np.random.RandomState(deal).permutation(one.session.max() + 1)
    fold = (np.argsort(order) % FOLDS)[one.session]
    found = []
    for values in (one.values, one.full):
        scores = np.zeros(len(one.lines))
        for number in range(FOLDS):
            weights = fit(values, one, fold != number)
            scores[fold == number] = apply(weights, values[fold == number])
        found.append(scores + one.extra)
    return Scores(*found)


def kept(
    corpora: list[Corpus], scores: list[Scores], borders: Sequence[float], gates: Sequence[float]
) -> dict[int, list[str]]:
    """What extraction would keep of each message."""
    found: dict[int, list[tuple[float, float, str]]] = {}
    for one, said, gate in zip(corpora, scores, gates, strict=True):
        for number in np.flatnonzero(said.gate > gate):
            line = one.lines[number]
            if not line.ruled_out:
                found.setdefault(line.message, []).append((said.gate[number], said.full[number], line.text))
    border = {line.message: limit for one, limit in zip(corpora, borders, strict=True) for line in one.lines}
    chosen = {}
    for message, passed in found.items():
        ranked = sorted(((full, text) for _, full, text in sorted(passed, reverse=True)[:MOST_MEANINGS]), reverse=True)
        best = [text for full, text in ranked[:MOST] if full > border[message] and full >= ranked[0][0] - WITHIN]
        if best:
            chosen[message] = best
    return chosen


def best_borders(
    judge: Judge, corpora: list[Corpus], unseen: list[list[Scores]], gates: Sequence[float]
) -> list[float]:
    """For each role the border with the best message and fact F1, on all messages, that keeps junk as low as wanted."""
    chosen = []
    for place, role in enumerate(ROLES):
        best = (-9.0, 0.0)
        pooled = np.concatenate([scores[place].full for scores in unseen])
        for border in np.quantile(pooled, np.linspace(0.87, 0.98, 34)):
            pairs = [border if place == number else np.inf for number in range(len(ROLES))]
            rows = [judge.figures(kept(corpora, one, pairs, gates), "all", role.value) for one in unseen]
            message, fact, junk = (float(np.mean([pick(row) for row in rows])) for pick in PICKS)
            value = message + 0.7 * fact - 2 * max(0.0, junk - JUNK_WANTED)
            best = max(best, (value, float(border)))
        chosen.append(best[1])
    return chosen


PICKS: Sequence[Callable[[dict[str, Any]], float]] = (
    lambda row: row["message"]["f1"],
    lambda row: row["fact"]["f1"],
    lambda row: row["junk_rate"],
)


def report(name: str, judge: Judge, chosen: list[dict[int, list[str]]], split: str) -> None:
    for role in ("", *(role.value for role in ROLES)):
        rows = [judge.figures(one, split, role) for one in chosen]
        message, fact, junk = (np.mean([pick(row) for row in rows]) for pick in PICKS)
        print(
            f"{name:16} {role or 'both':10} message F1 {message:.3f}  fact F1 {fact:.3f}  junk {junk:.3f}", flush=True
        )


def write(
    trained: list[tuple[Any, Any]], borders: Sequence[float], gates: Sequence[float], alone: Sequence[float]
) -> None:
    def step(weights: Any, border: float) -> dict[str, Any]:
        return {
            "weights": [round(float(one), 4) for one in weights[:-1]],
            "bias": round(float(weights[-1]) - border, 4),
        }

    stored: dict[str, Any] = {"features": list(FEATURES)}
    for role, (gate, full), border, opened, limit in zip(ROLES, trained, borders, gates, alone, strict=True):
        stored[role.value] = {
            "gate": step(gate, opened), "alone": round(limit - opened, 4), "full": step(full, border)
        }  # fmt: skip
    FILE.write_text(json.dumps(stored, ensure_ascii=False, indent=None, separators=(",", ":")) + "\n")
    print(f"written: {FILE} ({FILE.stat().st_size:,} bytes)")


if __name__ == "__main__":
    main()
