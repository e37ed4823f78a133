"""Which parts of a message the person did not write: plans and answers of agents, reviews, logs, code.

A linear model over shapes decides each block (`tests/bench/authorship.py` trains it and prints its figures with the
repositories left out). In doubt a block is the person's.
"""

import json
import math
import re
from collections.abc import Sequence
from functools import cache
from itertools import islice
from pathlib import Path

from lore.capture.authorship.blocks import Block, blocks
from lore.capture.authorship.documents import hold_document
from lore.capture.authorship.lines import lines_of
from lore.capture.authorship.review import review_parts
from lore.capture.authorship.shape import SHAPE, shapes
from lore.capture.authorship.terminal import terminal_parts
from lore.language import Part, quoted_parts

FILE = Path(__file__).parent / "pasted.json"
BORDER, PLAIN_BORDER = 1.0, 4.0
"""Log-odds from which a block is pasted; a plain one in a plain message, or a list in a short one, has to look much
more like it."""
DOCUMENT_BORDER = -1.1
"""Log-odds from which a block beside a document is of it: what a person types there looks typed."""
PLAIN_SHARE = 0.7
"""Of a message, in plain blocks, from which it is a plain message."""
MOST_BLOCKS = 200
"""Blocks that are measured; no person types more, so the rest of a message is pasted."""
_BLANK = re.compile(r"\n[ \t]*\n")
_NO_BREAK = re.compile(r"[^\n]")
_PLAIN, _PLAIN_MESSAGE = SHAPE.index("plain"), SHAPE.index("plain message")
_LENGTH, _LONGEST_LIST = SHAPE.index("length"), math.log1p(600)
_LISTED = (SHAPE.index("bullets"), SHAPE.index("numbers"))
_LAID_OUT = tuple(map(SHAPE.index, ("code", "printed", "headings", "bold", "code spans", "dashes")))


def somebodys_parts(text: str) -> list[Part]:
    """The parts of a message in a user's name that are somebody's: quoted, or pasted without a mark of quotation."""
    lines = lines_of(text)
    certain = _joined(text, [*terminal_parts(lines), *review_parts(lines)])
    return [*quoted_parts(text), *certain, *pasted_parts(text, certain)]


def typed_text(text: str) -> str:
    """What of a message the person typed: the same text with spaces in place of all that is somebody's."""
    kept: list[str] = []
    place = 0
    for start, end in sorted(somebodys_parts(text)):
        kept += [text[place:start], _NO_BREAK.sub(" ", text[max(place, start) : end])]
        place = max(place, end)
    return "".join([*kept, text[place:]])


def pasted_parts(text: str, certain: Sequence[Part] = ()) -> list[Part]:
    """The blocks of a message that look like an agent's or a program's, in order.

    certain: the parts that are known to be: what stands beside one in its paragraph is judged by itself.
    """
    cuts = {start for start, _ in certain} | {end + 1 for _, end in certain}
    found = list(islice(blocks(text, cuts), MOST_BLOCKS + 1))
    measured, rest = found[:MOST_BLOCKS], found[MOST_BLOCKS:]
    rows = shapes(measured)
    if certain:
        _tell_plain(measured, rows, certain)
    beside = not certain and hold_document(measured)  # beside a terminal or a review its own border holds
    parts = [
        (block.start, block.end)
        for block, row in zip(measured, rows, strict=True)
        if is_pasted(row, _score(row)) or (beside and _score(row) > DOCUMENT_BORDER)
    ]
    return [*parts, *((one.start, len(text)) for one in rest)]


def _joined(text: str, parts: Sequence[Part]) -> list[Part]:
    """The same parts, those within one paragraph as one with what stands between them."""
    found: list[Part] = []
    for start, end in sorted(parts):
        if found and _BLANK.search(text, found[-1][1], start) is None:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _tell_plain(measured: Sequence[Block], rows: Sequence[list[float]], certain: Sequence[Part]) -> None:
    """Say how plain a message is by its first and its last block, where they stand beside what is known to be pasted:
    that is where a person types."""
    ends = [
        (block, row)
        for block, row in list(zip(measured, rows, strict=True))[:: max(1, len(rows) - 1)]
        if not any(start <= block.start < end for start, end in certain)
    ]
    plain = sum(len(block.text) * row[_PLAIN] for block, row in ends) / (sum(len(one.text) for one, _ in ends) or 1)
    for _, row in ends:
        row[_PLAIN_MESSAGE] = plain


def is_pasted(row: Sequence[float], score: float) -> bool:
    """Whether a block with this shape and these log-odds is pasted."""
    plain = (row[_PLAIN] > 0 and row[_PLAIN_MESSAGE] >= PLAIN_SHARE) or _is_short_list(row)
    return score > (PLAIN_BORDER if plain else BORDER)


def _is_short_list(row: Sequence[float]) -> bool:
    """Whether it is a list in a short message that has no other layout: rules, as people type several of them."""
    if row[_LENGTH] > _LONGEST_LIST or any(row[place] for place in _LAID_OUT):
        return False
    return any(row[place] for place in _LISTED)


def _score(row: Sequence[float]) -> float:
    weights, bias = _model()
    return bias + sum(weight * value for weight, value in zip(weights, row, strict=True) if value)


@cache
def _model() -> tuple[tuple[float, ...], float]:
    stored = json.loads(FILE.read_bytes())
    if list(stored["weights"]) != list(SHAPE):
        raise AssertionError("pasted.json was trained for other shapes: run tests/bench/authorship.py --write")
    return tuple(stored["weights"].values()), stored["bias"]
