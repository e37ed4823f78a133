"""Stores and backups as somebody else could make them: each kind is planted into a database file."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from lore import paths
from lore.store.local.backup import backups
from lore.store.sqlite.connection import Connection, Row, driver  # type: ignore[attr-defined]
from lore.store.sqlite.hashes import content, entry_hash, row_hash
from lore.store.sqlite.transaction import AUDITED, HASHED

_ALLOW_WRITES = "PRAGMA writable_schema = ON"
SCHEMAS: Mapping[str, str] = {
    "trigger that keeps texts": "CREATE TRIGGER keep AFTER INSERT ON facts BEGIN INSERT INTO runs (kind, actor,"
    " started_at, summary) VALUES (new.text, '', '', '{}'); END",
    "trigger that clears taint": "CREATE TRIGGER pin AFTER INSERT ON facts WHEN new.tainted BEGIN"
    " UPDATE facts SET tainted = 0 WHERE seq = new.seq; END",
    "view": "CREATE VIEW zz AS SELECT 1",
    "endless view": "CREATE VIEW zz AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
    "view in the place of a table": "ALTER TABLE accesses RENAME TO real_accesses;"
    " CREATE VIEW accesses AS SELECT * FROM real_accesses",
    "table": "CREATE TABLE shadow (t TEXT)",
    "table named as SQLite's own": "ANALYZE",
    "virtual table": "CREATE VIRTUAL TABLE words USING fts5 (t)",
    "column": "ALTER TABLE facts ADD COLUMN extra TEXT",
    "generated column": "ALTER TABLE facts ADD COLUMN extra TEXT AS (text || '!') VIRTUAL",
    "renamed column": "ALTER TABLE facts RENAME COLUMN wrong TO wrongly",
    "index": "CREATE INDEX extra ON facts (text)",
    "index on an expression": "CREATE INDEX extra ON facts (length(text))",
    "changed index": "DROP INDEX facts_by_hash; CREATE UNIQUE INDEX facts_by_hash ON facts (hash)",
    "default that computes": f"{_ALLOW_WRITES}; UPDATE sqlite_schema SET sql ="
    " replace(sql, 'detail TEXT NOT NULL', 'detail TEXT NOT NULL DEFAULT (hex(zeroblob(9)))') WHERE name = 'events'",
    "other collation": f"{_ALLOW_WRITES}; UPDATE sqlite_schema SET sql ="
    " replace(sql, 'key TEXT NOT NULL UNIQUE', 'key TEXT COLLATE NOCASE NOT NULL UNIQUE') WHERE name = 'settings'",
}
"""What a schema may hold that no Lore made, as SQL."""


@contextmanager
def opened(database: Path) -> Iterator[Connection]:
    # The store's own SQLite: two of them in one process do not see each other's locks.
    with closing(driver.connect(database, isolation_level=None)) as connection:
        yield connection


def plant(database: Path, statements: str) -> None:
    """Change a database, with every row hash right afterwards, as somebody can who knows how they are made."""
    with opened(database) as connection:
        connection.executescript(statements)
        connection.row_factory = Row
        for table in (*AUDITED, *HASHED):
            for row in connection.execute(f"SELECT * FROM {table}").fetchall():
                digest = row_hash(content(row)) if table in AUDITED else entry_hash(content(row))
                connection.execute(f"UPDATE {table} SET row_hash = ? WHERE seq = ?", [digest, row["seq"]])


def plant_in_backup(home: Path, statements: str) -> str:
    name = backups(home)[0].name
    path = paths.backup_folder(home) / name
    with opened(path) as connection:
        connection.executescript(statements)
    record(path, sha256=hashlib.sha256(path.read_bytes()).hexdigest(), size=path.stat().st_size)
    return name


def record(path: Path, **values: object) -> None:
    file = path.with_suffix(".json")
    file.write_text(json.dumps({**json.loads(file.read_text()), **values}))
