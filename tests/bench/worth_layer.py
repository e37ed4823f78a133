"""Fit the last answer of the network that reads sentences: whether what an agent says is worth keeping as it stands.

    PYTHONPATH=tests/bench python tests/bench/worth_layer.py [--data ../shared/data] [--write]

A logistic regression with a penalty over what the network in the package makes of a sentence and what stands before
it, learned from the sentences of repositories and of written sessions that were judged one by one. The network itself
stays as it is. Prints how well the answer tells what is worth keeping, for repositories that the layer has not seen;
`--write` learns from all and writes the answer into the package. One minute.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from extraction_corpus import corpus, everything, load_scorer, vocabulary_of
from extraction_head import logistic
from extraction_judge import FOLDS

from lore import paths
from lore.capture.extraction.head import KINDS
from lore.embedding import MODEL
from lore.embedding.sentence_network import CORRECTION, network_of, summary

PENALTY = 3000.0
"""Of the squared weights of standardised numbers."""
PERSON = 2.0
"""The number that says who speaks, before the weight that it gets; an agent has 0."""


def rank_share(good: Any, scores: Any) -> float:
    """The chance that one that is worth keeping has a higher score than one that is not (area under the ROC curve)."""
    ranks = np.empty(len(scores))
    ranks[np.argsort(scores, kind="stable")] = np.arange(1, len(scores) + 1)
    count = int(good.sum())
    return float((ranks[good].sum() - count * (count + 1) / 2) / (count * (len(good) - count)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--write", action="store_true", help="into the package")
    options = parser.parse_args()
    messages = [message for message in everything(options.data) if "classes" in message]
    one = corpus(messages, vocabulary_of(messages), load_scorer(options.data / "extraction" / "score.py"))
    model = network_of(paths.models_folder() / MODEL)
    x = np.stack([summary(model, *pair) for pair in one.pairs])
    mean, spread = x.mean(0), x.std(0) + 1e-3
    x = np.hstack([(x - mean) / spread, one.user[:, None] * PERSON])
    good, unseen = one.worth == 1, np.full(len(x), np.nan)
    for fold in range(FOLDS):
        left_out = one.fold == fold
        weights = logistic(x[~left_out], good[~left_out], one.worth_weight[~left_out], PENALTY)
        unseen[left_out] = x[left_out] @ weights[:-1] + weights[-1]
    for user, role in ((True, "people"), (False, "agents")):
        rows = (one.fold >= 0) & one.stands & (one.user == user)
        print(f"{role}: {rows.sum()} sentences, area under the curve {rank_share(good[rows], unseen[rows]):.3f}")
    if options.write:
        weights = logistic(x, good, one.worth_weight, PENALTY)
        raw = weights[:-2] / spread
        write(raw, weights[-1] - mean @ raw)


def write(weights: Any, bias: float) -> None:
    """Put the answer behind the others, or in the place of an earlier one."""
    with np.load(CORRECTION) as stored:
        found = {name: stored[name] for name in stored.files}
    first = 1 + len(KINDS)
    found["answer.weight"] = np.vstack([found["answer.weight"][:first], weights]).astype(np.float16)
    found["answer.bias"] = np.append(found["answer.bias"][:first], bias).astype(np.float16)
    np.savez_compressed(CORRECTION, **found)
    print(f"written: {CORRECTION} ({CORRECTION.stat().st_size:,} bytes)")


if __name__ == "__main__":
    main()
