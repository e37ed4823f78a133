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
from lore.files import Folder
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
Project = Annotated[str | None, "The key of the project; default: that of the repository."]
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

    @property
    def mark(self) -> str:
        """Names what was planned as it was seen: what is published is this, or nothing."""
        told = repr([(target.path, target.before, target.after) for target in self.plan.targets])
        return hashlib.sha256(f"{self.root}{self.plan.project}{told}".encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class EditOfBlock:
    """What accepting a hand edit of a block would do."""

    edit: HandEdit
    mark: str
    """Names the edit as it was seen: what is accepted is this, or nothing."""


@action("plan_publish", Touches.READS)
def plan_publish(engine: Engine, *, root: Root = None, project: Project = None, pointer: Pointer = False) -> Publishing:
    """What publishing would do to each file.

    Raises UsageError where there is no repository and no folder is named, NotFound for a project that nobody knows.
    """
    folder, key = resolve_target(engine.store, engine.folder, root=root, key=project)
    plan = preview(engine.store, folder, key, pointer=pointer)
    return Publishing(plan, folder.root, claimed(engine.store, folder, plan) is not None)


@action("plan_publish_everywhere", Touches.READS)
def plan_publish_everywhere(engine: Engine) -> tuple[Publishing, ...]:
    """What publishing would do in each repository on this machine: the one you are in, then all with conventions."""
    store = engine.store
    places = [engine.folder]
    for project in store.projects.all_known():
        if has_something(store, project.key):
            places += [Path(root) for root in sorted({*store.roots.of(project.key), project.root or ""}) if root]
    found: dict[Path, Publishing] = {}
    for place in places:
        if place.is_dir() and (one := _planned(engine, place)) is not None:
            found.setdefault(one.root, one)
    return tuple(found.values())


def _planned(engine: Engine, place: Path) -> Publishing | None:
    """What publishing would do in the repository around a folder; None where there is none."""
    try:
        folder, key = resolve_target(engine.store, place)
    except UsageError:
        return None
    plan = preview(engine.store, folder, key)
    return Publishing(plan, folder.root, claimed(engine.store, folder, plan) is not None)


@action("check_publish", Touches.READS)
def check_publish(engine: Engine, *, root: Root = None, project: Project = None) -> Publishing:
    """Whether the published files are up to date. Raises NeedsPerson where they are not."""
    folder, key = resolve_target(engine.store, engine.folder, root=root, key=project)
    return Publishing(check(engine.store, folder, key), folder.root)


@action("publish", Touches.ASKS)
def publish(
    engine: Engine,
    *,
    root: Root = None,
    project: Project = None,
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
    engine: Engine, *, root: Root = None, project: Project = None, on_drift: Drift = OnDrift.ASK
) -> Publishing:
    """Remove all that Lore wrote from the files; the rest stays byte for byte. Raises as `publish` does."""
    by = decider(engine, "publish")
    folder, key = resolve_target(engine.store, engine.folder, root=root, key=project)
    return Publishing(remove_blocks(engine.store, folder, key, on_drift=on_drift, by=by), folder.root)


@action("show_hand_edit", Touches.READS)
def show_hand_edit(engine: Engine, *, root: Root = None, project: Project = None) -> EditOfBlock:
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
    project: Project = None,
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
