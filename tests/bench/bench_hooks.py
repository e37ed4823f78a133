"""What a hook costs, whole process, in a store of many facts: percentiles, and ratios to bare Python.

    python tests/bench/bench_hooks.py [--calls 1000] [--facts 100000] [--store DIR]

Each round starts bare Python and every event once, so that a busy machine slows all alike. The prompt is timed by
kind: one that goes on, which loads nothing, and one that begins a goal, which asks the engine by words. With `--store`
the store is made once and kept there.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

PROJECT_NAME = "shop"
HOOK = "from lore.agents.hook.main import main; main()"
QUESTION = "Which queue does module{0} of the warehouse read, and why was check number {0} added to it?"


def filled(home: Path, folder: Path, facts: int, *, embeds: bool) -> None:
    """A store of many facts about many modules, of which forty rules stand, with its indexes."""
    from lore import actions
    from lore.handover import standing
    from lore.model import Clean, Evidence, Fact, Kind, Layer
    from lore.store import open_store

    kinds = (Kind.DECISION, Kind.SYSTEM, Kind.SOLUTION, Kind.PROJECT)
    with open_store(home) as store:
        for start in range(0, facts, 1_000):
            with store.write("import") as transaction:
                for number in range(start, min(facts, start + 1_000)):
                    text = Clean(
                        f"Module{number} of the warehouse reads queue{number % 977} before check number {number}."
                    )
                    project = str(folder) if number % 50 == 0 else f"example.org/p{number % 49}"
                    kind = Kind.PREFERENCE if number % (50 * max(1, facts // 2_000)) == 0 else kinds[number % 4]
                    fact = Fact("", text, kind, layer=Layer.USER_PROJECT, project=project, confidence=0.9)
                    quote = Evidence(text, session=f"s{number % 97}", source_id=f"m{number}")
                    store.facts.add(transaction, fact, [quote])
        engine = actions.Engine(store, folder=folder, backs_up=False)
        if embeds:
            engine.searcher.prepare()
        actions.prepare_start(engine, folder)
        assert standing.is_right(str(home), standing.kept(str(home), str(folder)))


def said(event: str, number: int, folder: Path, **more: object) -> tuple[Sequence[str], bytes]:
    """The command and the input of an event."""
    values = {"session_id": f"b{number}", "cwd": str(folder), "prompt_id": f"p{number}", **more}
    return (sys.executable, "-c", HOOK, "claude-code", event), json.dumps(values).encode()


def timed(command: Sequence[str], data: bytes, environment: Mapping[str, str]) -> tuple[float, str]:
    """Milliseconds from the start of a process to its end, and what it printed."""
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


def measured(home: Path, folder: Path, calls: int) -> tuple[dict[str, list[float]], int]:
    """Event → milliseconds of each call; and how many prompts were given something."""
    from lore.handover import lines

    environment = {**os.environ, "LORE_HOME": str(home)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for sign in ("CLAUDECODE", "LORE_NOW"):
        environment.pop(sign, None)
    held = lines.lock_of_drain(str(home))
    assert held is not None
    times: dict[str, list[float]] = {}
    given = 0
    warm = Warm(home, folder)
    for number in range(calls):
        for name, (command, data) in {
            "bare Python": ((sys.executable, "-c", "pass"), b""),
            "session start": said("SessionStart", number, folder, source="startup"),
            "prompt, first of a goal": said("UserPromptSubmit", number, folder, prompt=QUESTION.format(number * 50)),
            "prompt, to a warm server": said(
                "UserPromptSubmit", number + calls, folder, prompt=QUESTION.format(number * 50)
            ),
            "prompt, goes on": said("UserPromptSubmit", number, folder, prompt="yes, go on"),
            "tool use": said("PostToolUse", number, folder, tool_name="Bash", tool_input={"command": "make"}),
            "stop": said("Stop", number, folder, last_assistant_message="It reads queue 7."),
            "session end": said("SessionEnd", number, folder, reason="other"),
        }.items():
            with warm.up() if "warm" in name else nullcontext():
                used, out = timed(command, data, environment)
            if number:  # the first round writes what Python compiled
                times.setdefault(name, []).append(used)
            given += "warm" in name and bool(out)
    os.close(held)
    return times, given


def shown(times: Mapping[str, Sequence[float]], given: int, facts: int) -> None:
    print(f"{platform.platform()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}, "
          f"Python {platform.python_version()}, {facts:,} facts")  # fmt: skip
    bare = percentile(times["bare Python"], 50)
    print(f"{'':26}{'p50':>8}{'p90':>8}{'p99':>8}{'least':>8}   × bare")
    for name, used in times.items():
        row = [percentile(used, share) for share in (50, 90, 99, 0)]
        print(f"{name:26}{''.join(f'{value:>8.1f}' for value in row)}   {row[0] / bare:.1f}")
    print(f"{len(times['stop'])} calls each; {given} prompts were given something by a warm server")


def percentile(values: Sequence[float], share: int) -> float:
    """The value below which so many of a hundred lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=1_000)
    parser.add_argument("--facts", type=int, default=100_000)
    parser.add_argument("--store", type=Path)
    parser.add_argument("--by-words", action="store_true", help="embed nothing: 100,000 facts take ten minutes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        place = options.store or Path(scratch)
        home, folder = place / "home", place / PROJECT_NAME
        if not folder.is_dir():
            folder.mkdir(parents=True)
            filled(home, folder, options.facts, embeds=not options.by_words)
        times, given = measured(home, folder, options.calls + 1)
        shown(times, given, options.facts)
        for leftover in (home / "spool" / "hooks", home / "hooks" / "talks"):
            shutil.rmtree(leftover, ignore_errors=True)


if __name__ == "__main__":
    main()
