"""What a hook costs, whole process, in a store of many facts: percentiles, and ratios to bare Python.

    python tests/bench/bench_hooks.py [--calls 1000] [--facts 100000] [--store DIR]

Each round starts bare, isolated Python and every event once, as set-up writes the command, so that a busy machine slows
all alike. Nothing waits to be read but where the name says so. The prompt is timed by
kind: one that goes on, which loads nothing, and one that begins a goal, looked up in the store or answered by a warm
server. A warm server weighs meanings, and as the vectors of this store are synthetic, it finds nothing that is near.
Last come turns back to back in two windows, while somebody reads what they leave: how many processes that read were
started for each turn, and how many there were at a time. With `--store` the store is made once and kept there.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from scale import PROJECTS, ClusteredEmbedder, embed, facts, fill

from lore import paths
from lore.platform import light
from support.hooking import Session, counted, readers

PROJECT_NAME, PROJECT = "shop", 7
"""The folder in which sessions run, and which of the projects of `scale.py` it is."""
HOOK = "from lore.agents.hook.main import main; main()"


def asked_about(project: int, most: int) -> list[str]:
    texts = (text for number, text in enumerate(islice(facts(), most * 10)) if number // 7 % PROJECTS == project)
    return [f"Please tell me why {' '.join(text.split()[:16])} and what follows" for text in texts]


def filled(home: Path, folder: Path, size: int) -> None:
    """A store as `scale.py` makes it, one of whose projects lives in a folder, with its indexes."""
    from lore.index import catch_up
    from lore.model import Project
    from lore.presence import deciding
    from lore.store import open_store

    with open_store(home) as store:
        fill(store, size)
        embedder = ClusteredEmbedder(home)
        embed(store, embedder)
        catch_up(store, embedder, wait_s=60)
        with store.write(deciding("measure hooks", yes=True)) as transaction:
            store.projects.put(transaction, Project(f"project-{PROJECT}", "set", str(folder)))


def said(event: str, number: int, folder: Path, **more: object) -> tuple[Sequence[str], bytes]:
    values = {"session_id": f"b{number}", "cwd": str(folder), "prompt_id": f"p{number}", **more}
    return (sys.executable, *light.ISOLATED, "-c", HOOK, "--in", str(paths.home()), "claude-code", event), json.dumps(
        values
    ).encode()


WAITING = "session start, ten wait"
"""A start while ten messages of other sessions wait to be read."""


def wait(home: Path, count: int) -> None:
    from lore.handover import lines

    shutil.rmtree(home / "spool" / "hooks", ignore_errors=True)
    for number in range(count):
        lines.append(str(home), f"waits-{number}", {"means": "prompt", "prompt": "Always run the linter."})


def timed(command: Sequence[str], data: bytes, environment: Mapping[str, str]) -> tuple[float, str]:
    started = time.perf_counter()
    done = subprocess.run(command, input=data, env=environment, capture_output=True, check=True)
    return 1_000 * (time.perf_counter() - started), done.stdout.decode()


class Warm:
    """A server that answers while it is asked, in a process of its own, as the server of an agent is."""

    def __init__(self, home: Path, folder: Path) -> None:
        code = (
            "import sys; from pathlib import Path; from lore import actions\n"
            "engine = actions.Engine(home=Path(sys.argv[1]), folder=Path(sys.argv[2]), backs_up=False)\n"
            "actions.hook_brief(engine, 'warm up', session='warm')\n"
            "for line in sys.stdin:\n"
            "    with actions.answering_prompts(engine) as up:\n"
            "        print(up, flush=True); sys.stdin.readline()\n"
            "    print('down', flush=True)\n"
        )
        self._process = subprocess.Popen(
            [sys.executable, "-c", code, str(home), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @contextmanager
    def up(self) -> Iterator[None]:
        self._turn()
        yield
        self._turn()

    def _turn(self) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write("next\n")
        self._process.stdin.flush()
        self._process.stdout.readline()


def measured(home: Path, folder: Path, calls: int) -> tuple[dict[str, list[float]], dict[str, int]]:
    """Event → milliseconds of each call; and how many prompts were given something."""
    from lore.handover import lines

    environment = {**os.environ, "LORE_HOME": str(home)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for sign in ("CLAUDECODE", "LORE_NOW"):
        environment.pop(sign, None)
    held = lines.lock_of_drain(str(home))
    assert held is not None
    times: dict[str, list[float]] = {}
    given: dict[str, int] = {}
    warm = Warm(home, folder)
    questions = asked_about(PROJECT, 2_000)
    for number in range(calls):
        asked = questions[number % len(questions)]
        for name, (command, data) in {
            "bare Python": ((sys.executable, "-I", "-c", "pass"), b""),
            "session start": said("SessionStart", number, folder, source="startup"),
            WAITING: said("SessionStart", number + 2 * calls, folder, source="startup"),
            "prompt, looked up": said("UserPromptSubmit", number + 3 * calls, folder, prompt=asked),
            "prompt, to a warm server": said("UserPromptSubmit", number + calls, folder, prompt=asked),
            "prompt, goes on": said("UserPromptSubmit", number + 3 * calls, folder, prompt="yes, go on"),
            "tool use": said("PostToolUse", number, folder, tool_name="Bash", tool_input={"command": "make"}),
            "stop": said("Stop", number, folder, last_assistant_message="It reads queue 7."),
            "session end": said("SessionEnd", number, folder, reason="other"),
        }.items():
            wait(home, 10 if name == WAITING else 0)
            with warm.up() if "warm" in name else nullcontext():
                used, out = timed(command, data, environment)
            if number:  # the first round writes what Python compiled
                times.setdefault(name, []).append(used)
            given[name] = given.get(name, 0) + bool(out)
    os.close(held)
    return times, given


def herd(home: Path, folder: Path, turns: int = 20) -> str:
    """Turns back to back in two windows: how many readers they started, and how many ran at a time."""
    os.environ["LORE_HOME"] = str(home)

    def window(name: str) -> None:
        session = Session(folder, name)
        session.start()
        for number in range(turns // 2):
            session.prompt(f"Move part {number} of {name} to the new store")
            session.stop("It is done.")
        session.end()

    with counted(home) as seen:
        windows = [threading.Thread(target=window, args=(name,)) for name in ("left", "right")]
        for thread in windows:
            thread.start()
        for thread in windows:
            thread.join()
        while readers(home):
            time.sleep(0.1)
    started = {one for found in seen for one in found}
    most = max(map(len, seen))
    return f"{turns} turns in two windows: {len(started) / turns:.2f} readers for each, {most} at a time"


def shown(times: Mapping[str, Sequence[float]], given: Mapping[str, int], size: int) -> None:
    print(f"{platform.platform()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, "
          f"Python {platform.python_version()}, {size:,} facts")  # fmt: skip
    bare = percentile(times["bare Python"], 50)
    print(f"{'':26}{'p50':>8}{'p90':>8}{'p99':>8}{'least':>8}   × bare")
    for name, used in times.items():
        row = [percentile(used, share) for share in (50, 90, 99, 0)]
        print(f"{name:26}{''.join(f'{value:>8.1f}' for value in row)}   {row[0] / bare:.1f}")
    told = ", ".join(f"{count} of `{name}`" for name, count in given.items() if name.startswith("prompt, "))
    print(f"{len(times['stop'])} calls each; given something: {told}")


def percentile(values: Sequence[float], share: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=1_000)
    parser.add_argument("--facts", type=int, default=100_000)
    parser.add_argument("--store", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        place = options.store or Path(scratch)
        home, folder = place / "home", place / PROJECT_NAME
        if not folder.is_dir():
            folder.mkdir(parents=True)
            filled(home, folder, options.facts)
        times, given = measured(home, folder, options.calls + 1)
        shown(times, given, options.facts)
        print(herd(home, folder))
        for leftover in (home / "spool" / "hooks", home / "spool" / "talks", home / "hooks" / "talks"):
            shutil.rmtree(leftover, ignore_errors=True)


if __name__ == "__main__":
    main()
