"""The one place that opens SQLite: the driver, the settings of a connection, and the write transaction.

The database file is never opened other than through SQLite: a plain `open()` drops the POSIX locks of this process, and
a later process then deletes the write-ahead log under it.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from lore.errors import Busy, StoreError

if TYPE_CHECKING:
    import sqlite3 as driver
else:
    try:
        import pysqlite3 as driver
    except ImportError:  # no wheel for this platform: the standard library's, see `safe_with_wal`
        import sqlite3 as driver

Connection = driver.Connection
Row = driver.Row
DatabaseError = driver.DatabaseError
OperationalError = driver.OperationalError
IntegrityError = driver.IntegrityError

WAL_RESET_FIXED = ((3, 51, 3), (3, 50, 7), (3, 44, 6))
"""First releases of SQLite without the WAL-reset corruption bug: the main line, then two backports."""
JOURNAL_LIMIT_BYTES = 16 * 1024 * 1024
FIRST_RETRY_S, LONGEST_RETRY_S = 0.001, 0.05


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
        connection.row_factory = Row
        for setting in (
            "foreign_keys = ON",
            "synchronous = FULL",
            "trusted_schema = OFF",
            "cell_size_check = ON",
            f"journal_size_limit = {JOURNAL_LIMIT_BYTES}",
            "cache_size = -16000",
        ):
            connection.execute(f"PRAGMA {setting}")
    except OperationalError as error:
        raise explain(error, path) from error
    return connection


def wanted_journal_mode() -> str:
    return "wal" if safe_with_wal() else "delete"


def explain(error: DatabaseError, path: Path) -> StoreError | Busy:
    """The error a person can act on, for one of SQLite's."""
    words = str(error)
    if "locked" in words or "busy" in words:
        return Busy("another process is writing to the store", hint="try again in a moment")
    if "full" in words:
        return StoreError(f"the disk is full: nothing was written to `{path}`", hint="free some space and try again")
    if "readonly" in words or "unable to open" in words:
        return StoreError(
            f"the store cannot be opened for writing: `{path}`",
            hint="check the permissions of its folder, or set `LORE_HOME` to another one",
        )
    if "malformed" in words or "not a database" in words:
        return StoreError(f"the store is damaged: `{path}`", hint="run `lore doctor`, or `lore restore-backup`")
    return StoreError(f"the store answered: {words}", hint="run `lore doctor`")


@contextmanager
def immediate(connection: Connection, path: Path, *, budget_s: float) -> Iterator[None]:
    """One write transaction: `BEGIN IMMEDIATE`, the body, `COMMIT`; rolled back when the body raises.

    Never start one with a plain `BEGIN`: two readers that both want to write then fail at once, however long they may
    wait. Raises Busy when the lock is not to be had within `budget_s` seconds.
    """
    _begin(connection, path, budget_s)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if isinstance(error, DatabaseError) and not isinstance(error, IntegrityError):
            raise explain(error, path) from error
        raise


def _begin(connection: Connection, path: Path, budget_s: float) -> None:
    deadline = time.monotonic() + budget_s
    pause = FIRST_RETRY_S
    while True:
        try:
            connection.execute("BEGIN IMMEDIATE")
            return
        except OperationalError as error:
            reason = explain(error, path)
            # SQLite gives up early in a few cases (recovery of a log) whatever the timeout says.
            if not isinstance(reason, Busy) or time.monotonic() >= deadline:
                raise reason from error
            time.sleep(pause)
            pause = min(LONGEST_RETRY_S, pause * 2)
