"""Transcripts of agents come into the store, once or while they are written."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import beginning, project_key
from lore.actions.registry import Touches, action
from lore.actions.searching import make_findable
from lore.config import WATCH_BUDGET, in_force
from lore.errors import Busy, LoreError, UsageError
from lore.model import Fact, Session
from lore.progress import Reporter
from lore.text import path_text

if TYPE_CHECKING:
    from lore.capture import CapturedFact, CaptureSummary, Options, Refused, SessionProgress, Watched, Watcher
    from lore.store import Store

AUTO = "auto"

Format = Annotated[
    str, "Which agent wrote the transcripts; `auto` tells by their content, `lore` is the neutral format."
]
TheirProject = Annotated[str | None, "The project they belong to, instead of the one they name."]
Mine = Annotated[bool, "You typed the user's messages in these transcripts."]
Since = Annotated[str | None, "Only messages from this time on: 2026-03-01, 7d, last week."]


@dataclass(frozen=True, slots=True)
class Captured:
    """What a capture read and stored, or would store."""

    summary: "CaptureSummary"
    found: "tuple[CapturedFact, ...]" = ()
    """The facts that were drawn, with their words."""
    refused: "tuple[Refused, ...]" = ()
    """The sentences that were not kept, where they were asked for."""
    replaced: tuple[Fact, ...] = ()
    """What gave way."""


def formats() -> tuple[str, ...]:
    """The formats of transcripts that can be named."""
    from lore.capture import FORMATS

    return (AUTO, *FORMATS)


@action("capture", Touches.WRITES)
def capture(
    engine: Engine,
    paths: Annotated[Sequence[Path], "Files and folders; where this is empty, the places of the agents here."] = (),
    *,
    format_name: Format = AUTO,
    project: TheirProject = None,
    mine: Mine = False,
    since: Since = None,
    dry_run: Annotated[bool, "Show what would be stored; write nothing."] = False,
    explain: Annotated[bool, "Show each fact with its source text, and why other sentences were not kept."] = False,
) -> Captured:
    """Read transcripts of agents into the store; what is there already is left alone.

    Ends between two files where the reporter says that the work should stop: what was read stays. A `CaptureReporter`
    hears how many files are read. Raises UsageError where no path is named and no agent keeps sessions here.
    """
    from lore.capture import capture as capture_now, preview

    options = _options(format_name, project, mine, since)
    if not dry_run:
        _drain_hooks(engine)
    facts: list[CapturedFact] = []
    refused: list[Refused] = []
    started = time.monotonic()
    watcher = _watcher(engine.reporter, facts.append, refused.append if explain else None)
    engine.reporter.stage("reading")
    summary = (preview if dry_run else capture_now)(engine.store, paths or _places_here(engine), options, watcher)
    if not dry_run:
        # Where nothing is new, nobody waits for the backlog of an earlier capture.
        budget_s = 0.0 if engine.reporter.stopped() else None
        left = make_findable(engine, news=summary.run is not None, budget_s=budget_s)
        summary = replace(summary, unembedded=left, seconds=time.monotonic() - started)
    replaced = engine.store.facts.many([name for fact in facts for name in fact.retired])
    return Captured(summary, tuple(facts), tuple(refused), tuple(replaced))


def _drain_hooks(engine: Engine) -> None:
    """Read what hooks left first: whoever captures is the writer that it waits for."""
    from lore.handover import lines

    if lines.waiting(str(engine.home)):
        from lore.actions.hooks import read_spool

        with suppress(Busy):  # then somebody else is that writer
            read_spool(engine)


@dataclass(frozen=True, slots=True)
class CaptureReporter(Reporter):
    """What a face wants to hear of a capture beside its warnings and its progress."""

    files: Callable[[int, int, int], None] = lambda read, whole, facts: None
    """Files that were read, all files, and the new facts so far."""


@dataclass(frozen=True, slots=True)
class AgentSessions:
    """The sessions of one agent on this machine."""

    agent: str
    """The format of its transcripts."""
    title: str
    """The agent, as a person calls it."""
    sessions: int
    """Files with a session."""
    new: int
    """Those of them that were not read yet, or not to their end."""
    unread: int = 0
    """Files there that nobody recognises."""
    release: str = ""
    """The release of the agent, where it is newer than the newest one that this Lore knows; else empty."""


def sessions_here(engine: Engine) -> tuple[AgentSessions, ...]:
    """The agents that keep sessions on this machine, the one with most of them first. Looks at each file's size."""
    from lore.capture import TRANSCRIPT_HOMES, OwnFolders, heard, newer

    told, own = {one.agent: one for one in heard(engine.store)}, OwnFolders(engine.store)
    found = []
    for agent, place in TRANSCRIPT_HOMES.items():
        files = [path for folder in own.of(agent) for path in place.transcripts(folder)]
        sizes = [(path, size) for path in files if (size := _size(path))]
        new = sum(_is_new(engine.store, path, size) for path, size in sizes)
        if sizes and agent in told:
            one = told[agent]
            is_newer = one.release and newer(one.known or "", one.release) != one.known
            release = one.release if is_newer and one.release else ""
            found.append(AgentSessions(agent, place.title, len(sizes), new, one.unread, release))
        elif sizes:
            found.append(AgentSessions(agent, place.title, len(sizes), new))
    return tuple(sorted(found, key=lambda one: -one.sessions))


