"""The one table of agents: where each keeps its settings, what its events are called, what it takes and gives.

An agent is a file of JSON below `entries`; a new one is a new file, and a fixture in `tests/data/agents`. The hook
process reads the `hook` part of one file at each event by itself, as it may load nothing but the standard library:
that part stands alone.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from lore.errors import BadInput, NotFound
from lore.opening import MEGABYTE, read_whole

ENTRIES = Path(__file__).parent / "entries"

Meaning = Literal[
    "session-start", "prompt", "tool-about-to-run", "tool-use", "tool-failed", "tool-rejected", "before-compaction",
    "after-compaction", "answer", "stop", "subagent-start", "subagent-stop", "session-end",
]  # fmt: skip
"""What an event of an agent is to Lore. `answer` is a message of the agent inside a turn, `stop` the end of one."""

Field = Literal[
    "session", "cwd", "event", "prompt", "transcript", "turn", "tool", "tool_input", "tool_response", "tool_use",
    "answer", "source", "reason", "trigger", "summary", "error", "agent", "subagent", "continuing",
]  # fmt: skip
"""What the input of an event may hold. `turn` tells turns apart, `agent` names a sub-agent, `subagent` tells it from
others of that name, `continuing` is true where the agent goes on because of a hook."""

Format = Literal[
    "", "json", "jsonc", "json5", "toml", "script", "javascript", "markdown", "commands", "commands in toml",
]  # fmt: skip
EXTRAS = ("commands", "status")
"""What a person has to want: slash commands, and a status line. The rest is set up with the agent."""
SYSTEMS = ("linux", "macos", "windows")


@dataclass(frozen=True)
class Checked:
    """What the entry was checked with."""

    version: str
    date: str
    how: Literal["run", "documented"]
    """`run`: the program itself ran; `documented`: its documentation was read."""


@dataclass(frozen=True)
class Recorded:
    """The newest release whose sessions were read."""

    version: str
    date: str


@dataclass(frozen=True)
class Found:
    """How an agent is found on a machine: one of these is enough."""

    folders: tuple[str, ...]
    programs: tuple[str, ...]


@dataclass(frozen=True)
class SettingsFile:
    """A file that set-up writes to."""

    scope: Literal["user", "project"]
    holds: Literal["hooks", "mcp", "plugin", "instructions", "commands", "status"]
    format: Format = ""
    path: Mapping[str, str] | None = None
    """By system, or one for all. `~` is the home folder; `${NAME:-other}` the variable, or else the other text. A path
    of a project begins at its root. `$event` or `$slash` stands for the name of the event or slash command, where each
    has its own file."""

    at: tuple[str, ...] = ()
    """The keys down to the list of hooks, or to the entry itself for a server."""

    entry: object = None
    """What is written. `$agent`, `$event`, `$program`, `$command`, `$lore`, `$timeout`, `$matcher` and `$status` are
    put in; a key whose value stands for nothing is left out."""

    entries: Mapping[str, object] | None = None
    """Entries of events that look otherwise."""

    root: Mapping[str, object] | None = None
    """What must stand at the top of the file; written where it is missing."""

    asset: str | None = None
    """The file of the package that is written as it is, for a plugin."""

    through: str | None = None
    """The agent whose file this one reads too; then nothing else is given."""


@dataclass(frozen=True)
class Event:
    """An event of an agent."""

    name: str
    means: Meaning
    timeout: int
    """Seconds after which the agent is told to give up."""

    gives: str | None = None
    """The shape of the answer that brings a text to the model; None where the agent takes none."""

    nothing: object = None
    """What is printed where nothing is given; nothing at all where it is None."""

    matcher: str | None = None
    set_up: bool = True
    """False for an event that Lore understands and set-up leaves alone."""


@dataclass(frozen=True)
class Hooks:
    """What an agent tells its hooks, and what it takes from them."""

    runs: Literal["command", "plugin"]
    """`command`: the agent starts a program; `plugin`: code of ours inside the agent does."""

    events: tuple[Event, ...]
    fields: Mapping[Field, tuple[str, ...]]
    """For each, the paths in the input where it may stand; the first that is there counts. Dots lead
    inwards, numbers into lists."""

    environment: Mapping[Field, tuple[str, ...]]
    """Variables that tell a field where the input does not."""

    shapes: Mapping[str, object]
    """By name, what is printed for a text: `$text`, `$event`, `$seen` are put in; a plain text is printed as it is."""

    characters: int
    """The longest text that the agent takes whole, with room to spare."""

    timeout_unit: Literal["seconds", "milliseconds"]
    unknown_keys: Literal["ignored", "fatal", "file dropped", "unknown"]
    """What becomes of an answer or a settings file with a key that the agent does not know."""

    strip: tuple[tuple[str, str], ...] = ()
    """Openings and ends of what is taken out of a prompt: it is not the person's."""

    also_run_by: Mapping[str, str] | None = None
    """Variables which tell that another agent runs the hooks of this one, and that agent."""

    def event(self, name: str) -> Event | None:
        return next((event for event in self.events if event.name == name), None)


