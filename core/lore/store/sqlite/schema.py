"""Whether a database has exactly the tables, columns and indexes that the migrations make, and nothing beside them.

A file that somebody else made can hold triggers that change what is written, or tables that keep what is purged. So
every database is looked at before it is used: the store when it is opened, a backup when it is verified.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lore.errors import ForeignSchema
from lore.store.sqlite.connection import Connection
from lore.store.sqlite.version import CONTENTS, is_as_made, made_of, one_moment, version_of

SHOWN = 3
"""Objects that a message names."""


class SchemaObject(NamedTuple):
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
    return [SchemaObject(*row) for row in connection.execute(CONTENTS.format(database=database))]


def ours(version: int) -> Sequence[SchemaObject]:
    """What Lore made of that version; nothing of a database that has none."""
    return [SchemaObject(*one) for one in made_of(version)] if version else ()


def differences(connection: Connection) -> Differences:
    """What the schema of a database has too much, or lacks, for its version."""
    with one_moment(connection):
        if is_as_made(connection):
            return Differences((), ())
        version = version_of(connection)
        schema_objects = objects(connection)
    wanted = {schema_object.name: schema_object for schema_object in ours(version)}
    here = {schema_object.name: schema_object for schema_object in schema_objects}
    foreign = [
        schema_object
        for schema_object in schema_objects
        if schema_object.name not in wanted or not _same(schema_object, wanted[schema_object.name])
    ]
    return Differences(
        tuple(f"{schema_object.type} `{schema_object.name}`" for schema_object in foreign),
        tuple(
            f"{schema_object.type} `{schema_object.name}`"
            for schema_object in wanted.values()
            if schema_object.name not in here
        ),
    )


def check(connection: Connection, what: str, hint: str) -> None:
    """Raises ForeignSchema where something was added or changed. What is missing is for `lore doctor` to say.

    what: names the database in the message, such as `the store`.
    """
    foreign = differences(connection).foreign
    if foreign:
        more = f" and {len(foreign) - SHOWN} more" if len(foreign) > SHOWN else ""
        raise ForeignSchema(f"{what} holds what Lore did not make: {', '.join(foreign[:SHOWN])}{more}", hint=hint)


def _same(schema_object: SchemaObject, other: SchemaObject) -> bool:
    return (schema_object.type, schema_object.table, schema_object.definition) == (
        other.type,
        other.table,
        other.definition,
    )
