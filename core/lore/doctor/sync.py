"""Checks of what was published: the files say what the store says, and nobody changed them by hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lore.doctor.check import Finding, ok, warn
from lore.doctor.patient import Patient
from lore.doctor.wording import count, named
from lore.model import SubjectKind
from lore.publish import Folder, Plan, preview
from lore.publish.conventions import approved


@dataclass(frozen=True, slots=True)
class Published:
    """A repository on this machine whose project is known."""

    root: Path
    project: str
    plan: Plan


def drift(patient: Patient) -> Finding:
    """No managed block was changed by hand, or by another store."""
    drifted = [(one, target) for one in _published(patient) for target in one.plan.drifted]
    if drifted:
        told = named([f"`{one.root / target.path}`: {target.drift}" for one, target in drifted])
        return warn(told, f"`lore publish --diff --root {drifted[0][0].root}`")
    return ok("every managed block is as it was written")


def unpublished(patient: Patient) -> Finding:
    """What a person approved stands in the repository."""
    behind = [one for one in _published(patient) if one.plan.changes]
    if behind:
        told = named([f"`{one.root}` ({count(one.plan.conventions, 'convention')})" for one in behind])
        return warn(f"not up to date: {told}", f"`lore publish --root {behind[0].root}`")
    return ok("every repository says what was approved")


def _published(patient: Patient) -> Iterator[Published]:
    for root, project in sorted(_roots(patient).items()):
        if root.is_dir() and (approved(patient.store, project) or _was_published(patient, root)):
            yield Published(root, project, preview(patient.store, Folder(root), project))


def _roots(patient: Patient) -> dict[Path, str]:
    """The folders of projects that were seen on this machine."""
    return {Path(one.root): one.key for one in patient.store.projects.all_known() if one.root}


def _was_published(patient: Patient, root: Path) -> bool:
    written = patient.store.audit.select(action="publish")
    return any(
        (event.after or {}).get("root") == str(root.resolve())
        for event in written
        if event.subject.kind is SubjectKind.FILE
    )
