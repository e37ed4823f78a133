"""Train the extraction head and say how good it is on repositories it has not seen.

    python tests/bench/extraction_head.py [--scores FILE.npz] [--data ../shared/data] [--write]

For each role a linear model over the form, the grammar and the words of a sentence, fitted by least squares with a
penalty; and a logistic one that joins it with the scores of networks that have not seen the repository of a sentence
(`sentence_network.py` makes them). The linear ones learn from the messages of `extraction-dev.jsonl`,
`extraction-train.jsonl` and `tests/data/extraction`, from what people told once (`told_once`), and from written
messages: the twins, `statements_user.txt` and `statements_agent.txt`.

Every figure is of messages whose whole repository was left out of the training, and whose border was chosen on other
repositories: eight groups of repositories, the five largest alone. The scorer is that of the data set, and the rows are
its `reweighted` ones, over dev and train. How words and network are joined is fitted on the other repositories too.
`--write` trains on everything and writes the weights.

Weights of the training: an arguable sentence counts a third, because it is no junk either; a sentence beside a fact
counts half, because only a message without facts makes junk; what was written or told counts half.
"""

import argparse
import hashlib
import importlib.util
import json
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from extraction_judge import FOLDS, Corpus, Judge

from lore.capture.extraction.form import MessageForm
from lore.capture.extraction.grammar import asks, is_rule, tells_plan
from lore.capture.extraction.head import FILE, KIND_READ, KINDS, ROLES, RULE, numbers_of
from lore.capture.extraction.lexicon import terms
from lore.capture.extraction.selection import LONGEST, MOST_SENTENCES, SHORTEST, context_of, is_told, read_after
from lore.capture.extraction.sentences import sentences, straight
from lore.capture.extraction.statement import self_contained
from lore.model import Role

HERE = Path(__file__).parent
LABELS = HERE.parent / "data" / "extraction"
STATEMENTS = {Role.USER: HERE / "statements_user.txt", Role.ASSISTANT: HERE / "statements_agent.txt"}
TOLD = {
    "agentv": "EntityProcess/agentv", "packmind": "PackmindHub/context-evaluator", "pi-mono": "badlogic/pi-mono"
}  # fmt: skip
ARGUABLE, BESIDE_A_FACT, WRITTEN = 0.3, 0.5, 0.5
MOST_LACKING = 0.03
"""Share of the sentences to read that the scores may lack: a rule of form that changed lets other sentences be read."""
PENALTY = 6000.0
"""Of the squared weights of standardised numbers."""
KIND_PENALTY = 1000.0
VOCABULARY, LEAST_SOURCES = 800, 8
"""Terms, and in how many repositories or groups of written messages each must stand."""
ALONE = ("specstoryai/getspecstory", "entireio/cli", "EntityProcess/agentv", "FSM1/cipher-box", "Aider-AI/aider")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--scores", type=Path, default=LABELS / "network_scores.npz", help="of `sentence_network.py`")
    parser.add_argument("--write", action="store_true", help="into the package")
    options = parser.parse_args()
    scorer = load_scorer(options.data / "extraction" / "score.py")
    messages = [*labelled(options.data), *told(options.data), *written(options.data)]
    vocabulary = vocabulary_of(messages)
    one = corpus(messages, vocabulary, scorer)
    with np.load(options.scores) as stored:
        known = stored["scores"].astype(np.float32)
    read = np.full((len(one.texts), known.shape[1]), np.nan, np.float32)
    read[: len(known)] = known  # those of what was judged, which stands first
    print(f"{len(messages)} messages, {len(one.texts)} sentences, {one.numbers.shape[1]} numbers")
    judge = Judge(scorer, one)
    words = left_out(one)
    borders = {}
    _, borders["words"] = shown(judge, "words", words.chances, words)
    both = join(one, words, read)
    kinds = words.kinds + KIND_READ * np.nan_to_num(read[:, 1:])
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
    return kept, borders


