"""One row of figures a day, so that a trend can be shown. Figures only: no text, no key of a project."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from lore.store.sqlite.changes import Change
from lore.store.sqlite.connection import Row
from lore.store.sqlite.door import insert
from lore.store.sqlite.reading import Reader


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The figures of one day; of several on one day the last counts."""

    day: str
    """`2026-03-12`, in UTC."""
    measures: Mapping[str, int]


class Snapshots(Reader):
    """Derived data: kept without audit, replaced within a day."""

    def put(self, change: Change, snapshot: Snapshot) -> None:
        values = {"day": snapshot.day, "measures": json.dumps(dict(snapshot.measures))}
        replaced = "ON CONFLICT (day) DO UPDATE SET measures = excluded.measures"
        insert(change._connection, "fitness", values, conflict=replaced)

    def newest(self, *, until: str) -> Snapshot | None:
        """The newest snapshot of a day or before, or None."""
        row = self._one("SELECT * FROM fitness WHERE day <= ? ORDER BY day DESC LIMIT 1", until)
        return _snapshot(row) if row else None


def _snapshot(row: Row) -> Snapshot:
    return Snapshot(row["day"], json.loads(row["measures"]))
