"""The one table of agents: where each keeps its settings, what its events are called, what it takes and gives.

An agent is a file of JSON below `entries`; a new one is a new file, and a fixture in `tests/data/agents`. The hook
process reads the `hook` part of one file at each event by itself, as it may load nothing but the standard library:
that part stands alone, and its words are those of `MEANINGS` and `FIELDS`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lore.adapters.strict import Place
from lore.errors import BadInput, NotFound
from lore.opening import MEGABYTE, read_whole

ENTRIES = Path(__file__).parent / "entries"
LARGEST = MEGABYTE

MEANINGS = (
    "session-start", "prompt", "tool-about-to-run", "tool-use", "tool-failed", "tool-rejected", "before-compaction",
    "after-compaction", "answer", "stop", "subagent-start", "subagent-stop", "session-end",
)  # fmt: skip
"""What an event of an agent is to Lore. `answer` is a message of the agent inside a turn, `stop` the end of one."""

FIELDS = (
    "session", "cwd", "event", "prompt", "transcript", "turn", "tool", "tool_input", "tool_response", "tool_use",
    "answer", "source", "reason", "trigger", "summary", "error", "agent", "subagent", "continuing",
)  # fmt: skip
"""What the input of an event may hold. `turn` tells turns apart, `agent` names a sub-agent,
`subagent` tells it from others of that name, `continuing` is true
where the agent goes on because of a hook."""

SCOPES = ("user", "project")
HOLDS = ("hooks", "mcp", "plugin", "instructions", "commands", "status")
EXTRAS = ("commands", "status")
"""What a person has to want: slash commands, and a status line. The rest is set up with the agent."""
FORMATS = ("json", "jsonc", "json5", "toml", "script", "javascript", "markdown", "commands", "commands in toml")
UNKNOWN_KEYS = ("ignored", "fatal", "file dropped", "unknown")
SYSTEMS = ("linux", "macos", "windows")
IN_ENTRY = ("$agent", "$event", "$program", "$command", "$lore", "$timeout", "$matcher", "$status")
IN_ANSWER = ("$event", "$text", "$seen")


@dataclass(frozen=True)
class Checked:
    """What the entry was checked with."""

    version: str
    date: str
    how: str
    """`run`: the program itself ran; `documented`: its documentation was read."""


@dataclass(frozen=True)
class Recorded:
    """The newest release whose sessions were read."""

    version: str
    date: str


@dataclass(frozen=True)
class Found:
    """How an agent is found on a machine: one of these is enough, an environment variable only inside it."""

    folders: tuple[str, ...]
    programs: tuple[str, ...]
    environment: tuple[str, ...]


@dataclass(frozen=True)
class SettingsFile:
    """A file that set-up writes to."""

    scope: str
    holds: str
    format: str = ""
    path: Mapping[str, str] | None = None
    """By system. `~` is the home folder; `${NAME:-other}` the variable, or else the other text. A path of a project
    begins at its root. `$event` or `$slash` stands for the name of the event or slash command, where each has its own
    file."""

    at: tuple[str, ...] = ()
    """The keys down to the list of hooks, or to the entry itself for a server."""

    entry: object = None
    """What is written, with the words of `IN_ENTRY`; a key whose value stands for nothing is left out."""

    entries: Mapping[str, object] | None = None
    """Entries of events that look otherwise."""

    root: Mapping[str, object] | None = None
    """What must stand at the top of the file; written where it is missing."""

    whole: bool = False
    """True where the whole file is ours."""

    asset: str | None = None
    """The file of the package that is written as it is, for a plugin."""

    through: str | None = None
    """The agent whose file this one reads too; then nothing else is given."""


@dataclass(frozen=True)
class Event:
    """An event of an agent."""

    name: str
    means: str
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

    runs: str
    """`command`: the agent starts a program; `plugin`: code of ours inside the agent does."""

    events: tuple[Event, ...]
    fields: Mapping[str, tuple[str, ...]]
    """For each of `FIELDS`, the paths in the input where it may stand; the first that is there counts. Dots lead
    inwards, numbers into lists."""

    environment: Mapping[str, tuple[str, ...]]
    """Variables that tell a field where the input does not."""

    shapes: Mapping[str, object]
    """By name, what is printed for a text: `$text` and `$event` are put in; a plain text is printed as it is."""

    characters: int
    """The longest text that the agent takes whole, with room to spare."""

    timeout_unit: str
    unknown_keys: str
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


def agent_names(folder: Path = ENTRIES) -> tuple[str, ...]:
    """The agents of the table, in alphabetic order; nothing is read but the folder."""
    return tuple(sorted(path.stem for path in folder.glob("*.json")))


def agent(name: str, folder: Path = ENTRIES) -> Agent:
    """One agent of the table. Raises NotFound, and BadInput where its entry is odd."""
    if name not in agent_names(folder):
        raise NotFound(f"no agent is called `{name}`", hint=f"known are {', '.join(agent_names(folder))}")
    return _read(folder / f"{name}.json")


def all_agents(folder: Path = ENTRIES) -> tuple[Agent, ...]:
    """Every agent of the table, in alphabetic order. Raises BadInput at the first odd entry."""
    agents = tuple(_read(folder / f"{name}.json") for name in agent_names(folder))
    names = {each.name for each in agents}
    for each in agents:
        others = [file.through for file in each.settings if file.through]
        others += (each.hooks.also_run_by or {}).values() if each.hooks else ()
        if strangers := set(others) - names:
            raise BadInput(f"`{each.name}.json`: names the agent `{min(strangers)}`, which is not in the table")
    return agents


def _read(path: Path) -> Agent:
    try:
        text = read_whole(path, LARGEST)
        value = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise BadInput(f"`{path.name}`: {error}", hint="this file comes with Lore: install Lore again") from error
    given = Place(path.name, "", value).fields(
        "schema name title checked found settings traps removal sources", "hook live first workspace recorded"
    )
    if given["schema"].number() != 1:
        given["schema"].odd("should be 1")
    if given["name"].text() != path.stem:
        given["name"].odd(f"should be `{path.stem}`, as the file is called")
    checked, found = given["checked"].fields("version date how"), given["found"].fields("folders programs environment")
    return Agent(
        name=path.stem,
        title=given["title"].text(),
        checked=Checked(checked["version"].text(), _date(checked["date"]), checked["how"].text(("run", "documented"))),
        found=Found(found["folders"].texts(), found["programs"].texts(), found["environment"].texts()),
        settings=tuple(_settings_file(place) for place in given["settings"].items()),
        hooks=_hooks(given["hook"]) if "hook" in given else None,
        traps=given["traps"].texts(),
        removal=given["removal"].text(),
        sources=tuple(_source(place) for place in given["sources"].items()),
        live=given["live"].texts() if "live" in given else (),
        first=given["first"].text() if "first" in given else "",
        workspace=_workspace(given["workspace"]) if "workspace" in given else None,
        recorded=_recorded(given["recorded"]) if "recorded" in given else None,
    )


def _settings_file(place: Place) -> SettingsFile:
    given = place.fields("scope holds", "format path at entry entries root whole asset through")
    scope, holds = given["scope"].text(SCOPES), given["holds"].text(HOLDS)
    if "through" in given:
        place.fields("scope holds through")
        return SettingsFile(scope, holds, through=given["through"].text())
    keyed = holds in ("hooks", "mcp", "status") and given["format"].text(FORMATS) != "script"
    place.fields(f"scope holds format path {'at entry' if keyed else ''}", "entries root whole asset")
    return SettingsFile(
        scope=scope,
        holds=holds,
        format=given["format"].text(FORMATS),
        path=_path(given["path"]),
        at=given["at"].texts() if keyed else (),
        entry=given["entry"].template(IN_ENTRY) if keyed else None,
        entries={name: value.template(IN_ENTRY) for name, value in given["entries"].mapping().items()}
        if "entries" in given
        else None,
        root={name: value.value for name, value in given["root"].mapping().items()} if "root" in given else None,
        whole="whole" in given and given["whole"].flag(),
        asset=given["asset"].text() if "asset" in given else None,
    )


def _path(place: Place) -> Mapping[str, str]:
    if isinstance(place.value, str):
        return dict.fromkeys(SYSTEMS, place.text())
    return {system: value.text() for system, value in place.fields(" ".join(SYSTEMS)).items()}


def _hooks(place: Place) -> Hooks:
    given = place.fields(
        "runs events fields environment shapes characters timeout_unit unknown_keys", "strip also_run_by shell"
    )
    shapes = {name: value.template(IN_ANSWER) for name, value in given["shapes"].mapping().items()}
    fields, environment = given["fields"].texts_by_name(), given["environment"].texts_by_name()
    for of in (given["fields"], given["environment"]):
        of.fields("", " ".join(FIELDS))
    if "session" not in fields:
        given["fields"].odd("does not say where the session stands")
    return Hooks(
        runs=given["runs"].text(("command", "plugin")),
        events=tuple(_event(name, value, shapes) for name, value in given["events"].mapping().items()),
        fields=fields,
        environment=environment,
        shapes=shapes,
        characters=given["characters"].number(),
        timeout_unit=given["timeout_unit"].text(("seconds", "milliseconds")),
        unknown_keys=given["unknown_keys"].text(UNKNOWN_KEYS),
        strip=tuple(_pair(pair) for pair in given["strip"].items()) if "strip" in given else (),
        also_run_by={name: value.text() for name, value in given["also_run_by"].mapping().items()}
        if "also_run_by" in given
        else None,
    )


def _event(name: str, place: Place, shapes: Mapping[str, object]) -> Event:
    given = place.fields("means timeout", "gives nothing matcher set_up")
    return Event(
        name=name,
        means=given["means"].text(MEANINGS),
        timeout=given["timeout"].number(),
        gives=given["gives"].text(tuple(shapes) or ("no shape",)) if "gives" in given else None,
        nothing=given["nothing"].value if "nothing" in given else None,
        matcher=given["matcher"].text() if "matcher" in given else None,
        set_up=given["set_up"].flag() if "set_up" in given else True,
    )


def _pair(place: Place) -> tuple[str, str]:
    texts = place.texts()
    if len(texts) != 2:
        place.odd("is no opening with its end")
    return texts[0], texts[1]


def _recorded(place: Place) -> Recorded:
    given = place.fields("version date")
    return Recorded(given["version"].text(), _date(given["date"]))


def _workspace(place: Place) -> AgentWorkspace:
    given = place.fields("folders memories days character")
    lists = {name: given[name].texts() for name in ("folders", "memories", "character")}
    return AgentWorkspace(days=given["days"].text(), **lists)


def _source(place: Place) -> Source:
    given = place.fields("what date")
    return Source(given["what"].text(), _date(given["date"]))


def _date(place: Place) -> str:
    date = place.text()
    if len(date) != 10 or not date.replace("-", "").isdecimal():
        place.odd("is no date such as 2026-11-23")
    return date
