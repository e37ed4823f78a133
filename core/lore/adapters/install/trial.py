"""Running the very commands that an agent's settings name, on an input as that agent gives it.

Nothing of it is kept: the store of the trial is a folder that goes away. The real agent is another matter (`--live`).
"""

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lore.adapters.install.parts import (
    HOOK_PROGRAM,
    command_words,
    commands_of,
    folder_in,
    is_our_hook,
    is_our_server,
    line_words,
    program_words,
)
from lore.adapters.install.places import Programs
from lore.adapters.install.plan import PlannedFile, SetUpStep
from lore.adapters.install.record import FileRecord
from lore.adapters.table import Agent, Event, agent as agent_named
from lore.errors import NotFound
from lore.handover import lines, places
from lore.platform import children
from lore.presence import AGENT_SIGNS

PATIENCE_S = 10.0
"""A cold start on a slow disk; the agents themselves wait 5 seconds for a hook."""
SESSION = "lore-setup"
STORE = "store"
"""The folder of a trial's store, in the folder that goes away."""
_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "lore setup", "version": "1"},
    },
}


@dataclass(frozen=True)
class Trial:
    """One command that was run."""

    agent: str
    what: str
    """The event, or `mcp`."""
    took_ms: int
    fault: str | None = None
    """What was wrong; None: nothing."""


def trials(
    agent: Agent, files: Sequence[PlannedFile], programs: Programs, patience_s: float = PATIENCE_S
) -> Iterator[Trial]:
    """Run each of our commands that stands in the files of an agent, once.

    files: those of a plan that was made of them as they are now. programs: what is run, and nothing else.
    """
    seen: set[tuple[str, ...]] = set()
    for file in files:
        if file.step is not SetUpStep.KEEP or file.problem is not None or file.record.written is None:
            continue
        for part in file.record.written.parts:
            if isinstance(part.value, Mapping) and is_our_server(part.value):
                words = tuple(command_words(part.value))
                if program_words(words)[0] == str(programs.lore) and _is_as_written(words, programs):
                    yield _server(agent, words, patience_s)
            for command in commands_of(part.value) if is_our_hook(part.value) else ():
                words = tuple(command_words(command))
                ours = program_words(words)
                if len(ours) != 3 or not _is_hook(ours[0], programs) or not _is_as_written(words, programs):
                    continue
                by = agent_named(words[-2]) if words[-2] != agent.name else agent
                event = by.hooks.event(words[-1]) if by.hooks else None
                if event is not None and words not in seen:
                    seen.add(words)
                    yield _hook(by, event, words, patience_s)
        for event, words in _runs(agent, file.record, programs):
            yield _hook(agent, event, words, patience_s)


def started(files: Iterable[FileRecord], programs: Programs, patience_s: float = PATIENCE_S) -> Iterator[Trial]:
    """Run the hook and the MCP server that these files name, once each, where they are the programs of this Lore.

    What a file names otherwise is not run: a store that came from elsewhere could name anything.
    """
    seen: set[Path] = set()
    for file in files:
        agent = agent_named(file.agents[0])
        for part in file.written.parts if file.written else ():
            if isinstance(part.value, Mapping) and is_our_server(part.value):
                words = command_words(part.value)
                ours = program_words(words)
                if ours[0] == str(programs.lore) and programs.lore not in seen and _is_as_written(words, programs):
                    seen.add(programs.lore)
                    yield _server(agent, words, patience_s)
            for command in commands_of(part.value) if is_our_hook(part.value) else ():
                words = command_words(command)
                by = agent_named(words[-2])
                event = by.hooks.event(words[-1]) if by.hooks else None
                ours = program_words(words)
                is_new = _is_hook(ours[0], programs) and programs.hook not in seen
                if event is not None and is_new and _is_as_written(words, programs):
                    seen.add(programs.hook)
                    yield _hook(by, event, words, patience_s)


def _is_hook(program: str, programs: Programs) -> bool:
    return program in (str(programs.hook), HOOK_PROGRAM)


def _is_as_written(words: Sequence[str], programs: Programs) -> bool:
    """Whether what stands before one of our programs is what this Lore writes, or nothing: else it is not run."""
    before = words[: len(words) - len(program_words(words))]
    return not before or before[0] in (str(programs.python), str(programs.hook), str(programs.lore))


def sample(agent: Agent, event: Event, cwd: str) -> dict[str, object]:
    """An input of this event as the agent gives it: every field where the table says that it stands."""
    assert agent.hooks is not None
    told = {
        "session": SESSION, "cwd": cwd, "event": event.name, "prompt": "which database do we use?",
        "turn": "1", "tool": "Bash", "tool_input": {"command": "ls"}, "tool_response": "README.md",
        "answer": "SQLite.", "source": "startup", "reason": "other",
    }  # fmt: skip
    found: dict[str, object] = {}
    for name, paths in agent.hooks.fields.items():
        if name in told:
            _put(found, paths[0].split("."), told[name])
    return found


