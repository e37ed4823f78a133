"""R24: whatever fails under a hook, it exits with 0 and in time, and the event is kept; and no process stays behind."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lore import actions
from lore.handover import lines
from lore.memory import NewFact, editing
from lore.model import Kind
from lore.platform import HERE
from lore.presence import deciding
from lore.store import open_store

from .figures import Figure, Scale, none_of, within
from .shim import FAULTS, LIBRARY, MEMORY, SOURCE, Fault, compiler

MOST_ADDED_S = 0.3
STARTED = 100
"""Hooks that are started and killed, to see what they leave behind."""
GONE_S = 60.0
_HOOK = "from lore.agents.hook.main import main; main()"
_ARMED = (
    "import ctypes, os, sys; library = ctypes.CDLL(os.environ['{variable}']); "
    "library.fault_arm.argtypes = [ctypes.c_char_p, ctypes.c_long, ctypes.c_int, ctypes.c_int]; "
    "library.fault_arm({folder!r}.encode(), {nth}, {error}, {lasting}); "
)
_EVENTS = ("UserPromptSubmit", "PostToolUse", "Stop", "SessionStart")
Damage = Callable[[Path], None]


@dataclass
class _Tally:
    """What became of the hooks of one torture."""

    acknowledged: set[str]
    wrong_codes: int = 0
    said: int = 0
    slow: int = 0
    longest_s: float = 0.0


def run(scale: Scale) -> Iterator[Figure]:
    """`scale.size` faults, then hooks that are killed."""
    place = _made(scale.folder)
    library = _library(scale.folder)
    dice = random.Random(scale.seed)
    usual_s = min(_one(place, "0", f"healthy {number}")[1] for number in range(5))
    tally = _Tally(set())
    held = lines.lock_of_drain(str(place), 15_000)  # the healthy hooks had somebody read
    assert held is not None
    for number in range(scale.size):
        _fail(place, library, dice, number, usual_s, tally)
    os.close(held)
    kept = {str(line.get("prompt") or line.get("answer") or line.get("tool_use")) for line in _lines(place)}
    yield none_of("R24", len(tally.acknowledged - kept), "events lost", f"{len(tally.acknowledged):,} under a fault")
    yield none_of("R24", tally.wrong_codes + tally.said, "hooks failed or spoke", f"{scale.size:,}")
    what = f"{tally.slow:,} of {scale.size:,} hooks were late; the longest took longer than usual by"
    yield within(scale, "R24", 1_000 * (tally.longest_s - usual_s), 1_000 * MOST_ADDED_S, what, "ms")
    yield _left_behind(place, dice)


def _fail(place: Path, library: Path | None, dice: random.Random, number: int, usual_s: float, tally: _Tally) -> None:
    text, event = f"event {number}", _EVENTS[number % len(_EVENTS)]
    way = number % 8
    if way == 0:
        _one(place, str(number % 7), text, event=event, kill_after_s=dice.uniform(0.0, 2 * usual_s))
        return
    if way in (1, 2, 3) and library is not None:
        fault = FAULTS[dice.randrange(len(FAULTS))]
        code, used, spoke = _one(place, str(number % 7), text, event=event, shim=(library, dice.randint(1, 12), fault))
    else:
        damage = _DAMAGE[number % len(_DAMAGE)]
        damage(place)
        code, used, spoke = _one(place, str(number % 7), text, event=event)
        _repair(place)
    if event != "SessionStart":
        tally.acknowledged.add(text)
    tally.wrong_codes += code != 0
    tally.said += spoke
    tally.slow += used > usual_s + MOST_ADDED_S
    tally.longest_s = max(tally.longest_s, used)


def _one(
    place: Path,
    session: str,
    text: str,
    *,
    event: str = "Stop",
    shim: tuple[Path, int, Fault] | None = None,
    kill_after_s: float | None = None,
) -> tuple[int, float, bool]:
    """The exit code of a hook, how long it took, and whether it wrote to stderr."""
    said = {"session_id": session, "cwd": str(place.parent), "prompt": text, "prompt_id": text}
    said |= {"last_assistant_message": text, "tool_use_id": text, "tool_name": "Bash"}
    environment = {**os.environ, "LORE_HOME": str(place), "XDG_RUNTIME_DIR": str(place.parent / "run")}
    code = _HOOK
    if shim is not None:
        library, nth, fault = shim
        environment |= {"LD_PRELOAD": str(library), LIBRARY: str(library)}
        armed = _ARMED.format(
            variable=LIBRARY, folder=str(place), nth=nth, error=fault.error, lasting=int(fault.lasting)
        )
        code = armed + _HOOK
    started = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", code, "--in", str(place), "claude-code", event],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment,
    )  # fmt: skip
    if kill_after_s is not None:
        time.sleep(kill_after_s)
        process.kill()
    _, spoke = process.communicate(json.dumps(said).encode())
    return process.returncode, time.monotonic() - started, bool(spoke) and kill_after_s is None


def _made(folder: Path) -> Path:
    base = MEMORY if MEMORY.is_dir() else folder
    place = base / f"lore-torture-hooks-{os.getpid()}" / "home"
    (place.parent / "run").mkdir(0o700, parents=True)
    (folder / "made").symlink_to(place.parent)
    with open_store(place) as store:
        engine = actions.Engine(store, person=deciding("torture", yes=True), folder=place.parent)
        assert engine.person
        editing.add_fact(store, NewFact("Use pnpm.", Kind.PREFERENCE, project=engine.project), actor=engine.person)
    shutil.copyfile(place / "lore.db", place.parent / "whole.db")
    return place


def _library(folder: Path) -> Path | None:
    if (cc := compiler()) is None:
        return None
    library = folder / "fault.so"
    subprocess.run([cc, "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE), "-ldl"], check=True)
    return library


def _lines(place: Path) -> list[dict[str, object]]:
    os.environ["XDG_RUNTIME_DIR"] = str(place.parent / "run")
    found: list[dict[str, object]] = []
    for path in lines.waiting(str(place)):
        for line in Path(path).read_bytes().splitlines():
            try:
                found.append(json.loads(line))
            except ValueError:
                continue  # of a hook that was killed
    return found


def _corrupt(place: Path) -> None:
    (place / "lore.db").write_bytes(b"\xff" * 10_000)


def _no_store(place: Path) -> None:
    (place / "lore.db").unlink(missing_ok=True)


def _spool_in_the_way(place: Path) -> None:
    (place / "spool").rename(place.parent / "spool-aside")
    (place / "spool").write_text("in the way")


def _talks_in_the_way(place: Path) -> None:
    shutil.rmtree(place / "hooks" / "talks", ignore_errors=True)
    (place / "hooks" / "talks").write_text("in the way")


def _bad_talks(place: Path) -> None:
    for path in (place / "hooks" / "talks").glob("*"):
        path.write_bytes(b"\xff{")


_DAMAGE: tuple[Damage, ...] = (_corrupt, _no_store, _spool_in_the_way, _talks_in_the_way, _bad_talks)


def _repair(place: Path) -> None:
    if (place / "spool").is_file():
        (place / "spool").unlink()
        (place.parent / "spool-aside").rename(place / "spool")
    if (place / "hooks" / "talks").is_file():
        (place / "hooks" / "talks").unlink()
    shutil.copyfile(place.parent / "whole.db", place / "lore.db")


def _left_behind(place: Path, dice: random.Random) -> Figure:
    """Hooks that start others are killed, and everything that they started ends by itself."""
    for number in range(STARTED):
        event = ("SessionStart", "SessionEnd", "PreCompact")[number % 3]
        _one(place, f"k{number}", f"killed {number}", event=event, kill_after_s=dice.uniform(0.0, 0.15))
    end = time.monotonic() + GONE_S
    while (left := _running(place)) and time.monotonic() < end:
        time.sleep(0.2)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    shutil.rmtree(place.parent, ignore_errors=True)
    return none_of("R24", len(left), "processes left", f"{STARTED} hooks that were killed")


def _running(place: Path) -> list[int]:
    wanted = f"LORE_HOME={place}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if wanted in (folder / "environ").read_bytes().split(b"\0") and HERE.started(int(folder.name)):
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
                found += [int(folder.name)] if state != "Z" else []
        except OSError:
            continue  # it ended meanwhile, or is somebody else's
    return found
