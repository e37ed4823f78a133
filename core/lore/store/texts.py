"""Every text the store keeps, for those who look for something that should not be in it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lore.store.connection import Row
from lore.store.reading import Reader, batches, marks

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "facts": ("text", "wrong", "right", "problem", "solution", "tags", "concepts", "files"),
    "evidence": ("quote",),
    "candidates": ("text", "because", "reason"),
    "projects": ("key", "root", "aliases"),
    "sources": ("path",),
    "settings": ("value",),
    "sessions": ("cwd", "title"),
    "collections": ("name", "path"),
}
"""What people or agents wrote, in the rows that are recorded when they change."""
JOURNAL: Mapping[str, tuple[str, ...]] = {
    "turns": ("text", "speaker"),
    "events": ("name", "detail"),
    "documents": ("path",),
    "chunks": ("heading", "text"),
}
"""The same in the rows that are added, and not recorded one by one."""
_MARKS = {"turns": "t", "events": "e", "documents": "d", "chunks": "k"}
"""How their rows are named."""
_KEYS = {"projects": "key", "sources": "path", "settings": "key"}


@dataclass(frozen=True, slots=True)
class StoredText:
    """One text and where it stands."""

    place: str
    """The table and the key of the row, such as `facts f:3k9x2m` or `turns t:12`; `history f:…` for what it was."""
    text: str


@dataclass(frozen=True, slots=True)
class Reach:
    """How far somebody has read: whatever changes afterwards has greater numbers."""

    audit: int = 0
    turns: int = 0
    events: int = 0
    documents: int = 0
    chunks: int = 0

    def behind(self, earlier: "Reach") -> int:
        """About how many texts came since an earlier one."""
        return sum(max(0, getattr(self, name) - getattr(earlier, name)) for name in ("audit", *JOURNAL))


class Texts(Reader):
    """Reads only."""

    def reach(self) -> Reach:
        """How far a reader has come who has read everything now."""
        last = {name: int(self.value(f"SELECT coalesce(max(seq), 0) FROM {name}")) for name in ("audit", *JOURNAL)}
        return Reach(**last)

    def since(self, reach: Reach) -> Iterator[StoredText]:
        """What was added or changed since then, as it is now and as it was between."""
        for table, columns in COLUMNS.items():
            changed = self.all('SELECT DISTINCT target FROM audit WHERE "table" = ? AND seq > ?', table, reach.audit)
            key = _KEYS.get(table, "id")
            for batch in batches([row[0] for row in changed]):
                for row in self.all(f"SELECT * FROM {table} WHERE {key} IN ({marks(batch)})", *batch):
                    yield from _texts(f"{table} {row[key]}", row, columns)
        yield from self._former(reach.audit)
        for table, columns in JOURNAL.items():
            last: int = getattr(reach, table)
            while found := self.all(f"SELECT * FROM {table} WHERE seq > ? ORDER BY seq LIMIT 500", last):
                last = found[-1]["seq"]
                for row in found:
                    yield from _texts(f"{table} {_MARKS[table]}:{row['seq']}", row, columns)

    def _former(self, after: int) -> Iterator[StoredText]:
        """What rows held before they were changed: it stands in the history."""
        names = list(COLUMNS)
        sql = (
            f'SELECT "table", target, before FROM audit WHERE seq > ? AND before IS NOT NULL'
            f' AND "table" IN ({marks(names)})'
        )
        for row in self.all(sql, after, *names):
            before = json.loads(row["before"])
            for name in COLUMNS[row["table"]]:
                if before.get(name):
                    yield StoredText(f"history {row['target']}", str(before[name]))


def _texts(place: str, row: Row, columns: Sequence[str]) -> Iterator[StoredText]:
    for name in columns:
        if row[name]:
            yield StoredText(place, str(row[name]))
