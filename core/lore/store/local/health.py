"""Whether the truth still is what was written: its structure, its references, the hash of every row."""

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from lore import paths
from lore.errors import StoreError
from lore.store.local.backup import Backup, backups
from lore.store.sqlite import fact_words, schema
from lore.store.sqlite.connection import DatabaseError, Row, connect, driver_name, safe_with_wal
from lore.store.sqlite.hashes import content, entry_hash, is_sound
from lore.store.sqlite.reading import Reader, leniently
from lore.store.sqlite.transaction import AUDITED, HASHED

STEP = 1_000
"""Rows between two signs of progress."""
PROBLEMS = 20
"""Problems of the structure that are named; SQLite stops looking after these."""


@dataclass(frozen=True, slots=True)
class DamagedRow:
    """A row that is not what was written."""

    table: str
    key: str
    seq: int


@dataclass(frozen=True, slots=True)
class Journal:
    """How SQLite keeps a transaction whole."""

    driver: str
    """Name and version of the SQLite in use."""
    mode: str
    """`wal` or `delete`."""
    safe_with_wal: bool
    """Whether this SQLite has the fix for the bug that can damage a store with a write-ahead log."""


class Health(Reader):
    """Looks at the whole file; reads only, but for `make_words`."""

    def integrity(self) -> list[str]:
        """What SQLite finds wrong with the structure of the file: empty for a sound one. Raises StoreError."""
        found = [str(row[0]) for row in self._all(f"PRAGMA integrity_check({PROBLEMS})")]
        return [] if found == ["ok"] else found

    def references(self) -> dict[str, int]:
        """By table, how many rows name a row that is not there."""
        rows = self._all('SELECT "table", count(*) FROM pragma_foreign_key_check GROUP BY 1')
        return {row[0]: row[1] for row in rows}

    def damaged_rows(self, progress: Callable[[int, int], None] = lambda done, whole: None) -> list[DamagedRow]:
        """The rows whose hash is not that of what they hold. Raises StoreError.

        progress: told how many rows are done, of about how many.
        """
        damaged = []
        keys = {**AUDITED, **dict.fromkeys(HASHED, "seq")}
        done, whole = 0, sum(self._value(f"SELECT count(*) FROM {table}") for table in keys)
        try:
            with leniently(self._database.connection()):
                for table, key in keys.items():
                    for row in self._database.connection().execute(f"SELECT * FROM {table}"):
                        if not _is_sealed(table, row):
                            damaged.append(DamagedRow(table, str(row[key]), row["seq"]))
                        done += 1
                        if done % STEP == 0:
                            progress(done, whole)
        except DatabaseError as error:
            raise self._database.explained(error) from error
        return damaged

    def unlogged_rows(self) -> list[str]:
        """The rows that are not as the last event of their history left them, or whose history cannot be read.

        Raises StoreError.
        """
        wrong = []
        try:
            with leniently(self._database.connection()):
                for table, key in AUDITED.items():
                    for row in self._database.connection().execute(_WITH_LAST_EVENT.format(table, key), [table]):
                        if not _as_logged(row):
                            wrong.append(f"{table} {row['logged_target']}")
        except DatabaseError as error:
            raise self._database.explained(error) from error
        return wrong

    def schema_differences(self) -> list[str]:
        """What the schema has too much or lacks, each as `table facts`."""
        differences = schema.differences(self._database.connection())
        return sorted((*differences.foreign, *differences.missing))

    def wrong_words(self) -> int:
        """How many facts a prompt finds by other words than they have. Raises StoreError."""
        try:
            with leniently(self._database.connection()):
                return fact_words.wrong(self._database.connection())
        except DatabaseError as error:
            raise self._database.explained(error) from error

    def make_words(self) -> int:
        """Make the words of facts anew. Returns how many facts have any. Raises StoreError."""
        with self._database.writing() as connection:
            return fact_words.make(connection)

    def journal(self) -> Journal:
        """Which SQLite is in use, and how it writes."""
        return Journal(driver_name(), str(self._value("PRAGMA journal_mode")), safe_with_wal())


def _is_sealed(table: str, row: Row) -> bool:
    """Whether a row is as it was written; nothing is known of one that has no hash."""
    if table in AUDITED:
        return is_sound(row)
    return row["row_hash"] is None or bool(entry_hash(content(row)) == row["row_hash"])


def _as_logged(row: Row) -> bool:
    """Whether a row is as its last event left it. What a purge cleared or hashed anew does not count."""
    if row["logged"] is None or row["row_hash"] is None:
        return row["logged"] is None and row["row_hash"] is None
    try:
        logged: dict[str, object] = json.loads(row["logged"])
        return all(row[name] == value for name, value in logged.items() if name != "hash" and row[name] is not None)
    except (ValueError, AttributeError, IndexError):
        return False


_WITH_LAST_EVENT = (
    "SELECT {0}.*, last.target AS logged_target, last.after AS logged FROM (SELECT target, after, max(seq) FROM audit"
    ' WHERE "table" = ? GROUP BY target) AS last LEFT JOIN {0} ON {0}.{1} = last.target'
)


def copies_of(folder: Path, damaged: Sequence[DamagedRow]) -> dict[DamagedRow, Backup]:
    """For each damaged row the newest backup that holds it whole; rows that none holds are left out."""
    found: dict[DamagedRow, Backup] = {}
    for backup in backups(folder):
        missing = [row for row in damaged if row not in found]
        if missing:
            found |= dict.fromkeys(_whole_in(paths.backup_folder(folder) / backup.name, missing), backup)
    return found


def _whole_in(path: Path, damaged: Sequence[DamagedRow]) -> list[DamagedRow]:
    try:
        with closing(connect(path, budget_s=1)) as copy:
            return [row for row in damaged if _is_whole(copy.execute(_BY_SEQ.format(row.table), [row.seq]).fetchone())]
    except (DatabaseError, StoreError):
        return []  # a damaged backup holds nothing that could be trusted; its own check says so


def _is_whole(row: Row | None) -> bool:
    return row is not None and is_sound(row)


_BY_SEQ = "SELECT * FROM {} WHERE seq = ?"
