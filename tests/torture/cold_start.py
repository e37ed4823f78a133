"""R5: sixteen programs open a store that does not exist yet, at the same moment."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from lore.model import Clean, Fact, Kind
from lore.store import open_store

from .checks import soundness
from .figures import Figure, Scale, none_of
from .processes import LOST_ITS_LOCKS, Child, Gate, ask

PROGRAMS = 16


def run(scale: Scale) -> Iterator[Figure]:
    """Size: rounds, each with an empty folder."""
    ends: list[int] = []
    faults = missing = 0
    for number in range(scale.size):
        home = scale.folder / f"round-{number}"
        gate = Gate()
        children = [Child(partial(_start, home, gate, name)) for name in range(PROGRAMS)]
        gate.open()
        ends += [child.wait() for child in children]
        faults += len(ask(partial(soundness, home)).faults())
        missing += PROGRAMS - ask(partial(_count, home))
    among = f"{scale.size} rounds of {PROGRAMS} processes in an empty folder"
    yield none_of("R5", sum(map(bool, ends)), "errors", among)
    yield none_of("R5", missing, "first facts missing", among)
    yield none_of("R2", faults, "faults", f"{scale.size} stores")
    yield none_of("R6", ends.count(LOST_ITS_LOCKS), "deleted database files held open", f"{len(ends):,} processes")


def _start(home: Path, gate: Gate, name: int) -> None:
    gate.wait()
    with open_store(home) as store, store.write("agent:torture") as transaction:
        store.facts.add(transaction, Fact("", Clean(f"the first fact of program {name}"), Kind.NOTE))


def _count(home: Path) -> int:
    with open_store(home) as store:
        return store.facts.count()