def labelled(data: Path) -> list[dict[str, Any]]:
    """The messages that were read; those of `train` get the tier that the scorer weighs by."""
    files = [data / "extraction" / f"extraction-{part}.jsonl" for part in ("dev", "train")]
    found = []
    for path in [*files, *sorted(LABELS.glob("labels-*.jsonl"))]:
        for line in path.read_text(encoding="utf-8").splitlines():
            message = json.loads(line)
            message.setdefault("tier", tier(message))
            message.setdefault("cue", True)
            found.append({**message, "judged": path in files, "share": 1.0})
    return found


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


def told(data: Path) -> list[dict[str, Any]]:
    """What people told once, as messages of its repositories."""
    found = []
    for folder, source in TOLD.items():
        quotes: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
        for line in (data / "told_once" / folder / "statements.jsonl").read_text(encoding="utf-8").splitlines():
            statement = json.loads(line)
            for said in statement["said"]:
                quotes[said["session"], said["source_id"]].append({"quote": said["quote"], "kind": statement["kind"]})
        for line in (data / "told_once" / folder / "order.jsonl").read_text(encoding="utf-8").splitlines():
            session = json.loads(line)
            found += [
                {"source": source, "role": "user", "text": prompt["text"][:6000], "share": WRITTEN, "judged": False}
                | {"facts": quotes[session["session"], prompt["id"]]}
                for prompt in session["prompts"]
            ]
    return found


def written(data: Path) -> list[dict[str, Any]]:
    """The twins and the written statements; both of a pair count as one source."""
    found = []
    for path in [*sorted((data / "extraction").glob("twins-*.jsonl")), LABELS / "twins.jsonl"]:
        for line in path.read_text(encoding="utf-8").splitlines():
            twin = json.loads(line)
            found.append(
                {**twin, "source": "", "group": int(hashlib.sha256(twin["twin"].encode()).hexdigest(), 16) % 40}
            )
    for role, path in STATEMENTS.items():
        text = path.read_text(encoding="utf-8")
        blocks = text.splitlines() if role is Role.USER else text.split("\n----\n")
        for number, block in enumerate(one for one in blocks if one.strip() and not one.startswith("# ")):
            facts = [{"quote": quote} for quote in re.findall(r"«(.*?)»", block, re.DOTALL)]
            plain = block.strip().replace("«", "").replace("»", "")
            found.append({"source": "", "group": number % 40, "role": role.value, "text": plain, "facts": facts})
    return [{**message, "share": WRITTEN, "judged": False} for message in found]


