"""Publishing: what the command line and the app call."""

import hashlib
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from lore.errors import BadInput, Conflict, NeedsPerson, NotFound, UsageError
from lore.files import Folder, Replacement, blocks, write_all
from lore.model import Fact, Project, Subject, SubjectKind
from lore.presence import Person
from lore.projects import FOLDER, SET, project_of
from lore.publish.accept import Acknowledged, HandEdit, accept, hand_edit
from lore.publish.plan import Plan, Target, plan, removal
from lore.publish.targets.registry import TARGETS
from lore.publish.targets.target import PublishTarget, listed_in
from lore.store import Store, Transaction

State = Mapping[str, object]


def record(transaction: Transaction, folder: Folder, target: Target, action: str) -> None:
    """Log the change of one file, with what it takes to reverse it exactly."""
    before, after = (
        state(folder, target.path, target.name, content, target.preamble) for content in (target.before, target.after)
    )
    transaction.note(action, Subject(SubjectKind.FILE, target.path), before, after)


def state(folder: Folder, path: str, name: str, content: bytes | None, preamble: str = "") -> dict[str, object]:
    """What the log keeps of a file: the block with its place, never the text around it but what Lore put there."""
    block = blocks.find(content, name, path) if content is not None else None
    kept: dict[str, object] = {"root": str(folder.root), "block_name": name, "exists": content is not None}
    kept |= {"preamble": preamble} if preamble else {}
    if content is None:
        return kept
    start, end = (block.start, block.end) if block else (len(content), len(content))
    rest = content[:start] + content[end:]
    return {
        **kept,
        "block": content[start:end].decode("utf-8", "surrogateescape"),
        "offset": start,
        "around": hashlib.sha256(rest).hexdigest()[:16],
    }


class PublishedFiles:
    """Reverses what publishing wrote: the block comes and goes, the text around it stays as it is."""

    def restore(self, name: str, found: State | None, wanted: State | None) -> bool:
        """Bring a file from the state `found` to `wanted`. False where its block is as wanted already.

        Raises Conflict where its block is neither.
        """
        if found is None or wanted is None:
            raise Conflict(f"the log does not say how `{name}` was", hint="`git checkout` brings the file back")
        folder = Folder(Path(str(found["root"])))
        content = folder.read(name)
        now = state(folder, name, str(found["block_name"]), content)
        if _block(now) == _block(wanted):
            return False
        if _block(now) != _block(found):
            raise Conflict(
                f"the managed block of `{name}` was changed since", hint="`lore publish --diff` shows the difference"
            )
        folder.write(name, _rebuilt(content, now, wanted), owns_folders=True)
        return True


def _block(state: State) -> tuple[object, object]:
    return state["exists"], state.get("block")


def _rebuilt(content: bytes | None, now: State, wanted: State) -> bytes | None:
    block = str(wanted.get("block", "")).encode("utf-8", "surrogateescape")
    preamble = str(wanted.get("preamble", "")).encode()
    if content is None:
        return preamble + block if wanted["exists"] else None
    start, length = _number(now["offset"]), len(str(now["block"]).encode("utf-8", "surrogateescape"))
    rest = content[:start] + content[start + length :]
    if not wanted["exists"] and rest in (b"", preamble):
        return None
    # The text around the block may have changed meanwhile; then the place of an absent block is the end.
    if not length:
        start = _number(wanted.get("offset", 0)) if now["around"] == wanted.get("around") else len(rest)
    return rest[:start] + block + rest[start:]


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


HAND_EDIT_HINT = "`lore publish --diff` shows it; `--accept` imports the edit, `--overwrite` discards it"


class OnDrift(StrEnum):
    """What to do with a block that holds what this store did not write."""

    ASK = "ask"
    OVERWRITE = "overwrite"


