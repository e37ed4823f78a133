"""Several files and the log of the store, changed together."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from lore.files.folder import DEFAULT_MODE, Folder, Prepared
from lore.presence import Person
from lore.store import Store, Transaction


@dataclass(frozen=True, slots=True)
class Replacement:
    """A file, how it is, and how it is to be; None: no such file."""

    folder: Folder
    path: str
    before: bytes | None
    after: bytes | None
    new_mode: int = DEFAULT_MODE
    """The permissions of a file that is not there yet."""
    owns_folders: bool = False
    """Whether the folders of the file go with it where it was the last one in them."""


def write_all(
    store: Store, files: Sequence[Replacement], log: Callable[[Transaction], None], by: Person, run: str | None = None
) -> None:
    """Change all files or none, with what `log` records in one undo unit.

    Every file is prepared on disk first, so that the transaction only renames. `log` looks whether the files are still
    as they were, and raises where they are not.
    """
    if not files:
        return
    with ExitStack() as on_failure:
        prepared: list[tuple[Replacement, Prepared]] = []
        for file in files:
            if file.after is not None and file.before is None:
                if file.owns_folders:
                    on_failure.callback(file.folder.drop_empty_parents, file.path)
                file.folder.make_parents(file.path)
            prepared.append((file, file.folder.prepare(file.path, file.after, file.new_mode)))
            on_failure.callback(file.folder.discard, prepared[-1][1])
        with store.write(by, run) as transaction:
            log(transaction)
            _commit_all(prepared)
        on_failure.pop_all()
    for file in files:
        if file.after is None and file.owns_folders:
            file.folder.drop_empty_parents(file.path)


def _commit_all(prepared: Sequence[tuple[Replacement, Prepared]]) -> None:
    """Move everything into place; what was moved is put back when a later one fails."""
    with ExitStack() as on_failure:
        for file, each in prepared:
            file.folder.commit(each)
            on_failure.callback(file.folder.write, file.path, file.before)
        on_failure.pop_all()
