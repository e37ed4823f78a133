"""What hooks hand over and are handed: the spool into the store, the brief of a prompt, the switch."""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lore import clock
from lore.actions.engine import Engine
from lore.actions.reading import note_ended
from lore.actions.registry import Touches, action
from lore.config import HOOKS_WITHHELD, RECALL_BUDGET, in_force
from lore.context import Brief
from lore.errors import BadInput, Busy, LoreError
from lore.handover import faults, files, lines, places, signs, talks
from lore.intake import clean
from lore.lookup import RECALLED, NoStore, Unreadable, start_in
from lore.paths import home as home_here
from lore.presence import refuse_agent

if TYPE_CHECKING:
    from lore.capture import Drained

Session = Annotated[str, "The session, by the agent's own id."]


@dataclass(frozen=True, slots=True)
class PromptBrief:
    """What a prompt is given."""

    lines: tuple[str, ...]
    """As an agent reads them; empty where nothing is given."""
    brief: Brief
    withheld: bool
    """Whether this session is one of those without memory, which the others are compared with."""


@dataclass(frozen=True, slots=True)
class Read:
    """What became of the events of hooks that waited."""

    events: int = 0
    odd: int = 0
    """Events that nobody understood."""
    facts: int = 0
    """New facts."""
    memory_files: int = 0
    """Memory files of agents that were read."""
    taken_up: int = 0
    """Facts that a session was given and made use of."""
    run: str | None = None


@dataclass(frozen=True, slots=True)
class HookState:
    """How hooks fare."""

    in_use: bool
    waiting: int
    """Files with events that wait to be read."""
    oldest_s: float
    """Seconds that the oldest of them waits."""
    talks: int
    """Sessions that did not end."""
    off: tuple[str, ...]
    """What is switched off: `everything`, folders, sessions."""
    faults: tuple[str, ...]
    """What went wrong in hooks, newest first, as sentences."""


MORE = 5
"""How often the spool is looked at again for what came meanwhile."""
_COUNTED = ("events", "odd", "facts", "memory_files", "taken_up")


@action("hooks brief", Touches.READS)
def hook_brief(
    engine: Engine,
    prompt: Annotated[str, "What the person asks the agent to do."],
    *,
    session: Session,
    given: Annotated[Sequence[str], "What the session has, by id, that nobody noted in the store yet."] = (),
) -> PromptBrief:
    """Give what a prompt recalls, as lines; in a session that is compared with others, note it alone."""
    from lore.context import note, recall

    store, budget = engine.store, in_force(engine.store)[RECALL_BUDGET]
    brief = recall(store, engine.searcher, prompt, engine.project, session, budget, given)
    if _is_withheld(engine, session):
        store.accesses.withhold([item.id for item in brief.items], session)
        return PromptBrief((), brief, withheld=True)
    note(store, session, brief)
    told = (RECALLED, *(item.line for item in brief.items)) if brief.items else ()
    return PromptBrief(told, brief, withheld=False)


@action("hooks drain", Touches.WRITES)
def drain_hooks(engine: Engine) -> Read:
    """Read the events of hooks that wait into the store, with the transcripts that they name.

    Raises Busy where another process is already doing it.
    """
    return read_spool(engine)


def drain_alone(leave: Callable[[], None]) -> None:
    """Read what waits until nothing does, as the process that a hook started; and start what is due then.

    It holds the lock until `leave` ended this process, so that there is one such. It says that it ends before it looks
    for the last time: a hook that comes after that waits for the lock, and starts another. Raises Busy.
    """
    from lore.actions.background import start_noted
    from lore.actions.reading import start_reader
    from lore.capture import draining

    home, in_vain = home_here(), 0
    with draining(home) as is_ours:
        if not is_ours:
            raise Busy("another process is reading the hook events", hint="try again in a moment")
        while in_vain < MORE:
            lines.say_that_it_ends(str(home), ends=False)
            with Engine(home=home, backs_up=False) as engine:
                done = _drained(engine)
                start_reader(engine.store)
            start_noted()
            in_vain = 0 if done.events or done.odd else in_vain + 1
            lines.say_that_it_ends(str(home), ends=True)
            if not lines.waiting(str(home)):
                break
        if signs.BY_HOOK in os.environ:
            leave()


def read_spool(engine: Engine) -> Read:
    """Read what waits into the store. Raises Busy where another process is already doing it."""
    from lore.capture import draining

    store, done = engine.store, None
    for _ in range(MORE):  # a hook that came meanwhile saw that somebody reads already, and left it at that
        with draining(store.folder) as is_ours:
            if not is_ours and done is None:
                raise Busy("another process is reading the hook events", hint="try again in a moment")
            if is_ours:
                done = _together(done, _drained(engine)) if done else _drained(engine)
        if not is_ours or not lines.waiting(str(store.folder)):
            break
    return done or Read()


def _together(first: Read, second: Read) -> Read:
    """What became of both."""
    added = {name: getattr(first, name) + getattr(second, name) for name in _COUNTED}
    return Read(run=second.run or first.run, **added)


def _drained(engine: Engine) -> Read:
    from lore.capture import Watcher, drain, let_go
    from lore.context import note_given, note_uptake

    store = engine.store
    told = engine.reporter
    found = drain(store, Watcher(warn=lambda message: told.warn(LoreError(message)), stopped=told.stopped))
    for one in found.given:
        note_given(store, one)
    offered = _offered(engine, found.memory_files)
    used = sum(len(note_uptake(store, session)) for session in found.sessions)
    note_ended(store.folder, [one.session for one in found.ended if not one.crashed])
    let_go(store, found)
    _look_after(engine, found)
    summary = found.summary
    return Read(
        events=found.events,
        odd=found.odd,
        facts=sum(summary.facts.values()) if summary else 0,
        memory_files=offered,
        taken_up=used,
        run=summary.run if summary else None,
    )


