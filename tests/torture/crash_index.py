"""R9: writers and indexers are killed, the index is damaged now and then; it must still equal the store."""

import random
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from lore import paths
from lore.index import catch_up
from lore.store import open_store

from .damage import KINDS, damage
from .derived import mismatches
from .figures import Figure, Scale, none_of
from .processes import LOST_ITS_LOCKS, Child, Gate, ask, kill_at
from .work import Write, capture, consolidate

ROUNDS_PER_STORE = 30
DAMAGED_EVERY = 25
LONGEST_LIFE_S = 0.4
WRITERS: tuple[Write, ...] = (capture, consolidate)
INDEXERS = 2


def run(scale: Scale) -> Iterator[Figure]:
    """Size: rounds."""
    rng = random.Random(scale.seed)
    wrong: list[str] = []
    ends: list[int] = []
    damaged = 0
    for number in range(scale.size):
        home = scale.folder / f"store-{number // ROUNDS_PER_STORE}"
        ends += _round(home, rng, number)
        if number % DAMAGED_EVERY == 5:
            damaged += _damage(home, rng)
        wrong += ask(partial(mismatches, home))
    among = f"{scale.size} crash rounds of {len(WRITERS)} writers and {INDEXERS} indexers, {damaged} indexes damaged"
    yield none_of("R9", len(wrong), "mismatches between index and store", among)
    errors = sum(end not in (-signal.SIGKILL, LOST_ITS_LOCKS) for end in ends)
    yield none_of("R9", errors, "errors before the kill", f"{len(ends):,} processes")
    yield none_of("R6", ends.count(LOST_ITS_LOCKS), "deleted database files held open", f"{len(ends):,} processes")
    for line in wrong[:10]:
        yield Figure("R9", line, kept=False)


def _round(home: Path, rng: random.Random, number: int) -> list[int]:
    gate = Gate()
    works = [partial(_write, home, gate, write, f"{number} {write.__name__}") for write in WRITERS]
    children = [Child(work) for work in [*works, *[partial(_index, home, gate)] * INDEXERS]]
    gate.open()
    careless = kill_at([(rng.uniform(0.005, LONGEST_LIFE_S), child) for child in children])
    ends = [child.wait() for child in children]
    return [LOST_ITS_LOCKS if child in careless else end for child, end in zip(children, ends, strict=True)]


def _write(home: Path, gate: Gate, write: Write, seed: str) -> None:
    gate.wait()
    rng = random.Random(seed)
    number = 0
    with open_store(home) as store:
        while True:
            write(store, rng, number)
            number += 1


def _index(home: Path, gate: Gate) -> None:
    gate.wait()
    with open_store(home) as store:
        while True:
            catch_up(store, None)


def _damage(home: Path, rng: random.Random) -> int:
    files = sorted(path for path in paths.index_folder(home).rglob("*") if path.is_file() and path.suffix != ".lock")
    if not files:
        return 0
    chosen = rng.choice(files)
    if rng.random() < 0.2:
        chosen.unlink()
    else:
        damage(chosen, rng.choice(sorted(KINDS)), rng)
    return 1
