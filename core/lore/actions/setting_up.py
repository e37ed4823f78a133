"""Set-up: Lore's entries in the settings of agents."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import decider
from lore.actions.registry import Touches, action
from lore.adapters import (
    ASSETS,
    Agent as Agent,
    AgentStatus as AgentStatus,
    FileRecord,
    Machine,
    PlannedFile as PlannedFile,
    Programs,
    SetUp as SetUp,
    SetUpPlan as SetUpPlan,
    SetUpState as SetUpState,
    SetUpStep as SetUpStep,
    Trial as Trial,
    agent,
    all_agents,
    carry_out,
    extras_of,
    gets,
    installed_programs,
    live_trial,
    plan_removal,
    plan_setup as plan_entries,
    records,
    release_here,
    statuses,
    this_machine,
    trials,
)
from lore.capture import TRANSCRIPT_HOMES, OwnFolders, reader_of_agent, remember_homes
from lore.config import CONTEXT_BUDGET, in_force
from lore.errors import Conflict, NotFound, UsageError
from lore.paths import home, shown
from lore.platform import children
from lore.projects import FOLDER, project_of

Names = Annotated[Sequence[str], "The names of agents; default: those that are on this machine."]
ForProject = Annotated[bool, "Write into the project that you are in, not for all that you do."]
Extras = Annotated[Sequence[str], "The names of agents that get slash commands and a status line too."]
Mark = Annotated[str | None, "The mark of the plan that you saw: refused where it changed since."]


@dataclass(frozen=True, slots=True)
class PlannedSetUp:
    """What set-up would do, and what names it."""

    plan: SetUpPlan

    @property
    def mark(self) -> str:
        """Names what was planned as it was seen: what is written is this, or nothing."""
        told = repr([(str(file.record.place), file.before, file.after) for file in self.plan.files])
        return hashlib.sha256(told.encode()).hexdigest()[:16]


@action("plan_setup", Touches.READS)
def plan_setup(
    engine: Engine, *, agents: Names = (), in_project: ForProject = False, extras: Extras = ()
) -> PlannedSetUp:
    """What set-up would write into the settings of agents.

    Raises NotFound for an agent that is not known, and where none is on this machine; UsageError where there is no
    project.
    """
    where = _where(engine, agents, in_project=in_project)
    return PlannedSetUp(plan_entries(where.agents, where.known, where.programs, where.machine, where.project, extras))


@action("setup", Touches.ASKS)
def setup(
    engine: Engine,
    *,
    agents: Names = (),
    in_project: ForProject = False,
    extras: Extras = (),
    mark: Mark = None,
) -> SetUp:
    """Write Lore's hooks and its server into the settings of agents; doing it twice changes nothing.

    A file that cannot be written is told, and the other agents go on. Raises as `plan_setup` does, and Conflict where
    what would be written is not what you saw.
    """
    by = decider(engine, "set up agents")
    planned = plan_setup(engine, agents=agents, in_project=in_project, extras=extras)
    _insist_seen(planned, mark)
    done = carry_out(engine.store, planned.plan, by)
    if not in_project:
        remember_homes(engine.store, _homes(planned.plan.agents), by, done.run)
    return done


def _homes(agents: Sequence[Agent]) -> dict[str, Path]:
    """The own folders of these agents that this person moved, by the readers of their sessions."""
    named = {reader_of_agent(each.name) for each in agents}
    homes = ((name, home) for name, home in TRANSCRIPT_HOMES.items() if name in named)
    return {name: home.root for name, home in homes if home.inside(home.root) != home.unmoved}


@action("plan_setup_removal", Touches.READS)
def plan_setup_removal(engine: Engine, *, agents: Names = (), in_project: ForProject = False) -> PlannedSetUp:
    """What taking Lore's entries out of the settings of agents would change.

    Without names, of every agent that is known. Raises as `plan_setup` does.
    """
    where = _where(engine, agents or [each.name for each in all_agents()], in_project=in_project)
    return PlannedSetUp(plan_removal(where.agents, where.known, where.programs, where.machine, where.project))


@action("remove_setup", Touches.ASKS)
def remove_setup(engine: Engine, *, agents: Names = (), in_project: ForProject = False, mark: Mark = None) -> SetUp:
    """Take Lore's entries out of the settings of agents, byte for byte where nobody changed the files since.

    Raises as `setup` does.
    """
    by = decider(engine, "set up agents")
    planned = plan_setup_removal(engine, agents=agents, in_project=in_project)
    _insist_seen(planned, mark)
    return carry_out(engine.store, planned.plan, by)


@action("setup_status", Touches.READS)
def setup_status(engine: Engine, *, in_project: ForProject = False) -> tuple[AgentStatus, ...]:
    """How set-up stands for each agent, and what is wrong."""
    where = _where(engine, [each.name for each in all_agents()], in_project=in_project)
    plan = plan_entries(where.agents, where.known, where.programs, where.machine, where.project)
    own = OwnFolders(engine.store)
    here = (each for each in where.agents if where.machine.has(each) or own.are_here(reader_of_agent(each.name)))
    return statuses(plan, frozenset(each.name for each in here))


@dataclass(frozen=True, slots=True)
class Connectable:
    """An agent on this machine, as a person is asked about it."""

    agent: Agent
    release: str
    """On this machine; empty where nothing tells it."""
    gets: str
    extras: str
    """What else it can get; empty where nothing, or where it has that already."""
    plan: PlannedSetUp
    """Of this agent alone."""

    @property
    def is_connected(self) -> bool:
        return not self.plan.plan.changes and not self.plan.plan.problems


def connectable(engine: Engine, *, agents: Sequence[str] = (), in_project: bool = False) -> tuple[Connectable, ...]:
    """The agents that set-up would ask about, each with what it would do. Raises as `plan_setup` does."""
    where = _where(engine, agents, in_project=in_project)
    found = []
    for each in where.agents:
        known = where.known, where.programs, where.machine, where.project
        more = plan_entries([each], *known, [each.name])
        extras = "" if in_project or not more.changes else extras_of(each)
        plan = PlannedSetUp(plan_entries([each], *known))
        if extras and plan.plan.files == more.files:
            extras = ""
        found.append(Connectable(each, release_here(each, where.machine), gets(each), extras, plan))
    return tuple(found)


def try_setup(engine: Engine, *, agents: Sequence[str] = (), in_project: bool = False) -> Iterator[Trial]:
    """Run each command that the settings of agents name, on an input as the agent gives it. Keeps nothing of it."""
    planned, programs = plan_setup(engine, agents=agents, in_project=in_project).plan, installed_programs()
    for each in planned.agents:
        yield from trials(each, [file for file in planned.files if each.name in file.asked], programs)


def plugins_folder() -> Path:
    """The folder of the plugins that come with Lore."""
    return ASSETS


def try_live(name: str) -> Trial:
    """Run an agent itself once, with one question, and see whether it ran the hooks. Asks its model.

    Raises NotFound for an agent that cannot be run without a window.
    """
    return live_trial(agent(name), home())


@dataclass(frozen=True, slots=True)
class _Found:
    """What every plan rests on."""

    agents: tuple[Agent, ...]
    known: Mapping[Path, FileRecord]
    programs: Programs
    machine: Machine
    project: Path | None


def _where(engine: Engine, names: Sequence[str], *, in_project: bool) -> _Found:
    machine = this_machine()
    agents = tuple(agent(name) for name in names) or tuple(each for each in all_agents() if machine.has(each))
    if not agents:
        raise NotFound(
            "none of the agents that Lore knows is on this machine",
            hint="`lore setup status` lists them; `--agent NAME`",
        )
    root = _project_root(engine) if in_project else None
    return _Found(agents, records(engine.store), installed_programs(), machine, root)


def _project_root(engine: Engine) -> Path:
    """The root of the project that you are in. Raises UsageError where you are in none."""
    found = project_of(engine.folder, engine.store.projects.all_known())
    if found.reason == FOLDER or not found.root:
        raise UsageError(
            f"`{engine.folder}` lies in no repository", hint="run it inside of one, without `--project` for all"
        )
    return Path(found.root)


def _insist_seen(planned: PlannedSetUp, mark: str | None) -> None:
    if mark is not None and planned.mark != mark:
        raise Conflict("what would be written changed while you were looking at it", hint="look at it again")


@dataclass(frozen=True, slots=True)
class FirstApproval:
    """What to try after the first approval of all."""

    text: str
    project: str | None
    starts: bool
    """Whether sessions start with it; else a prompt that is about it is given it."""
    folder: str
    """Where the project lies on this machine; empty where nobody knows."""
    connected: bool
    """Whether any agent is connected."""
    programs: tuple[str, ...]
    """Those of the connected agents that are on the path, by the names of their programs."""
    once: tuple[str, ...]
    """What you have to do once in a connected agent."""


def first_approval(engine: Engine, fact: str) -> FirstApproval | None:
    """What to try, where this fact is the only one that is approved; else None."""
    from lore.context import session_start
    from lore.store import FactFilter

    store = engine.store
    approved = store.facts.ids(FactFilter(approved=True), limit=2)
    if approved != [fact]:
        return None
    found = store.facts.get(fact)
    given = session_start(store, found.project, budget=in_force(store)[CONTEXT_BUDGET]).items
    connected = [one.agent for one in setup_status(engine) if one.state.value == "set up"]
    roots = [root for root in store.roots.of(found.project) if Path(root).is_dir()] if found.project else []
    return FirstApproval(
        text=str(found.text),
        project=found.project,
        starts=fact in {item.id for item in given},
        folder=shown(Path(sorted(roots)[0])) if roots else "",
        connected=bool(connected),
        programs=tuple(filter(children.program_named, (name for one in connected for name in one.found.programs))),
        once=tuple(one.first for one in connected if one.first),
    )
