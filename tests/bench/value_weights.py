"""Makes `core/lore/intake/value_weights.txt`: what tells passwords from the names and numbers of code and prose.

`python tests/bench/value_weights.py FOLDER… > core/lore/intake/value_weights.txt` learns a logistic regression on the
features of `lore.intake.secret_values`. What is no password: every word with a digit or a mark in Python's standard
library, in the packages that are installed, and in the folders. What is one: passwords made here in the ways people and
generators make them, of words of the standard library. What it says of ways that were left out goes to stderr.
"""

import random
import re
import sys
import sysconfig
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import ascii_letters, ascii_lowercase, digits

import numpy as np
from numpy.typing import NDArray

from lore.intake.secret_values import BUCKETS, STEP, features

SUFFIXES = (".py", ".md", ".txt", ".toml", ".json", ".jsonl", ".js", ".cfg", ".rst", ".css", ".html")
MOST_OF_ONE = 400
EACH = 3500
Weights = NDArray[np.float32]
WORD = re.compile(r"[^\s\"'`<>(),;\\]{5,48}")
MARKS = "!@#$%^&*+?_.-"


def words_of(folders: list[Path]) -> tuple[list[str], Counter[str]]:
    """The words that are no password, each once; and the plain words passwords are made of."""
    r = random.Random(1)
    others: set[str] = set()
    plain: Counter[str] = Counter()
    for file in sorted(file for folder in folders for file in folder.rglob("*")):
        if file.suffix not in SUFFIXES or not file.is_file() or file.stat().st_size > 4_000_000:
            continue
        text = file.read_text("utf-8", "replace")
        plain.update(re.findall(r"(?<![\w.])[a-z]{3,9}(?![\w.(])", text)[:2000])
        found = [word.rstrip(".:]}|") for word in WORD.findall(text)]
        found = [word for word in set(found) if is_candidate(word)]
        others.update(found if len(found) <= MOST_OF_ONE else r.sample(sorted(found), MOST_OF_ONE))
    return sorted(others), plain


def is_candidate(word: str) -> bool:
    return (
        5 <= len(word) <= 48
        and word.isascii()
        and any(map(str.isalpha, word))
        and any(letter in "0123456789!@#$%^&*+?~=" for letter in word)
    )


def ways(words: list[str]) -> dict[str, Callable[[random.Random], str]]:
    def text(r: random.Random, length: int, alphabet: str) -> str:
        return "".join(r.choice(alphabet) for _ in range(length))

    def word(r: random.Random) -> str:
        return r.choice(words)

    def number(r: random.Random) -> str:
        return str(r.choice([r.randrange(10), r.randrange(10, 100), r.randrange(100, 10000), r.randrange(1950, 2030)]))

    leet = str.maketrans("aeios", "43105")
    return {
        "word number mark": lambda r: f"{word(r).title()}{number(r)}{r.choice(MARKS)}",
        "mark word number": lambda r: f"{r.choice('!?*@#$')}{word(r).title()}{number(r)}",
        "two words number": lambda r: f"{word(r).title()}{word(r).title()}{number(r)}{r.choice(['', '!', '?', '#'])}",
        "words apart": lambda r: f"{word(r)}{(s := r.choice('-_.'))}{word(r)}{s}{r.randrange(10, 1000)}",
        "titles apart": lambda r: f"{word(r).title()}{(s := r.choice('-_.!'))}{word(r).title()}{s}{number(r)}",
        "leet": lambda r: f"{word(r).translate(leet)}{r.choice(['', '!', '#', '_'])}{number(r)}",
        "word year": lambda r: f"{word(r)}{r.choice('@!#')}{r.randrange(1950, 2030)}",
        "number between": lambda r: f"{word(r)}{number(r)}{r.choice([str.upper, str.title, str.lower])(word(r))}",
        "digit between": lambda r: f"{word(r)}{r.randrange(10)}{word(r)}",
        "words apart by _": lambda r: f"{word(r)}_{word(r)}_{r.randrange(10, 1000)}",
        "small mixed": lambda r: text(r, r.randrange(7, 12), ascii_letters + digits) + r.choice(digits),
        "mixed": lambda r: text(r, r.randrange(8, 20), ascii_letters + digits + MARKS),
        "letters and digits": lambda r: text(r, r.randrange(9, 28), ascii_letters + digits) + r.choice(digits),
        "small letters and digits": lambda r: text(r, r.randrange(10, 26), ascii_lowercase + digits) + r.choice(digits),
        "pieces": lambda r: "-".join(text(r, 6, ascii_letters + digits) for _ in range(3)),
        "three words": lambda r: f"{word(r)}{r.choice('-_.')}{word(r).title()}{number(r)}{word(r)}",
        "number word mark": lambda r: f"{number(r)}{word(r).title()}{r.choice('!?*#$%&+_')}",
        "letter number word": lambda r: f"{r.choice(ascii_letters)}{number(r)}{word(r).title()}{r.choice('!?*_+')}",
        "mark word number word": lambda r: f"{r.choice('!?*@#$')}{word(r).title()}{number(r)}{word(r).title()}",
        "number between apart": lambda r: f"{word(r)}{(s := r.choice('-_.'))}{r.randrange(1000, 9999)}{s}{word(r)}",
        "mark between": lambda r: f"{word(r).title()}{r.choice('!#$%&*+?')}{word(r)}{r.randrange(100)}",
    }


