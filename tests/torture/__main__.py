"""`python -m tests.torture [NAME …] [--long | --size N] [--seed N]`: every torture, or those that are named."""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from lore.presence import AGENT_SIGNS

from . import (
    bad_inputs,
    contention,
    damaged_store,
    faults,
    found,
    hooks,
    kills,
    nights,
    preload,  # noqa: F401
    reindex,
    undo_machine,
    upgrades,
)
from .figures import Scale, Torture

TORTURES = (
    Torture("kills", kills.run, "processes killed", short=60, long=2000),
    Torture("contention", contention.run, "writes of each of 16 writers", short=60, long=5000),
    Torture("faults", faults.run, "points where a call fails", short=60, long=2_600),
    Torture("found", found.run, "facts, each looked for twice", short=100, long=5_000),
    Torture("hooks", hooks.run, "faults under a hook", short=40, long=10_000),
    Torture("reindex", reindex.run, "facts", short=3_000, long=100_000),
    Torture("damaged-store", damaged_store.run, "damaged copies of each kind", short=12, long=150),
    Torture("undo", undo_machine.run, "steps", short=200, long=20_000),
    Torture("upgrades", upgrades.run, "kills per stored schema", short=12, long=10_000),
    Torture("nights", nights.run, "consolidations killed", short=40, long=2_000),
    Torture("bad-inputs", bad_inputs.run, "bad inputs", short=70, long=700),
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(torture.name for torture in TORTURES))
    parser.add_argument("--long", action="store_true", help="the sizes of `docs/reliability.md`")
    parser.add_argument("--size", type=int, help="how much of it; what it counts is printed")
    parser.add_argument("--untimed", action="store_true", help="print times without judging them: the machine is busy")
    parser.add_argument("--seed", type=int, default=1, help="where everything random comes from")
    asked = parser.parse_args()
    for sign in AGENT_SIGNS:  # the tortures write as a person, whoever starts them
        os.environ.pop(sign, None)
    os.environ["LORE_BACKGROUND"] = "off"
    known = {torture.name: torture for torture in TORTURES}
    if unknown := set(asked.names) - known.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    results = [
        _run(known[name], asked.size or (known[name].long if asked.long else known[name].short), asked)
        for name in asked.names or known
    ]
    return int(not all(results))


def _run(torture: Torture, size: int, asked: argparse.Namespace) -> bool:
    print(f"python -m tests.torture {torture.name} --size {size} --seed {asked.seed}    # {torture.unit}", flush=True)
    started = time.monotonic()
    kept = True
    with tempfile.TemporaryDirectory(prefix="lore-torture-") as folder:
        for figure in torture.run(Scale(size, asked.seed, Path(folder), timed=not asked.untimed)):
            print(figure, flush=True)
            kept &= figure.kept
    print(f"  {time.monotonic() - started:.1f} s", flush=True)
    return kept


if __name__ == "__main__":
    sys.exit(main())