def resolve_target(
    store: Store, start: Path, *, root: Path | None = None, key: str | None = None
) -> tuple[Folder, str]:
    """Where to publish, and which project: the repository around `start`, unless both are named.

    Raises UsageError where there is no repository and no root was named, NotFound where nobody knows the project.
    """
    if key and not store.projects.is_in_use(key):
        raise NotFound(f"there is no project `{key}`", hint="`lore project list` shows those that facts belong to")
    project: Project = project_of(root or start, store.projects.all_known())
    if root is None and project.reason == FOLDER and not key:
        raise UsageError(f"`{start}` lies in no repository", hint="run it inside of one, or name one with `--root`")
    return Folder(root or Path(project.root or start)), key or project.key


def published(store: Store, folder: Folder, project: str, targets: Sequence[PublishTarget] = TARGETS) -> list[Fact]:
    """The conventions in force that stand in published files of a repository now: what agents read there."""
    found: dict[str, Fact] = {}
    for target in targets:
        for path in target.paths(folder, create=False) if target.lists else ():
            content = folder.read(path)
            block = blocks.find(content, target.name, path) if content is not None else None
            listed = {item.fact: item.words for item in listed_in(store, target, block.body)} if block else {}
            found |= {fact.id: fact for fact in target.applies(store, project) if listed.get(fact.id) == fact.text}
    return list(found.values())


def damaged(folder: Folder, targets: Sequence[PublishTarget] = TARGETS) -> Iterator[BadInput]:
    """Why a managed block of a repository cannot be told from the rest of its file, for each such file."""
    for target in targets:
        for path in target.paths(folder, create=False):
            content = folder.read(path)
            try:
                blocks.find(content or b"", target.name, path)
            except BadInput as error:
                yield error


def has_something(store: Store, project: str, targets: Sequence[PublishTarget] = TARGETS) -> bool:
    """Whether there is anything of a project to publish."""
    return any(target.applies(store, project) for target in targets)


def preview(
    store: Store,
    folder: Folder,
    project: str,
    *,
    pointer: bool = False,
    targets: Sequence[PublishTarget] = TARGETS,
) -> Plan:
    """What `publish` would do. Writes nothing."""
    return plan(store, folder, project, pointer=pointer, targets=targets)


def check(store: Store, folder: Folder, project: str, targets: Sequence[PublishTarget] = TARGETS) -> Plan:
    """Raises NeedsPerson where the files are not as publishing would leave them."""
    found = plan(store, folder, project, targets=targets)
    _refuse_others(store, folder, found)
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
    new_root: bool = False,
    by: Person,
    targets: Sequence[PublishTarget] = TARGETS,
) -> Plan:
    """Write the managed blocks for what is approved now; one undo unit.

    Doing it twice changes nothing. Raises NeedsPerson where a block was edited by hand and `on_drift` is ASK, and where
    only the folder itself says that it belongs to the project, unless a person agreed to this `new_root`; Conflict
    where a file changes meanwhile.
    """
    wanted = plan(store, folder, project, pointer=pointer, targets=targets)
    _refuse_others(store, folder, wanted)
    claim = agreed_claim(store, folder, wanted, new_root=new_root)
    if on_drift is OnDrift.ASK:
        _refuse_drift(wanted)
    _write(store, folder, wanted.changes, "publish.write", by, claim=claim)
    return wanted


def publish_accepted(
    store: Store,
    folder: Folder,
    edit: HandEdit,
    project: str,
    *,
    pointer: bool = False,
    new_root: bool = False,
    by: Person,
    acknowledged: Acknowledged,
    targets: Sequence[PublishTarget] = TARGETS,
) -> Plan:
    """Take a hand edit into the store as it was seen, then publish; one run.

    Raises BadInput and NeedsConfirmation as `accept` does, NeedsPerson for a `new_root` as `publish` does, Conflict
    where the block or the store changed since.
    """
    run = None
    before = plan(store, folder, project, pointer=pointer, targets=targets)
    claim = agreed_claim(store, folder, before, new_root=new_root)
    with store.write(by) as transaction:
        if hand_edit(store, folder, project, targets) != edit:
            raise Conflict(
                f"{edit.where} changed while you were looking at it", hint="run `lore publish --accept` again"
            )
        if edit.lines:
            run = transaction.run = store.runs.start(transaction, "publish").id
        accept(store, transaction, edit, project, by, acknowledged)
    wanted = plan(store, folder, project, pointer=pointer, targets=targets)
    _write(store, folder, wanted.changes, "publish.write", by, run, claim)
    return wanted


