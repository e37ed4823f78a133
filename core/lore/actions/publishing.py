"""Published files: approved conventions in managed blocks of a repository."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import decider
from lore.actions.registry import Touches, action
from lore.errors import Conflict, UsageError
from lore.files import Folder, known_repository, look_after
from lore.model import Fact, Project
from lore.projects import FOLDER
from lore.publish import (
    FileAction as FileAction,
    HandEdit as HandEdit,
    Line as Line,
    LineStep as LineStep,
    OnDrift as OnDrift,
    Plan as Plan,
    check,
    claimed,
    hand_edit,
    has_something,
    preview,
    publish as write_blocks,
    publish_accepted,
    remove as remove_blocks,
    resolve_target,
)

Root = Annotated[Path | None, "The folder of the files; default: the repository that you are in."]
ProjectOf = Annotated[str | None, "The key of the project; default: that of the repository."]
Pointer = Annotated[bool, "Make AGENTS.md where there is none, with a line that points to the conventions."]
NewRoot = Annotated[
    bool, "You agree that this folder belongs to the project it names; naming the folder agrees as well."
]
Drift = Annotated[OnDrift, "What to do with a hand edit of a block."]


@dataclass(frozen=True, slots=True)
class Publishing:
    """What publishing did to the files of a folder, or would do."""

    plan: Plan
    root: Path
    claimed: bool = False
    """Whether only the folder itself says that it belongs to the project: you have to agree, once for each folder."""
    stale: tuple[tuple[Fact, str], ...] = ()
    """The conventions that name what is gone from the repository, each with what that is; only where it was checked."""

    @property
    def mark(self) -> str:
        """Names what was planned as it was seen: what is published is this, or nothing."""
        told = repr([(target.path, target.before, target.after) for target in self.plan.targets])
        return hashlib.sha256(f"{self.root}{self.plan.project}{told}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class ToPublish:
    """A project with something approved, and the folder that is known for it."""

    project: str
    root: Path | None
    is_here: bool
    """Whether that folder is on this machine."""


@dataclass(frozen=True, slots=True)
class PublishPlaces:
    """Which projects could be published, and into which repositories of this machine."""

    projects: tuple[ToPublish, ...]
    """By key."""
    folders: tuple[Path, ...]
    """The repository that you are in first, then those where projects are known to live."""


@dataclass(frozen=True, slots=True)
class EditOfBlock:
    """What accepting a hand edit of a block would do."""

    edit: HandEdit
    mark: str
    """Names the edit as it was seen: what is accepted is this, or nothing."""


@action("plan_publish", Touches.READS)
def plan_publish(
    engine: Engine, *, root: Root = None, project: ProjectOf = None, pointer: Pointer = False
) -> Publishing:
    """What publishing would do to each file.

    Raises UsageError where there is no repository and no folder is named, NotFound for a project that nobody knows.
    """
    folder, key = resolve_target(engine.store, engine.folder, root=root, key=project)
    plan = preview(engine.store, folder, key, pointer=pointer)
    return Publishing(plan, folder.root, claimed(engine.store, folder, plan) is not None)


@action("plan_publish_everywhere", Touches.READS)
def plan_publish_everywhere(engine: Engine) -> tuple[Publishing, ...]:
    """What publishing would do in each repository on this machine: the one you are in, then all with conventions."""
    places = [engine.folder, *(root for project in _approved(engine) for root in _known(engine, project))]
    found: dict[Path, Publishing] = {}
    for place in places:
        if place.is_dir() and (one := _planned(engine, place)) is not None:
            found.setdefault(one.root, one)
    return tuple(found.values())


@action("publish_places", Touches.READS)
def publish_places(engine: Engine) -> PublishPlaces:
    """Each project with something approved, with the folder known for it; and the repositories on this machine."""
    projects = []
    for project in _approved(engine):
        known = _known(engine, project)
        root = next((one for one in known if one.is_dir()), next(iter(known), None))
        projects.append(ToPublish(project.key, root, root is not None and root.is_dir()))
    folders: dict[Path, None] = {}
    known_here = (root for project in engine.store.projects.all_known() for root in _known(engine, project))
    for place in (engine.folder, *known_here):
        if place.is_dir() and (folder := _repository(engine, place)) is not None:
            folders[folder.root] = None
    return PublishPlaces(tuple(sorted(projects, key=lambda one: one.project)), tuple(folders))


def _approved(engine: Engine) -> list[Project]:
    """The projects with something to publish, one entry a key."""
    store = engine.store
    found = {one.key: one for one in store.projects.all_known() if has_something(store, one.key)}
    for key in store.projects.keys_in_use():
        if key and key not in found and has_something(store, key):
            found[key] = Project(key, FOLDER)
    return list(found.values())


def _known(engine: Engine, project: Project) -> list[Path]:
    """The folders that a project is known to live in, on this machine or another."""
    return [Path(root) for root in sorted({*engine.store.roots.of(project.key), project.root or ""}) if root]


def _repository(engine: Engine, place: Path) -> Folder | None:
    try:
        return resolve_target(engine.store, place)[0]
    except UsageError:  # no repository
        return None


def _planned(engine: Engine, place: Path) -> Publishing | None:
    """What publishing would do in the repository around a folder; None where there is none."""
    try:
        folder, key = resolve_target(engine.store, place)
    except UsageError:
        return None
    plan = preview(engine.store, folder, key)
    return Publishing(plan, folder.root, claimed(engine.store, folder, plan) is not None)


@action("check_publish", Touches.READS)
def check_publish(engine: Engine, *, root: Root = None, project: ProjectOf = None) -> Publishing:
    """Whether the published files are up to date, and what they say of what is gone from the repository.

    Raises NeedsPerson where they are not.
    """
    folder, key = resolve_target(engine.store, engine.folder, root=root, key=project)
    here = known_repository(engine.store, folder.root)
    stale = look_after(engine.store, folder.root, key) if here and here[1] == key else []
    published = {fact.id: fact for fact in engine.store.facts.many([one.fact for one in stale]) if fact.approved_at}
    told = tuple((published[one.fact], one.why) for one in stale if one.fact in published)
    return Publishing(check(engine.store, folder, key), folder.root, stale=told)


@action("publish", Touches.ASKS)
def publish(
    engine: Engine,
    *,
    root: Root = None,
    project: ProjectOf = None,
    pointer: Pointer = False,
    on_drift: Drift = OnDrift.ASK,
    new_root: NewRoot = False,
    mark: Annotated[str | None, "The mark of the plan that you saw: refused where it changed since."] = None,
) -> Publishing:
    """Write approved conventions into the repository; doing it twice changes nothing.

    Raises NeedsPerson where a block was edited by hand, and where only the folder says that it belongs to the project;
    Conflict where a file changes meanwhile, or what would be written is not what you saw.
    """
    by = decider(engine, "publish")
    folder, key = resolve_target(engine.store, engine.folder, root=root, key=project)
    if mark is not None and Publishing(preview(engine.store, folder, key, pointer=pointer), folder.root).mark != mark:
        raise Conflict("what would be published changed while you were looking at it", hint="look at it again")
    agreed = new_root or project is not None
    plan = write_blocks(engine.store, folder, key, pointer=pointer, on_drift=on_drift, new_root=agreed, by=by)
    return Publishing(plan, folder.root)


@action("unpublish", Touches.ASKS)
def unpublish(
    engine: Engine, *, root: Root = None, project: ProjectOf = None, on_drift: Drift = OnDrift.ASK
) -> Publishing:
    """Remove everything Lore wrote from the files; the rest stays byte for byte. Raises as `publish` does."""
    by = decider(engine, "publish")
    folder, key = resolve_target(engine.store, engine.folder, root=root, key=project)
    return Publishing(remove_blocks(engine.store, folder, key, on_drift=on_drift, by=by), folder.root)


@action("show_hand_edit", Touches.READS)
def show_hand_edit(engine: Engine, *, root: Root = None, project: ProjectOf = None) -> EditOfBlock:
    """What a hand edit of a published block would add, change and retire, line by line."""
    return _edit(engine, *resolve_target(engine.store, engine.folder, root=root, key=project))


@action("accept_hand_edit", Touches.ASKS)
def accept_hand_edit(
    engine: Engine,
    mark: Annotated[str, "The mark of the edit that you saw: refused where it changed since."],
    *,
    acknowledged: Annotated[
        Mapping[str, Sequence[str]] | None, "The words of a line → the names of the warnings that you accept."
    ] = None,
    root: Root = None,
    project: ProjectOf = None,
    pointer: Pointer = False,
    new_root: NewRoot = False,
) -> Publishing:
    """Take a hand edit of a published block into the store, then publish.

    Raises Conflict where the edit changed since, BadInput where it holds what nobody may accept, NeedsConfirmation
    where a warning of a line was not acknowledged.
    """
    by = decider(engine, "publish")
    folder, key = resolve_target(engine.store, engine.folder, root=root, key=project)
    seen = _edit(engine, folder, key)
    if seen.mark != mark:
        raise Conflict(
            f"{seen.edit.where} changed while you were looking at it", hint="run `lore publish --accept` again"
        )
    agreed = new_root or project is not None
    plan = publish_accepted(
        engine.store,
        folder,
        seen.edit,
        key,
        pointer=pointer,
        new_root=agreed,
        by=by,
        acknowledged=acknowledged or {},
    )
    return Publishing(plan, folder.root)


def _edit(engine: Engine, folder: Folder, key: str) -> EditOfBlock:
    edit = hand_edit(engine.store, folder, key)
    told = repr([(line.step.value, line.words, line.fact, line.before) for line in edit.lines])
    return EditOfBlock(edit, hashlib.sha256(f"{edit.where}{told}{edit.refused}".encode()).hexdigest()[:16])
