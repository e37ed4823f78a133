"""Going back to a copy where the store itself can no longer be opened."""

import shutil
from contextlib import closing
from pathlib import Path

from lore import clock, paths
from lore.errors import StoreError
from lore.store.backup import Backup, backing_up, verify
from lore.store.connection import connect
from lore.store.locks import held

_SIDECARS = ("", "-wal", "-shm", "-journal")
WAIT_S = 5.0


def restore_beside(home: Path, name: str) -> tuple[Backup, Path]:
    """Put a checked copy in the place of the store. Returns the copy, and the folder that keeps what was there.

    For a store that is damaged, or of a newer Lore; any other is restored by `restore_backup`, which can be undone.
    Raises NotFound, StoreError, and Busy while another process starts or copies the store.
    """
    database = paths.database(home)
    with held(paths.store_lock(home), budget_s=WAIT_S), backing_up(home):
        chosen = verify(home, name)
        aside = home / f"aside-{clock.now().replace(':', '').replace('-', '')}"
        try:
            aside.mkdir(mode=0o700)
            for suffix in _SIDECARS:
                part = database.with_name(database.name + suffix)
                if part.exists():
                    part.rename(aside / part.name)
            # Derived from what is no longer there.
            shutil.rmtree(paths.index_folder(home), ignore_errors=True)
            database.touch(mode=0o600)
        except OSError as error:
            raise StoreError(f"`{home}` cannot be changed: {error.strerror}", hint="check its permissions") from error
        with closing(connect(paths.backup_folder(home) / chosen.name, budget_s=WAIT_S)) as copy:
            copy.execute("VACUUM INTO ?", [str(database)])
    return chosen, aside
