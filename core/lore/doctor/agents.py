"""The check of the agents on this machine: what they wrote down is captured."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from lore import clock
from lore.capture.readers import READERS, Transcript, reader_for
from lore.doctor.check import Finding, ok, warn
from lore.doctor.patient import Patient
from lore.doctor.wording import count, named

SETTLED_DAYS = 1.0
"""A session that was written to since may still go on."""


@dataclass(frozen=True, slots=True)
class Agent:
    """Where an agent keeps its transcripts."""

    home: str
    """Below the home folder, where `variable` names no other place."""
    pattern: str
    """Of the transcripts below it."""
    variable: str | None = None


AGENTS: Mapping[str, Agent] = {
    "claude-code": Agent(".claude", "projects/*/*.jsonl", "CLAUDE_CONFIG_DIR"),
    "codex": Agent(".codex", "sessions/*/*/*/rollout-*.jsonl", "CODEX_HOME"),
    "copilot": Agent(".copilot", "session-state/*/events.jsonl"),
    "cursor": Agent(".cursor", "projects/*/agent-transcripts/**/*.jsonl"),
    "gemini": Agent(".gemini", "tmp/*/chats/session-*.json*"),
    "pi": Agent(".pi/agent", "sessions/*/*.jsonl"),
}
"""By the name of the reader; agents that are only read from exports have no entry."""


def agents(patient: Patient) -> Finding:
    """What every agent on this machine wrote down is in the store."""
    found = {name: list(_transcripts(agent)) for name, agent in AGENTS.items() if name in _readable()}
    found = {name: files for name, files in found.items() if files}
    if not found:
        return ok("none of the agents that Lore can read was used on this machine")
    fresh = {name: sum(_has_news(patient, path) for path in files) for name, files in found.items()}
    late = [name for name, news in fresh.items() if news]
    if late:
        told = named([f"{name} ({fresh[name]:,} of {count(len(found[name]), 'transcript')})" for name in late])
        return warn(f"not captured to the end: {told}", f"`lore capture {_home(AGENTS[late[0]])}`")
    return ok(f"captured to the end: {', '.join(found)}")


def _readable() -> set[str]:
    return {reader.name for reader in READERS}


def _home(agent: Agent) -> Path:
    named_folder = os.environ.get(agent.variable) if agent.variable else None
    folder = Path(named_folder) if named_folder else Path.home() / agent.home
    return folder / agent.pattern.partition("/")[0]


def _transcripts(agent: Agent) -> Iterator[Path]:
    folder = _home(agent)
    if folder.is_dir():
        yield from sorted(folder.glob(agent.pattern.partition("/")[2]))


def _has_news(patient: Patient, path: Path) -> bool:
    """Whether a transcript holds what was not read, and was last written more than a day ago."""
    state = path.stat()
    written = clock.stamp(datetime.fromtimestamp(state.st_mtime, UTC))
    if not state.st_size or written > patient.ago(SETTLED_DAYS):
        return False
    known = patient.store.sources.position(str(path.absolute()))
    return known.size != state.st_size if known else reader_for(Transcript(path).head()) is not None
