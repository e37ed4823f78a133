"""The gate of `lore recall`: fits it, and counts how many of 1,000 prompts about nothing stored recall something.

    python tests/bench/recall_gate.py [--vectors FILE] [--fit] [--most-wrong SHARE]

Every repository of `../shared/data/extraction` and `../shared/data/told_once` becomes a store of what people said in
it, and of the facts that are labelled there. A prompt of another repository is about nothing in it, whatever words it
shares. What should be recalled is known for the occasions of `told_once` and the bug reports of
`../shared/data/retrieval/sdebench_dev.jsonl`: what was said before.

Prints, for folds of whole repositories (neither the stores nor the prompts of a fold are fitted on), how many prompts
about nothing recalled something, and how many occasions recalled what they needed. With `--fit` the weights that are
fitted on everything follow, to be pasted into `core/lore/context/gate.py`
and `core/lore/lookup/gate.py`; without it the rows are those of the weights
there.
"""

import argparse
import json
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from told_once import SHARED, remembered_vectors

from lore.context.gate import BY_WORDS, NAMES, WITH_MEANING, Weighed, weigh
from lore.context.recalling import LIMIT, wanted
from lore.intake import clean
from lore.lookup.choosing import MOST
from lore.model import Evidence, Fact, Kind, Role, Session, Turn
from lore.search import Searcher
from lore.store import open_store

Floats = NDArray[np.float64]
FOLDS = 5
NOTHING, OWN = 200, 60
"""Foreign prompts that each store is asked, spread evenly over the others, and prompts of its own repository."""
NEEDED, NEAREST = 0.2, 0.05
"""What the passages that an occasion needs, and those nearest to a prompt of the repository's own, count all together
against all that is near prompts about nothing."""
ROUNDS = 4
WORDS = tuple(name for name in NAMES if name not in ("cosine", "margin"))
"""What is known without a model."""


@dataclass
class Repository:
    """What people said in one repository, in order, and what should be recalled."""

    name: str
    said: list[tuple[str, str, str]] = field(default_factory=list)
    """(session, message, text)."""
    facts: list[tuple[str, str, str]] = field(default_factory=list)
    """(text, kind, session)."""
    prompts: list[str] = field(default_factory=list)
    occasions: list[tuple[str, frozenset[str], frozenset[str]]] = field(default_factory=list)
    """(prompt, the messages that it needs, the sessions that were before it)."""


@dataclass
class Asked:
    """One prompt in one store."""

    store: int
    of: int
    """The repository that the prompt is from."""
    rows: Floats
    """The signals of each passage that was looked at."""
    good: NDArray[np.bool_]
    """Which of them it needs; none for a prompt about nothing, and none known for one of the repository's own."""
    labelled: bool = True
    """Off for a prompt of the repository's own: something of what was said in other sessions may well help it."""


def repositories() -> list[Repository]:
    """Every repository with at least 15 messages of people."""
    found: dict[str, Repository] = {}

    def of(name: str) -> Repository:
        return found.setdefault(name.rpartition("/")[2], Repository(name.rpartition("/")[2]))

    for part in ("dev", "train"):
        for line in (SHARED / "data" / "extraction" / f"extraction-{part}.jsonl").open():
            message = json.loads(line)
            repository = of(message["source"])
            if message["role"] == "user":
                repository.said.append((message["session"], message["id"], message["text"]))
                repository.prompts.append(message["text"])
            repository.facts += [(fact["text"], fact["kind"], message["session"]) for fact in message["facts"]]
    for name, source in (("agentv", "agentv"), ("packmind", "context-evaluator"), ("pi-mono", "pi-mono")):
        _told_once(SHARED / "data" / "told_once" / name, of(source))
    _bug_reports(of("sdebench"))
    return [one for one in found.values() if len(one.said) >= 15]


def _told_once(folder: Path, place: Repository) -> None:
    """The prompts of a repository in order of time, with what each should have recalled."""
    order = [json.loads(line) for line in (folder / "order.jsonl").open()]
    place.said = [(one["session"], prompt["id"], prompt["text"]) for one in order for prompt in one["prompts"]]
    place.prompts = [text for _, _, text in place.said]
    texts = {(session, name): text for session, name, text in place.said}
    ranks = {one["session"]: rank for rank, one in enumerate(order)}
    for statement in (json.loads(line) for line in (folder / "statements.jsonl").open()):
        for occasion in statement["occasions"] if statement["sure"] >= 2 else ():
            now = ranks[occasion["session"]]
            said = frozenset(one["source_id"] for one in statement["said"] if ranks[one["session"]] < now)
            before = frozenset(name for name, rank in ranks.items() if rank < now)
            prompt = texts.get((occasion["session"], occasion["source_id"]))
            if said and prompt:
                place.occasions.append((prompt, said, before))


