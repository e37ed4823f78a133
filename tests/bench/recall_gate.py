"""The gate of `lore recall`: fits it on prompts that need a fact of their project, and on prompts that need none.

    python tests/bench/recall_gate.py [--fit] [--quiet-errands SHARE] [--quiet-foreign SHARE]

The projects are four made-up ones (`tests/data/recall`: facts as people save them, two plain questions about each,
errands of the project that need none of them, and prompts of other projects), and those of
`../shared/data/told_once`, with the notes of `distilled2` as facts: at each prompt those of earlier sessions, and what
the prompt needed where a label says so. Of the prompts of these without a label nobody knows what would have helped:
they count as needing nothing, and the border is drawn by the others.

Prints, each project left out of what it is judged by, the share of questions and occasions that recall what they need,
and of errands and foreign prompts that recall nothing. With `--fit` the weights that are fitted on everything follow,
to be pasted into `core/lore/context/recalling.py` and `core/lore/lookup/recalling.py`; without it the rows are those of
the weights there.
"""

import argparse
import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from told_once import SHARED, _driver

from lore.context.recalling import BY_WORDS, COUNTED, LIMIT, NAMES, WITH_MEANING, Gate, prompts_in, wanted, weigh
from lore.intake import clean
from lore.lookup.reading import opened
from lore.lookup.recalling import MOST, nearest, subject_of
from lore.model import Evidence, Fact, Kind, Role, Session, Turn
from lore.search import Searcher
from lore.store import Store, open_store

Floats = NDArray[np.float64]
MADE = Path(__file__).parents[1] / "data" / "recall" / "plain_questions.jsonl"
REPOS = ("agentv", "packmind", "pi-mono")
QUIET = ("errand", "foreign")
"""Labels of prompts that need nothing; `errand*` is one of a real project, of which nobody knows."""


@dataclass
class Asked:
    """One prompt in one project."""

    project: str
    label: str
    text: str
    rows: Floats
    """The signals of each fact that was looked at, with a model or by words alone."""
    good: NDArray[np.bool_]
    texts: Sequence[str] = field(default_factory=list)
    by_words: "Asked | None" = None


def made() -> Iterator[Asked]:
    """The questions, errands and foreign prompts of the made-up projects."""
    lines = [json.loads(line) for line in MADE.open()]
    for project in dict.fromkeys(line["project"] for line in lines if "fact" in line):
        facts = [line for line in lines if line.get("project") == project and "fact" in line]
        errands = [line["errand"] for line in lines if line.get("project") == project and "errand" in line]
        with tempfile.TemporaryDirectory() as folder, open_store(Path(folder)) as store:
            names = _fill(store, project, [fact["fact"] for fact in facts], errands)
            look = _Looking(store, project)
            for name, fact in zip(names, facts, strict=True):
                for number, question in enumerate(fact["questions"], start=1):
                    yield look.at(question, f"{'rule' if fact['kind'] == 'rule' else 'other'} {number}", {name})
            for errand in errands:
                yield look.at(errand, "errand", set())
            for line in lines:
                if "foreign" in line:
                    yield look.at(line["foreign"], "foreign", set())


def replayed(repo: str) -> Iterator[Asked]:
    """The prompts of a real project, each beside the notes of earlier sessions."""
    driver: Any = _driver()
    folder = SHARED / "data" / "told_once" / repo
    order = [json.loads(line) for line in (folder / "order.jsonl").open()]
    statements = [json.loads(line) for line in (folder / "statements.jsonl").open()]
    answers = [json.loads(line) for line in (folder.parent / "distilled2" / f"{repo}.jsonl").open()]
    notes: dict[str, list[Any]] = {one["session"]: one["notes"] for one in answers}
    needed = defaultdict(list)
    for statement in (one for one in statements if one["said"] and one["sure"] >= 2):
        for occasion in statement["occasions"]:
            needed[occasion["session"], occasion["source_id"]].append(statement)
    with tempfile.TemporaryDirectory() as scratch, open_store(Path(scratch)) as store:
        known: dict[str, Any] = {}
        for session in order:
            look = _Looking(store, repo) if known else None
            for prompt in session["prompts"] if look else ():
                wants = needed.get((session["session"], prompt["id"]), ())
                good = {name for name, note in known.items() for one in wants if driver.matches(_item(note), one)}
                if look and (good or not wants):
                    yield look.at(prompt["text"], "occasion" if good else "errand*", good)
            names = _fill(
                store,
                repo,
                [note["text"] for note in notes.get(session["session"], ())],
                [prompt["text"] for prompt in session["prompts"]],
                session["session"],
            )
            known |= dict(zip(names, notes.get(session["session"], ()), strict=True))


def _item(note: Any) -> dict[str, Any]:
    return {"text": note["text"], "evidence": [{"source_id": note["source_id"], "quote": note["quote"]}]}


