"""Making a store ready: its folder, its file, its schema; one process at a time."""

import os
from collections.abc import Callable
from pathlib import Path

from lore import paths
from lore.errors import Lost, NewerSchema, StoreError
from lore.platform import HERE
from lore.store.sqlite.connection import DatabaseError, execute_when_unlocked, immediate, wanted_journal_mode
from lore.store.sqlite.database import Database
from lore.store.sqlite.locks import file_lock, give_back_side_files, hint_for
from lore.store.sqlite.version import SCHEMA_VERSION, is_as_made, refuse_older, version_of

_FOREIGN_HINT = "`lore doctor --fix` moves it aside and takes its rows over into a store of Lore's own"

_EXPORT_HINT = (
    "`lore export > facts.jsonl` with the Lore that made it, then with this one `lore import facts.jsonl` into another"
    " `LORE_HOME`; nothing was changed"
)
FORMER = ("book.db", "book.db-journal", "book.lock")
"""What hooks looked prompts up in before schema 10: derived, and not used any more."""


def take(home: Path) -> None:
    """Make the data folder, or make sure that it is one: no folder of somebody else's is taken over, or closed.

    Raises StoreError, OSError.
    """
    if home.is_symlink():
        raise StoreError(
            f"the data folder `{home}` is a link to `{home.readlink()}`", hint="set `LORE_HOME` to the folder itself"
        )
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not HERE.is_open_to_others(home.stat()):
        return
    marks = (paths.database(home), paths.key_file(home), paths.backup_folder(home))
    if any(home.iterdir()) and not any(mark.exists() for mark in marks):
        raise StoreError(
            f"`{home}` holds other files and is open to others: it is no data folder of Lore",
            hint="set `LORE_HOME` to a folder of its own",
        )
    home.chmod(0o700)


def prepare(home: Path, database: Database, *, back_up: Callable[[], object]) -> None:
    """Create or migrate the database where needed. back_up: called before an older one is changed.

    Raises NewerSchema, OlderSchema, Lost, Busy, StoreError.
    """
    if _is_ready(home, database):
        return
    with file_lock(paths.store_lock(home), budget_s=database.budget_s):
        if not _is_ready(home, database):
            _refuse_to_begin_anew(home, database)
            _create_file(home, database.path)
            _migrate(home, database, back_up)


def _is_ready(home: Path, database: Database) -> bool:
    try:
        if not _is_there(database.path):
            return False
    except OSError as error:
        raise StoreError(
            f"the data folder `{home}` cannot be used: {error.strerror}",
            hint=hint_for(home) or "check who owns it and what is in it",
        ) from error
    try:
        connection = database.connection()
        found = version_of(connection)
        mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
        as_made = is_as_made(connection)
    except DatabaseError as error:
        raise database.explained(error) from error
    if found > SCHEMA_VERSION:
        raise NewerSchema(
            f"the store is of a newer Lore (schema {found}, this one knows {SCHEMA_VERSION})",
            hint="upgrade Lore, or `lore restore-backup` a copy from before",
        )
    refuse_older(found, f"the store `{database.path}`", _EXPORT_HINT)
    if not as_made:
        from lore.store.sqlite import schema  # makes one to compare with, by the migrations

        schema.check(connection, f"the store `{database.path}`", _FOREIGN_HINT)
    if database.frozen and found == SCHEMA_VERSION:
        return True
    return found == SCHEMA_VERSION and bool(mode == wanted_journal_mode())


def _is_there(path: Path) -> bool:
    """Whether there is a file, closed to others. Raises StoreError, OSError."""
    if path.is_symlink():
        raise StoreError(f"`{path}` is a link to `{path.readlink()}`", hint="move the store itself into the folder")
    if not path.exists():
        return False
    if HERE.is_open_to_others(path.stat()):
        path.chmod(0o600)
    give_back_side_files(path)
    return True


def _refuse_to_begin_anew(home: Path, database: Database) -> None:
    """Raises Lost where the store is gone or empty, and a backup says that there was one."""
    from lore.store.local.backup import newest_whole  # only a store that has to be made asks for it

    gone = not database.path.exists()
    if not gone and version_of(database.connection()):
        return
    newest = newest_whole(home)
    if newest:
        raise Lost(
            f"the store is {'gone' if gone else 'empty'}: `{database.path}`;"
            f" {newest.name} holds {newest.facts:,} facts, as of {newest.at}",
            hint=f"`lore restore-backup {newest.name}` brings it back; to begin anew,"
            f" move `{paths.backup_folder(home)}` away",
        )


def _create_file(home: Path, path: Path) -> None:
    """The key, then the empty file with its mode, before SQLite makes its side files with the same."""
    from lore.intake import key_of

    key_of(home)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return
    except OSError as error:
        raise StoreError(
            f"`{path}` cannot be created: {error.strerror}", hint="set `LORE_HOME` to a folder of yours"
        ) from error


def _migrate(home: Path, database: Database, back_up: Callable[[], object]) -> None:
    from lore.store.sqlite.migrations import migrate  # only a new or an outdated store pays for it

    connection = database.connection()
    if 0 < version_of(connection) < SCHEMA_VERSION:
        back_up()
    # Cannot change inside a transaction; other processes wait at the store's lock, but look at the version first.
    execute_when_unlocked(
        connection, database.path, f"PRAGMA journal_mode = {wanted_journal_mode()}", budget_s=database.budget_s
    )
    with immediate(connection, database.path, budget_s=database.budget_s):
        if version_of(connection) < SCHEMA_VERSION:
            migrate(connection)
    for former in FORMER:
        (home / "hooks" / former).unlink(missing_ok=True)
