"""How much a value looks like a password or token, and not like a name or number of code: a small learned model.

A logistic regression on the letters of the value and on its shape; `tests/bench/value_weights.py` learned it.
"""

from functools import lru_cache
from pathlib import Path
from zlib import crc32

BUCKETS = 8192
STEP = 0.08
"""Of a weight, for each letter in the file."""
LONGEST = 40
"""Characters of a value that are looked at."""
_SHAPE = bytes.maketrans(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", b"A" * 26 + b"a" * 26 + b"0" * 10
)


def features(value: str) -> list[int]:
    """The buckets of a value: runs of its shape, pieces of its letters, and how the shape goes on."""
    raw = value[:LONGEST].encode("ascii", "replace")
    shape = b"^" + raw.translate(_SHAPE) + b"$"
    letters = b"^" + raw.lower() + b"$"
    found = {crc32(b"s" + shape[at : at + size]) for size in (2, 3, 5) for at in range(len(shape) - size + 1)}
    found.update(crc32(b"l" + letters[at : at + size]) for size in (2, 3, 4) for at in range(len(letters) - size + 1))
    runs = bytes([kind for at, kind in enumerate(shape) if at == 0 or shape[at - 1] != kind])
    found.update(
        (crc32(b"r" + runs[:12]), crc32(b"n%d" % (len(runs) * 4 // len(shape))), crc32(b"m%d" % (len(raw) // 3)))
    )
    return sorted({place % BUCKETS for place in found})


@lru_cache(maxsize=1)
def _weights() -> tuple[list[int], int]:
    lines = Path(__file__).with_name("value_weights.txt").read_text("ascii").splitlines()[1:]
    return [ord(letter) - 79 for line in lines[:-1] for letter in line], int(lines[-1].split()[1])


@lru_cache(maxsize=4096)
def likeness(value: str) -> float:
    """Above 0 a value is more likely a password than a name or a number; the unit is that of a logit."""
    weights, constant = _weights()
    return STEP * (constant + sum([weights[place] for place in features(value)]))
