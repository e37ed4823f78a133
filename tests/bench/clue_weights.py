"""Learns the weights of `lore.intake.secret_judge`: which value near a word that promises a secret is one.

`PYTHONPATH=tests python tests/bench/clue_weights.py FOLDER… > core/lore/intake/clue_weights.txt`, where FOLDER holds
ordinary text without secrets: transcripts, packages with their documentation. A first model, which saw none of it,
says what of it is hard; that alone is learned. `--without SET…` leaves sets of frames out and says what the model
makes of them instead.
"""

import argparse
import json
import random
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from value_weights import Steps, Weights, fitted, padded, print_weights, ways, words_of

from lore.intake.secret_clues import BUCKETS
from lore.intake.secret_judge import LEAST, STEP, Candidate, candidates, is_secret
from lore.intake.secret_places import STEMS, WordScan, lowered, promises
from support.secret_frames import SETS, frames
from support.secret_grammar import Grammar
from support.secret_sets import Row, lookalikes, secrets

STEPS = Steps(rounds=12, batch=256, rate=0.3, rate_of_constant=0.3, decay=5e-5, first=1e-5)
SECRET, OTHER, PLAIN, MADE = 1.5, 3.0, 4.0, 0.4
ITSELF = 2.0
"""What counts how much: texts of the sets with a secret and without, texts of others, and what the grammar made; and
how much more a secret counts than what stands beside it."""
MOST_OF_ONE, MOST, LONGEST_LINE = 60_000, 6_000_000, 1500
"""Characters of one file that are read, of all packages, and of a line."""
HARD = -3.5
"""Of the first model's sum, from which on ordinary text teaches something."""
MOST_OF_LINES = 8_000_000
"""Characters of the strings in JSON lines that are read of one file."""
COMMONEST = 1500
SUFFIXES = (".py", ".md", ".txt", ".rst")
MORE_SUFFIXES = frozenset((*SUFFIXES, *".js .ts .tsx .mjs .json .jsonl .yml .yaml .html .css .toml .ini .sh".split()))  # noqa: SIM905
AMBIGUOUS = frozenset("xme")
"""Forms of what stands beside a secret in a set and may be one as well."""
PLAIN_TEXT = "plain"
_SCAN = WordScan(STEMS)


@dataclass
class Examples:
    """Candidates, and which of them are secrets."""

    clues: list[list[int]] = field(default_factory=list)
    truth: list[bool] = field(default_factory=list)
    weight: list[float] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)

    def add(self, row: Row, with_secret: float, without: float) -> None:
        for one, is_one in labelled(row):
            if is_one or not row.secret or one.form not in AMBIGUOUS:
                self.clues.append(one.clues)
                self.truth.append(is_one)
                self.weight.append((with_secret if row.secret else without) * (ITSELF if is_one else 1))
                self.seen.append(one.text)


def near(text: str) -> Iterator[Candidate]:
    small = lowered(text)
    return (one for one in candidates(text, promises(text, small, _SCAN.places(small))) if is_secret(one))


def labelled(row: Row) -> Iterator[tuple[Candidate, bool]]:
    """The candidates of a text, and which of them is its secret; not what holds no more than a part of it."""
    at = row.text.find(row.secret) if row.secret else -1
    for one in near(row.text):
        shared = min(one.end, at + len(row.secret)) - max(one.start, at) if at >= 0 else 0
        if shared <= 0 or shared >= 0.6 * max(len(row.secret), one.end - one.start):
            yield one, shared > 0


def strings_of(lines: str) -> Iterator[str]:
    left = MOST_OF_LINES
    for line in lines.split("\n"):
        try:
            waiting = [json.loads(line)]
        except ValueError:
            continue
        while waiting and left > 0:
            value = waiting.pop()
            if isinstance(value, dict):
                waiting += value.values()
            elif isinstance(value, list):
                waiting += value
            elif isinstance(value, str) and len(value) > 12:
                left -= len(value)
                yield value[:MOST_OF_ONE]