def agents_heard(engine: Engine) -> Mapping[str, str]:
    """Who was heard of each agent, in one line, by the name that set-up has for it."""
    from lore.adapters import agent_names
    from lore.capture import heard, in_words, reader_of_agent

    told = {one.agent: in_words(one) for one in heard(engine.store)}
    return {name: told[reader] for name in agent_names() if (reader := reader_of_agent(name)) in told}


def prompts_to_confirm(engine: Engine) -> Mapping[str, str]:
    """The agents whose prompts wait for your yes, each with the value of `capture.prompts` that says it.

    Only their hooks tell what is typed, and a hook does not know who typed.
    """
    from lore.adapters import all_agents
    from lore.capture import TRANSCRIPT_HOMES, prompts_of, reader_of_agent

    told = {one.name for one in all_agents() if one.hooks and reader_of_agent(one.name) not in TRANSCRIPT_HOMES}
    counted = prompts_of(engine.store)
    return {name: ",".join(sorted({*counted, name})) for name in sorted(told - counted)}


def heard_in_words(summary: "CaptureSummary") -> tuple[tuple[str, str], ...]:
    """Of a capture, each agent that was heard and what of it, in one line."""
    from lore.capture import in_words

    return tuple((one.agent, in_words(one)) for one in summary.heard)


def _size(path: Path) -> int:
    """What tells that it went on; 0 where it went away or may not be looked at."""
    from lore.capture import extent

    try:
        return extent(path)
    except OSError:
        return 0


def _is_new(store: "Store", path: Path, size: int) -> bool:
    known = store.sources.position(path_text(path.absolute()))
    return known is None or known.size != size


def _places_here(engine: Engine) -> tuple[Path, ...]:
    """The places of the agents here that are there. Raises UsageError where none is."""
    from lore.capture import TRANSCRIPT_HOMES, OwnFolders

    own = OwnFolders(engine.store)
    every = (*watched_places(), *(place for agent in TRANSCRIPT_HOMES for place in own.of(agent)))
    found = tuple(place for place in dict.fromkeys(every) if place.exists())
    if not found:
        raise UsageError(
            "no agent keeps sessions on this machine",
            hint="name a file or a folder with transcripts; `lore capture --watch` waits for the first",
        )
    return found


@dataclass(frozen=True, slots=True)
class Gained:
    """What a session gained while it was watched."""

    session: Session
    turns: int
    """Messages."""
    events: int
    facts: int
    replaced: tuple[Fact, ...]
    """What gave way."""
    run: str | None
    """The run that takes it back."""


