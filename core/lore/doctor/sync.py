"""Checks of what was published: the files say what the store says, and nobody changed them by hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lore.doctor.check import Finding, fail, named, ok, warn
from lore.doctor.inspection import Inspection
from lore.files import Folder
from lore.memory import folders_seen
from lore.model import SubjectKind
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