def _offered(engine: Engine, written: Sequence[Path]) -> int:
    """Offer the memories that an agent wrote down for itself as candidates. Returns how many files held any."""
    from lore.actions.transfers import migrate_from
    from lore.migrate import is_own_memory

    done = 0
    for path in written:
        if is_own_memory(path) and path.is_file():
            try:
                done += migrate_from(engine, "memory-files", path, propose=True).summary.added > 0
            except LoreError as error:
                engine.reporter.warn(error)
    return done


def _look_after(engine: Engine, found: "Drained") -> None:
    """Note what prompts of a project mostly say, and look whether what facts name is still there."""
    from lore.context import note_prompts
    from lore.files import look_after_folder

    sessions = [engine.store.sessions.find(name) for name in found.sessions]
    for project in {session.project for session in sessions if session}:
        note_prompts(engine.store, project)

    for folder in found.folders:
        if Path(folder).is_dir():
            with suppress(BadInput):  # nobody can know which project this is: then nothing of it is given
                look_after_folder(engine.store, Path(folder))


@action("hooks state", Touches.READS)
def hooks_state(engine: Engine) -> HookState:
    """Say how hooks fare: what waits, what is switched off, what went wrong."""
    home = str(engine.home)
    return HookState(
        in_use=Path(places.talks(home)).is_dir(),
        waiting=len(lines.waiting(home)),
        oldest_s=lines.oldest(home),
        talks=len(talks.talks(home)),
        off=tuple(_switched(home)),
        faults=tuple(_told(one) for one in reversed(faults.noted(home))),
    )


@action("hooks forget", Touches.WRITES)
def forget_faults(engine: Engine) -> int:
    """Forget what went wrong in hooks. Returns how much that was. Raises NeedsPerson in an agent's shell."""
    refuse_agent("forget what went wrong")
    return faults.forget(str(engine.home))


@action("hooks switch", Touches.WRITES)
def switch_hooks(
    engine: Engine,
    on: Annotated[bool, "Whether they are to work."],
    *,
    folder: Annotated[Path | None, "Only in this folder and below."] = None,
    session: Annotated[str | None, "Only in this session."] = None,
) -> HookState:
    """Switch hooks off or on: everywhere, in a folder, or in one session. Raises NeedsPerson in an agent's shell."""
    refuse_agent(f"switch hooks {'on' if on else 'off'}")
    home = str(engine.home)
    switched = files.read(places.switch(home))
    if session is not None:
        switched["sessions"] = _with(switched.get("sessions"), str(clean(session)), there=not on)
    elif folder is not None:
        switched["folders"] = _with(switched.get("folders"), str(folder.absolute()), there=not on)
    else:
        switched["all"] = not on
    files.write(places.switch(home), switched)
    return hooks_state(engine)


@action("status line", Touches.READS)
def status_line(
    engine: Engine, *, session: Annotated[str | None, "The session whose status line it is."] = None
) -> str:
    """One short line: what sessions here start with, what waits, and whether anything is wrong. Reads as hooks do."""
    home, parts = str(engine.home), []
    if session and session in _sessions_off(home):
        return "lore: off in this session"
    try:
        if ids := start_in(home, str(engine.folder)).ids:
            parts.append(f"{len(ids)} loaded")
    except NoStore:
        pass
    except Unreadable as error:
        parts.append(f"the store cannot be read: {error}")
    wrong = [one for one in faults.noted(home) if str(one.get("at")) >= _day_before()]
    if wrong:
        parts.append(f"{len(wrong)} hook faults: `lore doctor`" if len(wrong) > 1 else "1 hook fault: `lore doctor`")
    news = files.read(places.night(home)).get("news")
    if isinstance(news, list) and news:
        parts.append(f"{len(news)} new {'problem' if len(news) == 1 else 'problems'}: `lore doctor`")
    if files.read(places.reader(home)).get("problem"):
        parts.append("sessions are not read: `lore distill --status`")
    return f"lore: {' · '.join(parts)}" if parts else "lore"


def _is_withheld(engine: Engine, session: str) -> bool:
    from zlib import crc32

    return crc32(session.encode("utf-8", "replace")) / 2**32 < in_force(engine.store)[HOOKS_WITHHELD]


def _with(known: object, one: str, *, there: bool) -> list[str]:
    kept = [each for each in known if isinstance(each, str) and each != one] if isinstance(known, list) else []
    return [*kept, one] if there else kept


def _switched(home: str) -> list[str]:
    switched = files.read(places.switch(home))
    found = ["everything"] if switched.get("all") is True else []
    for name in ("folders", "sessions"):
        known = switched.get(name)
        found += [each for each in known if isinstance(each, str)] if isinstance(known, list) else []
    return found


def _sessions_off(home: str) -> list[str]:
    known = files.read(places.switch(home)).get("sessions")
    return [each for each in known if isinstance(each, str)] if isinstance(known, list) else []


def _told(fault: dict[str, object]) -> str:
    return f"{fault.get('at')} {fault.get('agent')} {fault.get('event')}: {fault.get('what')}"


def _day_before() -> str:
    return clock.shifted(timedelta(days=-1))