def claimed(store: Store, folder: Folder, wanted: Plan) -> Project | None:
    """The project that a folder only claims to be, where publishing would write what belongs to it there.

    Anybody can name any remote in a `.git/config`; None where the folder is known, or you named the project.
    """
    project = project_of(folder.root, store.projects.all_known())
    is_its_own = project.key != wanted.project or store.roots.is_known(project)
    writes = (wanted.conventions and wanted.changes) or wanted.drifted
    return project if writes and not is_its_own else None


def agreed_claim(store: Store, folder: Folder, wanted: Plan, *, new_root: bool) -> Project | None:
    """What the folder claims to be, to be recorded with what is written there; None where it is known.

    Raises NeedsPerson where no person agreed to this `new_root`.
    """
    claim = claimed(store, folder, wanted)
    if claim and not new_root:
        raise NeedsPerson(
            f"`{folder.root}` says that it is `{wanted.project}`, but Lore has never seen that project there",
            hint="if it is yours, add `--new-root`: the conventions of that project are then written there",
        )
    return claim


def _agree(store: Store, transaction: Transaction, claim: Project | None) -> None:
    if claim is not None:
        store.roots.add(transaction, claim)
        store.roots.see(transaction, claim)


def remove(
    store: Store,
    folder: Folder,
    project: str,
    *,
    on_drift: OnDrift = OnDrift.ASK,
    by: Person,
    targets: Sequence[PublishTarget] = TARGETS,
) -> Plan:
    """Take everything of Lore out of the files again, byte for byte; one undo unit. Raises as `publish` does."""
    wanted = removal(store, folder, project, targets)
    _refuse_others(store, folder, wanted)
    if on_drift is OnDrift.ASK:
        _refuse_drift(wanted)
    _write(store, folder, wanted.changes, "publish.remove", by)
    return wanted


def _refuse_others(store: Store, folder: Folder, wanted: Plan) -> None:
    """What you approved for another project never goes from a file, unless you said that the folder is not that one."""
    here = project_of(folder.root, store.projects.all_known())
    if not wanted.others or (here.reason == SET and here.key == wanted.project):
        return
    former, key = map(shlex.quote, (wanted.others[0], wanted.project))
    raise NeedsPerson(
        f"`{folder.root}` lists what you approved for `{wanted.others[0]}`, and would be that of `{wanted.project}`",
        hint=f"`lore project merge {former} {key}` if it is one project; if not,"
        f" `lore project set {key} {shlex.quote(str(folder.root))}`, then `lore publish --overwrite`",
    )


def _refuse_drift(wanted: Plan) -> None:
    if wanted.drifted:
        reasons = "; ".join(f"`{target.path}`: {target.drift}" for target in wanted.drifted)
        raise NeedsPerson(reasons, hint=HAND_EDIT_HINT)


def _write(
    store: Store,
    folder: Folder,
    targets: Iterable[Target],
    action: str,
    by: Person,
    run: str | None = None,
    claim: Project | None = None,
) -> None:
    changes = list(targets)
    files = [Replacement(folder, one.path, one.before, one.after, owns_folders=True) for one in changes]

    def log(transaction: Transaction) -> None:
        _record_all(transaction, folder, changes, action)
        _agree(store, transaction, claim)

    write_all(store, files, log, by, run)


def _record_all(transaction: Transaction, folder: Folder, changes: Iterable[Target], action: str) -> None:
    for target in changes:
        if folder.read(target.path) != target.before:
            raise Conflict(f"`{target.path}` changed while it was published", hint="run `lore publish` again")
        record(transaction, folder, target, action)
