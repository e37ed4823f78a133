"""Two projects become one: all that belongs to the former goes to the other, which is known by both names.

A project that has another name today is known by both as well."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath

from lore.errors import NotFound, UsageError
from lore.lookup import KEEPS, Known
from lore.memory.proposals import fingerprint
from lore.model import Collection, Project, Status
from lore.presence import Person
from lore.projects import REMOTE, REPOSITORY, SET, kept_in
from lore.store import FactFilter, Store, Transaction


@dataclass(frozen=True, slots=True)
class MergedProjects:
    """What moved from one project to another, or would."""

    former: str
    into: str
    facts: int
    """Of any status, as the candidates."""
    sessions: int
    candidates: int
    collections: int
    run: str | None = None
    """The run that takes it back; None for a preview."""


def merge_plan(store: Store, former: str, into: Project) -> MergedProjects:
    """What `merge_projects` would move. Raises NotFound for a project without anything, UsageError for itself."""
    if former == into.key:
        raise UsageError(f"`{former}` is that project already", hint="name two projects: `lore project list`")
    if into.key not in store.projects.keys_in_use() and not store.projects.has(into.key) and not into.root:
        raise NotFound(f"there is no project `{into.key}`", hint="`lore project list` shows those that were seen")
    sessions = sum(count for key, _, count in store.sessions.folders() if key == former)
    facts, candidates = len(_facts(store, former)), len(store.candidates.of_project(former))
    collections = len(_collections(store, former))
    if not (facts or sessions or candidates or collections or store.projects.has(former)):
        raise NotFound(f"there is no project `{former}`", hint="`lore project list` shows those that were seen")
    return MergedProjects(former, into.key, facts, sessions, candidates, collections)


def merge_projects(store: Store, former: str, into: Project, *, by: Person) -> MergedProjects:
    """Move all that is of the project `former`, and know it by the other's key. One undo unit under one run.

    A folder that is its own project becomes one of those that the other is known to live in. Raises as `merge_plan`.
    """
    plan = merge_plan(store, former, into)
    with store.write(by) as transaction:
        run = transaction.run = store.runs.start(transaction, "merge").id
        for name in _facts(store, former):
            store.facts.update(transaction, name, action="fact.move", project=into.key)
        sessions = store.sessions.move_all(transaction, former, into.key)
        for candidate in store.candidates.of_project(former):
            _move_candidate(store, transaction, candidate.id, into.key)
        for collection in _collections(store, former):
            store.documents.move(transaction, collection, into.key)
        known = {project.key: project for project in store.projects.all_known()}
        merged = store.projects.merge(transaction, known.get(former, Project(former, SET)), into)
        if PurePath(former).is_absolute():
            store.roots.add(transaction, Project(merged.key, SET, former))
        moved = {"facts": plan.facts, "sessions": sessions, "candidates": plan.candidates}
        store.runs.finish(transaction, run, {**moved, "collections": plan.collections})
    return MergedProjects(former, into.key, plan.facts, sessions, plan.candidates, plan.collections, run)


def keep_name(store: Store, project: Project, by: str | Person) -> None:
    """Where a folder has another name or place today, let that be one more of its project. One undo unit and run.

    Raises BadInput where its `.git` cannot be read.
    """
    if not project.root or project.reason not in (REMOTE, REPOSITORY):
        return
    one = kept_in(Path(project.root), store.projects.all_known())
    if one.found is None or not (one.state or one.is_moved):
        return
    with store.write(by) as transaction:
        run = transaction.run = store.runs.start(transaction, "rename").id
        if one.state == KEEPS:
            into = store.projects.get(one.key) if store.projects.has(one.key) else project
            store.projects.merge(transaction, Project(one.found.key, one.reason), into)
        store.roots.see(transaction, project)
        store.runs.finish(transaction, run, {"names": 1})


def folders_seen(store: Store) -> Iterator[Path]:
    """The folders on this machine that projects are known to live in, or were seen in."""
    known = store.projects.all_known()
    if isinstance(known, Known):
        places = sorted({*map(Path, known.roots), *(Path(seen.place) for seen in known.seen)})
        yield from (place for place in places if place.is_dir())


def folders_called(store: Store, name: str, here: Path) -> Iterator[Project]:
    """What a folder of this name would be by itself: the one that somebody is in first, then those that were seen."""
    for place in (here, *folders_seen(store)):
        one = kept_in(place, store.projects.all_known())
        if one.found and name in (one.found.key, one.key):
            yield Project(name, one.reason, one.root)


def _move_candidate(store: Store, transaction: Transaction, name: str, project: str) -> None:
    """With the fingerprint of a proposal, which says where it would hold; that of a question names its facts."""
    candidate = store.candidates.get(name)
    held = candidate.fingerprint == fingerprint(candidate.text, candidate.layer, candidate.project)
    fresh = fingerprint(candidate.text, candidate.layer, project) if held else candidate.fingerprint
    store.candidates.update(transaction, name, action="candidate.move", project=project, fingerprint=fresh)


def _facts(store: Store, project: str) -> list[str]:
    return store.facts.ids(FactFilter(statuses=tuple(Status), projects=(project,)))


def _collections(store: Store, project: str) -> list[Collection]:
    return [one for one in store.documents.collections() if one.project == project]
