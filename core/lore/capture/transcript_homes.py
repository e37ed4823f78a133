"""Where the agents on this machine keep their transcripts."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lore.platform import HERE


@dataclass(frozen=True, slots=True)
class TranscriptHome:
    """Where an agent keeps its transcripts."""

    title: str
    """The agent, as a person calls it."""
    home: str
    """Below the home folder, where `variable` names no other place."""
    pattern: str
    """Of the transcripts below it."""
    variable: str | None = None

    @property
    def root(self) -> Path:
        """The agent's own folder, as the environment names it; it need not exist."""
        named = os.environ.get(self.variable) if self.variable else None
        return Path(named) if named else Path.home() / self.home

    @property
    def folder(self) -> Path:
        """The innermost folder that holds all of them; it need not exist."""
        return self.inside(self.root)

    @property
    def unmoved(self) -> Path | None:
        """The same where no variable moves it, `HOME` included; None where the machine knows no home of this user."""
        home = HERE.account_home()
        return home and self.inside(home / self.home)

    def inside(self, root: Path) -> Path:
        """The folder with the transcripts in an agent's own folder."""
        return root / self.pattern.partition("/")[0]

    def transcripts(self, folder: Path | None = None) -> Iterator[Path]:
        """The files that are there, in the order of their names; where the environment says, without a folder."""
        there = folder or self.folder
        if there.is_dir():
            yield from sorted(there.glob(self.pattern.partition("/")[2]))


_CALLED = {"copilot-cli": "copilot"}
"""Agents whose sessions have another name than their entry in the table of agents."""


def reader_of_agent(name: str) -> str:
    """What the reader of an agent's sessions is called."""
    return _CALLED.get(name, name)


TRANSCRIPT_HOMES: Mapping[str, TranscriptHome] = {
    "claude-code": TranscriptHome("Claude Code", ".claude", "projects/*/*.jsonl", "CLAUDE_CONFIG_DIR"),
    "codex": TranscriptHome("Codex", ".codex", "sessions/*/*/*/rollout-*.jsonl", "CODEX_HOME"),
    "copilot": TranscriptHome("Copilot CLI", ".copilot", "session-state/*/events.jsonl"),
    "cursor": TranscriptHome("Cursor", ".cursor", "projects/*/agent-transcripts/**/*.jsonl"),
    "gemini": TranscriptHome("Gemini CLI", ".gemini", "tmp/*/chats/session-*.json*"),
    "openclaw": TranscriptHome(
        "OpenClaw", ".openclaw", "agents/*/sessions/*-????-????-????-????????????.jsonl", "OPENCLAW_STATE_DIR"
    ),
    "pi": TranscriptHome("pi", ".pi/agent", "sessions/*/*.jsonl"),
}
"""By the name of the reader; agents that are only read from exports have no entry."""