@dataclass(frozen=True)
class Steps:
    """How the weights are stepped towards what fits: by AdaGrad, from this first square on."""

    rounds: int
    batch: int
    rate: float
    rate_of_constant: float
    decay: float
    first: float


STEPS = Steps(rounds=8, batch=256, rate=0.06, rate_of_constant=0.02, decay=2e-6, first=1e-3)


def padded(known: Sequence[list[int]], buckets: int) -> NDArray[np.int32]:
    rows = np.full((len(known), max(map(len, known))), buckets, dtype=np.int32)
    for row, found in enumerate(known):
        rows[row, : len(found)] = found
    return rows


def fitted(places: NDArray[np.int32], truth: Weights, share: Weights, buckets: int, steps: Steps) -> Weights:
    """The weights of a logistic regression, the last of them the constant."""
    weights, squares = np.zeros(buckets + 1, np.float32), np.full(buckets + 1, steps.first, np.float32)
    constant, order = 0.0, np.random.default_rng(1)
    for _ in range(steps.rounds):
        for batch in np.array_split(order.permutation(len(truth)), max(1, len(truth) // steps.batch)):
            taken = places[batch]
            score = weights[taken].sum(1) + constant
            error = (1 / (1 + np.exp(-np.clip(score, -30, 30))) - truth[batch]) * share[batch]
            slope = np.bincount(taken.ravel(), np.repeat(error, places.shape[1]), buckets + 1) / steps.batch
            slope += steps.decay * weights
            slope[buckets] = 0
            squares += slope * slope
            weights -= steps.rate * slope / np.sqrt(squares)
            constant -= steps.rate_of_constant * float(error.mean())
    weights[buckets] = constant
    return weights


def print_weights(program: str, weights: Weights, step: float) -> None:
    """As the program reads them: a letter for each bucket, `O` for none; then the constant."""
    steps = np.clip(np.round(weights / step), -46, 46).astype(int)
    line = "".join(chr(79 + one) for one in steps[:-1])
    print(f"# Made by tests/bench/{program}: a letter for each bucket, `O` for none; then the constant.")
    print(*(line[at : at + 128] for at in range(0, len(line), 128)), sep="\n")
    print("constant", round(float(weights[-1]) / step))


def learn(positives: list[str], negatives: list[str]) -> Weights:
    truth = np.r_[np.ones(len(positives)), np.zeros(len(negatives))].astype(np.float32)
    share = np.where(truth > 0, len(negatives) / len(positives), 1.0).astype(np.float32)
    places = padded([features(value) for value in (*positives, *negatives)], BUCKETS)
    return fitted(places, truth, share, BUCKETS, STEPS)


def scores(weights: Weights, values: list[str]) -> Weights:
    return np.array([weights[features(value)].sum() + weights[BUCKETS] for value in values])


def judged(folders: list[Path]) -> Iterator[str]:
    others, plain = words_of(folders)
    words = [word for word, count in plain.most_common(6000) if count > 1]
    r = random.Random(2)
    r.shuffle(others)
    made = {name: [make(r) for _ in range(EACH)] for name, make in ways(words).items()}
    test = others[: len(others) // 5]
    for name in made:
        weights = learn([value for other, values in made.items() if other != name for value in values], others)
        limit = float(np.quantile(scores(weights, test), 0.99))
        yield f"{name} left out: {float((scores(weights, made[name]) > limit).mean()):.3f} above 99 % of the others"


def main() -> None:
    """Print the weights; with `--judge` say what they are worth instead."""
    folders = [Path(sysconfig.get_path("stdlib")), Path(sysconfig.get_path("purelib")), *map(Path, sys.argv[1:])]
    others, plain = words_of([folder for folder in folders if str(folder) != "--judge"])
    words = [word for word, count in plain.most_common(6000) if count > 1]
    r = random.Random(2)
    made = [make(r) for make in ways(words).values() for _ in range(EACH)]
    r.shuffle(others)
    cut = len(others) // 5
    weights = learn(made, others[cut:])
    seen = scores(weights, others[:cut])
    sys.stderr.write(
        f"{len(others)} others, {len(made)} made; quantiles of others {np.quantile(seen, [0.5, 0.9, 0.99, 0.999])}\n"
    )
    for name, make in ways(words).items():
        sys.stderr.write(
            f"  {name}: {np.quantile(scores(weights, [make(r) for _ in range(500)]), [0.02, 0.1, 0.25, 0.5])}\n"
        )
    print_weights("value_weights.py", weights, STEP)


if __name__ == "__main__":
    main()