@dataclass(frozen=True)
class AgentWorkspace:
    """Where an agent keeps what it remembers and what it is, as files of markdown in one folder of its own."""

    folders: tuple[str, ...]
    """Where that folder may be, as the `path` of a settings file."""

    memories: tuple[str, ...]
    """The files that hold memories."""

    days: str
    """The folder in it that has a file for each day."""

    character: tuple[str, ...]
    """The files that say who the agent itself is to be: no memory."""


@dataclass(frozen=True)
class Source:
    what: str
    date: str


@dataclass(frozen=True)
class Agent:
    """What Lore knows of one agent."""

    name: str
    title: str
    checked: Checked
    found: Found
    settings: tuple[SettingsFile, ...]
    hooks: Hooks | None
    """None for an agent that gets no event."""

    traps: tuple[str, ...]
    removal: str
    sources: tuple[Source, ...]
    live: tuple[str, ...] = ()
    """The words that run it once without a window, before the question; none where that cannot be done."""

    first: str = ""
    """What a person has to do in it once, after set-up."""
    workspace: AgentWorkspace | None = None
    recorded: Recorded | None = None

    @property
    def newest(self) -> str:
        """The newest release that is known to us: of its sessions, else of its hooks and settings."""
        return self.recorded.version if self.recorded else self.checked.version


def agent_names() -> tuple[str, ...]:
    """The agents of the table, in alphabetic order; nothing is read but the folder."""
    return tuple(sorted(path.stem for path in ENTRIES.glob("*.json")))


def agent(name: str) -> Agent:
    """One agent of the table. Raises NotFound, and BadInput where its entry is not as it came with Lore."""
    if name not in agent_names():
        raise NotFound(f"no agent is called `{name}`", hint=f"known are {', '.join(agent_names())}")
    try:
        return read_entry(json.loads(read_whole(ENTRIES / f"{name}.json", MEGABYTE)))
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadInput(f"`{name}.json`: {error}", hint="this file comes with Lore: install Lore again") from error


def all_agents() -> tuple[Agent, ...]:
    """Every agent of the table, in alphabetic order. Raises BadInput."""
    return tuple(map(agent, agent_names()))


def read_entry(entry: dict[str, Any]) -> Agent:
    """What a file of an agent says. Raises ValueError, KeyError, TypeError where it is no entry."""
    del entry["schema"]
    hooks = entry.pop("hook", None)
    if hooks is not None:
        hooks["events"] = [{"name": name, **event} for name, event in hooks["events"].items()]
    for file in entry["settings"]:
        if isinstance(path := file.get("path"), str):
            file["path"] = dict.fromkeys(SYSTEMS, path)
    found: Agent = _made(Agent, {**entry, "hooks": hooks})
    return found


_types_of = cache(get_type_hints)


def _made(kind: Any, value: Any) -> Any:
    """A value of JSON as a type of the table has it. Raises ValueError, KeyError, TypeError where it is none."""
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _types_of(kind)
        return kind(**{name: _made(hints[name], one) for name, one in value.items()})
    if origin is UnionType:
        return None if value is None else _made(inner[0], value)
    if origin is tuple:
        return tuple(_made(inner[0], one) for one in value)
    if origin is Mapping:
        return {_made(inner[0], name): _made(inner[1], one) for name, one in value.items()}
    if origin is Literal and value not in inner:
        raise ValueError(f"`{value}` is none of {', '.join(inner)}")
    if isinstance(kind, type) and kind is not object and type(value) is not kind:
        raise TypeError(f"`{value}` is not {kind.__name__}")
    return value