@dataclass(frozen=True, slots=True)
class WatchReporter(Reporter):
    """What a face wants to hear of a watch beside its warnings and its progress."""

    watching: Callable[[Path], None] = lambda place: None
    """A file or folder that is watched from now on: everything in it was looked at."""
    missing: Callable[[Path], None] = lambda place: None
    """One that is not there (any more); it is watched as soon as it is."""
    grown: "Callable[[Gained], None]" = lambda gained: None
    """A session of which something new was stored; comes several times for a long one."""


@dataclass(frozen=True, slots=True)
class Watching:
    """What a watch stored until it ended."""

    done: "Watched"


def watched_places() -> tuple[Path, ...]:
    """Where the agents on this machine keep their transcripts."""
    from lore.capture import TRANSCRIPT_HOMES

    return tuple(folder for home in TRANSCRIPT_HOMES.values() for folder in home.inside(home.root))


@action("capture watch", Touches.WRITES)
def watch(
    engine: Engine,
    paths: Annotated[Sequence[Path], "Files and folders; where this is empty, the places of the agents here."] = (),
    *,
    format_name: Format = AUTO,
    project: TheirProject = None,
    mine: Mine = False,
    since: Since = None,
) -> Watching:
    """Capture what is in files and folders, and what comes, until the reporter says that the work should stop.

    A `WatchReporter` hears of each session that gained something. The store is opened for each batch, so that nothing
    stays open while nothing comes.
    """
    from lore.capture import Listener, OwnFolders, watch as watch_now

    options = _options(format_name, project, mine, since)
    reporter = engine.reporter
    heard = reporter if isinstance(reporter, WatchReporter) else WatchReporter()
    own = OwnFolders(engine.store)
    engine.store.close()  # what is wrong with it is told before anything is watched
    reporter.stage("reading")
    listener = Listener(
        watching=heard.watching,
        missing=heard.missing,
        grown=lambda growth, run: heard.grown(_gained(growth, run)),
        stored=KeepsFindable(reporter),
        warn=lambda message: reporter.warn(LoreError(message)),
        progress=reporter.progress,
    )
    return Watching(watch_now(paths or watched_places(), options, listener, _Stop(reporter), own))


def _gained(growth: "SessionProgress", run: str | None) -> Gained:
    return Gained(growth.session, growth.turns, growth.events, growth.facts, growth.retired, run)


class KeepsFindable:
    """Makes what a watch stored ready to be found; a model that cannot be had is told once."""

    def __init__(self, told: Reporter) -> None:
        self._warn = told.warn
        self._warned = False

    def __call__(self, store: "Store") -> None:
        engine = Engine(store, reporter=Reporter(warn=self._once))
        make_findable(engine, budget_s=in_force(store)[WATCH_BUDGET], wait_s=0.0)

    def _once(self, error: LoreError) -> None:
        if not self._warned:
            self._warn(error)
        self._warned = True


class _Stop(Event):
    """Is set as soon as the reporter says that the work should stop."""

    def __init__(self, told: Reporter) -> None:
        super().__init__()
        self._told = told

    def is_set(self) -> bool:
        return super().is_set() or self._told.stopped()

    def wait(self, timeout: float | None = None) -> bool:
        return super().wait(timeout) or self.is_set()


def _options(format_name: str, project: str | None, mine: bool, since: str | None) -> "Options":
    """Raises UsageError for a format, a project or a time that cannot be."""
    from lore.capture import Options, reader_named

    if format_name not in formats():
        raise UsageError(f"there is no format `{format_name}`", hint=f"one of {', '.join(formats())}")
    return Options(
        reader=None if format_name == AUTO else reader_named(format_name),
        project=None if project is None else project_key(project),
        since=None if since is None else beginning(since),
        mine=mine,
    )


def _watcher(
    told: Reporter, found: "Callable[[CapturedFact], None]", refused: "Callable[[Refused], None] | None"
) -> "Watcher":
    from lore.capture import Watcher

    return Watcher(
        warn=lambda message: told.warn(LoreError(message)),
        progress=told.progress,
        files=told.files if isinstance(told, CaptureReporter) else Watcher().files,
        found=found,
        refused=refused,
        stopped=told.stopped,
    )
