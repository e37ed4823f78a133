"""Whether capture depends on how a transcript was cut: every transcript, read at once and in steps.

    python tests/bench/bench_cuts.py [PATH …] [--times 2] [--most 6] [--seed 1]

PATH: transcripts of JSON lines, or folders of them; default: the shared ones beside the repository, else the bundled
ones. Each is captured into a new store at once, then `--times` times into others in up to `--most` steps: cut at any
bytes, and every other time at the ends of lines. Prints each store that differs, with what differs, and the figures.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import lore
from lore.capture.readers import Transcript, reader_for
from support.cutting import captured

SHARED = Path(__file__).parents[3] / "shared" / "data"
BUNDLED = Path(lore.__file__).parent / "demo" / "transcripts"
SHOWN = 5


def transcripts(paths: Iterable[Path]) -> Iterator[Path]:
    """The files of JSON lines that a reader recognises."""
    for path in paths:
        files = sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]
        yield from (file for file in files if reader_for(Transcript(file).head()))


def places(data: bytes, chosen: random.Random, most: int, *, lines: bool) -> Sequence[int]:
    """Where to cut."""
    if not lines:
        return [chosen.randrange(len(data)) for _ in range(chosen.randint(1, most))]
    ends = [place + 1 for place, byte in enumerate(data) if byte == ord("\n")]
    return chosen.sample(ends, min(len(ends), most))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--times", type=int, default=2)
    parser.add_argument("--most", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ.setdefault("LORE_NOW", "2027-01-01T00:00:00Z")
    chosen, started = random.Random(options.seed), time.monotonic()
    files = steps = facts = stores = unequal = 0
    for path in transcripts(options.paths or [SHARED if SHARED.is_dir() else BUNDLED]):
        data, files = path.read_bytes(), files + 1
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "transcripts", path.name)
            file.parent.mkdir()
            contents = captured(Path(folder, "whole"), file, data, [])
            facts += len(contents.facts)
            for number in range(options.times):
                cuts = places(data, chosen, options.most, lines=number % 2 == 1)
                different = contents.differences(captured(Path(folder, f"part{number}"), file, data, cuts))
                stores, steps, unequal = stores + 1, steps + len(set(cuts)) + 1, unequal + bool(different)
                if different:
                    print(f"{path}: cut at {sorted(cuts)}", *different[:SHOWN], sep="\n    ", flush=True)
    print(f"{files} transcripts with {facts} facts, read in {steps} steps into {stores} stores: {unequal} differ")
    print(f"{time.monotonic() - started:.0f} s")
    return int(unequal > 0)


if __name__ == "__main__":
    sys.exit(main())
