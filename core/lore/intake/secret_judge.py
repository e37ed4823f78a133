"""Which of the values near a word that promises a secret is one: a small learned model of what stands around it.

A logistic regression over the clues of `secret_clues`; `tests/bench/clue_weights.py` learned it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from lore.intake.secret_candidates import Candidate, candidates
from lore.intake.secret_place import Place
from lore.intake.secret_values import is_placeholder, is_reference
from lore.intake.secret_words import Found

_COLOUR = re.compile(r"#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")
STEP = 0.08
"""Of a weight, for each letter in the file."""
LEAST = 0.0
"""Of the sum, from which on a value is masked."""


@lru_cache(maxsize=1)
def _weights() -> tuple[list[int], int]:
    lines = Path(__file__).with_name("clue_weights.txt").read_text("ascii").splitlines()[1:]
    return [ord(letter) - 79 for line in lines[:-1] for letter in line], int(lines[-1].split()[1])


def judged(text: str, places: Sequence[Place], markers: Sequence[tuple[int, int]] = ()) -> Iterator[Found]:
    """The values that the model takes for secrets. places: where words stand that promise one, in order.

    markers: where secrets were masked before; a line with one is not read again.
    """
    if not places:
        return
    weights, constant = _weights()
    least = round(LEAST / STEP) - constant
    for one in candidates(text, places, markers):
        if sum([weights[place] for place in one.clues]) > least and is_secret(one):
            yield Found(one.start, one.end, one.kind)


def is_secret(one: Candidate) -> bool:
    """Whether a candidate is no placeholder, no reference and no colour."""
    if _COLOUR.fullmatch(one.text):
        return False
    if one.form == "d":
        return len(set(one.text)) > 1 and one.text not in "1234567890"
    return one.form == "p" or not (is_placeholder(one.text) or is_reference(one.text))
