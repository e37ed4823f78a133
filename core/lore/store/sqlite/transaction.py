"""One write transaction that records what it does.

Every change of a row in `AUDITED` leaves one audit event with the row before and after, in the same transaction; a
change that search must hear of leaves an outbox row as well. Undo works on nothing else.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from lore import clock
from lore.model import PassageType, Subject
from lore.store.sqlite import door, fact_words
from lore.store.sqlite.connection import Connection
from lore.store.sqlite.hashes import Values, content, entry_hash, row_hash
from lore.store.sqlite.subjects import TABLES

_HALF = re.compile("[\ud800-\udfff]")

AUDITED: Mapping[str, str] = {
    "facts": "id",
    "evidence": "id",
    "links": "id",
    "candidates": "id",
    "projects": "key",
    "sources": "path",
    "settings": "key",
    "collections": "id",
    "digests": "id",
}
"""The tables whose rows are audited, each with the column that names a row."""
WITHDRAWN = ("turns", "events")
"""The journal: undo hides these rows, it does not remove them."""
FILES = ("file", "memory_file", "settings_file", "timer")
"""The `table` of events that changed files outside the store: the log keeps their paths and texts byte for byte, and
each carries the mark of this installation, without which no undo acts."""
HASHED = (*WITHDRAWN, "audit")
"""The tables whose rows stay as they were written: each has a hash, but for rows of before schema 4."""
SEAL = "seal"
"""The name under which a mark (`lore.intake.seals`) stands beside what it marks."""


@dataclass(slots=True)
class Transaction:
    """A running write transaction: who does it, in which run. Made by `Store.write`; of no use after it."""

    _connection: Connection
    actor: str
    home: Path
    """The data folder, whose key marks what is recorded of files."""
    run: str | None = None
    undoes: int | None = None
    """While an undo is carried out: the unit that is being reversed."""
    unit: int = 0
    happened_at: tuple[str, int] | None = None
    """While an event of elsewhere is applied: the installation where it happened, and its number there."""
    _installation: str = ""

    @property
    def installation(self) -> str:
        """The id of the installation that writes."""
        if not self._installation:
            from lore.intake import installation_id

            self._installation = installation_id(self.home)
        return self._installation

    def insert(self, table: str, values: Values, action: str) -> Values:
        """Add a row and record it. Returns the whole row as it is stored."""
        row = self._passed(values)
        cursor = door.insert(self._connection, table, {**row, "row_hash": ""}, ready=True)
        row = {"seq": cursor.lastrowid, **row}
        self._write_hash(table, row)
        self.record(action, table, str(row[AUDITED[table]]), None, row)
        self._hand_on(table, None, row)
        return row

    def update(self, table: str, key: str, values: Values, action: str) -> Values:
        """Change columns of the row named `key` and record it; values that change nothing write nothing."""
        before = self.row(table, key)
        if before is None:
            raise LookupError(f"{table} has no row {key}")
        changed = {name: value for name, value in self._passed(values).items() if before[name] != value}
        if not changed:
            return before
        after = {**before, **changed}
        door.update(self._connection, table, changed, AUDITED[table], key, ready=True)
        self._write_hash(table, after)
        self.record(action, table, key, before, after)
        self._hand_on(table, before, after)
        return after

    def delete(self, table: str, key: str, action: str) -> None:
        """Remove a row and record it. Only for undo, which takes an addition back, and for a person's purge."""
        before = self.row(table, key)
        if before is None:
            raise LookupError(f"{table} has no row {key}")
        self._connection.execute(f"DELETE FROM {table} WHERE {AUDITED[table]} = ?", [key])
        self.record(action, table, key, before, None)
        self._hand_on(table, before, None)

    def row(self, table: str, key: str) -> Values | None:
        """The row named `key` without its hash, or None."""
        found = self._connection.execute(f"SELECT * FROM {table} WHERE {AUDITED[table]} = ?", [key]).fetchone()
        return content(found) if found else None

    def note(self, action: str, subject: Subject, before: Values | None, after: Values | None) -> int:
        """Record what happened to a thing that has no row of its own, such as a written file. Returns its number."""
        return self.record(action, TABLES[subject.kind], subject.id, before, after)

    def record(self, action: str, table: str, target: str, before: Values | None, after: Values | None) -> int:
        """Write one audit event and return its number. Inside the store: `note` is for everybody else."""
        seq = self._next_event()
        self.unit = self.unit or seq
        exact = table in FILES or self._restores
        if not exact:
            target = door.passed(target)
            if table not in AUDITED:  # their rows passed when they were written
                before, after = (door.passed_state(before), door.passed_state(after))
        if table in FILES:
            before, after = marked(self.home, table, target, before, after)
        installation, number = self.happened_at or (self.installation, seq)
        row = {
            "at": clock.now(),
            "actor": door.passed(self.actor),
            "action": action,
            "table": table,
            "target": target,
            "before": image_text(before),
            "after": image_text(after),
            "unit": self.unit,
            "run": self.run,
            "undoes": self.undoes,
            "installation": installation,
            "number": number,
        }
        cursor = door.insert(self._connection, "audit", {**row, "row_hash": entry_hash(row)}, ready=exact)
        return int(cursor.lastrowid or 0)

    def enqueue_for_index(self, passages: Iterable[str]) -> None:
        """Tell the derived indexes that these passages changed, appeared or went."""
        door.enqueue_for_index(self._connection, passages)

    def _hand_on(self, table: str, before: Values | None, after: Values | None) -> None:
        """Keep the words of a fact level with it, and tell the derived indexes."""
        row = after or before or {}
        if table == "facts":
            fact_words.follow(self._connection, before, after)
        if table in ("facts", "digests"):
            self.enqueue_for_index([str(row["id"])])
        elif table == "evidence":
            self.enqueue_for_index([str(row["fact"])])
        elif table == "collections":
            cursor = self._connection.execute(CHUNKS_OF_COLLECTION, [row["id"]])
            self.enqueue_for_index(PassageType.CHUNK.ids_of(chunk[0] for chunk in cursor))

    def _passed(self, values: Values) -> dict[str, object]:
        """The values as they may be stored. What an undo brings back stays as it was, byte for byte."""
        return {**values} if self._restores else door.passed_row(values)

    @property
    def _restores(self) -> bool:
        return self.undoes is not None

    def _write_hash(self, table: str, row: Values) -> None:
        self._connection.execute(f"UPDATE {table} SET row_hash = ? WHERE seq = ?", [row_hash(row), row["seq"]])

    def _next_event(self) -> int:
        last = self._connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'audit'").fetchone()
        return int(last[0]) + 1 if last else 1


