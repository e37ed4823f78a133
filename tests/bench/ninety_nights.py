"""Ninety nights of the schedule in simulated time, with the machine off on a third of them.

    python tests/bench/ninety_nights.py [--days N] [--seed N]

Each hour in which the machine is on, the timer starts `lore schedule run` as a process; now and then two at once, and
now and then one is killed. Prints what was due, worked at, caught up and missed, and whether a process was left. Exit
status 1 where a night was worked at twice, was never caught up, or left a process.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from lore import clock
from lore.schedule import KIND
from lore.store import Store

BEGIN = datetime(2026, 3, 1, tzinfo=UTC)
AWAKE = (9, 12, 17, 22)
"""The hours at which a machine that was off in the night is on, and the timer asks."""
KILLED, TWICE = 0.1, 0.2
"""Shares of the starts that are killed, and that are two at once."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--days", type=int, default=90)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        off = killed = twice = 0
        expected: list[str] = []
        for day in range(options.days):
            is_off = rng.random() < 1 / 3
            off += is_off
            hours = rng.sample(AWAKE, rng.randint(0, 2)) if is_off else [3, *rng.sample(AWAKE, 1)]
            for hour in sorted(hours):
                now = BEGIN + timedelta(days=day, hours=hour)
                kills, pair = rng.random() < KILLED, rng.random() < TWICE
                killed, twice = killed + kills, twice + pair
                _start(home, now, rng.random() if kills else None, 2 if pair else 1)
                _start(home, now + timedelta(minutes=30), None, 1)
                expected.append(clock.stamp(BEGIN + timedelta(days=day, hours=3)))
        return _judge(home, sorted(set(expected)), f"off in {off} of {options.days}, {killed} killed, {twice} at once")


def _start(home: Path, now: datetime, dies_after: float | None, count: int) -> None:
    environment = {**os.environ, "LORE_HOME": str(home), "LORE_NOW": clock.stamp(now), "TZ": "UTC", "HOME": str(home)}
    command = [sys.executable, "-P", "-m", "lore", "schedule", "run", "--quietly"]
    running = [subprocess.Popen(command, env=environment, start_new_session=True) for _ in range(count)]
    if dies_after is not None:
        time.sleep(2 * dies_after)
        for process in running:
            process.send_signal(signal.SIGKILL)
    for process in running:
        process.wait(timeout=600)


def _judge(home: Path, expected: list[str], told: str) -> int:
    with Store(home) as store:
        rows = store._database.connection().execute("SELECT started_at, finished_at FROM runs WHERE kind = ?", (KIND,))
        begun = [(row[0], row[1]) for row in rows]
    worked = sorted(start[:10] for start, end in begun if end)
    left = [path for path in Path("/proc").iterdir() if path.name.isdigit() and _is_of(home, path)]
    missed = sorted({day[:10] for day in expected} - set(worked))
    again = len(worked) - len(set(worked))
    print(f"{told}: {len(expected)} days on which one was due and the machine was on, {len(worked)} worked at")
    unfinished = len(begun) - len(worked)
    print(f"worked at twice: {again}, never: {len(missed)}, processes left: {len(left)}, unfinished: {unfinished}")
    return int(bool(again or missed or left))


def _is_of(home: Path, process: Path) -> bool:
    try:
        return str(home).encode() in (process / "environ").read_bytes() and process.name != str(os.getpid())
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())
