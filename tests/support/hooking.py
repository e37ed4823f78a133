"""Starts `lore-hook` as an agent does, and reads what became of it."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lore.handover import lines

HOOK = "from lore.agents.hook.main import main; main()"


def where(surroundings: Mapping[str, str] = os.environ) -> list[str]:
    return ["--in", surroundings["LORE_HOME"]]


@dataclass(frozen=True)
class Ran:
    """What a hook did."""

    code: int
    out: str
    err: str
    seconds: float

    @property
    def text(self) -> str:
        if not self.out:
            return ""
        found = json.loads(self.out)["hookSpecificOutput"]["additionalContext"]
        assert isinstance(found, str)
        return found


def run_hook(
    agent: str,
    event: str,
    said: Mapping[str, Any] | bytes | None,
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    isolated: bool = False,
    program: str = HOOK,
) -> Ran:
    """Start a hook; `said` is what the agent writes to it, None for no stdin at all."""
    data = said if isinstance(said, bytes) or said is None else json.dumps(said).encode("utf-8", "surrogatepass")
    flags: Sequence[str] = ("-I",) if isolated else ()
    surroundings = {**os.environ, **(env or {})}
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *flags, "-c", program, *where(surroundings), agent, event],
        input=data if data is not None else None,
        stdin=subprocess.DEVNULL if data is None else None,
        capture_output=True,
        cwd=cwd,
        env=surroundings,
        check=False,
        timeout=30,
    )
    seconds = time.perf_counter() - started
    return Ran(done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"), seconds)


class Session:
    """One session of Claude Code, told event by event."""

    def __init__(self, folder: Path, name: str = "s1", agent: str = "claude-code", *, program: str = HOOK) -> None:
        self.folder, self.name, self.agent, self._program = folder, name, agent, program
        self._turn = 0

    def start(self, source: str = "startup") -> Ran:
        return self.tell("SessionStart", source=source)

    def prompt(self, text: str, **more: Any) -> Ran:
        self._turn += 1
        return self.tell("UserPromptSubmit", prompt=text, prompt_id=f"{self.name}-{self._turn}", **more)

    def stop(self, answer: str) -> Ran:
        return self.tell("Stop", last_assistant_message=answer, prompt_id=f"{self.name}-{self._turn}")

    def end(self) -> Ran:
        return self.tell("SessionEnd", reason="other")

    def tell(self, event: str, **fields: Any) -> Ran:
        said = {"session_id": self.name, "cwd": str(self.folder), "hook_event_name": event, **fields}
        done = run_hook(self.agent, event, said, cwd=self.folder, program=self._program)
        assert (done.code, done.err) == (0, "")
        return done


@contextmanager
def nobody_drains(home: Path) -> Iterator[None]:
    home.mkdir(0o700, parents=True, exist_ok=True)
    descriptor = lines.lock_of_drain(str(home), 15_000)  # who reads right now ends first
    assert descriptor is not None
    try:
        yield
    finally:
        os.close(descriptor)


def readers(home: Path) -> list[int]:
    """The processes that read what hooks of this data folder kept, at one moment.

    Each is looked at twice: one that ended meanwhile, or was about to become another program, was not beside the rest.
    """
    found = [int(place.name) for place in Path("/proc").iterdir() if place.name.isdecimal() and _reads(place, home)]
    if len(found) > 1:
        time.sleep(0.02)
        found = [one for one in found if _reads(Path("/proc", str(one)), home)]
    return found


def _reads(process: Path, home: Path) -> bool:
    try:
        words = (process / "cmdline").read_bytes().split(b"\0")
        return b"drain" in words and f"LORE_HOME={home}".encode() in (process / "environ").read_bytes().split(b"\0")
    except OSError:  # it ended a moment ago, or is another user's
        return False


@contextmanager
def counted(home: Path) -> Iterator[list[list[int]]]:
    """Look all the time who reads; what was seen is there at the end."""
    seen: list[list[int]] = []
    ended = threading.Event()

    def look() -> None:
        while not ended.is_set():
            seen.append(readers(home))
            time.sleep(0.002)

    thread = threading.Thread(target=look)
    thread.start()
    try:
        yield seen
    finally:
        ended.set()
        thread.join()


def spooled(home: Path) -> list[dict[str, Any]]:
    found = [
        json.loads(line)
        for path in lines.waiting(str(home))
        for line in Path(path).read_bytes().splitlines()
        if line.strip()
    ]
    return sorted(found, key=lambda one: int(one["n"].partition("-")[0]))
