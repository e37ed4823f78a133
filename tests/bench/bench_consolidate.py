"""How a consolidation grows: 10,000 and 100,000 episodes that nobody has looked at, a million with `--long`.

    python tests/bench/bench_consolidate.py [SIZE …] [--long] [--keep DIR]

Makes a store of each size as `tests/bench/scale.py` does (kept and used again with `--keep`; the vectors are synthetic,
and neither they nor the filling count), consolidates a copy of it in a process of its own, twice, and prints one JSON
line each: seconds on the clock and of the processor, the most memory, the longest time that a transaction had the lock,
what was changed in which step, and milliseconds of the processor for each 1,000 episodes. `bare_s` is what adding up
ten million numbers takes in plain Python: it tells a busy machine from a slow program.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scale import ClusteredEmbedder, embed, fill

from lore.consolidate import consolidate
from lore.embedding import bundled_embedder
from lore.paths import database, index_folder
from lore.presence import Person
from lore.store import Store, open_store
from lore.store.sqlite.transaction import Transaction

MEGABYTE = 1024
"""In units of `ru_maxrss`, on Linux."""


class Watched(Store):
    """A store that notes how long each transaction had the lock."""

    longest_s = 0.0

    @contextmanager
    def write(self, who: "str | Person", run: str | None = None) -> Iterator[Transaction]:
        with super().write(who, run) as transaction:
            began = time.perf_counter()
            yield transaction
            held = time.perf_counter() - began
        self.longest_s = max(self.longest_s, held)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int)
    parser.add_argument("--long", action="store_true", help="a million as well")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--of", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.of:
        print(json.dumps(measured(options.of)), flush=True)
        return
    for size in options.sizes or [10_000, 100_000, *([1_000_000] if options.long else [])]:
        with tempfile.TemporaryDirectory() as scratch:
            folder = (options.keep or Path(scratch)) / str(size)
            if not database(folder).exists():
                make(folder, size)
            copy = Path(scratch) / "copy"
            shutil.copytree(folder, copy)
            for name in ("first", "again"):
                done = subprocess.run(
                    [sys.executable, __file__, "--of", str(copy)], capture_output=True, text=True, check=True
                )
                figures = json.loads(done.stdout)
                per = round(1000 * figures["cpu_s"] / (size / 1000), 1)
                print(json.dumps({"episodes": size, "run": name, "cpu_ms_per_1000": per, **figures}), flush=True)


def make(folder: Path, size: int) -> None:
    """The store, with vectors."""
    embedder = ClusteredEmbedder(folder)
    with open_store(folder) as store:
        fill(store, size)
        embed(store, embedder)


def measured(folder: Path) -> dict[str, object]:
    """One consolidation, in this process."""
    index_folder(folder).mkdir(exist_ok=True)
    embedder = bundled_embedder(folder)
    embedder.load()
    before, wall, cpu = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter(), time.process_time()
    watched = Watched(folder)
    with watched as store:
        store.prepare()
        store.backs_up = False
        report = consolidate(store, embedder)
    took, used = time.perf_counter() - wall, time.process_time() - cpu
    bare = time.process_time()
    sum(number for number in range(10_000_000))
    return {
        "wall_s": round(took, 1),
        "cpu_s": round(used, 1),
        "bare_s": round(time.process_time() - bare, 2),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // MEGABYTE,
        "before_mb": before // MEGABYTE,
        "longest_lock_ms": round(1000 * watched.longest_s, 1),
        "changes": {name: count for name, count in report.counts.items() if count},
        "notes": report.notes,
        "load": round(os.getloadavg()[0], 1),
    }


if __name__ == "__main__":
    main()
