"""Which project a folder belongs to, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import decider, folder_project, project_key
from lore.actions.registry import Touches, action
from lore.errors import BadInput
from lore.memory import (
    LookalikeProject as LookalikeProject,
    MergedProjects as MergedProjects,
    lookalikes,
    merge_plan,
    merge_projects,
)
from lore.model import Project
from lore.opening import has_plain_name
from lore.presence import PERSON
from lore.projects import SET, project_of

Folder = Annotated[Path | None, "The folder; default: the one you are in."]


@dataclass(frozen=True, slots=True)
class ProjectHere:
    """The project of a folder."""

    project: Project
    facts: int
    """Active ones."""
    lookalikes: tuple[LookalikeProject, ...] = ()
    """Other projects that may be this one: a person may merge them."""


@dataclass(frozen=True, slots=True)
class ProjectsInUse:
    """Every project that facts or sessions belong to."""

    facts: Mapping[str, int]
    """By key, the active ones."""


@dataclass(frozen=True, slots=True)
class ProjectSet:
    """A folder that belongs to a project from now on."""

    key: str
    root: str
    """The folder."""
    former: str
    """The key it belonged to before; existing facts stay there."""
    released: str | None
    """Another folder that was set to the project before, and is so no longer."""


@action("project show", Touches.READS)
def show_project(engine: Engine, folder: Folder = None) -> ProjectHere:
    """Show which project a folder belongs to, and why."""
    store = engine.store
    project = project_of(_absolute(engine, folder), store.projects.all_known())
    return ProjectHere(project, store.projects.keys_in_use().get(project.key, 0), tuple(lookalikes(store, project)))


@action("project list", Touches.READS)
def list_projects(engine: Engine) -> ProjectsInUse:
    """List every project that facts or sessions belong to."""
    return ProjectsInUse(engine.store.projects.keys_in_use())


@action("project set", Touches.WRITES)
def set_project(engine: Engine, key: Annotated[str, "The project."], folder: Folder = None) -> ProjectSet:
    """Make a folder, and everything in it, belong to a project."""
    key, path = project_key(key), _absolute(engine, folder)
    if not has_plain_name(path):
        raise BadInput("the name of the folder is not UTF-8", hint="rename it")
    store, root = engine.store, path.as_posix()
    stored = store.projects.all_known()
    former = project_of(path, stored)
    known = next((project for project in stored if project.key == key), None)
    wanted = replace(known, reason=SET, root=root) if known else Project(key, SET, root)
    with store.write(PERSON) as transaction:
        store.roots.add(transaction, wanted)  # with the folders that were known before
        store.projects.put(transaction, wanted)
    was_set = known is not None and known.reason == SET and known.root not in (None, root)
    return ProjectSet(key, root, former.key, known.root if known and was_set else None)


@action("project merge", Touches.ASKS)
def merge_project(
    engine: Engine,
    former: Annotated[str, "The project whose facts, sessions, candidates and collections move."],
    into: Annotated[str, "The project that they move to; it then has both names."],
    *,
    dry_run: Annotated[bool, "Show what would move; write nothing."] = False,
) -> MergedProjects:
    """Merge two projects. `lore undo` reverses it.

    Raises NotFound for a project without anything, UsageError for a project and itself, NeedsPerson.
    """
    gone, target = project_key(former), _known(engine, project_key(into))
    if dry_run:
        return merge_plan(engine.store, gone, target)
    return merge_projects(engine.store, gone, target, by=decider(engine, "merge projects"))


def _known(engine: Engine, key: str) -> Project:
    """The project with this key or alias: as it is stored, else as this folder is."""
    stored = engine.store.projects.all_known()
    project = next((one for one in stored if key in one.aliases), None)
    project = project or next((one for one in stored if key == one.key), None)
    if project is None and engine.project == key:
        project = folder_project(engine)
    return project or Project(key, SET)


def _absolute(engine: Engine, folder: Path | None) -> Path:
    return engine.folder / folder if folder else engine.folder.absolute()
