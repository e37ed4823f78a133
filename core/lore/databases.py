"""Reading another tool's SQLite database: never written to, whatever is in it."""

import json
import re
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from lore.errors import BadInput, NotFound
from lore.opening import is_regular

Row = dict[str, Any]
LARGEST_VALUE = 20_000_000
"""Bytes of a value, or of a row."""
MOST_STEPS, _AT_ONCE = 2_000_000_000, 1_000_000
"""Of SQLite's machine, while one database is read: about a minute, and some ten million rows."""
_CAREFUL = ("PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON", "PRAGMA mmap_size = 0")
_VIRTUAL = re.compile(r"\s*CREATE\s+VIRTUAL\b", re.IGNORECASE)


class Database:
    """An open database of another tool."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    def tables(self) -> list[str]:
        """The names of its tables, in order."""
        return sorted(str(row["name"]) for row in self.rows("SELECT name FROM sqlite_master WHERE type = 'table'"))

    def columns(self, table: str) -> frozenset[str]:
        """The names of a table's columns; none where there is no such table. A view is none: it may never end."""
        kinds = [
            row["type"]
            for row in self.rows(f"SELECT type, sql FROM sqlite_master WHERE name = '{table}'")
            if not _VIRTUAL.match(row["sql"] or "")
        ]
        if kinds != ["table"]:
            return frozenset()
        return frozenset(row["name"] for row in self.rows(f"SELECT name FROM pragma_table_info('{table}')"))

    def require(self, table: str, columns: Collection[str], tool: str) -> None:
        """Raises BadInput where the database is not one of this tool's."""
        missing = set(columns) - self.columns(table)
        if missing:
            raise BadInput(
                f"`{self._path}` is not a database of {tool}: table `{table}` lacks {', '.join(sorted(missing))}",
                hint="name another file, or look whether the tool is of a newer version",
            )

    def rows(self, sql: str, values: Sequence[str | int] = ()) -> Iterator[Row]:
        """The rows of a query, one at a time. Raises BadInput where the database is damaged or in use."""
        try:
            for row in self._connection.execute(sql, values):
                yield dict(row)
        except (sqlite3.Error, MemoryError) as error:
            raise _unreadable(self._path, error) from error


@contextmanager
def opened(path: Path, *, checked: bool = True) -> Iterator[Database]:
    """The database at a path, for reading. Raises NotFound, BadInput. checked: all of it is looked through first.

    Somebody may have made it to do harm: nothing its schema names is run, and values and work are bounded.
    """
    if not is_regular(path):
        raise NotFound(f"there is no file `{path}`", hint="name the database file itself")
    try:
        connection = sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro", uri=True, timeout=10.0)
    except sqlite3.Error as error:
        raise _unreadable(path, error) from error
    with closing(connection):
        connection.row_factory = sqlite3.Row
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        _bound(connection)
        database = Database(connection, path)
        for statement in _CAREFUL:
            list(database.rows(statement))
        if checked and [row["quick_check"] for row in database.rows("PRAGMA quick_check(1)")] != ["ok"]:
            raise BadInput(f"`{path}` is damaged", hint="name a copy of it that is whole")
        yield database


def _bound(connection: sqlite3.Connection) -> None:
    """Let no value be larger, and no reading take longer, than what a tool that remembers could have written."""
    left = iter(range(MOST_STEPS // _AT_ONCE))
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_VALUE)
    connection.set_progress_handler(lambda: next(left, None) is None, _AT_ONCE)


def _unreadable(path: Path, error: sqlite3.Error | MemoryError) -> BadInput:
    if "interrupted" in str(error):
        return BadInput(f"`{path}` takes too long to read", hint="it is not as its tool writes it; name another copy")
    return BadInput(f"`{path}` cannot be read: {error}", hint="close the tool it belongs to, or name a copy of it")


def text_of(row: Row, name: str) -> str:
    """A column as text; empty where there is none."""
    value = row.get(name)
    return value.strip() if isinstance(value, str) else ""


def list_of(row: Row, name: str) -> tuple[str, ...]:
    """A column that holds a JSON array of texts; empty where it holds none."""
    try:
        found = json.loads(text_of(row, name) or "[]")
    except (ValueError, RecursionError):
        return ()
    return tuple(one for one in found if isinstance(one, str) and one.strip()) if isinstance(found, list) else ()
