"""The checks of the agents on this machine: what they wrote down is captured, and what connects them stands."""

import os
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from lore import clock
from lore.adapters import faults_of, installed_programs, records, started
from lore.capture import (
    TRANSCRIPT_HOMES,
    AgentHeard,
    OwnFolders,
    Transcript,
    draining,
    extent,
    heard,
    in_words,
    newer,
    prompts_of,
    reader_of_agent,
    recognised,
    silent_since,
)
from lore.clock import to_the_minute
from lore.config import CAPTURE_PROMPTS
from lore.distill import PROGRAMS, newest_agreed, reader_state
from lore.doctor import truth
from lore.doctor.check import Finding, Inspection, fail, named, ok, warn
from lore.embedding import model_in_use
from lore.handover import faults, lines, places, talks
from lore.paths import shown
from lore.platform import children
from lore.text import counted, shorten

_NEWER = "a newer Lore may know what they hold: `uv tool upgrade lore-agent-memory`"
SETTLED_DAYS = 1.0
"""A session that was written to since may still go on."""


def agents(inspection: Inspection) -> Finding:
    """What every agent on this machine wrote down is in the store."""
    own = OwnFolders(inspection.store)
    found = {
        name: files
        for name, home in TRANSCRIPT_HOMES.items()
        if (files := [path for folder in own.of(name) for path in home.transcripts(folder)])
    }
    if not found:
        return ok("no agent that Lore can read has been used on this machine")
    fresh = {name: sum(_has_news(inspection, path) for path in files) for name, files in found.items()}
    late = [name for name, news in fresh.items() if news]
    known = {one.agent: one for one in heard(inspection.store)}
    silent = [name for name in found if silent_since(inspection.store, name)]
    if silent:
        return _silent(inspection, known[silent[0]])
    if late:
        told = named([f"{name} ({fresh[name]:,} of {counted(len(found[name]), 'transcript')})" for name in late])
        return warn(f"not fully captured: {told}", f"`lore capture {own.of(late[0])[0]}`")
    if lost := next((known[name] for name in found if known[name].nowhere), None):
        return _nowhere(inspection, lost)
    unread = [name for name in found if known[name].unread]
    if unread:
        told = named([f"{name} ({counted(known[name].unread, 'file')})" for name in unread])
        return warn(f"in no form that this Lore knows: {told}", _NEWER)
    told = "; ".join(f"{name} ({in_words(known[name])})" for name in found)
    return ok(f"fully captured: {told}")


def _nowhere(inspection: Inspection, one: AgentHeard) -> Finding:
    """Sessions of no known folder: a rule that was said in them is given to nobody."""
    positions = inspection.store.sources.all_positions()
    file = next((shown(Path(place.path)) for place in positions if place.session in one.nowhere), "FILE")
    told = f"{one.agent}: {counted(len(one.nowhere), 'session')} of no known folder; what you said there holds nowhere"
    return warn(told, f"`lore capture --project KEY {file}` says whose it is; `lore project list` shows the keys")


def _silent(inspection: Inspection, one: AgentHeard) -> Finding:
    """None of the newest messages of an agent counts as the person's, although they lie in its own folder."""
    count = silent_since(inspection.store, one.agent)
    told = f"{one.agent}: none of the newest {count:,} messages in your own folder counts as yours; {in_words(one)}"
    fix = f"`lore capture --mine {OwnFolders(inspection.store).of(one.agent)[0]}` if you typed them"
    is_newer = one.release and one.known and newer(one.known, one.release) != one.known
    return warn(told, f"{fix}; {_NEWER}" if is_newer else fix)


def connected(inspection: Inspection) -> Finding:
    """What set-up wrote stands in the settings of the agents, and the programs that it names are there."""
    known = records(inspection.store)
    if not known:
        return ok("no agent is connected; `lore setup` connects those on this machine")
    wrong = [
        (record, fault)
        for record in known.values()
        if (fault := faults_of(record, inspection.store.folder)) is not None
    ]
    if wrong:
        agents_of = dict.fromkeys(agent for record, _ in wrong for agent in record.agents)
        told = named([f"`{shown(record.place)}` {fault}" for record, fault in wrong])
        return warn(told, " ".join(["`lore setup", *(f"--agent {agent}" for agent in agents_of)]) + "`")
    agents_of = dict.fromkeys(agent for record in known.values() for agent in record.agents)
    return ok(f"connected: {', '.join(agents_of)}{_waiting(inspection, agents_of)}")


def _waiting(inspection: Inspection, names: Iterable[str]) -> str:
    """Which of these agents keep no transcript that Lore reads, and wait for the person's word on their prompts."""
    counted = prompts_of(inspection.store)
    waits = [name for name in names if reader_of_agent(name) not in TRANSCRIPT_HOMES and name not in counted]
    command = f"`lore config set {CAPTURE_PROMPTS.name} {','.join(sorted({*counted, *waits}))}`"
    return (
        f"; what you type in {', '.join(waits)} waits until you say that it counts as yours: {command}" if waits else ""
    )


def _has_news(inspection: Inspection, path: Path) -> bool:
    """Whether a transcript holds what was not read, and was last written more than a day ago."""
    state = path.stat()
    changed = clock.stamp(datetime.fromtimestamp(state.st_mtime, UTC))
    if not state.st_size or changed > inspection.ago(SETTLED_DAYS):
        return False
    known = inspection.store.sources.position(str(path.absolute()))
    if known:
        return known.size != extent(path)
    try:
        return recognised(Transcript(path)) is not None
    except OSError:
        return False  # it is told among the files in no known form


