"""Which project a folder belongs to, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import decider, project_key
from lore.actions.registry import Touches, action
from lore.errors import BadInput
from lore.memory import (
    MergedProjects as MergedProjects,
    folders_called,
    merge_plan,
    merge_projects,
)
from lore.model import Project
from lore.opening import has_plain_name
from lore.presence import PERSON
from lore.projects import SET, kept_in, project_of, said_of
from lore.repositories import merged_into

Folder = Annotated[Path | None, "The folder; default: the one you are in."]


@dataclass(frozen=True, slots=True)
class ProjectHere:
    """The project of a folder."""

    project: Project
    facts: int
    """Active ones."""
    was: str | None = None
    """Another project that this folder was or may be, or the name that it has today."""
    said: str = ""
    """What there is to say of that, with the command that answers; empty for most folders."""


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
    store, path = engine.store, _absolute(engine, folder)
    known = store.projects.all_known()
    project, found = project_of(path, known), said_of(path, known)
    facts = store.projects.keys_in_use().get(project.key, 0)
    return ProjectHere(project, facts, found.was if found else None, found.text if found else "")


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
        if former.key != key and key in former.aliases and _came_by_itself(path, key, stored):
            names = tuple(name for name in former.aliases if name != key)
            store.projects.put(transaction, replace(store.projects.get(former.key), aliases=names))
        store.roots.add(transaction, wanted)  # with the folders that were known before
        store.projects.put(transaction, wanted)
        store.roots.see(transaction, wanted)
    was_set = known is not None and known.reason == SET and known.root not in (None, root)
    return ProjectSet(key, root, former.key, known.root if known and was_set else None)


def _came_by_itself(path: Path, name: str, known: Sequence[Project]) -> bool:
    """Whether a project has this name only since the folder was called so: no person merged anything."""
    row = kept_in(path, known).row
    return row is not None and row.key == name


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
    gone = project_key(former)
    target = _known(engine, project_key(into), gone)
    if dry_run:
        return merge_plan(engine.store, gone, target)
    return merge_projects(engine.store, gone, target, by=decider(engine, "merge projects"))


def _known(engine: Engine, key: str, former: str) -> Project:
    """The project with this key or alias: as it is stored, else a folder that is called so today.

    A name of the former project itself is a name that it may get.
    """
    stored = merged_into(key, engine.store.projects.all_known())
    if stored is not None and (stored.key != former or key == former):
        return stored
    here = next(folders_called(engine.store, key, engine.folder), None)
    return here or (replace(stored, key=key, aliases=()) if stored else Project(key, SET))


def _absolute(engine: Engine, folder: Path | None) -> Path:
    return engine.folder / folder if folder else engine.folder.absolute()
