"""Publishing: what the command line and the app call."""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path

from lore.errors import Conflict, NeedsPerson, UsageError
from lore.model import Fact, Project
from lore.presence import PERSON
from lore.projects import FOLDER, project_of
from lore.publish import blocks, conventions
from lore.publish.accept import accept
from lore.publish.effect import record
from lore.publish.files import Folder
from lore.publish.plan import Plan, Target, plan, removal
from lore.publish.writing import Replacement, write_all
from lore.store import Change, Store

HAND_EDIT_HINT = (
    "`lore publish --diff` shows it; `--accept` takes the edit into the store, `--overwrite` throws it away"
)


class OnDrift(StrEnum):
    """What to do with a block that holds what this store did not write."""

    ASK = "ask"
    ACCEPT = "accept"
    OVERWRITE = "overwrite"


def place(store: Store, start: Path, *, root: Path | None = None, key: str | None = None) -> tuple[Folder, str]:
    """Where to publish, and which project: the repository around `start`, unless both are named.

    Raises UsageError where there is no repository and no root was named.
    """
    found: Project = project_of(root or start, store.projects.all_known())
    if root is None and found.reason == FOLDER and not key:
        raise UsageError(f"`{start}` lies in no repository", hint="run it inside of one, or name one with `--root`")
    return Folder(root or Path(found.root or start)), key or found.key


def published(store: Store, folder: Folder, project: str) -> list[Fact]:
    """The conventions in force that stand in the published file of a repository now: what agents read there."""
    path = folder.resolve(conventions.FILE)
    content = folder.read(path)
    block = blocks.find(content, conventions.NAME, path) if content is not None else None
    listed = {item.fact: item.words for item in conventions.items(block.body)} if block else {}
    return [fact for fact in conventions.approved(store, project) if listed.get(fact.id) == fact.text]


def preview(store: Store, folder: Folder, project: str, *, pointer: bool = False) -> Plan:
    """What `publish` would do. Writes nothing."""
    return plan(store, folder, project, pointer=pointer)


def check(store: Store, folder: Folder, project: str) -> Plan:
    """Raises NeedsPerson where the files are not as publishing would leave them."""
    found = plan(store, folder, project)
    _refuse_drift(found)
    if found.changes:
        names = ", ".join(f"`{target.path}`" for target in found.changes)
        raise NeedsPerson(f"not up to date: {names}", hint="`lore publish` brings them up to date")
    return found


def publish(
    store: Store,
    folder: Folder,
    project: str,
    *,
    pointer: bool = False,
    on_drift: OnDrift = OnDrift.ASK,
    actor: str = PERSON,
) -> Plan:
    """Write the managed blocks for what is approved now; one undo unit, or one run where hand edits are accepted.

    Doing it twice changes nothing. Raises NeedsPerson where a block was edited by hand and `on_drift` is ASK, Conflict
    where a file changes meanwhile.
    """
    wanted = plan(store, folder, project, pointer=pointer)
    if on_drift is OnDrift.ASK:
        _refuse_drift(wanted)
    run = None
    if on_drift is OnDrift.ACCEPT and wanted.drifted:
        with store.write(actor) as change:
            run = change.run = store.runs.start(change, "publish").id
            accept(store, change, folder, project)
        wanted = plan(store, folder, project, pointer=pointer)
    _write(store, folder, wanted.changes, "publish.write", actor, run)
    return wanted


def remove(store: Store, folder: Folder, project: str, *, on_drift: OnDrift = OnDrift.ASK, actor: str = PERSON) -> Plan:
    """Take everything of Lore out of the files again, byte for byte; one undo unit. Raises as `publish` does."""
    wanted = removal(store, folder, project)
    if on_drift is OnDrift.ASK:
        _refuse_drift(wanted)
    _write(store, folder, wanted.changes, "publish.remove", actor, None)
    return wanted


def _refuse_drift(wanted: Plan) -> None:
    if wanted.drifted:
        reasons = "; ".join(f"`{target.path}`: {target.drift}" for target in wanted.drifted)
        raise NeedsPerson(reasons, hint=HAND_EDIT_HINT)


def _write(store: Store, folder: Folder, targets: Iterable[Target], action: str, actor: str, run: str | None) -> None:
    changes = list(targets)
    files = [Replacement(folder, target.path, target.before, target.after) for target in changes]
    write_all(store, files, lambda change: _record_all(change, folder, changes, action), actor, run)


def _record_all(change: Change, folder: Folder, changes: Iterable[Target], action: str) -> None:
    for target in changes:
        if folder.read(target.path) != target.before:
            raise Conflict(f"`{target.path}` changed while it was published", hint="run `lore publish` again")
        record(change, folder, target, action)