LATELY_DAYS = 7.0
"""Faults of so many days are told."""
WAITED_S = 6 * 3_600.0
"""Events that wait so long are read by nobody."""

SILENT_S = 24 * 3_600.0
"""A session that is silent for so long is over; what is known of it goes when the spool is read."""


def hooks(inspection: Inspection) -> Finding:
    """No hook failed lately, and all hook events were read."""
    home = str(inspection.folder)
    since = inspection.ago(LATELY_DAYS)
    lately = [one for one in faults.noted(home) if str(one.get("at")) >= since]
    if lately:
        newest = lately[-1]
        told = shorten(f"{newest.get('agent')} {newest.get('event')}: {newest.get('what')}", 120)
        return warn(f"{counted(len(lately), 'hook error')} in 7 days, the last one: {told}", "`lore hooks`")
    waits = lines.oldest(home)
    if waits > WAITED_S:
        return warn(f"hook events have waited for {waits / 3_600:.0f} hours", "`lore hooks drain`")
    silent = [one for one, _ in talks.talks(home) if one > SILENT_S]
    if silent:
        return warn(f"texts of {counted(len(silent), 'ended session')} are still kept", "`lore hooks drain`")
    ran = Path(places.talks(home)).is_dir()
    return ok("every event was read, and no hook failed recently" if ran else "no hook has run yet")


def forget(inspection: Inspection) -> int:
    """Forget the faults that were told, and take over what waits. Returns the number of both."""
    waited = truth.drain(inspection)
    with draining(inspection.folder) as is_ours:
        return waited + (faults.forget(str(inspection.folder)) if is_ours else 0)


# Checks of what Lore was told to use: the programs in the settings of agents, and models that are not bundled


def starts(inspection: Inspection) -> Finding:
    """The hook and the MCP server that agents are told to run start, and answer.

    Run is what set-up installed, once each: a command of somebody else's store is not.
    """
    known = records(inspection.store)
    if not known:
        return ok("no agent is configured to start Lore")
    tried = list(started(known.values(), installed_programs()))
    wrong = [f"{one.agent} {one.what}: {one.fault}" for one in tried if one.fault]
    if wrong:
        return fail(named(wrong), "`lore setup` writes them again, and tries each")
    if not tried:
        return warn(
            "the agents are configured to start a different Lore than this one", "`lore setup` writes the entries again"
        )
    return ok(", ".join(f"{one.what} in {one.took_ms:,} ms" for one in tried))


def program(inspection: Inspection) -> Finding:
    """What you type as `lore` is this Lore: a package and a version control system bear the name too."""
    del inspection
    ours = installed_programs().lore
    found = [place for folder in _path() if (place := folder / ours.name).is_file() and os.access(place, os.X_OK)]
    others = [place for place in found if not _is_same(place, ours)]
    if others and others[0] == found[0]:
        return warn(
            f"`lore` is `{others[0]}` for your shell, another program of this name; this one is `{ours}`",
            f"put `{ours.parent}` before `{others[0].parent}` in your `PATH`, or remove the other one",
        )
    if others:
        return ok(f"`{found[0]}`; behind it on the path there is another `lore`, at `{others[0]}`")
    return ok(f"`{found[0]}`" if found else f"`{ours}`, which is not on the path")


def _path() -> list[Path]:
    """The whole folders of `PATH`, as they are looked through."""
    return [Path(folder) for folder in children.environment().get("PATH", os.defpath).split(os.pathsep) if folder]


def _is_same(place: Path, ours: Path) -> bool:
    """Whether a program is this one, be it through a link."""
    return place.resolve() == ours.resolve()


def services(inspection: Inspection) -> Finding:
    """What a model that is not bundled needs is there: its key, or its program. Nothing is sent."""
    wrong, used = [], []
    for label, key_variable, program in _models(inspection):
        used.append(label)
        if key_variable and not os.environ.get(key_variable):
            wrong.append(f"{label} needs its key in `{key_variable}`, which is not set here")
        if program and not children.program_named(program):
            wrong.append(f"{label} needs the program `{program}`, which is not here")
    if wrong:
        return warn(named(wrong), "set the variable, or choose another: `lore model use`, `lore distill --with`")
    return ok(f"{', '.join(used)}: key or program is there" if used else "only the bundled model is in use")


def reader(inspection: Inspection) -> Finding:
    """Whoever was settled on reads the sessions, and answers."""
    state = reader_state(inspection.store)
    if state.problem and state.is_asked:
        told = f"{state.problem}; asked again after {to_the_minute(state.again)}" if state.again else state.problem
        return warn(told, "`lore distill --status` shows what waits, `lore distill --on --with …` chooses another")
    if state.given_up and state.is_asked:
        told = f"{counted(state.given_up, 'session')} had no answer in three tries"
        return warn(told, "`lore distill` asks about them now")
    return ok(state.in_a_line)


def _models(inspection: Inspection) -> Iterator[tuple[str, str, str]]:
    """What it is called, the variable of its key, and its program; empty where it needs none."""
    choice = model_in_use(inspection.store)
    if choice.url:
        yield choice.label, choice.key_variable, ""
    way = newest_agreed(inspection.store)
    if way is not None:
        program = PROGRAMS.get(way.kind)
        yield way.label, way.key_variable, program.command[0] if program else ""
