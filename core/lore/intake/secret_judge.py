"""Which of the values near a word that promises a secret is one: a small learned model of what stands around it.

A logistic regression over the clues of `secret_clues`; `tests/bench/clue_weights.py` learned it.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from lore.intake.secret_candidates import Candidate, candidates
from lore.intake.secret_place import Place
from lore.intake.secret_scores import likeness
from lore.intake.secret_values import is_placeholder, is_reference
from lore.intake.secret_words import Found

_COLOUR = re.compile(r"#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")
_NO_SECRET = re.compile(
    r"\w+=(?:None|True|False|null|true|false|\d+|[/.~]\S*)|[A-Za-z_]+=|(?:\d+(?:ms|min|[smhd]))+|\d+[kKMGT]i?[Bb]?|[A-Z]{2,4}-\d{3}-[A-Z]{3}"
    r"|(?:[a-z]{2,8}_)+|[\^~]?\d+(?:\.\d+){1,3}|[a-z]{1,4}\d{3,7}(?:-[a-z]{2,}){2,}|[0-9a-f]+@v\d+|\+[\w.]+\+|[^\\]*\\[nrtu\\].*"
    r"|0x[0-9A-Fa-f]{1,16}|=?(?:dword|qword|hex(?:\(\w\))?):.*"
    r"|(?:bc1[a-z0-9]{38,58}|[13][1-9A-HJ-NP-Za-km-z]{33})"
    r"|[&*]?(?:[A-Z][a-z]+)*(?:Array|String|Str|Text|Char|Varchar|Bytes?|Type|Field|Hash|Policy|Error|Provider|Buffer|Box)"
)
"""A setting, a duration, a size, a cipher, what was cut off, a version, a branch, a piece of code, what an escape
splits, an address in memory, a value of a registry, an address of a chain, a type."""
STEP = 0.08
"""Of a weight, for each letter in the file."""
LEAST_LETTERS, LONGEST_WORD = 3, 8
"""Different letters that a short word or code has at least."""
UNLIKE_VARIABLE = 1.5
"""Of `likeness`, from which on what begins with a dollar names no variable."""
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
    if one.form == "p":
        return True
    if _NO_SECRET.fullmatch(one.text):
        return False
    value = one.text[1:] if one.text[0] == "$" and likeness(one.text) >= UNLIKE_VARIABLE else one.text
    return not (is_placeholder(value, LEAST_LETTERS if len(value) <= LONGEST_WORD else 5) or is_reference(value))
