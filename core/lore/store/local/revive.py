"""Going back to a copy, or to the rows of the store itself, where the store can no longer be opened."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lore import clock, paths
from lore.errors import StoreError
from lore.platform import remove_folder
from lore.store.local.backup import PARTIAL, Backup, backing_up, free_name, unfinished, verify
from lore.store.local.copying import copy_rows
from lore.store.sqlite.locks import file_lock

_SIDECARS = ("", "-wal", "-shm", "-journal")
WAIT_S = 5.0


def restore_damaged(home: Path, name: str) -> tuple[Backup, Path | None]:
    """Put a checked copy in the place of the store. Returns the copy, and the folder that keeps what was there, if any.

    For a store that is damaged, gone, or of a newer Lore; any other is restored by `restore_backup`, which can be
    undone. Raises NotFound, StoreError, and Busy while another process starts or copies the store.
    """
    with _replacing(home) as path:
        chosen = verify(home, name)
        copy_rows(paths.backup_folder(home) / chosen.name, path)
        aside = _move_aside(home)
        path.rename(paths.database(home))
    return chosen, aside


def keep_rows(home: Path) -> None:
    """Replace a store that holds more than Lore makes by one of its rows; the former store is kept in `aside-…`.

    Raises StoreError where it has not all the tables of Lore, or rows that Lore did not write, and Busy.
    """
    with _replacing(home) as path:
        copy_rows(paths.database(home), path, leave_foreign=True)
        _move_aside(home)
        path.rename(paths.database(home))


@contextmanager
def _replacing(home: Path) -> Iterator[Path]:
    """An empty file for the new store, while nobody else starts or copies one."""
    with file_lock(paths.store_lock(home), budget_s=WAIT_S), backing_up(home):
        try:
            paths.database(home).with_name(f"{paths.database(home).name}{PARTIAL}").unlink(missing_ok=True)
            with unfinished(paths.database(home)) as path:
                yield path
        except OSError as error:
            raise StoreError(f"`{home}` cannot be changed: {error.strerror}", hint="check its permissions") from error


def _move_aside(home: Path) -> Path | None:
    """The folder that what was there was moved to; what was derived from it is removed."""
    database = paths.database(home)
    parts = [database.with_name(database.name + suffix) for suffix in _SIDECARS]
    there = [part for part in parts if part.exists()]
    remove_folder(paths.index_folder(home))
    if not there:
        return None
    aside = free_name(home, f"aside-{clock.now().replace(':', '').replace('-', '')}", "")
    aside.mkdir(mode=0o700)
    for part in there:
        part.rename(aside / part.name)
    return aside