def load_scorer(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("extraction_score", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["extraction_score"] = module
    spec.loader.exec_module(module)
    return module


def vocabulary_of(messages: list[dict[str, Any]]) -> list[str]:
    """The terms that stand in the most sources: what all projects share, so no repository's own words."""
    sources: dict[str, set[Any]] = defaultdict(set)
    for message in messages:
        source = message["source"] or message["group"]
        for sentence in list(sentences(straight(message["text"])))[:MOST_SENTENCES]:
            for term in terms(sentence.text):
                sources[term].add(source)
    common = [term for term, found in sources.items() if len(found) >= LEAST_SOURCES]
    return sorted(common, key=lambda term: (-len(sources[term]), term))[:VOCABULARY]


def fold_of(source: str, others: Sequence[str]) -> int:
    if not source:
        return -1
    return ALONE.index(source) if source in ALONE else len(ALONE) + others.index(source) % (FOLDS - len(ALONE))


def corpus(messages: list[dict[str, Any]], vocabulary: list[str], scorer: ModuleType) -> Corpus:
    known = {term: place for place, term in enumerate(vocabulary)}
    others = sorted({message["source"] for message in messages} - {*ALONE, ""})
    rows: dict[str, list[Any]] = defaultdict(list)
    for number, message in enumerate(messages):
        text = straight(message["text"])
        gold = [(fact, scorer.spans(message["text"], fact["quote"])) for fact in message["facts"]]
        arguable = [(fact, scorer.spans(message["text"], fact["quote"])) for fact in message.get("optional", [])]
        form = MessageForm(text, list(sentences(text))[:MOST_SENTENCES])
        role = Role(message["role"])
        for place, sentence in enumerate(form.found):
            if not SHORTEST <= len(sentence.text) <= LONGEST:
                continue
            span = [(sentence.start, sentence.end)]
            sure = [fact for fact, spans in gold if scorer.overlap(span, spans) >= 0.5]
            perhaps = [fact for fact, spans in arguable if scorer.overlap(span, spans) >= 0.5]
            names = [fact.get("kind") for fact in sure or perhaps]
            beside = BESIDE_A_FACT if message["facts"] else 1.0
            rows["message"].append(number)
            rows["texts"].append(sentence.text)
            rows["pairs"].append((read_after(form, place, role), sentence.text))
            rows["numbers"].append(numbers_of(form, place, known))
            rows["fact"].append(bool(names))
            rows["kind"].append(next((at for at, kind in enumerate(KINDS) if kind.value in names), -1))
            rows["weight"].append(message["share"] * (1.0 if sure else ARGUABLE if perhaps else beside))
            rows["quotes"].append(message["text"][sentence.start : sentence.end])
            rows["rule"].append(message["role"] == "user" and is_rule(sentence.text))
            rows["told"].append(message["role"] == "user" and is_told(sentence.text, len(form.found)))
            rows["user"].append(message["role"] == "user")
            rows["fold"].append(fold_of(message["source"], others))
            rows["judged"].append(message["judged"])
            alone = self_contained(sentence.text, context_of(form, place, "")) is not None
            plans = role is Role.ASSISTANT and tells_plan(sentence.text)
            rows["stands"].append(alone and not asks(sentence.text) and not plans)
    lists = {name: rows.pop(name) for name in ("texts", "quotes", "pairs")}
    arrays: dict[str, Any] = {name: np.array(found) for name, found in rows.items()}
    return Corpus(messages, terms_from=arrays["numbers"].shape[1] - len(known), **lists, **arrays)


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
    """Of the words, of the network, and the shift, by all repositories."""


def join(one: Corpus, words: Unseen, read: Any) -> Joined:
    """A logistic regression over two numbers, fitted on the sentences of other repositories that the network reads."""
    asked = one.judged & one.stands
    chosen = np.zeros(len(one.texts), bool)
    by_message = defaultdict[int, list[int]](list)
    for row in np.flatnonzero(asked).tolist():
        by_message[int(one.message[row])].append(row)
    for rows in by_message.values():
        chosen[one.read(rows, words.chances)] = True
    lacking = chosen & np.isnan(read[:, 0])
    if lacking.sum() > MOST_LACKING * chosen.sum():
        raise ValueError("the scores are of other messages: run sentence_network.py")
    if lacking.any():
        print(
            f"{lacking.sum()} of {chosen.sum()} sentences have no score and count as not kept: run sentence_network.py"
        )
    chosen &= ~lacking
    numbers, chances, found = np.stack([words.odds, read[:, 0]], 1), np.zeros(len(one.texts)), {}
    for user in (True, False):
        mine = chosen & (one.user == user)
        for fold in range(-1, FOLDS):
            rows, unseen = mine & (one.fold != fold), mine & (one.fold == fold)
            weights = logistic(numbers[rows], one.fact[rows], one.weight[rows])
            odds = numbers[unseen] @ weights[:-1] + weights[-1] + RULE * one.rule[unseen]
            chances[unseen] = 1 / (1 + np.exp(-odds))
            if fold == -1:
                found[user] = weights
    return Joined(chances, found)


def platt(scores: Any, fact: Any, share: Any) -> tuple[float, float]:
    """Slope and shift of the logistic curve through the left-out scores."""
    slope, shift = logistic(scores[:, None], fact, share)
    return float(slope), float(shift)


def logistic(numbers: Any, fact: Any, share: Any) -> Any:
    """A weight for each number, and the shift. Newton's method."""
    x = np.hstack([numbers, np.ones((len(numbers), 1))])
    found = np.array([*[1.0 / (x.shape[1] - 1)] * (x.shape[1] - 1), 0.0])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-(x @ found)))
        bent = x.T @ (x * (share * chance * (1 - chance) + 1e-9)[:, None])
        found = found - np.linalg.solve(bent, x.T @ (share * (chance - fact)))
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
