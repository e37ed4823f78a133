"""What every room of the store reads with."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from lore.errors import StoreError
from lore.store.sqlite.connection import Connection, DatabaseError, OperationalError, Row
from lore.store.sqlite.database import Database
from lore.store.sqlite.hashes import is_sound

BATCH = 500
"""Rows asked for at once: below SQLite's smallest limit of parameters even when a query names them twice."""

MOOT = (
    "(kind = 'question' AND status IN ('waiting', 'snoozed') AND (SELECT count(*) FROM facts WHERE status = 'active'"
    " AND id IN (candidates.fact, candidates.replaces)) < 2)"
)
"""A question one of whose facts is out of force: nothing is left to decide until that comes back."""
Item = TypeVar("Item")


class Reader:
    """Reads through the connection of the running thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def _all(self, sql: str, *values: object) -> list[Row]:
        connection = self._database.connection()
        try:
            try:
                return connection.execute(sql, values).fetchall()
            except OperationalError as error:
                if "decode" not in str(error):
                    raise
            with leniently(connection):  # one flipped bit: its row is told by its hash, the others are read
                return connection.execute(sql, values).fetchall()
        except DatabaseError as error:
            raise self._database.explained(error) from error

    def _sound(self, rows: Iterable[Row], build: Callable[[Row], Item]) -> list[Item]:
        """What is made of the rows that are as they were written; the others are left out, and told by `damage`."""
        items = []
        for row in rows:
            try:
                items.append(build(self._verified(row, str(row["id"]))))
            except StoreError:
                meet_damage(str(row["id"]))
        return items

    def _one(self, sql: str, *values: object) -> Row | None:
        rows = self._all(sql, *values)
        return rows[0] if rows else None

    def _value(self, sql: str, *values: object) -> Any:
        """The first column of the first row, or None."""
        row = self._one(sql, *values)
        return row[0] if row else None

    def _verified(self, row: Row, name: str) -> Row:
        """The row, when it holds what was written. Raises StoreError where it was damaged on disk."""
        if not is_sound(row):
            raise StoreError(f"`{name}` is damaged on disk", hint="run `lore doctor`, or `lore restore-backup`")
        return row


class Glance(Reader):
    """What the first screen asks, before any room is loaded."""

    def is_quiet(self) -> bool:
        """Whether facts are stored and no proposal waits for a person."""
        waits = f"EXISTS (SELECT 1 FROM candidates WHERE status = 'waiting' AND NOT {MOOT})"
        return bool(self._value(f"SELECT EXISTS (SELECT 1 FROM facts WHERE status = 'active') AND NOT {waits}"))


@contextmanager
def leniently(connection: Connection) -> Iterator[None]:
    """Texts that are no UTF-8 come with marks in them instead of stopping the query."""
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    try:
        yield
    finally:
        connection.text_factory = str


def batches(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """The items in groups that fit one query."""
    for start in range(0, len(items), BATCH):
        yield items[start : start + BATCH]


def marks(values: Sequence[object]) -> str:
    """As many placeholders as there are values."""
    return ", ".join("?" * len(values))


_met: dict[str, None] = {}
_lock = threading.Lock()


def meet_damage(name: str) -> None:
    """Remember a row that was left out, by its id."""
    with _lock:
        _met[name] = None


def damage_met() -> list[str]:
    """The rows that were left out since this was asked last, in the order in which they were met."""
    with _lock:
        names = list(_met)
        _met.clear()
    return names
