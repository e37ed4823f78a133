"""What becomes of conflicting messages: the weights of `lore.memory.accounts`, and how many the memory finds.

    python tests/bench/conflicts.py beam_conflicts.jsonl [--longest 500] [--fit]

beam_conflicts.jsonl: pairs of messages of BEAM (CC BY-SA 4.0, not part of Lore), each with `a` (the older one), `b`,
`label` (update, contradiction, unrelated) and `source`, which begins with the conversation. Each pair is said to an
empty store, one message after the other, and consolidated: *asked* is a question in the queue or a link that says so,
*wins* means that the older one gave way, *touched* is any of these, or that both became one. Pairs whose two messages
are the same, or of which both were cut from one, are counted apart: nothing can be found between them.

--fit prints the weights, made with a logistic regression in numpy on these pairs and on all pairs of messages of one
conversation that stand in no pair (weight 0.3 each: some of them do clash), and the shares by conversations left out.
On the pairs of up to 500 characters (32 update, 31 contradiction, 50 unrelated, 1,237 others), conversations left out:
chance from      .2     .3     .4     .5
update         .875   .844   .844   .844
contradiction  .903   .903   .774   .774
unrelated      .000   .000   .000   .000
others         .062   .037   .026   .021     (of those from .5, read by hand, about half do clash)
Three of the five updates that are missed do not say what changed. Before, .16 and .13 were asked about, .18 touched.
"""

import argparse
import json
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np

from lore.consolidate import consolidate
from lore.embedding import bundled_embedder
from lore.memory import accounts, near_facts
from lore.memory.entering import remember
from lore.model import CandidateKind, Clean, Evidence, Fact, Kind, LinkKind, Status
from lore.store import FactFilter, Store, open_store

CONFLICTS = ("update", "contradiction")
OTHERS_COUNT = 0.3
_SPEAKER = re.compile(r"^(\[[^\]]*\] )?(user|assistant): ")
Pair = tuple[str, str, str, str]
"""(conversation, older, newer, label)."""
Numbers = Any


def pairs_of(path: Path, longest: int) -> list[Pair]:
    """The pairs of messages that are short enough."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    short = [row for row in rows if max(len(row["a"]), len(row["b"])) <= longest]
    texts = ((row, *(_SPEAKER.sub("", row[key]).strip() for key in "ab")) for row in short)
    return [(row["source"].split("/")[0], older, newer, row["label"]) for row, older, newer in texts]


def others_of(pairs: Sequence[Pair]) -> list[Pair]:
    """Every two messages of one conversation that no pair puts together."""
    said: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
    for number, (conversation, older, newer, _) in enumerate(pairs):
        said[conversation][older].add(number)
        said[conversation][newer].add(number)
    return [
        (conversation, older, newer, "others")
        for conversation, messages in said.items()
        for place, older in enumerate(messages)
        for newer in list(messages)[place + 1 :]
        if not messages[older] & messages[newer]
    ]


def outcome(store: Store, older: str, newer: str, number: int) -> str:
    """What becomes of two messages that are said one after the other."""
    embedder, facts = bundled_embedder(store.folder), []
    for place, text in enumerate((older, newer)):
        probe = Fact("", Clean(text), Kind.NOTE, project=f"p{number}")
        near = near_facts(store, probe, embedder)
        quote = Evidence(Clean(text), f"s{number}-{place}", f"m{place}", at=f"2026-03-{1 + place:02d}T10:00:00Z")
        with store.write("hook") as transaction:
            facts.append(remember(store, transaction, probe, [quote], near=near).fact)
    consolidate(store, embedder)
    first, second = (store.facts.get(fact.id) for fact in facts)
    if first.id == second.id:
        return "one"
    links = {link.kind for link in store.facts.links(first.id) if second.id in (link.source, link.target)}
    asked = any(
        candidate.kind is CandidateKind.QUESTION and candidate.fact in (first.id, second.id)
        for candidate in store.candidates.select()
    )
    if first.status is Status.SUPERSEDED:
        return "wins"
    if asked or LinkKind.CONTRADICTS in links:
        return "asked"
    return "linked" if links or second.status is not Status.ACTIVE else "alone"


def told(pairs: Sequence[Pair]) -> None:
    """Print what became of the pairs in a store."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for number, (_, older, newer, label) in enumerate(pairs):
        with tempfile.TemporaryDirectory() as folder, open_store(Path(folder)) as store:
            assert not store.facts.count(FactFilter())
            found[label if older != newer else f"{label}, the same twice"][outcome(store, older, newer, number)] += 1
    for label, counts in sorted(found.items()):
        total = counts.total()
        print(f"{label:<32} {total:>4} pairs: asked or won {(counts['asked'] + counts['wins']) / total:.3f},", end=" ")
        print(f"touched {1 - counts['alone'] / total:.3f}  {dict(counts)}")


def fit(pairs: Sequence[Pair]) -> None:
    """Print the shares with conversations left out, then the weights of all of them."""
    pairs = [pair for pair in pairs if pair[1] != pair[2]]
    everything = [*pairs, *others_of(pairs)]
    signals = [accounts.signals(newer, older) for _, older, newer, _ in everything]
    rows = np.array([astuple(one) for one in signals])
    looked = np.array([accounts.tells(older) and accounts.tells(newer) for _, older, newer, _ in everything])
    weighed = looked & np.array([bool(one.near or one.denied) for one in signals])
    moved = looked & ~weighed & np.array([one.moved >= accounts.MOVED for one in signals])
    labels = np.array([label for *_, label in everything])
    right, counts = np.isin(labels, CONFLICTS).astype(float), np.where(labels == "others", OTHERS_COUNT, 1.0)
    conversations, chances = np.array([name for name, *_ in everything]), np.zeros(len(everything))
    for name in sorted(set(conversations)):
        out = conversations == name
        weights = _learned(rows[~out & weighed], right[~out & weighed], counts[~out & weighed])
        chances[out] = 1 / (1 + np.exp(-rows[out] @ weights[:-1] - weights[-1]))
    chances = np.where(moved, 1.0, chances * weighed)
    for least in (0.2, 0.25, 0.3, 0.4, 0.5):
        print(least, {name: round(float((chances[labels == name] >= least).mean()), 3) for name in sorted(set(labels))})
    weights = _learned(rows[weighed], right[weighed], counts[weighed])
    names = (*accounts.Signals.__dataclass_fields__, "bias")
    print({name: round(float(weight), 2) for name, weight in zip(names, weights, strict=True)})


def _learned(rows: Numbers, right: Numbers, counts: Numbers, steps: int = 60) -> Numbers:
    """The weights and the bias of a logistic regression with a ridge of 1 on the scaled weights, by Newton's method."""
    spread = rows.std(0) + 1e-9
    scaled = np.c_[rows / spread, np.ones(len(rows))]
    weights, ridge = np.zeros(scaled.shape[1]), np.eye(scaled.shape[1])
    for _ in range(steps):
        likely = 1 / (1 + np.exp(-scaled @ weights))
        slope = scaled.T @ (counts * (likely - right)) + np.r_[weights[:-1], 0]
        weights -= np.linalg.solve((scaled * (counts * likely * (1 - likely))[:, None]).T @ scaled + ridge, slope)
    return np.r_[weights[:-1] / spread, weights[-1]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--longest", type=int, default=500)
    parser.add_argument("--fit", action="store_true")
    chosen = parser.parse_args()
    pairs = pairs_of(chosen.pairs, chosen.longest)
    fit(pairs) if chosen.fit else told(pairs)


if __name__ == "__main__":
    main()
