"""Whether a database has exactly the tables, columns and indexes that the migrations make, and nothing beside them.

A file that somebody else made can hold triggers that change what is written, or tables that keep what is purged. So
every database is looked at before it is used: the store when it is opened, a backup when it is verified.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from lore.errors import ForeignSchema
from lore.store.sqlite import migrations
from lore.store.sqlite.connection import Connection, connect

KNOWN: Mapping[int, str] = {
    0: "71857576257465c7",
    1: "377e92a846f3437b",
    2: "41db80396253dbc7",
    3: "eb58b29147446cfb",
    4: "55ddac3f72960ccf",
    5: "ff5229304561a6f8",
    6: "70f4da772c5656b6",
}
"""The fingerprint of each version, so that a store is compared without making one. A migration adds its line."""
SHOWN = 3
"""Objects that a message names."""


@dataclass(frozen=True, slots=True)
class SchemaObject:
    """One row of SQLite's own table of contents."""

    type: str
    """`table`, `index`, `trigger` or `view`."""
    name: str
    table: str
    sql: str | None
    """How it was made; None for what SQLite makes by itself."""

    @property
    def definition(self) -> str | None:
        """What two makers of the same object agree on: sqlite-utils has changed how it quotes and indents its own."""
        if self.sql is None or not self.table.startswith("_sqlite_migrations"):
            return self.sql
        return "".join(self.sql.split()).replace("[", '"').replace("]", '"')


@dataclass(frozen=True, slots=True)
class Differences:
    """How a schema differs from ours, by the names of its objects."""

    foreign: tuple[str, ...]
    """Added or changed: `trigger deaf`, `table facts`."""
    missing: tuple[str, ...]


def objects(connection: Connection, database: str = "main") -> list[SchemaObject]:
    """Everything a database is made of, in the order in which it was made. database: its name, where it is attached."""
    found = connection.execute(f"SELECT type, name, tbl_name, sql FROM {database}.sqlite_schema ORDER BY rowid")
    return [SchemaObject(*row) for row in found]


def ours(version: int) -> list[SchemaObject]:
    """What the migrations make, up to a version. Takes 150 ms."""
    with closing(connect(Path(":memory:"), budget_s=1)) as fresh:
        if version:
            migrations.migrate(fresh, "", version=version)
        return objects(fresh)


def fingerprint(found: Iterable[SchemaObject]) -> str:
    """16 hexadecimal digits that say what a database is made of."""
    listed = sorted([one.type, one.name, one.table, one.sql or ""] for one in found)
    return hashlib.blake2b(json.dumps(listed).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def differences(connection: Connection) -> Differences:
    """What the schema of a database has too much, or lacks, for its version."""
    with _one_moment(connection):
        version = migrations.version_of(connection)
        found = objects(connection)
    if fingerprint(found) == KNOWN.get(version):
        return Differences((), ())
    wanted = {one.name: one for one in ours(version)}
    here = {one.name: one for one in found}
    foreign = [one for one in found if one.name not in wanted or not _same(one, wanted[one.name])]
    return Differences(
        tuple(f"{one.type} `{one.name}`" for one in foreign),
        tuple(f"{one.type} `{one.name}`" for one in wanted.values() if one.name not in here),
    )


def check(connection: Connection, what: str, hint: str) -> None:
    """Raises ForeignSchema where something was added or changed. What is missing is for `lore doctor` to say.

    what: names the database in the message, such as `the store`.
    """
    foreign = differences(connection).foreign
    if foreign:
        more = f" and {len(foreign) - SHOWN} more" if len(foreign) > SHOWN else ""
        raise ForeignSchema(f"{what} holds what Lore did not make: {', '.join(foreign[:SHOWN])}{more}", hint=hint)


@contextmanager
def _one_moment(connection: Connection) -> Iterator[None]:
    """Reads of the same state, though another process may be migrating."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


def _same(one: SchemaObject, other: SchemaObject) -> bool:
    return (one.type, one.table, one.definition) == (other.type, other.table, other.definition)
