"""What it costs to start: processor time of each way in, as a ratio to bare Python.

    python tests/bench/bench_loading.py [--rounds 31] [--facts 40]

Each round starts every program once, bare Python (`python -c pass`) among them, so that a busy machine slows all
alike. Printed are the medians of the processor time (user and system, of the program and its children) and their
ratio to that of bare Python, with the machine they were measured on.
"""

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

BARE = "python -c pass"
LORE = "import sys; from lore.cli.program import run; sys.exit(run({words!r}))"
"""What the installed command `lore` does, with these words behind it."""
OPEN = "from pathlib import Path; from lore.store import open_store; open_store(Path({home!r}))"
PROGRAMS: Mapping[str, str] = {
    BARE: "pass",
    "pathlib, threading, pysqlite3": "import contextlib, pathlib, threading, pysqlite3",
    "… typing, dataclasses, json, hashlib": "import contextlib, pathlib, threading, pysqlite3; "
    "import typing, dataclasses, json, hashlib",
    "lore --version": LORE.format(words=["--version"]),
    "lore --help": LORE.format(words=["--help"]),
    "lore search": LORE.format(words=["search", "commit"]),
    "lore context": LORE.format(words=["context", "--project", "example.org/shop"]),
    "open a store": OPEN,
    "open, standing rules": f"{OPEN[: OPEN.rindex('open_store(')]}from lore.memory import what_stands; "
    "what_stands(open_store(Path({home!r})), {project!r})",
    "open, session start": "from pathlib import Path; from lore import actions; "
    "actions.context(actions.open_engine(Path({home!r})), project={project!r})",
    "import the app": "import lore_tui.app",
}
PROJECT = "example.org/shop"


def filled(home: Path, facts: int) -> None:
    """A store with facts of one project, half of them rules."""
    from lore.model import Clean, Evidence, Fact, Kind, Layer
    from lore.store import open_store

    kinds = (Kind.CORRECTION, Kind.DECISION, Kind.PREFERENCE, Kind.SOLUTION)
    with open_store(home) as store, store.write("import") as transaction:
        for number in range(facts):
            text = Clean(f"Run check number {number} before every commit.")
            fact = Fact("", text, kinds[number % len(kinds)], layer=Layer.USER_PROJECT, project=PROJECT, confidence=0.9)
            store.facts.add(transaction, fact, [Evidence(text, session=f"s{number % 7}", source_id=f"m{number}")])


def seconds(code: str, environment: Mapping[str, str], folder: Path) -> float:
    """The processor time of one run, in seconds. Raises CalledProcessError where it fails."""
    with subprocess.Popen(
        [sys.executable, "-c", code], env=environment, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, code)
    return used.ru_utime + used.ru_stime


def measured(rounds: int, facts: int) -> dict[str, list[float]]:
    """Name of a program → its processor time in each round."""
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        environment = os.environ | {"LORE_HOME": str(home), "PYTHONPYCACHEPREFIX": str(Path(folder) / "compiled")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        filled(home, facts)
        for number in range(rounds + 1):  # the first one writes what Python compiled
            for name, code in PROGRAMS.items():
                used = seconds(
                    code.replace("{home!r}", repr(str(home))).replace("{project!r}", repr(PROJECT)),
                    environment,
                    Path(folder),
                )
                if number:
                    times[name].append(used)
    return times


def shown(times: Mapping[str, Sequence[float]]) -> None:
    bare = median(times[BARE])
    print(f"{platform.platform()}, {os.cpu_count()} processors, Python {platform.python_version()}")
    for name, used in times.items():
        print(f"{name:36}{1000 * median(used):>8.1f} ms   × {median(used) / bare:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=31)
    parser.add_argument("--facts", type=int, default=40)
    options = parser.parse_args()
    shown(measured(options.rounds, options.facts))


if __name__ == "__main__":
    main()
