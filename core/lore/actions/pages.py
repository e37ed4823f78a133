"""MEMORY.md of a project: looked at, and written where a person wants an agent to read it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import decider
from lore.actions.publishing import Publishing
from lore.actions.registry import Touches, action
from lore.errors import Conflict, NotFound, UsageError
from lore.files import Folder
from lore.publish import HOT, OnDrift, page_of, preview, propose_edits, publish, remove

Where = Annotated[Path, "The folder to write to, such as the memory folder of an agent."]
ProjectOf = Annotated[str | None, "The key of the project; default: that of the folder you are in."]


@dataclass(frozen=True, slots=True)
class ProjectPage:
    """The page as it is now."""

    project: str
    text: str
    path: Path
    """Where it is kept."""
    edited: bool
    """Whether somebody wrote into the file since."""
    is_current: bool


@action("memory show", Touches.READS)
def show_page(engine: Engine, *, project: ProjectOf = None) -> ProjectPage:
    """Show MEMORY.md of a project as it is now. Raises UsageError outside of any project."""
    key = _key(engine, project)
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
