"""A store of an older release is brought up to date when it is opened, with all that it holds."""

from contextlib import closing
from pathlib import Path

import pytest

from lore import paths
from lore.lookup import Unreadable, start_in
from lore.memory.editing import NewFact, add_fact
from lore.model import Kind
from lore.store import SCHEMA_VERSION, open_store
from lore.store.sqlite.connection import Connection, connect
from lore.store.sqlite.hashes import content, row_hash
from lore.store.sqlite.migrations import STANDS
from lore.store.sqlite.version import OLDEST

ADDED = ("origin", "standing")
"""Columns of facts that schema 9 brought."""


def take_back(connection: Connection, version: int) -> None:
    """Give a database the form of an older schema."""
    connection.execute("DROP TABLE fact_words")
    if version < 9:
        connection.execute("DROP INDEX facts_that_stand")
        for column in ADDED:
            connection.execute(f"ALTER TABLE facts DROP COLUMN {column}")
        for row in connection.execute("SELECT * FROM facts").fetchall():
            connection.execute("UPDATE facts SET row_hash = ? WHERE seq = ?", [row_hash(content(row)), row["seq"]])
        if version == 8:
            connection.execute(STANDS)
    connection.execute(f"PRAGMA user_version = {version}")


@pytest.mark.parametrize("version", range(OLDEST, SCHEMA_VERSION))
def test_an_older_store_opens_with_all_that_it_holds(tmp_path: Path, version: int) -> None:
    """What you saved stands at the start of a session as before; a hook waits until the store was opened."""
    with open_store(tmp_path) as store:
        told = add_fact(store, NewFact("Never log passwords.", Kind.CONVENTION)).fact
    with closing(connect(paths.database(tmp_path), budget_s=1)) as connection:
        take_back(connection, version)
    if version < 9:
        with pytest.raises(Unreadable):
            start_in(str(tmp_path), str(tmp_path))
    with open_store(tmp_path) as store:
        assert store.facts.get(told.id) == told
        assert store.health.damaged_rows() == []
        assert store.health.schema_differences() == []
    assert "Never log passwords." in str(start_in(str(tmp_path), str(tmp_path)).lines)
