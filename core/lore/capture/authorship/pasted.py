"""Which parts of a message the person did not write: plans and answers of agents, reviews, logs, code.

A linear model over shapes decides each block (`tests/bench/authorship.py` trains it and prints its figures with the
repositories left out). In doubt a block is the person's.
"""

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path

from lore.capture.authorship.blocks import blocks
from lore.capture.authorship.documents import hold_document
from lore.capture.authorship.shape import SHAPE, shapes
from lore.capture.quoted import Part, quoted_parts

FILE = Path(__file__).parent / "pasted.json"
BORDER, PLAIN_BORDER = 1.0, 4.0
"""Log-odds from which a block is pasted; a plain one in a plain message has to look much more like it."""
DOCUMENT_BORDER = -1.1
"""Log-odds from which a block beside a document is of it: what a person types there looks typed."""
PLAIN_SHARE = 0.7
"""Of a message, in plain blocks, from which it is a plain message."""
MOST_BLOCKS = 200
"""Blocks that are measured; no person types more, so the rest of a message is pasted."""
_NO_BREAK = re.compile(r"[^\n]")
_PLAIN, _PLAIN_MESSAGE = SHAPE.index("plain"), SHAPE.index("plain message")


def somebodys_parts(text: str) -> list[Part]:
    """The parts of a message in a user's name that are somebody's: quoted, or pasted without a mark of quotation."""
    return [*quoted_parts(text), *pasted_parts(text)]


def typed_text(text: str) -> str:
    """What of a message the person typed: the same text with spaces in place of all that is somebody's."""
    kept: list[str] = []
    place = 0
    for start, end in sorted(somebodys_parts(text)):
        kept += [text[place:start], _NO_BREAK.sub(" ", text[max(place, start) : end])]
        place = max(place, end)
    return "".join([*kept, text[place:]])


def pasted_parts(text: str) -> list[Part]:
    """The blocks of a message that look like an agent's or a program's, in order."""
    found = list(islice(blocks(text), MOST_BLOCKS + 1))
    measured, rest = found[:MOST_BLOCKS], found[MOST_BLOCKS:]
    beside = hold_document(measured)
    parts = [
        (block.start, block.end)
        for block, row in zip(measured, shapes(measured), strict=True)
        if is_pasted(row, _score(row)) or (beside and _score(row) > DOCUMENT_BORDER)
    ]
    return [*parts, *((one.start, len(text)) for one in rest)]


def is_pasted(row: Sequence[float], score: float) -> bool:
    """Whether a block with this shape and these log-odds is pasted."""
    plain = row[_PLAIN] > 0 and row[_PLAIN_MESSAGE] >= PLAIN_SHARE
    return score > (PLAIN_BORDER if plain else BORDER)


def _score(row: Sequence[float]) -> float:
    weights, bias = _model()
    return bias + sum(weight * value for weight, value in zip(weights, row, strict=True) if value)


@cache
def _model() -> tuple[tuple[float, ...], float]:
    stored = json.loads(FILE.read_bytes())
    if list(stored["weights"]) != list(SHAPE):
        raise AssertionError("pasted.json was trained for other shapes: run tests/bench/authorship.py --write")
    return tuple(stored["weights"].values()), stored["bias"]
