"""Workspaces of agents: what is new in their files, and what of them was taken over and is kept in step.

Where they lie is said by the table of agents. Somebody takes a workspace over once, by `lore migrate-from`; from then
on a changed file is read again. What is new in it is proposed, and what no longer stands in it is put away, unless it
was approved. What was read is noted beside the store, as hashes; without that note a workspace has to be taken over
anew.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from lore import paths, small_files
from lore.adapters import AgentWorkspace, agent as agent_named, all_agents, this_machine
from lore.errors import BadInput
from lore.intake import clean, clean_bounded
from lore.memory import archived_by_person, editing, propose, withdraw_all
from lore.migrate.files import LEADS_OUT, page_or_problem
from lore.migrate.markdown import LARGEST
from lore.migrate.records import Found, Memory, Source, Unreadable
from lore.migrate.registry import source_named
from lore.migrate.service import LONGEST_QUOTE, Options, Taken, migrate
from lore.model import CandidateKind, CandidateStatus, Fact, Status
from lore.opening import has_plain_name, leaves, read_whole
from lore.store import Store, file_lock

MOST_DAYS = 100
"""Files of days that are shown, the newest."""
MOST_WAITING = 100
"""Proposals of one workspace that wait at a time: its agent writes there, and may not drown what else waits."""
_ACTOR = "import"

Statements = Mapping[str, Mapping[str, str]]
"""By file, the hash of each statement, with its fact; "" where there is none."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """A workspace that is on this machine."""

    agent: str
    """As the table and `lore migrate-from` call it."""
    folder: Path
    taken_over: bool
    """Whether somebody took it over, so that it is kept in step."""


@dataclass(frozen=True, slots=True)
class WorkspaceFile:
    """One file of a workspace, as it is now."""

    name: str
    """Below the folder."""
    is_memory: bool
    """False for a file that says who the agent itself is to be."""
    new: int = 0
    """Statements that the store does not hold."""
    gone: tuple[str, ...] = ()
    """Facts whose statement no longer stands in it and that somebody approved."""
    wrong: str = ""
    """Why it cannot be read."""


@dataclass(frozen=True, slots=True)
class _Read:
    """What is noted of a workspace that was taken over."""

    agent: str = ""
    marks: Mapping[str, str] = field(default_factory=dict)
    """The hash of each file."""
    said: Statements = field(default_factory=dict)
    gone: Statements = field(default_factory=dict)
    """What stood there once, and whose fact stays."""


def workspaces(store: Store) -> list[Workspace]:
    """The workspaces that are on this machine: where the table says, and each that was taken over elsewhere."""
    noted = _noted(store)
    found: dict[str, Workspace] = {}
    for agent, folder in (*_by_table(), *((read.agent, Path(place)) for place, read in noted.items())):
        if folder.is_absolute() and folder.is_dir():
            found.setdefault(str(folder), Workspace(agent, folder, str(folder) in noted))
    return list(found.values())


def look(store: Store, workspace: Workspace) -> list[WorkspaceFile]:
    """The files of a workspace, each with what of it the store does not hold. Writes nothing."""
    layout = _layout(workspace.agent)
    reading = _Reading(source_named(workspace.agent), _noted(store).get(str(workspace.folder), _Read()))
    reading.through(store, workspace.folder, Options(), dry_run=True)
    there = list(_there(workspace.folder, layout))
    gone = reading.gone({name for name, wrong in there if wrong}, _elsewhere(store, workspace.folder))
    approved = {fact.id for fact in store.facts.many(_facts_of(gone)) if _stands(fact) and not fact.tainted}
    return [
        WorkspaceFile(
            name,
            name not in layout.character,
            reading.new.count(name),
            tuple(fact for fact in gone.get(name, {}).values() if fact in approved),
            wrong,
        )
        for name, wrong in there
    ]


def follow(store: Store, agent: str, folder: Path) -> None:
    """Note what stands in a workspace that was just taken over: from now on it is kept in step."""
    folder = folder.absolute()
    if any(one.workspace and one.name == agent for one in all_agents()) and folder.is_dir():
        marks, reading = _marks(folder, agent), _Reading(source_named(agent), _Read())
        reading.through(store, folder, Options(), dry_run=True)
        _note(store, folder, _Read(agent, marks, reading.seen))


def keep_in_step(store: Store, *, wait_s: float = 0.0) -> int:
    """Read again what changed in the workspaces that were taken over. Returns how many statements came or went.

    What cannot be read is left as it was. Raises Busy while a consolidation works, for
    longer than `wait_s` seconds, StoreError.
    """
    mine = [one for one in workspaces(store) if one.taken_over]
    if not mine:
        return 0
    with file_lock(paths.consolidation_lock(store.folder), budget_s=wait_s):
        return sum(_again(store, one) for one in mine)


def unread(store: Store) -> int:
    """How many statements `keep_in_step` would propose."""
    return sum(file.new for one in workspaces(store) if one.taken_over for file in look(store, one))


def _again(store: Store, workspace: Workspace) -> int:
    """Read a workspace again where a file of it changed."""
    folder, agent = workspace.folder, workspace.agent
    before, marks = _noted(store)[str(folder)], _marks(folder, agent)
    if before.marks == marks:
        return 0
    proposed = {one.fact for one in store.candidates.select() if one.kind is not CandidateKind.QUESTION}
    waits = proposed.intersection(_facts_of(before.said))
    reading = _Reading(source_named(agent), before, room=max(0, MOST_WAITING - len(waits)))
    added = reading.through(store, folder, Options(propose=True))
    unread = {name for name, wrong in _there(folder, _layout(agent)) if wrong}
    back = _bring_back(store, reading)
    gone, away = _put_away(store, reading, unread, _elsewhere(store, folder))
    said = {**{name: before.said[name] for name in unread & before.said.keys()}, **reading.seen}
    _note(store, folder, _Read(agent, {} if reading.left_over else marks, said, gone))
    return added + back + away


@dataclass(slots=True)
class _Reading:
    """A source that hands on only what was not read before; it notes where each statement stands."""

    inner: Source
    before: _Read
    room: int | None = None
    """How many are handed on; None for all."""
    left_over: bool = False
    """Whether there are more, for another reading."""
    handed_on: set[str] = field(default_factory=set)
    seen: dict[str, dict[str, str]] = field(default_factory=dict)
    """What stands there now."""
    new: list[str] = field(default_factory=list)
    """The file of each statement that the store does not hold."""
    known: list[str] = field(default_factory=list)
    """Facts that the store holds of what was not read before."""

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def expects(self) -> str:
        return self.inner.expects

    def through(self, store: Store, folder: Path, options: Options, *, dry_run: bool = False) -> int:
        """Read a folder; returns how many facts are new. Where no file is left there is nothing to read."""
        try:
            return migrate(store, self, folder, options, taken=self.take, dry_run=dry_run).added
        except BadInput:
            return 0

    def read(self, path: Path) -> Iterator[Found]:
        for found in self.inner.read(path):
            if not isinstance(found, Memory):
                yield found
                continue
            name = _file_of(found.source_id)
            mark = _mark(found.source_id, clean_bounded(found.quote or found.text, LONGEST_QUOTE))
            known = {**self.before.gone.get(name, {}), **self.before.said.get(name, {})}
            if mark not in known and self.room is not None and len(self.handed_on | {mark}) > self.room:
                self.left_over = True
                continue
            self.seen.setdefault(name, {})[mark] = known.get(mark, "")
            if mark not in known:
                self.handed_on.add(mark)
                yield found

    def take(self, taken: Taken) -> None:
        """Note what became of a statement."""
        place = taken.evidence.source_id or ""
        name = _file_of(place)
        self.seen.setdefault(name, {})[_mark(place, taken.evidence.quote)] = taken.fact.id
        if taken.action == "known":
            self.known.append(taken.fact.id)
        else:
            self.new.append(name)

    def gone(self, unread: set[str], elsewhere: Collection[str]) -> dict[str, dict[str, str]]:
        """What no longer stands in files that could be read, with facts of which nothing else there speaks.

        elsewhere: facts that other workspaces state.
        """
        standing = {*_facts_of(self.seen), *elsewhere}
        found: dict[str, dict[str, str]] = {}
        for name in (self.before.said.keys() | self.before.gone.keys()) - unread:
            once = {**self.before.gone.get(name, {}), **self.before.said.get(name, {})}
            here = self.seen.get(name, {})
            found[name] = {mark: fact for mark, fact in once.items() if mark not in here and fact not in standing}
        return found


def _bring_back(store: Store, reading: _Reading) -> int:
    """Restore and propose what was put away because its statement was gone, and now stands there again."""
    away = [fact for fact in store.facts.many(reading.known) if fact.status is Status.ARCHIVED and fact.tainted]
    back = [fact.id for fact in away if not archived_by_person(store, fact.id)]
    for fact in editing.restore(store, back, actor=_ACTOR) if back else ():
        earlier = {one.status for one in store.candidates.of_fact(fact.id)}
        if earlier <= {CandidateStatus.MERGED}:  # withdrawn with its line; whatever a person decided on stays decided
            with store.write(_ACTOR) as transaction:
                propose(store, transaction, fact, because=f"{reading.name} says it again", sessions=1)
    return len(back)


def _put_away(store: Store, reading: _Reading, unread: set[str], elsewhere: Collection[str]) -> tuple[Statements, int]:
    """Put away what nobody approved, and what rests on nothing but statements that are gone.

    unread: files that cannot be read now, of which nothing is known to be gone. elsewhere: facts that other workspaces
    state. Returns what is gone and stays, and how many facts were put away.
    """
    gone = reading.gone(unread, elsewhere)
    facts = {fact.id: fact for fact in store.facts.many(_facts_of(gone)) if _stands(fact)}
    evidence = store.facts.evidence(list(facts))
    alone = {name for name, items in evidence.items() if all(item.session == reading.name for item in items)}
    away = [name for name, fact in facts.items() if fact.tainted and name in alone]
    if away:
        editing.archive(store, away, actor=_ACTOR)
        with store.write(_ACTOR) as transaction:
            for one in away:
                withdraw_all(store, transaction, one)
    stays = facts.keys() - set(away)
    return {name: {mark: fact for mark, fact in once.items() if fact in stays} for name, once in gone.items()}, len(
        away
    )


def _elsewhere(store: Store, folder: Path) -> set[str]:
    """Facts that stood in other workspaces when those were read last: no workspace takes away what another one says."""
    others = (read for place, read in _noted(store).items() if place != str(folder))
    return {fact for read in others for fact in _facts_of(read.said)}


def _stands(fact: Fact) -> bool:
    return fact.status is Status.ACTIVE


def _facts_of(statements: Statements) -> list[str]:
    return list(dict.fromkeys(fact for once in statements.values() for fact in once.values() if fact))


def _there(folder: Path, layout: AgentWorkspace) -> Iterator[tuple[str, str]]:
    """The files of a workspace that are there, each with why it cannot be read."""
    names = [name for name in (*layout.character, *layout.memories) if _is_there(folder / name)]
    days = folder / layout.days
    if days.is_dir() and not leaves(days, folder):
        found = sorted((one.name for one in days.glob("*.md") if has_plain_name(one)), reverse=True)
        names += [f"{layout.days}/{name}" for name in found[:MOST_DAYS]]
    for name in names:
        file = folder / name
        page = page_or_problem(file) if not leaves(file, folder) else Unreadable(name, LEADS_OUT)
        yield name, page.reason if isinstance(page, Unreadable) else ""


def _is_there(file: Path) -> bool:
    return file.is_symlink() or file.exists()


def _marks(folder: Path, agent: str) -> dict[str, str]:
    """The hash of each file of memories that can be read."""
    layout, found = _layout(agent), {}
    for name, wrong in _there(folder, layout):
        if not wrong and name not in layout.character:
            with suppress(OSError):  # gone just now: its statements are, when it is read again
                found[name] = hashlib.sha256(read_whole(folder / name, LARGEST)).hexdigest()
    return found


def _mark(source_id: str, quote: str) -> str:
    return hashlib.sha256(f"{clean(source_id)}\0{quote}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _file_of(source_id: str) -> str:
    return source_id.partition("#")[0]


def _layout(agent: str) -> AgentWorkspace:
    """How the workspaces of an agent are laid out. Raises BadInput for one that has none."""
    found = agent_named(agent).workspace
    if found is None:
        raise BadInput(f"`{agent}` keeps no workspace", hint="`lore migrate-from --help` names what can be taken over")
    return found


def _by_table() -> Iterator[tuple[str, Path]]:
    machine = this_machine()
    for one in all_agents():
        for template in one.workspace.folders if one.workspace else ():
            if (folder := machine.path(template)) is not None:
                yield one.name, folder


def _note(store: Store, folder: Path, read: _Read) -> None:
    file = paths.workspaces_file(store.folder)
    kept = small_files.read(file)
    kept[str(folder)] = {"agent": read.agent, "marks": read.marks, "said": read.said, "gone": read.gone}
    small_files.write(file, kept)


def _noted(store: Store) -> dict[str, _Read]:
    """What is noted of each workspace, by its folder; what is damaged counts as never taken over."""
    found = {}
    agents = {one.name for one in all_agents() if one.workspace}
    for folder, kept in small_files.read(paths.workspaces_file(store.folder)).items():
        if isinstance(kept, dict) and kept.get("agent") in agents:
            said, gone = (
                {name: _texts(one) for name, one in _mapping(kept.get(key)).items()} for key in ("said", "gone")
            )
            found[folder] = _Read(str(kept["agent"]), _texts(kept.get("marks")), said, gone)
    return found


def _mapping(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _texts(value: object) -> dict[str, str]:
    return {name: one for name, one in _mapping(value).items() if isinstance(one, str)}
