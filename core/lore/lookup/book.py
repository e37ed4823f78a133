"""The book: a file beside the store, in which a hook looks up by words what a prompt may be given.

It holds what may be given at all: facts in force that nobody has to confirm, each as an agent reads it, with its
telling terms. It knows in how many facts and messages of the store each term stands, and which terms tell nothing in a
project, for too many of its prompts hold them. It is derived: the engine keeps it level (`lore.context.keeping`), and
makes it anew where it is gone, damaged or of another shape.
"""

import os

from lore.handover import files, jsons, places
from lore.lookup.driver import address, sqlite3
from lore.platform import FLAGS

SHAPE = 4
"""Of the tables; a book of another shape is none."""
WAIT_S = 0.05
"""How long a reader waits for whoever writes at this moment."""
TOGETHER = 500
"""Values that one statement asks for."""
_TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE terms (number INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE, held INTEGER NOT NULL);
CREATE TABLE forms (term TEXT NOT NULL, form TEXT NOT NULL, PRIMARY KEY (term, form)) WITHOUT ROWID;
CREATE TABLE folding (sign TEXT PRIMARY KEY, folded TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE counted (name TEXT PRIMARY KEY, terms BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE projects (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE);
CREATE TABLE passages (
    number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, project INTEGER NOT NULL,
    length INTEGER NOT NULL, text TEXT NOT NULL, sessions TEXT NOT NULL, line TEXT NOT NULL, tokens INTEGER NOT NULL,
    terms TEXT NOT NULL
);
CREATE TABLE usual (project INTEGER NOT NULL, term TEXT NOT NULL, PRIMARY KEY (project, term)) WITHOUT ROWID;
CREATE TABLE postings (
    project INTEGER NOT NULL, term INTEGER NOT NULL, passage INTEGER NOT NULL, times INTEGER NOT NULL,
    PRIMARY KEY (project, term, passage)
) WITHOUT ROWID;
"""
NOWHERE = ""
"""The key of what belongs to no project."""


Damage = (sqlite3.Error, OSError)
"""What writing a book fails with."""


class NoBook(Exception):
    """There is none that can be used."""


def opened(folder: str) -> sqlite3.Connection:
    """The book, to read from in one transaction. Raises NoBook."""
    path = places.book(folder)
    if not os.path.isfile(path):
        raise NoBook("there is no book")
    try:
        connection = sqlite3.connect(address(path, "rw"), uri=True, timeout=WAIT_S, isolation_level=None)
        connection.execute("PRAGMA query_only = 1")
        connection.execute("BEGIN")
        if meta(connection).get("shape") != SHAPE:
            raise NoBook("it has another shape")
    except (sqlite3.Error, ValueError) as error:
        raise NoBook(str(error)) from error
    return connection


def opened_to_write(folder: str) -> sqlite3.Connection:
    """The book, made where there is none to use. For one process at a time. Raises sqlite3.Error, OSError."""
    path = places.book(folder)
    files.make_folder(os.path.dirname(path))
    try:
        return _to_write(path)
    except (sqlite3.DatabaseError, ValueError):
        for ending in ("", "-journal"):
            files.remove(path + ending)
        return _to_write(path)


def meta(connection: sqlite3.Connection) -> "dict[str, object]":
    """What is known of the whole book: its `shape`, the `cursor` of the store that it is level with."""
    return {name: jsons.loads(value) for name, value in connection.execute("SELECT name, value FROM meta")}


def put_meta(connection: sqlite3.Connection, values: "dict[str, object]") -> None:
    rows = [(name, jsons.dumps(value)) for name, value in values.items()]
    connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", rows)


def marks(values: "list[str]") -> str:
    """As many question marks."""
    return ", ".join("?" * len(values))


def _to_write(path: str) -> sqlite3.Connection:
    if not os.path.exists(path):  # SQLite would give it the permissions of the umask
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | FLAGS.nofollow | FLAGS.binary, 0o600))
    connection = sqlite3.connect(address(path, "rw"), uri=True, timeout=1.0, isolation_level=None)
    try:
        connection.execute("PRAGMA secure_delete = 1")  # what was purged is not in it
        connection.execute("PRAGMA synchronous = NORMAL")
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            connection.executescript(f"BEGIN;{_TABLES}COMMIT;")
            put_meta(connection, {"shape": SHAPE})
        if meta(connection).get("shape") != SHAPE:
            raise sqlite3.DatabaseError("it has another shape")
    except BaseException:
        connection.close()
        raise
    return connection
