"""What tells who wrote a part of a message is learned here, with the repositories left out that it is judged by.

It learns from `tests/data/authorship`: messages that were marked by hand, short prompts, and messages made here in
which a prompt of a repository stands round the answer of an agent, whole, in part, or wrapped as a terminal shows it.
"""

import json
import random
import re
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lore.capture.authorship.blocks import blocks
from lore.capture.authorship.pasted import is_pasted
from lore.capture.authorship.shape import shapes
from support.logistic import Linear, fitted

DATA = Path(__file__).parents[1] / "data" / "authorship"
STRENGTH = 0.3
LARGE = (
    "EntityProcess/agentv", "entireio/cli", "specstoryai/getspecstory", "badlogic/pi-mono",
    "PackmindHub/context-evaluator", "FSM1/cipher-box",
)  # fmt: skip
"""Repositories with a fold of their own; the others share three."""
FOLDS = len(LARGE) + 3


@dataclass(frozen=True, slots=True)
class Example:
    """A message with who wrote each of its blocks; None where nobody can say."""

    repo: str
    group: str
    """`long`, `short` or `made`."""
    rows: Sequence[Sequence[float]]
    pasted: Sequence[bool | None]
    texts: Sequence[str]
    weight: float

    @property
    def fold(self) -> int:
        return fold_of(self.repo)


def fold_of(repo: str) -> int:
    """The fold that a repository is left out with."""
    return LARGE.index(repo) if repo in LARGE else len(LARGE) + sum(map(ord, repo)) % 3


@dataclass(frozen=True, slots=True)
class Judged:
    """A block of a message of a repository that was left out."""

    repo: str
    group: str
    text: str
    pasted: bool
    found: bool


def examples() -> list[Example]:
    """All that there is to learn from."""
    chance = random.Random(0)
    short = read("short")
    prompts: dict[str, list[str]] = defaultdict(list)
    for one in short:
        prompts[one["repo"]].append(one["text"])
    found = [_example(one["repo"], "long", one["text"], one["parts"], 1.0) for one in read("messages")]
    found += [_example(one["repo"], "short", one["text"], [(0, len(one["text"]), "typed")], 1.0) for one in short]
    for one in read("agents"):
        text, parts = _made(one["text"], prompts[one["repo"]], chance)
        found.append(_example(one["repo"], "made", text, parts, 0.35))
    return [example for example in found if example.rows]


def left_out(found: Sequence[Example]) -> Iterator[Judged]:
    """Every block, judged by a model that saw nothing of its repository."""
    for fold in range(FOLDS):
        tested = [example for example in found if example.fold == fold]
        if not tested:
            continue
        model = trained([example for example in found if example.fold != fold])
        for one in tested:
            scores = model.scores(np.array(one.rows))
            for row, score, pasted, text in zip(one.rows, scores, one.pasted, one.texts, strict=True):
                if pasted is not None:
                    yield Judged(one.repo, one.group, text, pasted, is_pasted(row, float(score)))


def trained(found: Sequence[Example]) -> Linear:
    """The model that these examples make; a long message counts more than a short one, but not by its blocks."""
    rows: list[Sequence[float]] = []
    right: list[bool] = []
    weight: list[float] = []
    for example in found:
        known = sum(pasted is not None for pasted in example.pasted)
        for row, pasted in zip(example.rows, example.pasted, strict=True):
            if pasted is not None:
                rows.append(row)
                right.append(pasted)
                weight.append(example.weight / known**0.5)
    return fitted(np.array(rows), np.array(right), np.array(weight), strength=STRENGTH)


def figures(judged: Sequence[Judged], group: str) -> dict[str, float]:
    """Precision and recall of what is called pasted, by blocks and by characters, and the share of typed ones kept."""
    chosen = [one for one in judged if one.group == group]
    typed = [one for one in chosen if not one.pasted]
    called = [one for one in chosen if one.found]
    pasted = [one for one in chosen if one.pasted]
    right = [one for one in called if one.pasted]
    size = _size
    return {
        "precision": len(right) / max(1, len(called)),
        "recall": len(right) / max(1, len(pasted)),
        "precision by characters": size(right) / max(1, size(called)),
        "recall by characters": size(right) / max(1, size(pasted)),
        "typed kept": 1 - sum(one.found for one in typed) / max(1, len(typed)),
    }


def _size(judged: Sequence[Judged]) -> int:
    return sum(len(one.text) for one in judged)


def _example(repo: str, group: str, text: str, parts: Sequence[tuple[int, int, str]], weight: float) -> Example:
    found = list(blocks(text))
    pasted = [_mark(block.start, block.end, parts) for block in found]
    return Example(repo, group, shapes(found) if found else [], pasted, [block.text for block in found], weight)


def _mark(start: int, end: int, parts: Sequence[tuple[int, int, str]]) -> bool | None:
    """What most of a block was marked as."""
    marks: Counter[str] = Counter()
    for begins, ends, mark in parts:
        if (shared := min(end, ends) - max(start, begins)) > 0:
            marks[mark] += shared
    mark = marks.most_common(1)[0][0] if marks else "unsure"
    return None if mark == "unsure" else mark == "pasted"


def _made(answer: str, prompts: Sequence[str], chance: random.Random) -> tuple[str, list[tuple[int, int, str]]]:
    """An agent's answer, as a person of the same repository might paste it."""
    if chance.random() < 0.2:
        answer = _wrapped(answer)
    paragraphs = re.split(r"\n\s*\n", answer)
    if chance.random() < 0.4:
        first = chance.randrange(len(paragraphs))
        answer = "\n\n".join(paragraphs[first : first + chance.randint(1, 6)])
    text, parts = "", list[tuple[int, int, str]]()
    before = chance.choice(prompts) if prompts and chance.random() < 0.5 else ""
    behind = chance.choice(prompts) if prompts and chance.random() < 0.5 else ""
    for part, mark in ((before, "typed"), (answer, "pasted"), (behind, "typed")):
        if part:
            text += ("\n" if chance.random() < 0.2 else "\n\n") if text else ""
            parts.append((len(text), len(text) + len(part), mark))
            text += part
    return text, parts


def _wrapped(text: str) -> str:
    lines = [textwrap.wrap(line, 100, break_long_words=False) for line in text.split("\n")]
    return "\n".join("\n".join("  " + piece for piece in line) for line in lines)


def read(name: str) -> list[dict[str, Any]]:
    """The lines of a file of `DATA`."""
    return [json.loads(line) for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()]
