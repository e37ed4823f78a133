"""R3, R4: many programs write at once, with the app open and a consolidation running; nobody is told "locked"."""

import random
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from lore.errors import LoreError
from lore.model import Fact, Kind, Status
from lore.store import FactFilter, open_store

from .checks import soundness
from .figures import Figure, Scale, none_of, within
from .processes import Asked, Child, Gate, ask
from .work import save, sentence

WRITERS, APPS = 16, 2
FRAME_S = 0.1
BATCH, BATCH_PAUSE_S = 20, 0.05
"""A consolidation changes so many facts in one transaction, and computes for so long in between."""
P99_LIMIT_MS, LONGEST_LIMIT_MS = 50.0, 2_000.0


def run(scale: Scale) -> Iterator[Figure]:
    """Size: writes of each of 16 writers."""
    home = scale.folder / "store"
    ask(lambda: _fill(home))
    gate = Gate()
    others = [Child(partial(_app, home)) for _ in range(APPS)] + [Child(partial(_consolidation, home, scale.seed))]
    writers = [Asked(partial(_writer, home, gate, scale.size, f"{scale.seed} {name}")) for name in range(WRITERS)]
    gate.open()
    answers = [writer.answer() for writer in writers]
    (home / "stop").touch()
    ends = [other.wait() for other in others]
    latencies = sorted(latency for found, _ in answers for latency in found)
    locked = sum(errors for _, errors in answers)
    among = f"{len(latencies):,} writes of {WRITERS} processes beside {APPS} readers and a consolidation"
    yield none_of("R3", locked, "errors seen by callers", among)
    yield none_of("R3", sum(map(bool, ends)), "readers or consolidations that failed", f"{len(ends)}")
    slow, longest = 1000 * latencies[int(len(latencies) * 0.99)], 1000 * latencies[-1]
    yield within(scale, "R4", slow, P99_LIMIT_MS, "99th percentile of a write", "ms")
    yield within(scale, "R4", longest, LONGEST_LIMIT_MS, "longest write", "ms")
    faults = ask(partial(soundness, home)).faults()
    yield none_of("R2", len(faults), "faults", f"the store after {len(latencies):,} writes")


def _fill(home: Path) -> None:
    rng = random.Random(0)
    with open_store(home) as store:
        for number in range(100):
            save(store, rng, number)


def _writer(home: Path, gate: Gate, writes: int, seed: str) -> tuple[list[float], int]:
    rng = random.Random(seed)
    latencies, errors = [], 0
    with open_store(home) as store:
        store.backs_up = False
        gate.wait()
        for number in range(writes):
            text = sentence(rng, f"{seed} {number}")
            started = time.perf_counter()
            try:
                with store.write("agent:torture") as transaction:
                    store.facts.add(transaction, Fact("", text, Kind.NOTE))
            except LoreError:
                errors += 1
            latencies.append(time.perf_counter() - started)
    return latencies, errors


def _app(home: Path) -> None:
    """Looks at the newest facts and the counts whenever something was written, as an open app does."""
    seen = -1
    with open_store(home) as store:
        while not (home / "stop").exists():
            if (version := store.data_version()) != seen:
                seen = version
                store.facts.select(limit=50)
                store.facts.count(FactFilter(statuses=(Status.ACTIVE,)))
                store.cursor()
            time.sleep(FRAME_S)


def _consolidation(home: Path, seed: int) -> None:
    rng = random.Random(seed)
    with open_store(home) as store:
        while not (home / "stop").exists():
            chosen = rng.sample(store.facts.select(limit=100), BATCH)
            with store.write("consolidation") as transaction:
                for fact in chosen:
                    store.facts.update(transaction, fact.id, text=sentence(rng, f"{fact.id} {rng.random()}"))
            time.sleep(BATCH_PAUSE_S)
