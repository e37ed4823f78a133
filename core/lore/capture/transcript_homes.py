"""Where the agents on this machine keep their transcripts."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lore import paths
from lore.platform import HERE


@dataclass(frozen=True, slots=True)
class TranscriptHome:
    """Where an agent keeps its transcripts."""

    title: str
    """The agent, as a person calls it."""
    home: str
    """Below the home folder, where `variable` names no other place."""
    patterns: tuple[str, ...]
    """Of the transcripts below it, those of each folder."""
    variable: str | None = None
    """Names the agent's own folder, or what stands above it."""
    below: str = ""
    """The own folder in the one that `variable` names."""
    hooks_tell: bool = False
    """Whether what its hooks say was typed is the person's before a transcript says so: they name none."""

    @property
    def root(self) -> Path:
        """The agent's own folder, as the environment names it; it need not exist."""
        named = os.environ.get(self.variable) if self.variable else None
        return Path(named) / self.below if named else paths.user_home() / self.home

    @property
    def folder(self) -> Path:
        """The innermost folder that holds all those in use, or the file that does; it need not exist."""
        return self.inside(self.root)[0]

    @property
    def unmoved(self) -> tuple[Path, ...]:
        """The folders where no variable moves them, `HOME` included; none where the machine knows no home."""
        home = HERE.account_home()
        return self.inside(home / self.home) if home else ()

    def inside(self, root: Path) -> tuple[Path, ...]:
        """The folders with transcripts in an agent's own folder, or the files that hold them."""
        return tuple(dict.fromkeys(root / pattern.partition("/")[0] for pattern in self.patterns))

    def transcripts(self, folder: Path | None = None) -> Iterator[Path]:
        """The files in one of its folders, in the order of their names; else in all where the environment says."""
        for there in (folder,) if folder else self.inside(self.root):
            inner = (pattern.partition("/") for pattern in self.patterns)
            for rest in (rest for name, _, rest in inner if name == there.name):
                if there.is_dir() and rest:
                    yield from sorted(there.glob(rest))
                elif there.is_file():
                    yield there


_CALLED = {"copilot-cli": "copilot"}
"""Agents whose sessions have another name than their entry in the table of agents."""


def reader_of_agent(name: str) -> str:
    """What the reader of an agent's sessions is called."""
    return _CALLED.get(name, name)


TRANSCRIPT_HOMES: Mapping[str, TranscriptHome] = {
    "claude-code": TranscriptHome("Claude Code", ".claude", ("projects/*/*.jsonl",), "CLAUDE_CONFIG_DIR"),
    "codex": TranscriptHome(
        "Codex", ".codex", ("sessions/*/*/*/rollout-*.jsonl*", "archived_sessions/rollout-*.jsonl*"), "CODEX_HOME"
    ),
    "copilot": TranscriptHome("Copilot CLI", ".copilot", ("session-state/*/events.jsonl",), "COPILOT_HOME"),
    "cursor": TranscriptHome("Cursor", ".cursor", ("projects/*/agent-transcripts/**/*.jsonl",)),
    "gemini": TranscriptHome("Gemini CLI", ".gemini", ("tmp/*/chats/session-*.json*",), "GEMINI_CLI_HOME", ".gemini"),
    "openclaw": TranscriptHome(
        "OpenClaw",
        ".openclaw",
        ("agents/*/sessions/*-????-????-????-????????????.jsonl", "agents/*/agent/openclaw-agent.sqlite"),
        "OPENCLAW_STATE_DIR",
    ),
    "opencode": TranscriptHome(
        "opencode", ".local/share/opencode", ("opencode.db",), "XDG_DATA_HOME", "opencode", hooks_tell=True
    ),
    "pi": TranscriptHome("pi", ".pi/agent", ("sessions/*/*.jsonl",), "PI_CODING_AGENT_DIR"),
}
"""By the name of the reader; agents that are only read from exports have no entry."""


def hooks_say_who_typed(reader: str) -> bool:
    """Whether nothing but the hooks of an agent says at once who typed. reader: the name of the reader."""
    home = TRANSCRIPT_HOMES.get(reader)
    return home is None or home.hooks_tell
