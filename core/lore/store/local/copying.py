"""Copying a database row by row into one that is made here: no page, trigger or setting of the source comes along."""

import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from lore.errors import StoreError
from lore.platform import HERE
from lore.store.sqlite import fact_words, schema
from lore.store.sqlite.connection import Connection, DatabaseError, as_lore_error, connect
from lore.store.sqlite.schema import SchemaObject
from lore.store.sqlite.version import refuse_older, version_of

_FITTING = {"TEXT": "'text'", "INTEGER": "'integer'", "REAL": "'real', 'integer'", "BLOB": "'blob'"}
"""By the type of a column, how SQLite keeps its values."""
_OR_NOTHING = ", 'null'"
_HINT = "`lore backup list` shows the copies of the store"
_OLDER_HINT = "only the Lore that made it reads it; delete the file where it shall hold nothing any more"
LARGEST_NUMBER = 1 << 53
"""Of a row: behind the largest that SQLite knows nothing could be added, whoever made it up."""


def copy_rows(source: Path, target: Path, *, leave_foreign: bool = False) -> None:
    """Fill an empty file with the rows of a database that Lore made, of any schema version up to this one.

    The tables are made anew and filled in the order of the source, then their indexes. leave_foreign: take the rows of
    Lore's tables from a database that holds more. Raises ForeignSchema where the source holds more than Lore makes,
    OlderSchema, StoreError naming a table that is missing or a row that Lore did not write.
    """
    try:
        with closing(connect(source, budget_s=1)) as original:
            version = version_of(original)
            refuse_older(version, f"`{source}`", _OLDER_HINT)
            different = schema.differences(original)
            if not leave_foreign:
                schema.check(original, f"`{source.name}`", _HINT)
            exact = not (different.foreign or different.missing)
            plan = schema.objects(original) if exact else schema.ours(version)
            _check_tables(original, plan, source)
        with closing(connect(target, budget_s=1)) as connection:
            # Nobody else sees the file yet, and half of one is thrown away: neither needs a journal.
            for setting in ("journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF", "cache_size = -64000"):
                connection.execute(f"PRAGMA {setting}")
            connection.execute("ATTACH ? AS source", [str(source)])
            connection.execute("BEGIN")
            _fill(connection, plan, source, exact=exact)
            connection.execute(f"PRAGMA user_version = {version}")
            connection.execute("COMMIT")
            connection.execute("DETACH source")
        _sync(target)
    except DatabaseError as error:
        raise as_lore_error(error, source) from error


def odd_row(database: Path) -> StoreError | None:
    """What to say of the first row of a database that holds other types than its columns; None where all fit.

    SQLite keeps any type in any column, so a file that somebody else made can hold rows that no Lore wrote. Whoever
    reads one fails somewhere: this says why. Reads every row.
    """
    try:
        with closing(connect(database, budget_s=1)) as connection:
            for table in _made_here(schema.objects(connection), "table"):
                _check_values(connection, table.name, database)
    except StoreError as error:
        return error
    except DatabaseError as error:
        return StoreError(str(as_lore_error(error, database)), hint=_HINT)
    return None


def _check_tables(original: Connection, plan: Sequence[SchemaObject], source: Path) -> None:
    """Raises StoreError where the source lacks a table, or has a view or a virtual table in its place."""
    tables = {
        schema_object.name
        for schema_object in schema.objects(original)
        if schema_object.type == "table" and _is_ordinary(schema_object)
    }
    missing = sorted({table.name for table in _made_here(plan, "table")} - tables)
    if missing or not plan:
        named = ", ".join(f"`{name}`" for name in missing) or "of Lore"
        raise StoreError(f"`{source.name}` has no table {named}", hint=_HINT)


def _is_ordinary(table: SchemaObject) -> bool:
    return not (table.sql or "").upper().startswith("CREATE VIRTUAL")


def _fill(connection: Connection, plan: Sequence[SchemaObject], source: Path, *, exact: bool) -> None:
    for table in _made_here(plan, "table"):
        connection.execute(str(table.sql))
        # SQLite moves whole rows, without looking into them, for `*` alone.
        into, columns = ("", "*") if exact else _columns(connection, table.name)
        connection.execute(
            f'INSERT INTO main."{table.name}"{into} SELECT {columns} FROM source."{table.name}" AS origin'
        )
        _check_values(connection, table.name, source)
    for index in _made_here(plan, "index"):
        connection.execute(str(index.sql))
    if any(one.name == fact_words.NAME for one in plan):
        fact_words.make(connection)
    _copy_counters(connection)


def _columns(connection: Connection, table: str) -> tuple[str, str]:
    """The columns of a table of ours, as what is written and as what is read."""
    names = [row["name"] for row in connection.execute(f'PRAGMA main.table_info("{table}")')]
    # A quoted name alone would be read as a text where the source has no such column.
    return f" ({', '.join(map(_quoted, names))})", ", ".join(f"origin.{_quoted(name)}" for name in names)


def _quoted(name: str) -> str:
    return f'"{name}"'


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        HERE.sync(descriptor)
    finally:
        os.close(descriptor)


def _made_here(schema_objects: Sequence[SchemaObject], kind: str) -> Iterator[SchemaObject]:
    """The objects of a type that a statement makes; SQLite's own come with them, and words of facts are derived."""
    return (
        schema_object
        for schema_object in schema_objects
        if schema_object.type == kind
        and schema_object.sql
        and not schema_object.name.startswith("sqlite_")
        and not fact_words.is_part(schema_object.name)
    )


def _check_values(connection: Connection, table: str, source: Path) -> None:
    """Raises StoreError for the first row that holds what its columns do not."""
    wrong = [
        f'typeof("{row["name"]}") NOT IN ({_FITTING[row["type"]]}{"" if row["notnull"] else _OR_NOTHING})'
        for row in connection.execute(f'PRAGMA main.table_info("{table}")')
        if row["type"] in _FITTING and not row["pk"]
    ]
    sql = f'SELECT rowid FROM main."{table}" WHERE rowid NOT BETWEEN 1 AND ? OR {" OR ".join(wrong)} LIMIT 1'
    row = connection.execute(sql, [LARGEST_NUMBER]).fetchone()
    if row is not None:
        raise StoreError(
            f"`{source.name}` holds a row that Lore did not write: number {row[0]} of the {table}",
            hint=_HINT,
        )


def _copy_counters(connection: Connection) -> None:
    """Numbers are given once: what was deleted at the end of a table keeps its own."""
    for name, last in connection.execute("SELECT name, seq FROM source.sqlite_sequence").fetchall():
        if isinstance(last, int) and last <= LARGEST_NUMBER:
            connection.execute("UPDATE main.sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", [last, name])
            connection.execute(_MISSING_COUNTER, [name, last, name, name])


def go_on_counting(copy: Connection, last: int) -> None:
    """Events that come after a return to this copy have numbers that no event of the installation had before."""
    copy.execute("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'audit'", [last])
    copy.execute(
        "INSERT INTO sqlite_sequence SELECT 'audit', ? WHERE NOT EXISTS"
        " (SELECT 1 FROM sqlite_sequence WHERE name = 'audit')",
        [last],
    )


_MISSING_COUNTER = (
    "INSERT INTO main.sqlite_sequence SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM main.sqlite_sequence WHERE name = ?)"
    " AND EXISTS (SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ?)"
)