def _bug_reports(place: Repository) -> None:
    """Conversations that state a rule, and the reports that need it."""
    for corpus in (json.loads(line) for line in (SHARED / "data" / "retrieval" / "sdebench_dev.jsonl").open()):
        if corpus["conv"] != "conversation":
            continue
        kept = {name for query in corpus["queries"] for name in query["relevant"]} | set(list(corpus["docs"])[:400])
        place.said += [(corpus["conv"], name, text) for name, text in corpus["docs"].items() if name in kept]
        for query in corpus["queries"]:
            place.prompts.append(query["text"])
            place.occasions.append((query["text"], frozenset(query["relevant"]), frozenset({corpus["conv"]})))


def asked(places: Sequence[Repository], scratch: Path) -> Iterator[Asked]:
    """Every store with the prompts that it is asked."""
    for number, repository in enumerate(places):
        with open_store(scratch / f"{number}") as store:
            store.backs_up = False
            _fill(store, repository)
            searcher = Searcher(store)
            searcher.prepare()
            foreign = [(of, text) for of, other in enumerate(places) if of != number for text in other.prompts]
            for of, text in foreign[:: max(1, len(foreign) // NOTHING)]:
                weighed_passages = weigh(store, searcher.near(text, wanted(repository.name), LIMIT), text)
                yield Asked(number, of, _rows(weighed_passages), np.zeros(len(weighed_passages), dtype=bool))
            own = [one for one in repository.said if len({session for session, _, _ in repository.said}) > 1]
            for session, _, text in own[:: max(1, len(own) // OWN)]:
                weighed_passages = weigh(store, searcher.near(text, wanted(repository.name), LIMIT), text)
                weighed_passages = [weighed for weighed in weighed_passages if weighed.passage.session != session]
                yield Asked(
                    number, number, _rows(weighed_passages), np.zeros(len(weighed_passages), dtype=bool), labelled=False
                )
            for text, needed, before in repository.occasions:
                weighed_passages = weigh(store, searcher.near(text, wanted(repository.name), LIMIT), text)
                weighed_passages = [weighed for weighed in weighed_passages if weighed.passage.session in before]
                good = [weighed.passage.source_id in needed for weighed in weighed_passages]
                yield Asked(number, number, _rows(weighed_passages), np.array(good, dtype=bool))


def _rows(found: Sequence[Weighed]) -> Floats:
    return np.array([[weighed.signals[name] for name in NAMES] for weighed in found]).reshape(len(found), len(NAMES))


def _fill(store: Any, place: Repository) -> None:
    """Store what was said and the labelled facts."""
    sessions: dict[str, list[Turn]] = defaultdict(list)
    for session, name, text in place.said:
        sessions[session].append(Turn(session, name, Role.USER, clean(text)))
    with store.write("import") as transaction:
        for session, turns in sessions.items():
            store.sessions.put(transaction, Session(session, "lore", project=place.name))
            store.sessions.add_turns(transaction, session, turns)
        for number, (text, kind, session) in enumerate(place.facts):
            evidence = Evidence(clean(text), session, f"fact-{number}", Role.USER)
            store.facts.add(transaction, Fact("", clean(text), Kind(kind), project=place.name), [evidence])


def fitted(parts: Sequence[Asked], names: Sequence[str] = NAMES) -> tuple[Floats, float]:
    """Weights and bias of a logistic regression over the passages of these prompts, with these signals alone.

    Against it is all that is near a prompt about nothing; for it what the occasions need, and of each prompt of the
    repository's own what is nearest, as the weights so far have it: most of these are about something that was said.
    """
    used = np.isin(NAMES, names)
    against = np.concatenate([part.rows for part in parts if part.store != part.of])
    known = [part.rows[part.good] for part in parts if part.store == part.of and part.good.any()]
    needed = np.concatenate(known) if known else np.zeros((0, len(NAMES)))
    own = [part.rows for part in parts if not part.labelled and len(part.rows)]
    weights, bias = np.where(used, 1.0, 0.0) * [name in ("cosine", "shared") for name in NAMES], 0.0
    for _ in range(ROUNDS):
        nearest = np.array([rows[np.argmax(rows @ weights)] for rows in own]).reshape(len(own), len(NAMES))
        rows = np.concatenate([against, needed, nearest])
        right = np.r_[np.zeros(len(against)), np.ones(len(needed) + len(nearest))]
        counts = np.r_[
            np.ones(len(against)),
            np.full(len(needed), NEEDED * len(against) / max(1, len(needed))),
            np.full(len(nearest), NEAREST * len(against) / max(1, len(nearest))),
        ]
        weights, bias = _logistic(np.where(used, rows, 0.0), right, counts)
    return weights, bias


def _logistic(rows: Floats, right: Floats, counts: Floats) -> tuple[Floats, float]:
    mean, spread = np.average(rows, axis=0, weights=counts), rows.std(0)
    scale = np.where(spread > 1e-9, 1 / np.maximum(spread, 1e-9), 0.0)
    columns = np.c_[np.ones(len(rows)), (rows - mean) * scale]
    beta = np.zeros(columns.shape[1])
    penalty = np.diag([1e-9, *[1e-3 * counts.sum()] * (len(beta) - 1)])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-np.clip(columns @ beta, -30, 30)))
        slope = columns.T @ (counts * (right - chance)) - penalty @ beta
        beta += np.linalg.solve((columns * (counts * chance * (1 - chance))[:, None]).T @ columns + penalty, slope)
    weights = beta[1:] * scale
    return weights, float(beta[0] - weights @ mean)


def threshold(parts: Sequence[Asked], weights: Floats, bias: float, most_wrong: float) -> float:
    """From which score on so many of the prompts about nothing recall something, at most."""
    best = sorted((_best(part, weights, bias) for part in parts if part.store != part.of), reverse=True)
    return best[int(most_wrong * len(best))]


def _scores(part: Asked, weights: Floats, bias: float) -> Floats:
    scores: Floats = part.rows @ weights + bias
    return scores


def _best(part: Asked, weights: Floats, bias: float) -> float:
    return float(_scores(part, weights, bias).max(initial=-99.0))


def figures(
    parts: Sequence[Asked], weights: Floats, bias: float, least: float, most: int = 5
) -> tuple[int, int, int, int]:
    """(prompts about nothing, those that recalled something, occasions, those that recalled what they needed)."""
    nothing = [part for part in parts if part.store != part.of]
    wrong = sum(_best(part, weights, bias) > least for part in nothing)
    occasions = [part for part in parts if part.store == part.of and part.labelled]
    right = 0
    for part in occasions:
        scores = _scores(part, weights, bias)
        chosen = [place for place in np.argsort(-scores)[:MOST] if scores[place] > least]
        right += bool(part.good[chosen].any())
    return len(nothing), wrong, len(occasions), right


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--most-wrong", type=float, default=0.015)
    parser.add_argument("--rows", type=Path, help="Keep the signals in this file, or take them from it.")
    options = parser.parse_args()
    places = repositories()
    if options.rows and options.rows.exists():
        kept = np.load(options.rows, allow_pickle=True)["parts"]
        parts = [Asked(*one) for one in kept]
    else:
        with tempfile.TemporaryDirectory() as scratch, remembered_vectors(options.vectors):
            parts = list(asked(places, Path(scratch)))
        if options.rows:
            kept = np.empty(len(parts), dtype=object)
            kept[:] = [(part.store, part.of, part.rows, part.good, part.labelled) for part in parts]
            np.savez(options.rows, parts=kept)
    report(places, parts, options.fit, options.most_wrong)


def report(places: Sequence[Repository], parts: Sequence[Asked], fit: bool, most_wrong: float) -> None:
    """Print the figures, left out, and what to paste."""
    for label, names, shipped in (("with a model", NAMES, WITH_MEANING), ("by words alone", WORDS, BY_WORDS)):
        rows = []
        for fold in range(FOLDS):
            inside = [part for part in parts if part.store % FOLDS == fold and part.of % FOLDS == fold]
            outside = [part for part in parts if part.store % FOLDS != fold and part.of % FOLDS != fold]
            if fit:
                weights, bias = fitted(outside, names)
                least = threshold(outside, weights, bias, most_wrong)
            else:
                weights, bias = np.array([shipped.weights.get(name, 0.0) for name in NAMES]), shipped.bias
                least = float(np.log(shipped.least / (1 - shipped.least)))
            rows.append(figures(inside, weights, bias, least))
            left_out = ", ".join(repository.name for number, repository in enumerate(places) if number % FOLDS == fold)
            print(f"{label}, {left_out}: {rows[-1]}")
        nothing, wrong, occasions, right = np.sum(rows, axis=0)
        print(f"{label}: {nothing} prompts about nothing, {wrong / nothing:.1%} recalled something")
        print(f"{label}: {occasions} occasions, {right / occasions:.1%} recalled what they needed")
        if fit:
            weights, bias = fitted(parts, names)
            least = 1 / (1 + np.exp(-threshold(parts, weights, bias, most_wrong)))
            shown = {name: round(float(value), 2) for name, value in zip(NAMES, weights, strict=True) if value}
            print(f"Gate({round(bias, 2)}, {least:.3f}, {shown})")


if __name__ == "__main__":
    main()
