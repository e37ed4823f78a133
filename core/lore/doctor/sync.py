"""Checks of what was published: the files say what the store says, and nobody changed them by hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from lore import clock
from lore.capture import TRANSCRIPT_HOMES
from lore.doctor.check import Finding, Inspection, fail, named, ok, warn
from lore.errors import LoreError
from lore.files import Folder
from lore.memory import folders_seen
from lore.migrate import Options, migrate, source_named, workspaces
from lore.model import SubjectKind
from lore.paths import shown
from lore.projects import said_of
from lore.publish import HOT, Plan, damaged, has_something, preview
from lore.text import counted


@dataclass(frozen=True, slots=True)
class Published:
    """A repository on this machine whose project is known."""

    root: Path
    project: str
    plan: Plan


def whole_blocks(inspection: Inspection) -> Finding:
    """Every managed block of every target has both of its comments, once."""
    repositories, pages = _roots(inspection), _with_a_memory_page(inspection)
    wrong = [error.message for root in repositories if root.is_dir() for error in damaged(Folder(root))]
    wrong += [error.message for root in pages if root.is_dir() for error in damaged(Folder(root), (HOT,))]
    if wrong:
        return fail(named(wrong), "delete what is left of the block, then `lore publish`")
    return ok("every managed block is complete")


def drift(inspection: Inspection) -> Finding:
    """No managed block was changed by hand, or by another store."""
    drifted = [(published, target) for published in _published(inspection) for target in published.plan.drifted]
    if drifted:
        told = named([f"`{published.root / target.path}`: {target.drift}" for published, target in drifted])
        return warn(told, f"`lore publish --diff --root {drifted[0][0].root}`")
    return ok("no managed block was edited by hand")


def unpublished(inspection: Inspection) -> Finding:
    """What a person approved stands in the repository."""
    behind = [published for published in _published(inspection) if published.plan.changes]
    if behind:
        told = named(
            [f"`{published.root}` ({counted(published.plan.conventions, 'convention')})" for published in behind]
        )
        return warn(f"not up to date: {told}", f"`lore publish --root {behind[0].root}`")
    return ok("every repository is up to date")


def keeps_projects(inspection: Inspection) -> Finding:
    """Each folder that was seen on this machine is the project that it was, or you said that it is another."""
    known = inspection.store.projects.all_known()
    found = (said_of(place, known) for place in folders_seen(inspection.store))
    asked = [said for said in found if said and said.is_asked]
    if asked:
        told = named([f"`{said.was}` may be `{said.key}`" for said in asked])
        return warn(f"{told}. {asked[0].text}", f"`{asked[0].command}`")
    return ok("every folder keeps its project")


def _published(inspection: Inspection) -> Iterator[Published]:
    for root, project in sorted(_roots(inspection).items()):
        if not root.is_dir() or next(damaged(Folder(root)), None):  # `whole_blocks` tells that
            continue
        if has_something(inspection.store, project) or _was_published(inspection, root):
            yield Published(root, project, preview(inspection.store, Folder(root), project))


def _roots(inspection: Inspection) -> dict[Path, str]:
    """The folders of projects that were seen on this machine."""
    return {Path(project.root): project.key for project in inspection.store.projects.all_known() if project.root}


def _with_a_memory_page(inspection: Inspection) -> list[Path]:
    """The folders into which MEMORY.md was ever written."""
    written = inspection.store.audit.select(action="publish", kind=SubjectKind.FILE)
    return sorted({Path(str(event.state["root"])) for event in written if event.state.get("block_name") == HOT.name})


def _was_published(inspection: Inspection, root: Path) -> bool:
    written = inspection.store.audit.select(action="publish", kind=SubjectKind.FILE)
    return any(event.state.get("root") == str(root.resolve()) for event in written)


# The check of what agents remember by themselves, in files of their own, against what the store holds


SETTLED_DAYS = 1.0
"""What was written since may still change."""
_SOURCE = "memory-files"


def agent_memories(inspection: Inspection) -> Finding:
    """The store knows what agents keep in memory folders, and in the MEMORY.md of a project."""
    new: dict[Path, int] = {}
    fixes: list[str] = []
    sources = [(_SOURCE, place) for place in _places(inspection)]
    sources += [(one.agent, one.folder) for one in workspaces()]
    for name, place in sources:
        try:
            found = migrate(inspection.store, source_named(name), place, Options(), dry_run=True)
        except LoreError:  # an empty folder: nothing is remembered there
            continue
        if found.added:
            new[place] = found.added
            fixes.append(f"`lore migrate-from {name} {place}`")
    if new:
        told = named([f"`{shown(place)}` ({counted(count, 'statement')})" for place, count in new.items()])
        return warn(f"not in the store, but in agents' memory files: {told}", fixes[0])
    return ok(
        f"{counted(len(sources), 'memory folder')} read, nothing new"
        if sources
        else "no agent has its own memory files"
    )


def _places(inspection: Inspection) -> Iterator[Path]:
    """The memory folders of agents, and the MEMORY.md of projects, that were left alone for a day."""
    home = TRANSCRIPT_HOMES["claude-code"].folder
    folders = sorted(home.glob("*/memory")) if home.is_dir() else []
    roots = (Path(project.root) for project in inspection.store.projects.all_known() if project.root)
    for place in (*folders, *(root / "MEMORY.md" for root in roots)):
        files = [place] if place.is_file() else [*place.glob("*.md")]
        if files and max(map(_written, files)) < inspection.ago(SETTLED_DAYS):
            yield place


def _written(file: Path) -> str:
    return clock.stamp(datetime.fromtimestamp(file.stat().st_mtime, UTC))
