"""The one place that opens SQLite: the driver, the settings of a connection, and the write transaction.

The database file is never opened other than through SQLite: a plain `open()` drops the POSIX locks of this process, and
a later process then deletes the write-ahead log under it.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from lore.errors import Busy, Damaged, StoreError, Unwritable
from lore.lazy import TYPE_CHECKING
from lore.store.sqlite.locks import file_lock, hint_for

if TYPE_CHECKING:
    import sqlite3 as driver
else:
    try:
        import pysqlite3 as driver
    except ImportError:  # no wheel for this platform: the standard library's, see `safe_with_wal`
        import sqlite3 as driver

Connection = driver.Connection
Cursor = driver.Cursor
Row = driver.Row
DatabaseError = driver.DatabaseError
OperationalError = driver.OperationalError
IntegrityError = driver.IntegrityError

WAL_RESET_FIXED = ((3, 51, 3), (3, 50, 7), (3, 44, 6))
"""First releases of SQLite without the WAL-reset corruption bug: the main line, then two backports."""
JOURNAL_LIMIT_BYTES = 16 * 1024 * 1024
SETTINGS = (
    "foreign_keys = ON",
    "synchronous = FULL",
    "trusted_schema = OFF",
    "cell_size_check = ON",
    f"journal_size_limit = {JOURNAL_LIMIT_BYTES}",
    "cache_size = -16000",
)
SEARCHED_HASH = "lore_searched_hash"
"""What `details.searched_hash_of` is called in SQL."""
FIRST_RETRY_S, LONGEST_RETRY_S = 0.0002, 0.02
SHORTEST_WAIT_S = 1.0
"""How long a read waits, where a writer may not wait at all: only for a checkpoint, or for the log to be recovered."""


def driver_name() -> str:
    """The name and version of the SQLite in use, for `lore doctor`."""
    return f"{driver.__name__} {driver.sqlite_version}"


def safe_with_wal(version: tuple[int, ...] = driver.sqlite_version_info) -> bool:
    """Whether this SQLite may use a write-ahead log with several processes (bug of 3.7.0 to 3.51.2)."""
    main, *backports = WAL_RESET_FIXED
    return version >= main or any(version[:2] == fixed[:2] and version >= fixed for fixed in backports)


def connect(path: Path, *, budget_s: float) -> Connection:
    """A connection with our settings. `budget_s` is how long a statement waits for a lock."""
    try:
        connection = driver.connect(path, isolation_level=None, timeout=budget_s, check_same_thread=False)
    except DatabaseError as error:
        raise as_lore_error(error, path) from error
    return _set_up(connection, path)


def connect_frozen(path: Path) -> Connection:
    """A connection that reads a store nobody can write now. Raises StoreError where that cannot be done either."""
    from lore.lookup import open_frozen  # a rare store

    try:
        connection: Connection = open_frozen(driver, str(path))
        connection.execute("PRAGMA query_only = ON")
    except DatabaseError as error:
        raise as_lore_error(error, path) from error
    except OSError as error:
        raise Unwritable(
            f"the store cannot be read: its log has to be copied, and nowhere is room for it: {error.strerror}",
            hint=f"free some space, or let yourself write to `{path.parent}`",
        ) from error
    return _set_up(connection, path)


def _set_up(connection: Connection, path: Path) -> Connection:
    connection.row_factory = Row
    connection.create_function(SEARCHED_HASH, -1, _searched_hash, deterministic=True)
    try:
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}")
        connection.execute("PRAGMA schema_version")  # reads the file: what keeps it from being read is told here
    except DatabaseError as error:
        connection.close()
        raise as_lore_error(error, path) from error
    except UnicodeDecodeError as error:  # SQLite quotes a damaged schema in its message
        connection.close()
        raise damaged(path) from error
    return connection


def _searched_hash(*columns: object) -> str:
    from lore.store.sqlite.details import searched_hash_of  # only what looks for vectors needs it

    return searched_hash_of(*columns)


def wanted_journal_mode() -> str:
    return "wal" if safe_with_wal() else "delete"


def as_lore_error(error: DatabaseError, path: Path) -> StoreError | Busy:
    """The error a person can act on, for one of SQLite's."""
    words = str(error)
    if "locked" in words or "busy" in words:
        return Busy("the store is busy: another process is writing", hint="try again in a moment")
    if "full" in words:
        return Unwritable(f"the disk is full: nothing was written to `{path}`", hint="free some space and try again")
    if "disk I/O error" in words:
        return StoreError(
            f"the disk cannot be read or written: `{path}`", hint="free some space, and see whether the disk is sound"
        )
    if "readonly" in words or "unable to open" in words:
        return Unwritable(
            f"the store cannot be opened for writing: `{path}`",
            hint=hint_for(path)
            or hint_for(path.parent)
            or "check the permissions of its folder, or set `LORE_HOME` to another one",
        )
    if "malformed" in words or "not a database" in words:
        return damaged(path)
    return StoreError(f"the store answered: {words}", hint="run `lore doctor`")


def damaged(path: Path) -> StoreError:
    """The error for a file that is not as SQLite writes one."""
    return Damaged(f"the store is damaged: `{path}`", hint="`lore doctor` says what is wrong")


@contextmanager
def immediate(connection: Connection, path: Path, *, budget_s: float, queue: Path | None = None) -> Iterator[None]:
    """One write transaction: `BEGIN IMMEDIATE`, the body, `COMMIT`; rolled back when the body raises.

    Never start one with a plain `BEGIN`: two readers that both want to write then fail at once, however long they may
    wait. queue: the lock file where writers of other processes line up. Raises Busy when the lock is not to be had
    within `budget_s` seconds.
    """
    with file_lock(queue, budget_s=budget_s) if queue else nullcontext():
        execute_when_unlocked(connection, path, "BEGIN IMMEDIATE", budget_s=budget_s)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException as error:  # ctrl+c as well: whatever stops a write, it leaves no open transaction
        _roll_back(connection, path)
        if isinstance(error, DatabaseError) and not isinstance(error, IntegrityError):
            raise as_lore_error(error, path) from error
        raise


def execute_when_unlocked(connection: Connection, path: Path, statement: str, *, budget_s: float) -> None:
    """Run a statement as soon as no other process is in its way. Raises Busy past the budget, StoreError.

    SQLite's own wait sleeps ever longer, so that of many writers some starve: with 16 of them it took up to 5.5 s for
    a write of 0.6 ms (`tests/torture/contention.py`). And to change the journal mode it does not wait at all.
    """
    deadline = time.monotonic() + budget_s
    pause = FIRST_RETRY_S
    try:
        connection.execute("PRAGMA busy_timeout = 0")
        while not _done(connection, path, statement, last_try=time.monotonic() >= deadline):
            time.sleep(pause)
            pause = min(LONGEST_RETRY_S, pause * 1.2)
    finally:
        connection.execute(f"PRAGMA busy_timeout = {int(1000 * max(budget_s, SHORTEST_WAIT_S))}")


def _done(connection: Connection, path: Path, statement: str, *, last_try: bool) -> bool:
    try:
        connection.execute(statement)
    except DatabaseError as error:
        reason = as_lore_error(error, path)
        if last_try or not isinstance(reason, Busy):
            raise reason from error
        return False
    return True


def _roll_back(connection: Connection, path: Path) -> None:
    if connection.in_transaction:
        try:
            connection.execute("ROLLBACK")
        except DatabaseError as error:
            raise as_lore_error(error, path) from error