def marked(
    home: Path, table: str, target: str, before: Values | None, after: Values | None
) -> tuple[Values | None, Values]:
    """The states of a file, the later one with the mark of this installation on both."""
    from lore.intake import local_key, mark

    plain = [_unmarked(state) for state in (before, after)]
    return plain[0], {**(plain[1] or {}), SEAL: mark(local_key(home), [table, target, *plain])}


def is_marked(home: Path, table: str, target: str, before: Values | None, after: Values | None) -> bool:
    """Whether this installation recorded a change of a file, just so."""
    from lore.intake import fits, local_key

    states = [_unmarked(state) for state in (before, after)]
    return fits(local_key(home), [table, target, *states], (after or {}).get(SEAL))


def _unmarked(state: Values | None) -> Values | None:
    return None if state is None else {name: value for name, value in state.items() if name != SEAL}


CHUNKS_OF_COLLECTION = (
    "SELECT chunks.seq FROM chunks JOIN documents ON documents.seq = chunks.document WHERE documents.collection = ?"
)


def image_text(row: Values | None) -> str | None:
    """The image of a row as the log keeps it."""
    if row is None:
        return None
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
    # A file that is no UTF-8 is kept with half characters, which SQLite takes only where JSON spells them out.
    return json.dumps(row, separators=(",", ":")) if _HALF.search(text) else text
