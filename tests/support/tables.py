"""The tables of a store, read and written through SQLite past the rooms of the store."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from lore import paths
from lore.store.sqlite.connection import Connection, Row, connect


@contextmanager
def tables_of(home: Path) -> Iterator[Connection]:
    with closing(connect(paths.database(home), budget_s=5)) as connection:
        yield connection


def rows_of(home: Path, sql: str, *values: object) -> list[Row]:
    with tables_of(home) as connection:
        return connection.execute(sql, values).fetchall()


def value_of(home: Path, sql: str, *values: object) -> Any:
    return rows_of(home, sql, *values)[0][0]