class _Looking:
    """One store as prompts are asked in it."""

    def __init__(self, store: Store, project: str) -> None:
        self._store, self._project = store, project
        self._searcher = Searcher(store)
        self._searcher.prepare()
        self._before = prompts_in(store, project)
        self._connection = opened(str(store.folder))

    def at(self, prompt: str, label: str, needed: set[str]) -> Asked:
        asked = subject_of(prompt, self._project)
        near = self._searcher.near(asked, wanted(self._project), LIMIT, COUNTED)
        found = weigh(self._store, near, asked, self._before.usual)
        rows = np.array([[one.signals[name] for name in NAMES] for one in found]).reshape(len(found), len(NAMES))
        good = np.array([one.passage.id in needed for one in found], dtype=bool)
        by_words = self._by_words(prompt, label, needed)
        return Asked(self._project, label, prompt, rows, good, [one.passage.text for one in found], by_words)

    def _by_words(self, prompt: str, label: str, needed: set[str]) -> Asked:
        words, holding = nearest(self._connection, prompt, self._project, self._before)
        signals = [{"cosine": 0.0, **words.signals(terms)} for terms in holding.values()]
        rows = np.array([[one[name] for name in NAMES] for one in signals]).reshape(len(signals), len(NAMES))
        known = dict(self._connection.execute("SELECT seq, id FROM facts"))
        good = np.array([known[number] in needed for number in holding], dtype=bool)
        return Asked(self._project, label, prompt, rows, good)


def _fill(
    store: Store, project: str, facts: Sequence[str], prompts: Sequence[str], session: str = "before"
) -> list[str]:
    store.backs_up = False
    with store.write("import") as transaction:
        store.sessions.put(transaction, Session(session, "lore", project=project))
        turns = [Turn(session, f"m{place}", Role.USER, clean(text)) for place, text in enumerate(prompts)]
        store.sessions.add_turns(transaction, session, turns)
        return [
            store.facts.add(
                transaction,
                Fact("", clean(text), Kind.NOTE, project=project),
                [Evidence(clean(text), session, f"fact-{place}", Role.USER)],
            ).id
            for place, text in enumerate(facts)
        ]


def fitted(parts: Sequence[Asked], names: Sequence[str]) -> tuple[Floats, float]:
    """Weights and bias of a logistic regression over facts, each prompt counting as one; needed ones half of all."""
    used = np.isin(NAMES, names)
    rows = np.concatenate([part.rows for part in parts])
    right = np.concatenate([part.good for part in parts])
    counts = np.concatenate(
        [np.where(part.good, 1 / max(1, part.good.sum()), 1 / max(1, len(part.good))) for part in parts]
    )
    counts[right] *= counts[~right].sum() / counts[right].sum()
    return _logistic(np.where(used, rows, 0.0), right.astype(float), counts)


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


def border(parts: Sequence[Asked], weights: Floats, bias: float, quiet: dict[str, float]) -> float:
    least = -99.0
    for label, share in quiet.items():
        best = sorted(_scores(part, weights, bias).max(initial=-99.0) for part in parts if part.label == label)
        least = max(least, best[min(len(best) - 1, int(share * len(best)))])
    return least


def _scores(part: Asked, weights: Floats, bias: float) -> Floats:
    scores: Floats = part.rows @ weights + bias
    return scores


def given(part: Asked, weights: Floats, bias: float, least: float) -> list[int]:
    scores = _scores(part, weights, bias)
    return [int(place) for place in np.argsort(-scores)[:MOST] if scores[place] > least]


def report(asked: Sequence[Asked], options: argparse.Namespace) -> None:
    quiet = {"errand": options.quiet_errands, "foreign": options.quiet_foreign}
    ways: tuple[tuple[str, tuple[str, ...], Gate], ...]
    ways = (("with a model", NAMES[:2], WITH_MEANING), ("by words alone", NAMES[1:], BY_WORDS))
    for label, names, shipped in ways:
        parts = [part if shipped is WITH_MEANING else part.by_words or part for part in asked]
        right: Counter[str] = Counter()
        for project in dict.fromkeys(part.project for part in parts):
            if options.fit:
                others = [part for part in parts if part.project != project]
                weights, bias = fitted(others, names)
                least = border(others, weights, bias, quiet)
            else:
                weights, bias = np.array([shipped.weights.get(name, 0.0) for name in NAMES]), shipped.bias
                least = float(np.log(shipped.least / (1 - shipped.least)))
            for part in (one for one in parts if one.project == project):
                found = given(part, weights, bias, least)
                is_right = not found if part.label.startswith(QUIET) else bool(part.good[found].any())
                right[part.label] += is_right
        whole = Counter(part.label for part in parts)
        shares = ", ".join(f"{name} {right[name] / count:.2f} of {count}" for name, count in sorted(whole.items()))
        print(f"{label}: {shares}")
        if options.fit:
            weights, bias = fitted(parts, names)
            least = 1 / (1 + np.exp(-border(parts, weights, bias, quiet)))
            shown = {name: round(float(value), 2) for name, value in zip(NAMES, weights, strict=True) if value}
            print(f"Gate({round(bias, 2)}, {least:.3f}, {json.dumps(shown)})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--quiet-errands", type=float, default=0.92)
    parser.add_argument("--quiet-foreign", type=float, default=0.975)
    options = parser.parse_args()
    report([*made(), *(one for repo in REPOS for one in replayed(repo))], options)


if __name__ == "__main__":
    main()
