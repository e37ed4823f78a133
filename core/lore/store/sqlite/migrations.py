"""The schema of a new store, and the steps that bring an older one up to date. `user_version` says which it has.

A released step is never edited: the next change is a new function at the end of this file, and a list in `schemas`.
"""

from collections.abc import Callable, Sequence

from lore.store.sqlite import fact_words
from lore.store.sqlite.connection import Connection
from lore.store.sqlite.hashes import content, row_hash
from lore.store.sqlite.version import OLDEST, made_of, version_of


def migrate(connection: Connection) -> None:
    """Make the tables of a new store, or do what an older one lacks. The caller holds the store's lock and an open
    transaction: all or nothing."""
    version = version_of(connection)
    newest = OLDEST + len(STEPS)
    if not version:
        make(connection, newest)
    for step in STEPS[version - OLDEST :] if version else ():
        step(connection)
    connection.execute(f"PRAGMA user_version = {newest}")


def make(connection: Connection, version: int) -> None:
    """The tables and indexes of a version of the schema, from `OLDEST` on, in an empty database."""
    for _, name, table, sql in sorted(made_of(version), key=lambda one: one[0] == "index"):
        comes_with = table.startswith("sqlite_") or (fact_words.is_part(table) and name != fact_words.NAME)
        if sql and not comes_with:
            connection.execute(sql)


def what_stands(connection: Connection) -> None:
    """What sessions start with is found by an index, in the order of what it is worth: hooks read it at each start."""
    connection.execute(STANDS)


STANDS = """
CREATE INDEX facts_that_stand ON facts (
    project,
    CASE WHEN approved_at IS NOT NULL OR pinned = 1 THEN 0 WHEN kind = 'correction' THEN 1
    WHEN kind IN ('convention', 'preference', 'identity') THEN 2 WHEN kind = 'decision' THEN 3 ELSE 4 END,
    confidence DESC
) WHERE status = 'active' AND tainted = 0 AND (approved_at IS NOT NULL OR pinned = 1 OR tier = 'semantic'
    OR kind IN ('correction', 'convention', 'preference', 'identity', 'decision'))
"""


def how_facts_came(connection: Connection) -> None:
    """How a fact came to be known, and whether it holds whatever a session is about. What a person saved was told."""
    for statement in HOW_FACTS_CAME.split(";"):
        connection.execute(statement)
    for row in connection.execute("SELECT * FROM facts").fetchall():
        now = content(row)
        before = {name: value for name, value in now.items() if name not in ("origin", "standing")}
        if row_hash(before) == row["row_hash"]:  # else damage would be hidden
            connection.execute("UPDATE facts SET row_hash = ? WHERE seq = ?", [row_hash(now), row["seq"]])


HOW_FACTS_CAME = """
ALTER TABLE facts ADD COLUMN origin TEXT;
ALTER TABLE facts ADD COLUMN standing INTEGER NOT NULL DEFAULT 0;
UPDATE facts SET origin = 'told', standing = kind IN ('correction', 'convention', 'preference', 'identity')
    WHERE tainted = 0 AND EXISTS (SELECT 1 FROM evidence
        WHERE evidence.fact = facts.id AND evidence.role = 'user' AND evidence.session IS NULL);
DROP INDEX facts_that_stand;
CREATE INDEX facts_that_stand ON facts (
    project,
    CASE WHEN approved_at IS NOT NULL OR pinned = 1 THEN 0 WHEN kind = 'correction' THEN 1
    WHEN kind IN ('convention', 'preference', 'identity') THEN 2 ELSE 3 END,
    confidence DESC
) WHERE status = 'active' AND tainted = 0 AND (approved_at IS NOT NULL OR pinned = 1 OR standing = 1)
"""


def words_of_facts(connection: Connection) -> None:
    """The words of the facts that a prompt may recall, beside them: hooks had a file of their own for that."""
    fact_words.make(connection)


STEPS: Sequence[Callable[[Connection], None]] = (what_stands, how_facts_came, words_of_facts)
"""Each makes the version after the one before; the first makes the one after `OLDEST`."""
