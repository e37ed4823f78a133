"""The events of hooks come into the store: with the transcripts that they name, once each, and nothing is lost midway.

Extraction runs here, in whatever process reads the spool, and never in a hook.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lore.capture.contract import CaptureSummary, Options, Watcher
from lore.capture.ownership import OwnFolders
from lore.capture.pipeline import capture
from lore.capture.readers import Transcript, recognised
from lore.capture.readers.fields import moment
from lore.capture.transcript_homes import reader_of_agent
from lore.handover import lines, talks
from lore.intake import clean
from lore.opening import is_regular
from lore.store import Store

CRASHED_S = 12 * 3_600.0
"""A session that nothing was heard of for so long has ended, whatever became of it."""
ACTOR = "hooks"
_WRITES = ("write", "edit", "multiedit", "create", "write_file", "replace", "edit_file", "write_to_file", "str_replace")
_PATHS = ("file_path", "path", "filePath", "absolute_path", "target_file")


@dataclass(frozen=True, slots=True)
class GivenByHook:
    """What a hook gave to a session."""

    session: str
    ids: tuple[str, ...]
    withheld: bool
    at: str | None = None
    """When; None where the hook did not say."""
    asked: str = ""
    """The prompt for which it looked this up, masked; empty for what a session starts with."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A session that ended."""

    agent: str
    session: str
    crashed: bool
    """Whether it never said so."""


@dataclass(frozen=True, slots=True)
class Drained:
    """What waited in the spool, and what became of it."""

    events: int = 0
    odd: int = 0
    """Lines that nobody understood."""
    summary: CaptureSummary | None = None
    given: tuple[GivenByHook, ...] = ()
    ended: tuple[Ended, ...] = ()
    memory_files: tuple[Path, ...] = ()
    """Memory files of agents that a tool wrote."""
    sessions: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    """Where the sessions were held."""
    taken: tuple[Path, ...] = ()
    """The files that held all this; `let_go` removes them."""


@contextmanager
def draining(home: Path) -> Iterator[bool]:
    """Be the one who reads the spool of hooks, as the hook that started this process was. False where another is."""
    descriptor = lines.lock_handed(str(home))
    try:
        yield descriptor is not None
    finally:
        if descriptor is not None:
            os.close(descriptor)


def drain(store: Store, watcher: Watcher | None = None) -> Drained:
    """Read the events of hooks into the store, with the transcripts that they name; `let_go` ends it.

    Killed midway, the next call reads them again, and stores nothing twice. Raises Busy, StoreError.
    """
    home = str(store.folder)
    taken = [Path(path) for path in lines.take(home)]
    told = [value for path in taken for value in _values(path)]
    ended = _ended(home, told)
    if not taken and not ended:
        return Drained()
    paths = [*_transcripts(store, told, ended), *taken]
    options = Options(actor=ACTOR, growing=True, folders=_folders(told))
    summary = capture(store, paths, options, watcher) if paths else None
    return Drained(
        events=sum(value.get("means") not in ("odd", "given") for value in told),
        odd=sum(value.get("means") == "odd" for value in told),
        summary=summary,
        given=tuple(_given(told)),
        ended=tuple(ended),
        memory_files=tuple(_memory_files(told)),
        sessions=_texts(told, "session"),
        folders=_texts(told, "cwd"),
        taken=tuple(taken),
    )


def let_go(store: Store, drained: Drained) -> None:
    """Forget what was read, once all of it is stored; what is kept of running sessions goes through the door too."""
    for path in drained.taken:
        path.unlink(missing_ok=True)
    for one in drained.ended:
        talks.end(str(store.folder), one.agent, one.session)
    for _, talk in talks.talks(str(store.folder)):
        talk.masked(str(store.folder), clean)


def _texts(told: Sequence[Mapping[str, Any]], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value[name] for value in told if isinstance(value.get(name), str) and value[name]))


def _folders(told: Sequence[Mapping[str, Any]]) -> Mapping[str, str]:
    """By session, the folder that its first hook told."""
    named = reversed([(value.get("session"), value.get("cwd")) for value in told])
    return {session: cwd for session, cwd in named if isinstance(session, str) and isinstance(cwd, str) and cwd}


def _values(path: Path) -> Iterator[Mapping[str, Any]]:
    for line in path.read_bytes().splitlines():
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue  # half a line of a hook that was killed: it was never acknowledged
        if isinstance(value, dict):
            yield value


def _ended(home: str, told: Sequence[Mapping[str, Any]]) -> list[Ended]:
    """The sessions that said that they end, and those that never will."""
    found = {
        (str(value.get("agent")), str(value.get("session"))): False
        for value in told
        if value.get("means") == "session-end"
    }
    alive = {(str(value.get("agent")), str(value.get("session"))) for value in told}
    for silent_s, talk in talks.talks(home):
        if silent_s > CRASHED_S and (talk.agent, talk.session) not in alive:
            found.setdefault((talk.agent, talk.session), True)
    return [Ended(agent, session, crashed) for (agent, session), crashed in found.items()]


def _transcripts(store: Store, told: Sequence[Mapping[str, Any]], ended: Sequence[Ended]) -> list[Path]:
    """The transcripts that hooks named, and the one file in which an agent keeps all its sessions, which none names:
    regular files that lie where this agent keeps its sessions, and no others."""
    named = [str(value["transcript"]) for value in told if isinstance(value.get("transcript"), str)]
    named += [talks.talk(str(store.folder), one.agent, one.session).transcript for one in ended if one.crashed]
    own = OwnFolders(store)
    named += [str(path) for agent in _texts(told, "agent") for path in own.of(reader_of_agent(agent))]
    return [path for name in dict.fromkeys(named) if name and _is_transcript(path := Path(name), own)]


def _is_transcript(path: Path, own: OwnFolders) -> bool:
    try:
        if not path.is_absolute() or not is_regular(path):
            return False
        reader = recognised(Transcript(path))
    except (OSError, ValueError):
        return False
    return reader is not None and own.hold(path, reader.name)


def _given(told: Sequence[Mapping[str, Any]]) -> Iterator[GivenByHook]:
    for value in told:
        ids = value.get("ids")
        if value.get("means") == "given" and isinstance(ids, list) and isinstance(value.get("session"), str):
            names = tuple(one for one in ids if isinstance(one, str))
            asked = clean(text) if isinstance(text := value.get("asked"), str) else ""
            yield GivenByHook(value["session"], names, value.get("withheld") is True, moment(value.get("at")), asked)


def _memory_files(told: Sequence[Mapping[str, Any]]) -> Iterator[Path]:
    """The files of markdown that a tool wrote; which of them are memories, whoever reads them knows."""
    found: dict[Path, None] = {}
    for value in told:
        given = value.get("tool_input")
        if value.get("means") == "tool-use" and str(value.get("tool")).lower() in _WRITES and isinstance(given, dict):
            path = next((given[name] for name in _PATHS if isinstance(given.get(name), str)), "")
            if path.lower().endswith(".md") and "\0" not in path:
                found[Path(value.get("cwd") or "/") / path] = None
    yield from found
