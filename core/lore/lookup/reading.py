"""The store as a hook reads it: with SQLite of the standard library, and never written.

Only `mode=ro`: a connection that could write would copy the write-ahead log back as it closes, with an SQLite that may
lose it. What cannot be read at this moment is told apart from what is not there yet.
"""

import os

from lore.handover import files, jsons, places
from lore.lazy import TYPE_CHECKING
from lore.lookup.driver import address, sqlite3
from lore.lookup.folders import Known, KnownProject, kept

if TYPE_CHECKING:
    from typing import Any

    from lore.lookup.folders import Kept

WAIT_S = 0.1
"""How long a reader waits for whoever writes at this moment; only without a write-ahead log does it wait at all."""
OLDEST = 9
"""Of the schema: an older one lacks columns, or holds what no session may start with.
Opening the store brings it up to date."""
RECALL_BUDGET, WITHHELD = 400, 0.0
"""Defaults of `recall.budget` in tokens, and of `hooks.withheld`."""
LARGEST = 1_000_000
"""No setting that is read here may be larger."""


class NoStore(Exception):
    """There is nothing to read: no store, or nothing in it yet."""


class Unreadable(Exception):
    """It cannot be read at this moment; the message says why."""


Damage = (sqlite3.Error, ValueError, TypeError, LookupError, ArithmeticError, RecursionError)
"""What reading a store fails with that holds what Lore did not write."""


def opened(folder: str) -> sqlite3.Connection:
    """The store in a data folder, to read from at one moment. Raises NoStore, Unreadable."""
    path = os.path.join(folder, "lore.db")
    if not os.path.isfile(path):
        raise NoStore
    try:
        try:
            connection, version = _begun(
                sqlite3.connect(address(path, "ro"), uri=True, timeout=WAIT_S, isolation_level=None)
            )
        except sqlite3.Error:
            from lore.lookup.frozen import open_frozen, why_frozen  # a rare store

            if not why_frozen(path):
                raise
            connection, version = _begun(open_frozen(sqlite3, path))
    except (sqlite3.Error, OSError) as error:
        raise Unreadable(str(error)) from error
    if not version:
        raise NoStore
    if version < OLDEST:
        raise Unreadable("an older Lore wrote it, and no newer one has opened it yet")
    return connection


def _begun(connection: sqlite3.Connection) -> "tuple[sqlite3.Connection, int]":
    """A connection that reads at one moment, and the version of the schema there. Raises sqlite3.Error."""
    connection.execute("BEGIN")
    return connection, connection.execute("PRAGMA user_version").fetchone()[0]


def kept_in(connection: sqlite3.Connection, where: str) -> "tuple[Kept | None, Known]":
    """The project of a folder, and what is known; None where nobody can know it. Raises Damage."""
    rows = connection.execute("SELECT key, reason, root, aliases FROM projects")
    projects = [KnownProject(key, reason, root, tuple(_list(aliases))) for key, reason, root, aliases in rows]
    known = Known(projects, lambda sql, *values: connection.execute(sql, values))
    try:
        return (kept(os.path.abspath(where), known, str) if where else None), known
    except (OSError, ValueError):  # its `.git` cannot be read
        return None, known


def project_of(connection: sqlite3.Connection, where: str) -> "str | None":
    """The key of the project of a folder; None where nobody can know it. Raises Damage."""
    found, _ = kept_in(connection, where)
    return found.key if found else None


def settings_of(connection: sqlite3.Connection, defaults: "dict[str, float]") -> "dict[str, float]":
    """The numbers that these settings have in this store, else their defaults. Raises ValueError for what is none."""
    found = dict(defaults)
    marks = ", ".join("?" * len(found))
    for name, text in connection.execute(f"SELECT key, value FROM settings WHERE key IN ({marks})", list(found)):
        value = jsons.loads(text)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= LARGEST:
            raise ValueError(f"the setting `{name}` is damaged")
        found[name] = value
    return found


def gone(folder: str, project: "str | None") -> "set[str]":
    """The facts of a project that name what is gone from its repository."""
    told = files.read(places.gone(folder, project)).get("facts") if project else None
    return {one for one in told if isinstance(one, str)} if isinstance(told, list) else set()


def _list(text: "Any") -> "list[str]":
    found = jsons.loads(text or "[]")
    return [one for one in found if isinstance(one, str)] if isinstance(found, list) else []