def _put(within: dict[str, object], keys: Sequence[str], value: object) -> None:
    *way, last = keys
    if last.isdecimal():
        within[way[-1]] = [value]
        return
    place = within
    for key in way:
        inner = place.setdefault(key, {})
        assert isinstance(inner, dict)
        place = inner
    place[last] = value


def _runs(agent: Agent, record: FileRecord, programs: Programs) -> Iterator[tuple[Event, tuple[str, ...]]]:
    """What a file runs that is code itself: a script for one event, or a plugin for all."""
    if agent.hooks is None or record.written is None:
        return
    if record.written.format == "script" and (event := agent.hooks.event(record.place.name)) is not None:
        line = str(record.written.parts[0].value).splitlines()[-1]
        yield event, tuple(line_words(line.removeprefix("exec ")))
    if record.written.format == "javascript":
        yield from ((event, (*programs.words(programs.hook), agent.name, event.name)) for event in agent.hooks.events)


def _hook(agent: Agent, event: Event, words: Sequence[str], patience_s: float) -> Trial:
    with _folder() as folder:
        given = json.dumps(sample(agent, event, str(folder)))
        started = time.monotonic()
        fault, said, complaint = _run(words, given, folder, patience_s)
        took = round((time.monotonic() - started) * 1000)
    if fault is None and complaint:
        fault = f"it complains: {complaint.splitlines()[0][:120]}"
    if fault is None and not _may_be_said(agent, event, said):
        fault = "it prints what the agent does not understand"
    return Trial(agent.name, event.name, took, fault)


def _server(agent: Agent, words: Sequence[str], patience_s: float) -> Trial:
    with _folder() as folder:
        started = time.monotonic()
        fault, said, _ = _run(words, json.dumps(_HELLO) + "\n", folder, patience_s)
        took = round((time.monotonic() - started) * 1000)
    if fault is None and '"serverInfo"' not in said:
        fault = "it does not answer as a server of the Model Context Protocol"
    return Trial(agent.name, "mcp", took, fault)


@contextmanager
def _folder() -> Iterator[Path]:
    """A folder that goes away.

    Nobody reads what waits in its store: a process that outlives the hook which started it would make the store anew
    when the folder is gone.
    """
    with tempfile.TemporaryDirectory(prefix="lore-setup-") as name:
        reader = lines.lock_of_drain(str(Path(name) / STORE))
        try:
            yield Path(name)
        finally:
            if reader is not None:
                os.close(reader)


def _run(words: Sequence[str], given: str, folder: Path, patience_s: float = PATIENCE_S) -> tuple[str | None, str, str]:
    """What is wrong, what it printed, what it complained of. The data folder that the words name is another one."""
    kept = {name: value for name, value in os.environ.items() if name not in AGENT_SIGNS}
    environment = children.environment({**kept, "LORE_HOME": str(folder / STORE)})
    named = folder_in(words)
    words = [str(folder / STORE) if word == named else word for word in words]
    try:
        done = subprocess.run(
            words, input=given, capture_output=True, text=True, encoding="utf-8", errors="replace",
            cwd=folder, env=environment, timeout=patience_s, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"it takes longer than {patience_s:.0f} seconds", "", ""
    except OSError as error:
        return f"`{words[0]}` cannot be run: {error.strerror}", "", ""
    return (f"it ends with {done.returncode}" if done.returncode else None), done.stdout, done.stderr.strip()


def _may_be_said(agent: Agent, event: Event, said: str) -> bool:
    """Whether an answer has the shape that this agent takes at this event."""
    assert agent.hooks is not None
    if not said.strip():
        return event.nothing is None
    shape = agent.hooks.shapes.get(event.gives or "")
    if shape == "$text":
        return True
    try:
        value = json.loads(said)
    except ValueError:
        return False
    if value == event.nothing or not (isinstance(shape, dict) and isinstance(value, dict)):
        return bool(value == event.nothing)
    needed = {name for name in shape if shape[name] != "$seen"}
    return bool(needed <= set(value) <= set(shape))


LIVE_QUESTION = "Reply with the word OK and nothing else."
LIVE_PATIENCE_S = 180.0


def live_trial(agent: Agent, home: Path) -> Trial:
    """Run the agent itself, with one question to its model, and see whether it ran our hook.

    The hook keeps the session in the data folder that set-up named: what it left there is the proof. Raises NotFound
    for an agent that cannot be run without a window.
    """
    if not agent.live:
        raise NotFound(f"{agent.title} cannot run without a window", hint="open it, and look at `lore setup status`")
    with _folder() as folder:
        before, started = _traces(home), time.monotonic()
        fault, _, _ = _run([*agent.live, LIVE_QUESTION], "", folder, LIVE_PATIENCE_S)
        took = round((time.monotonic() - started) * 1000)
        if fault is None and _traces(home) == before:
            fault = "it ran none of our hooks"
    return Trial(agent.name, "live", took, fault)


def _traces(home: Path) -> set[tuple[str, int]]:
    """What hooks left in a data folder, and when."""
    left = Path(places.shared(str(home))) / "heard"
    return {(path.name, path.stat().st_mtime_ns) for path in left.iterdir()} if left.is_dir() else set()
