"""MEMORY.md of a project and its facts by kind, written where a person wants it; and what you share through a folder.

That carries your own layer and that of your organisation. Lore runs no git there: pulling and pushing is yours.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import decider
from lore.actions.publishing import Drift, Publishing
from lore.actions.registry import Touches, action
from lore.actions.transfers import Migrated, taken_over
from lore.errors import BadInput, Conflict, NotFound, UsageError
from lore.files import Folder
from lore.model import Kind, Role
from lore.publish import (
    HOT,
    OnDrift,
    facts_by_kind,
    others_lines,
    page_of,
    preview,
    propose_edits,
    publish,
    remove,
    shared_layers,
)

if TYPE_CHECKING:
    from lore.migrate import Memory, Unreadable

Where = Annotated[Path, "The folder to write to, such as the memory folder of an agent."]
ProjectOf = Annotated[str | None, "The key of the project; default: that of the folder you are in."]


@dataclass(frozen=True, slots=True)
class ProjectPage:
    """A page as it is now."""

    project: str
    text: str
    path: Path | None = None
    """Where it is kept; None for the facts, which no file holds."""
    edited: bool = False
    """Whether somebody wrote into the file since."""
    is_current: bool = True


@action("memory show", Touches.READS)
def show_page(
    engine: Engine,
    *,
    project: ProjectOf = None,
    facts: Annotated[bool, "Show every trusted fact instead, by kind."] = False,
) -> ProjectPage:
    """Show MEMORY.md of a project as it is now, or its facts by kind. Raises UsageError outside of any project."""
    key = _key(engine, project)
    if facts:
        return ProjectPage(key, facts_by_kind(engine.store, key))
    kept = page_of(engine.store, engine.store.folder, key)
    return ProjectPage(key, kept.text, kept.path, kept.edited, kept.is_current)


@action("memory plan", Touches.READS)
def plan_memory(engine: Engine, root: Where, *, project: ProjectOf = None) -> Publishing:
    """What writing MEMORY.md into a folder would do. Raises UsageError outside of any project."""
    folder = Folder(root)
    return Publishing(preview(engine.store, folder, _key(engine, project), targets=(HOT,)), folder.root)


@action("memory publish", Touches.ASKS)
def publish_memory(
    engine: Engine,
    root: Where,
    *,
    project: ProjectOf = None,
    mark: Annotated[str | None, "The mark of the plan that you saw: refused where it changed since."] = None,
) -> Publishing:
    """Write MEMORY.md of a project into a folder, as a managed block; doing it twice changes nothing.

    What somebody wrote into the block is proposed first. Raises Conflict where what would be written is not what you
    saw, UsageError outside of any project.
    """
    by = decider(engine, "write memory pages")
    seen = plan_memory(engine, root, project=project)
    if mark is not None and seen.mark != mark:
        raise Conflict("what would be written changed while you were looking at it", hint="look at it again")
    folder, key = Folder(root), seen.plan.project
    _propose_edits(engine, folder, key)
    plan = publish(engine.store, folder, key, on_drift=OnDrift.OVERWRITE, new_root=True, by=by, targets=(HOT,))
    return Publishing(plan, folder.root)


@action("memory remove", Touches.ASKS)
def remove_memory(
    engine: Engine,
    root: Where,
    *,
    project: ProjectOf = None,
) -> Publishing:
    """Take MEMORY.md out of a folder again; the rest of the file stays byte for byte. Raises as `memory publish`."""
    by, folder, key = decider(engine, "write memory pages"), Folder(root), _key(engine, project)
    _propose_edits(engine, folder, key)
    plan = remove(engine.store, folder, key, on_drift=OnDrift.OVERWRITE, by=by, targets=(HOT,))
    return Publishing(plan, folder.root)


def _propose_edits(engine: Engine, folder: Folder, project: str) -> None:
    content = folder.read(folder.resolve(HOT.files[0]))
    if content is not None:
        propose_edits(engine.store, HOT, content, project)


def _key(engine: Engine, project: str | None) -> str:
    key = project or engine.project
    if key is None:
        raise UsageError("this folder belongs to no project", hint="name one with `--project`")
    if not engine.store.projects.is_in_use(key):
        raise NotFound(f"there is no project `{key}`", hint="`lore project list` shows those that facts belong to")
    return key


SharedFolder = Annotated[Path, "The folder that you share: a clone of a git repository, or any other."]


@action("plan_share", Touches.READS)
def plan_share(engine: Engine, folder: SharedFolder) -> Publishing:
    """What sharing would write into a folder. Raises BadInput where it is none."""
    place = Folder(folder)
    return Publishing(preview(engine.store, place, "", targets=shared_layers(engine.store)), place.root)


@action("share", Touches.ASKS)
def share(engine: Engine, folder: SharedFolder, *, on_drift: Drift = OnDrift.ASK) -> Publishing:
    """Write what you approved in your own layer and that of your organisation into a folder; twice changes nothing.

    Raises NeedsPerson where one of these files was edited by hand, BadInput where there is no such folder.
    """
    by = decider(engine, "publish")
    place, targets = Folder(folder), shared_layers(engine.store)
    return Publishing(publish(engine.store, place, "", on_drift=on_drift, by=by, targets=targets), place.root)


@action("unshare", Touches.ASKS)
def unshare(engine: Engine, folder: SharedFolder, *, on_drift: Drift = OnDrift.ASK) -> Publishing:
    """Take your files out of a shared folder; what others put there stays. Raises as `share` does."""
    by = decider(engine, "publish")
    place, targets = Folder(folder), shared_layers(engine.store)
    return Publishing(remove(engine.store, place, "", on_drift=on_drift, by=by, targets=targets), place.root)


@action("take_shared", Touches.WRITES)
def take_shared(
    engine: Engine,
    folder: SharedFolder,
    *,
    dry_run: Annotated[bool, "Show what would be proposed; write nothing."] = False,
) -> Migrated:
    """Propose what others put into a shared folder: their words reach no agent before you approve them.

    Each line comes in once; what contradicts a fact of yours becomes a question. Raises BadInput.
    """
    from lore.migrate import Options

    return taken_over(engine, _Shared(engine), folder, Options(propose=True), dry_run=dry_run)


@dataclass(frozen=True, slots=True)
class _Shared:
    """A shared folder as a source of memories."""

    engine: Engine
    name: str = "shared folder"
    expects: str = "a folder that `lore share` wrote into"

    def read(self, path: Path) -> "Iterator[Memory | Unreadable]":
        from lore.migrate import Memory, Unreadable

        for line in others_lines(self.engine.store, Folder(path)):
            if isinstance(line, BadInput):
                yield Unreadable(str(path), line.message)
                continue
            name = f"{line.path}#{line.item.fact or ''}"
            yield Memory(line.item.words, name, kind=Kind.CONVENTION, layer=line.layer, role=Role.FILE)
