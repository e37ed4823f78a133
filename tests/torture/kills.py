"""R1, R2, R6, R9: writers and indexers are killed, the index is damaged now and then.

Whatever was acknowledged must be there, and the index must still equal the store.
"""

import random
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from lore import paths
from lore.index import catch_up
from lore.store import open_store

from .checks import Soundness, acknowledged, soundness
from .damage import KINDS, damage
from .derived import mismatches
from .figures import Figure, Scale, none_of
from .processes import LOST_ITS_LOCKS, Acknowledgements, Child, Gate, ask, kill_at
from .work import WRITERS, Write, capture

ROUNDS_PER_STORE = 25
"""A store grows for so many rounds, then a new one is begun."""
LONGEST_LIFE_S = 0.4
WRITES_PER_PROGRAM = 30
DAMAGED_EVERY = 4
INDEXERS = 2


def run(scale: Scale) -> Iterator[Figure]:
    """Size: how many processes are killed."""
    rng = random.Random(scale.seed)
    killed = said = number = damaged = 0
    lost: list[str] = []
    wrong: list[str] = []
    failed: list[int] = []
    faults: list[Soundness] = []
    while killed < scale.size:
        home = scale.folder / f"store-{number // ROUNDS_PER_STORE}"
        said_by = [Acknowledgements(scale.folder / f"said-{number}-{place}") for place in range(len(WRITERS))]
        ends = _round(home, rng, number, said_by)
        lines = [line for acknowledgements in said_by for line in acknowledgements.all()]
        faults.append(ask(partial(soundness, home)))
        lost += ask(partial(acknowledged, home, lines))
        if number % DAMAGED_EVERY == DAMAGED_EVERY - 1:
            damaged += _damage(home, rng)
        wrong += ask(partial(mismatches, home))
        failed += [end for end in ends if end != -signal.SIGKILL]
        killed, said, number = killed + len(ends), said + len(lines), number + 1
    among = f"{killed:,} kills of {len(WRITERS)} writers and {INDEXERS} indexers, {said:,} acknowledged writes"
    yield none_of("R1", len(lost), "acknowledged writes lost", among)
    rows = sum(len(found.structure + found.hashes + found.history) for found in faults)
    yield none_of("R1", rows, "damaged rows", f"{number} checks")
    yield none_of("R1", sum(end != LOST_ITS_LOCKS for end in failed), "errors before the kill", f"{killed:,} processes")
    yield none_of("R2", sum(len(found.outbox) for found in faults), "outbox mismatches", f"{number} checks")
    yield none_of("R9", len(wrong), "mismatches between index and store", f"{number} rounds, {damaged} indexes damaged")
    yield none_of("R6", failed.count(LOST_ITS_LOCKS), "deleted database files held open", f"{killed:,} processes")
    yield from (Figure("R9", line, kept=False) for line in wrong[:10])


def _round(home: Path, rng: random.Random, number: int, said_by: list[Acknowledgements]) -> list[int]:
    """Start writers and an indexer on one store and kill each at its moment. Returns how they ended."""
    gate = Gate()
    children = [
        Child(partial(_write, home, gate, write, f"{number} {place}", acknowledgements))
        for place, (write, acknowledgements) in enumerate(zip(WRITERS, said_by, strict=True))
    ]
    children += [Child(partial(_index, home, gate)) for _ in range(INDEXERS)]
    gate.open()
    careless = kill_at([(rng.uniform(0.005, LONGEST_LIFE_S), child) for child in children])
    ends = [child.wait() for child in children]
    return [LOST_ITS_LOCKS if child in careless else end for child, end in zip(children, ends, strict=True)]


def _write(home: Path, gate: Gate, write: Write, seed: str, said: Acknowledgements) -> None:
    gate.wait()
    rng = random.Random(seed)
    number = 0
    while True:
        with open_store(home) as store:
            # A hook opens the store for every write; an agent keeps it open.
            for _ in range(1 if write is capture else WRITES_PER_PROGRAM):
                said.say(*write(store, rng, number))
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
