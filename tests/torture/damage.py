"""How files break: a flipped bit, a page of zeros, a cut, a page of noise."""

import random
from collections.abc import Callable, Mapping
from pathlib import Path

PAGE = 4096


def flip_bit(data: bytearray, rng: random.Random) -> None:
    place = rng.randrange(len(data))
    data[place] ^= 1 << rng.randrange(8)


def zero_page(data: bytearray, rng: random.Random) -> None:
    start = rng.randrange(0, len(data), PAGE)
    length = min(PAGE, len(data) - start)
    data[start : start + length] = bytes(length)


def cut(data: bytearray, rng: random.Random) -> None:
    del data[rng.randrange(len(data)) :]


def noise(data: bytearray, rng: random.Random) -> None:
    start = rng.randrange(0, len(data), PAGE)
    length = min(PAGE, len(data) - start)
    data[start : start + length] = rng.randbytes(length)


KINDS: Mapping[str, Callable[[bytearray, random.Random], None]] = {
    "flipped bit": flip_bit,
    "page of zeros": zero_page,
    "cut": cut,
    "page of noise": noise,
}


def damage(path: Path, kind: str, rng: random.Random) -> None:
    data = bytearray(path.read_bytes())
    if data:
        KINDS[kind](data, rng)
        path.write_bytes(data)
