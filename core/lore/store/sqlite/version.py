"""Which version of the schema a database has, and whether it is made exactly as Lore makes that version.

All that opening a store of today needs: `schema` says what differs, `migrations` bring an older one up to date.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from lore.errors import OlderSchema
from lore.store.sqlite.connection import Connection

SCHEMA_VERSION = 10
"""What the last migration that this Lore knows makes."""
OLDEST = 7
"""The oldest that it brings up to date."""
SCHEMAS = Path(__file__).with_name("schemas")
"""What each version, from `OLDEST` on, is made of: a new store is made from it, every store compared with it."""
CONTENTS = "SELECT type, name, tbl_name, sql FROM {database}.sqlite_schema ORDER BY rowid"


def version_of(connection: Connection) -> int:
    """How many migrations the store has had; 0 for a new file. Reads only."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def refuse_older(version: int, what: str, hint: str) -> None:
    """Raises OlderSchema where a database is older than what this Lore brings up to date.

    what: names the database in the message, such as `the store`.
    """
    if 0 < version < OLDEST:
        raise OlderSchema(
            f"{what} is of an older Lore (schema {version}, the oldest that this one opens is {OLDEST})", hint=hint
        )


def listed(found: Iterable[Iterable[str | None]]) -> str:
    """What a database is made of: type, name, table and SQL of each of its objects, one a line, sorted."""
    return "".join(sorted(f"{[*one]!r}\n" for one in found))


def is_as_made(connection: Connection) -> bool:
    """Whether a database holds all that the migrations of today make, and nothing beside it."""
    with one_moment(connection):
        if version_of(connection) != SCHEMA_VERSION:
            return False
        cursor = connection.execute(CONTENTS.format(database="main"))
        return listed(cursor) == "".join(sorted(_list_of(SCHEMA_VERSION).splitlines(keepends=True)))


def made_of(version: int) -> list[tuple[str, str, str, str | None]]:
    """Type, name, table and SQL of each object of a version of the schema, in the order in which they are made."""
    from ast import literal_eval  # 3 ms: only a new, an outdated or a foreign store needs it

    return [literal_eval(line) for line in _list_of(version).splitlines()]


def _list_of(version: int) -> str:
    return (SCHEMAS / f"{version}.txt").read_text(encoding="utf-8")


@contextmanager
def one_moment(connection: Connection) -> Iterator[None]:
    """Reads of the same state, though another process may be migrating."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