def of_packages() -> Iterator[str]:
    packages = [Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib")]
    files = [file for folder in packages for suffix in SUFFIXES for file in sorted(folder.rglob(f"*{suffix}"))]
    random.Random(4).shuffle(files)
    left = MOST
    for file in files:
        text = file.read_text("utf-8", "replace")[:MOST_OF_ONE]
        if left > 0 and any(word in text.lower() for word in ("password", "token", "secret", "passphrase", " pin ")):
            left -= len(text)
            yield text


def of_folders(folders: list[Path]) -> Iterator[str]:
    for file in sorted(file for folder in folders for file in folder.rglob("*") if file.suffix in MORE_SUFFIXES):
        text = file.read_text("utf-8", "replace") if file.is_file() else ""
        if file.suffix == ".jsonl":
            yield from strings_of(text)
        else:
            yield "\n".join(line for line in text[:MOST_OF_ONE].split("\n") if len(line) < LONGEST_LINE)


def add_hard(examples: Examples, first: Weights, folders: list[Path]) -> None:
    found = Examples()
    for text in of_folders(folders):
        found.add(Row(PLAIN_TEXT, text), PLAIN, PLAIN)
    seen: set[tuple[str, tuple[int, ...]]] = set()
    for at, sure in enumerate(scores(first, found.clues) if found.clues else ()):
        key = (found.seen[at], tuple(found.clues[at]))
        if sure >= HARD and key not in seen:
            seen.add(key)
            examples.clues.append(found.clues[at])
            examples.truth.append(found.truth[at])
            examples.weight.append(found.weight[at])
            examples.seen.append(found.seen[at])


def of_grammar(each: int) -> Iterator[Row]:
    _, plain = words_of([Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib")])
    words = [word for word, count in plain.most_common(14_000) if count > 1 and len(word) > 3][COMMONEST:]
    for name, more in (("secrets.txt", 1.0), ("harmless.txt", 1.5)):
        yield from Grammar(name, words, list(ways(words).values())).rows(int(each * more), 3)


def learn(examples: Examples) -> Weights:
    truth, weight = np.array(examples.truth, np.float32), np.array(examples.weight, np.float32)
    return fitted(padded(examples.clues, BUCKETS), truth, weight, BUCKETS, STEPS)


def scores(weights: Weights, clues: list[list[int]]) -> NDArray[np.float32]:
    linear = np.append(weights[:BUCKETS], np.float32(0))
    found: NDArray[np.float32] = linear[padded(clues, BUCKETS)].sum(1) + weights[BUCKETS]
    return found


def of_sets(examples: Examples, names: Iterable[str], each: int = 3) -> None:
    for name in names:
        for _, row in frames(each, 29, SETS[name]):
            examples.add(row, SECRET, OTHER)


def judged(weights: Weights, name: str) -> str:
    examples = Examples()
    of_sets(examples, [name])
    found, truth = scores(weights, examples.clues) > LEAST, np.array(examples.truth)
    return (
        f"{name}: {found[truth].mean():.3f} of {truth.sum()} secrets, {found[~truth].sum()} of {(~truth).sum()} others"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    parser.add_argument("--without", nargs="+", default=[], choices=list(SETS))
    given = parser.parse_args()
    examples = Examples()
    of_sets(examples, [name for name in SETS if name not in given.without])
    for row in (*secrets(4, 5), *lookalikes(6, 6)):
        examples.add(row, SECRET, OTHER)
    for row in of_grammar(40):
        examples.add(row, MADE, MADE)
    for text in of_packages():
        examples.add(Row(PLAIN_TEXT, text), PLAIN, PLAIN)
    weights = learn(examples)
    if given.folders:
        add_hard(examples, weights, given.folders)
        weights = learn(examples)
    for name in given.without:
        sys.stdout.write(judged(weights, name) + "\n")
    if not given.without:
        print_weights("clue_weights.py", weights, STEP)


if __name__ == "__main__":
    main()
