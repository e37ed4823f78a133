"""Writing what was planned: all files of an agent or none, what cannot be written told, the others go on."""

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace

from lore.adapters.install.plan import PlannedFile, SetUpPlan, SetUpStep
from lore.adapters.install.record import make_folders, note, remove_folders
from lore.adapters.install.wanted import EXECUTABLE
from lore.errors import Conflict, LoreError
from lore.files import DEFAULT_MODE, Folder, Replacement, write_all
from lore.presence import Person
from lore.store import Store, Transaction

RUN = "setup"


@dataclass(frozen=True)
class SetUp:
    """What set-up did."""

    plan: SetUpPlan
    """With the problems that came up while writing."""
    written: tuple[PlannedFile, ...]
    run: str | None = None
    """The run that `lore undo --run` takes back; None where nothing was written."""


def carry_out(store: Store, plan: SetUpPlan, by: Person) -> SetUp:
    """Write a plan, in one step that undo takes back. A file that fails keeps only its own agents from being set up."""
    with ExitStack() as made:
        ready: list[PlannedFile] = []
        failed: list[PlannedFile] = []
        for file in plan.changes:
            try:
                _prepare(file, made)
                ready.append(file)
            except (LoreError, OSError) as error:
                failed.append(_with_problem(file, error))
        blocked = {name for file in (*failed, *plan.problems) for name in file.asked}
        ready = [file for file in ready if not blocked & set(file.asked)]
        kept = [file for file in plan.files if file.step is SetUpStep.KEEP and file.is_news]
        run = _write(store, ready, [file for file in kept if not blocked & set(file.asked)], by)
        made.pop_all()
    for file in ready:
        if file.step is SetUpStep.REMOVE:
            remove_folders(Folder(file.record.root), file.record.path, _folders(file))
    places = {file.record.place: file for file in failed}
    files = tuple(places.get(file.record.place, file) for file in plan.files)
    return SetUp(replace(plan, files=files), tuple(ready), run)


def _with_problem(file: PlannedFile, error: LoreError | OSError) -> PlannedFile:
    if isinstance(error, LoreError):
        return replace(file, problem=error.message, hint=error.hint)
    return replace(file, problem=f"`{file.record.place}` cannot be written: {error.strerror}", hint=None)


def _prepare(file: PlannedFile, made: ExitStack) -> None:
    """Make the folders of a file, and try to write beside it. Raises LoreError, OSError."""
    folder = Folder(file.record.root)
    if file.after is not None:
        count = make_folders(folder, file.record.path)
        made.callback(remove_folders, folder, file.record.path, count)
    folder.discard(folder.prepare(file.record.path, file.after))


def _write(store: Store, files: Sequence[PlannedFile], kept: Sequence[PlannedFile], by: Person) -> str | None:
    """Write the files and log them, with those that stay as they are and serve other agents now."""
    if not files and not kept:
        return None
    replacements = [
        Replacement(
            Folder(file.record.root), file.record.path, file.before, file.after,
            EXECUTABLE if _is_script(file) else DEFAULT_MODE,
        )
        for file in files
    ]  # fmt: skip
    runs: list[str] = []

    def log(transaction: Transaction) -> None:
        transaction.run = store.runs.start(transaction, RUN).id
        runs.append(transaction.run)
        _insist_unchanged(replacements)
        for file in (*files, *kept):
            note(transaction, file.known, file.record)

    if replacements:
        write_all(store, replacements, log, by)
    else:
        with store.write(by) as transaction:
            log(transaction)
    return runs[0]


def _insist_unchanged(files: Iterable[Replacement]) -> None:
    for file in files:
        if file.folder.read(file.path) != file.before:
            raise Conflict(f"`{file.folder.root / file.path}` changed meanwhile", hint="run `lore setup` again")


def _is_script(file: PlannedFile) -> bool:
    return file.record.written is not None and file.record.written.format == "script"


def _folders(file: PlannedFile) -> int:
    return file.known.written.folders if file.known.written else 0
