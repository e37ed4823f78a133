"""Where the agents on this machine keep their transcripts."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
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
    """Of the transcripts below it, each with its depth: nothing else in the own folder is one."""
    variable: str | None = None
    """Names the agent's own folder, or what stands above it."""
    below: str = ""
    """The own folder in the one that `variable` names."""

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
        """The own folder where no variable moves it, `HOME` included; none where the machine knows no home."""
        home = HERE.account_home()
        return (home / self.home,) if home else ()

    def inside(self, root: Path) -> tuple[Path, ...]:
        """The folders with transcripts in an agent's own folder, or the files that hold them."""
        return tuple(dict.fromkeys(root / pattern.partition("/")[0] for pattern in self.patterns))

    def is_one(self, path: Path, root: Path) -> bool:
        """Whether a file is one of the transcripts in an own folder. path: with its links followed.

        The folder that holds them may be reached by a link, and is known by its number.
        """
        for first, *rest in (pattern.split("/") for pattern in self.patterns):
            if len(path.parts) <= len(rest):
                continue
            place = path.parents[len(rest) - 1] if rest else path
            if all(map(fnmatchcase, path.parts[len(path.parts) - len(rest) :], rest)) and is_same(place, root / first):
                return True
        return False

    def transcripts(self, folder: Path | None = None) -> Iterator[Path]:
        """The files in one of its folders, in the order of their names; else in all where the environment says."""
        for there in (folder,) if folder else self.inside(self.root):
            inner = (pattern.partition("/") for pattern in self.patterns)
            rests = [rest for name, _, rest in inner if name == there.name]
            if there.is_dir():
                yield from sorted({path for rest in rests if rest for path in there.glob(rest)})
            elif there.is_file():
                yield there


def _hex(digits: int) -> str:
    return "[0-9a-f]" * digits


_ID = "-".join(map(_hex, (8, 4, 4, 4, 12)))
"""How a session is named, whole: nothing stands before it or after it that the agent does not write there."""
_TWO = "[0-9][0-9]"
_MINUTE = f"{_TWO}{_TWO}-{_TWO}-{_TWO}T{_TWO}-{_TWO}"
"""A date and the time of the day."""
_CALLED = {"copilot-cli": "copilot"}
"""Agents whose sessions have another name than their entry in the table of agents."""


def reader_of_agent(name: str) -> str:
    """What the reader of an agent's sessions is called."""
    return _CALLED.get(name, name)


TRANSCRIPT_HOMES: Mapping[str, TranscriptHome] = {
    "claude-code": TranscriptHome("Claude Code", ".claude", (f"projects/*/{_ID}.jsonl",), "CLAUDE_CONFIG_DIR"),
    "codex": TranscriptHome(
        "Codex",
        ".codex",
        tuple(
            f"{folder}/rollout-{_MINUTE}-{_TWO}-{name}.{ending}"
            for folder in (f"sessions/{_TWO}{_TWO}/{_TWO}/{_TWO}", "sessions", "archived_sessions")
            for name in (_ID, f"{_ID}_{_ID}")  # a later file of the session, begun by going back in it
            for ending in ("jsonl", "jsonl.zst")
        ),
        "CODEX_HOME",
    ),
    "copilot": TranscriptHome("Copilot CLI", ".copilot", (f"session-state/{_ID}/events.jsonl",), "COPILOT_HOME"),
    "cursor": TranscriptHome(
        "Cursor",
        ".cursor",
        (f"projects/*/agent-transcripts/{_ID}/{_ID}.jsonl", f"projects/*/agent-transcripts/{_ID}.jsonl"),
    ),
    "gemini": TranscriptHome(
        "Gemini CLI",
        ".gemini",
        tuple(f"tmp/*/chats/session-{_MINUTE}-{_hex(8)}.{ending}" for ending in ("json", "jsonl")),
        "GEMINI_CLI_HOME",
        ".gemini",
    ),
    "openclaw": TranscriptHome(
        "OpenClaw",
        ".openclaw",
        (f"agents/*/sessions/{_ID}.jsonl", "agents/*/agent/openclaw-agent.sqlite"),
        "OPENCLAW_STATE_DIR",
    ),
    "opencode": TranscriptHome("opencode", ".local/share/opencode", ("opencode.db",), "XDG_DATA_HOME", "opencode"),
    "pi": TranscriptHome(
        "pi", ".pi/agent", (f"sessions/*/{_MINUTE}-{_TWO}-[0-9]{_TWO}Z_{_ID}.jsonl",), "PI_CODING_AGENT_DIR"
    ),
}
"""By the name of the reader; agents that are only read from exports have no entry."""


def is_same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file or folder, however they are written."""
    try:
        return one.samefile(other)
    except OSError:  # one is not there
        return one.resolve() == other.resolve()
