"""Every text the store keeps, for those who look for something that should not be in it.

Which tables and columns there are is asked of the schema, so that a new one cannot be forgotten.
"""

import base64
import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote, quote_plus

from lore.store.sqlite import fact_words
from lore.store.sqlite.connection import Row
from lore.store.sqlite.door import AS_RECORDED, is_harmless
from lore.store.sqlite.hashes import content
from lore.store.sqlite.passage_tables import EVERY
from lore.store.sqlite.reading import Reader, batches, marks
from lore.store.sqlite.transaction import AUDITED

SHORTEST = 4
"""Characters of a form: a shorter one stands in the middle of innocent words."""
SHORTEST_ENCODED = 8
_BOUNDARY = re.compile(r"-{3,}[A-Z0-9 ]+-{3,}")
"""The first and the last line of a key are the same in everybody's."""


def forms_of(text: str) -> list[str]:
    """Every form of a text, and of each of its lines, the longest first."""
    lines = [line.strip() for line in text.splitlines()]
    pieces = [text, *(line for line in lines if not _BOUNDARY.fullmatch(line))]
    if len(lines) > 1:
        pieces += ["\r\n".join(lines), "\n".join(lines)]
    found = {form for piece in pieces if len(piece) >= SHORTEST for form in _forms(piece)}
    return sorted(found, key=lambda form: (-len(form), form))


def _forms(piece: str) -> Iterator[str]:
    yield piece
    yield html.escape(piece)
    for ascii_only in (False, True):
        escaped = json.dumps(piece, ensure_ascii=ascii_only)[1:-1]
        yield from (escaped, json.dumps(escaped, ensure_ascii=ascii_only)[1:-1], escaped.replace("/", "\\/"))
    data = piece.encode("utf-8", "surrogatepass")
    percent = (quote(data, safe=""), quote(data), quote_plus(data))
    yield from percent
    yield from (re.sub("%..", lambda code: code[0].lower(), form) for form in percent)
    encoded = [data.hex(), data.hex().upper(), *_base64(data)]
    yield from (form for form in encoded if len(form) >= SHORTEST_ENCODED)


def _base64(data: bytes) -> Iterator[str]:
    """As a whole, and the characters that are the same whatever stands before and behind it."""
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        yield encode(data).decode()
        for before, changed in ((0, 0), (1, 2), (2, 3)):
            whole = (before + len(data)) * 8 // 6
            yield encode(b"\0" * before + data).decode()[changed:whole]


RECORDED: Mapping[str, str] = {**AUDITED, "sessions": "id"}
"""The tables whose changes the log names row by row, each with the column that names a row."""
DERIVED = ("embeddings", "outbox", "fitness", "aliases")
"""Tables that Lore fills with names and figures of its own making."""
_MARKS = {**{of.table: f"{of.type.mark}:" for of in EVERY if of.type.numbered}, "events": "e:", "documents": "d:"}
"""How the rows of some tables are named that are added, and not recorded one by one."""


@dataclass(frozen=True, slots=True)
class StoredText:
    """One text and where it stands."""

    place: str
    """The table and the key of the row, such as `facts f:3k9x2m` or `turns t:12`; `history f:…` for what it was."""
    text: str
    field: str = ""
    session: str | None = None
    """Whose message or event it is, or the one that it quotes."""

    @property
    def where(self) -> str:
        """The place in full: `turns t:12, text, in session 0a00…`."""
        parts = (self.place, self.field, f"in session {self.session}" if self.session else "")
        return ", ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class MaskedText:
    """One text that bears a marker, and where it stands."""

    table: str
    id: str
    """Of the row, such as `f:3k9x2m` or `t:12`."""
    field: str
    text: str
    session: str | None
    fact: str | None
    """Whose quotation it is."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far somebody has read: whatever changes afterwards has greater numbers."""

    audit: int = 0
    turns: int = 0
    events: int = 0
    documents: int = 0
    chunks: int = 0
    accesses: int = 0
    runs: int = 0

    def behind(self, earlier: "Reach") -> int:
        """About how many rows came since an earlier one."""
        return sum(max(0, getattr(self, name) - getattr(earlier, name)) for name in ADDED)


ADDED = ("audit", "turns", "events", "documents", "chunks", "accesses", "runs")
"""The tables to which rows are only added."""


class Texts(Reader):
    """Reads only."""

    def reach(self) -> Reach:
        """How far a reader has come who has read everything now."""
        return Reach(**{name: int(self._value(f"SELECT coalesce(max(seq), 0) FROM {name}")) for name in ADDED})

    def since(self, reach: Reach) -> Iterator[StoredText]:
        """What was added or changed since then, as it is now and as it was between."""
        for table, key in RECORDED.items():
            if not reach.audit:  # a store of elsewhere may hold rows that no event names
                yield from self._all_of(table, 0)
                continue
            changed = self._all('SELECT DISTINCT target FROM audit WHERE "table" = ? AND seq > ?', table, reach.audit)
            for batch in batches([row[0] for row in changed]):
                for row in self._all(f"SELECT * FROM {table} WHERE {key} IN ({marks(batch)})", *batch):
                    yield from _texts(_place(table, row), row)
        for table in ADDED:
            yield from self._all_of(table, getattr(reach, table))

    def _all_of(self, table: str, last: int) -> Iterator[StoredText]:
        while rows := self._all(f"SELECT * FROM {table} WHERE seq > ? ORDER BY seq LIMIT 500", last):
            last = rows[-1]["seq"]
            for row in rows:
                yield from _texts(_place(table, row), row)
                if table == "audit":
                    yield from _former(row)

    def masked(self) -> Iterator[MaskedText]:
        """Every text as it is now that bears what looks like a marker; what is withdrawn and the log are left out."""
        for table, columns in text_columns(self._all).items():
            if table == "audit" or table in DERIVED:
                continue
            there = self._names(table)
            shown = " AND withdrawn = 0" if "withdrawn" in there else ""
            for column in columns:
                rows = self._all(f"SELECT * FROM {table} WHERE instr(\"{column}\", '[secret:'){shown} ORDER BY seq")
                for row in rows:
                    named = [row[name] if name in there else None for name in ("session", "fact")]
                    name = row["id"] if "id" in there else f"{_MARKS.get(table, f'{table} ')}{row['seq']}"
                    yield MaskedText(table, name, column, row[column], *named)

    def _names(self, table: str) -> set[str]:
        return {row["name"] for row in self._all(f"PRAGMA table_info({table})")}

    def holds(self, text: str) -> bool:
        """Whether a text stands anywhere in the store, in any form that a purge would reach."""
        forms = forms_of(text)
        return any(
            isinstance(value, str) and any(form in value for form in forms)
            for table, columns in text_columns(self._all).items()
            for row in self._all("SELECT {} FROM {}".format(", ".join(f'"{name}"' for name in columns), table))
            for value in row
        )

    def tables(self) -> set[str]:
        """Every table of the schema, but for the words of facts, which are made of theirs."""
        rows = self._all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%sqlite_%'")
        return {row[0] for row in rows if not fact_words.is_part(row[0])}


def text_columns(select: Callable[[str], Iterable[Row]]) -> dict[str, tuple[str, ...]]:
    """By table, every column of texts: what a purge reaches is said by the schema. select: asks the database."""
    tables = [row["name"] for row in select("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    found = {}
    for table in tables:
        if not table.startswith(("sqlite_", "_sqlite_")):
            columns = select(f"PRAGMA table_info({table})")
            found[table] = tuple(row["name"] for row in columns if row["type"] == "TEXT" and row["name"] != "row_hash")
    return {table: columns for table, columns in found.items() if columns}


def _place(table: str, row: Row) -> str:
    """The table and the name of a row; a name that may itself hold a secret gives way to its number."""
    key = RECORDED.get(table)
    if key and is_harmless(row[key]):
        return f"{table} {row[key]}"
    return f"{table} {_MARKS.get(table, '')}{row['seq']}"


def _texts(place: str, row: Row) -> Iterator[StoredText]:
    for name, value in content(row).items():
        if name not in AS_RECORDED and isinstance(value, str) and not is_harmless(value, name):
            of = row["session"] if "session" in row.keys() else None  # noqa: SIM118 -- a Row iterates over values
            yield StoredText(place, value, name, of if of and is_harmless(of) else None)


def _former(row: Row) -> Iterator[StoredText]:
    """What a row or file held before it was changed, and after: it stands in the history."""
    named = row["target"] if is_harmless(row["target"]) else row["seq"]
    for state in AS_RECORDED:
        values = json.loads(row[state]) if row[state] else {}
        for name, value in values.items():
            if value and not (isinstance(value, str) and is_harmless(value, name)):
                yield StoredText(f"history {named}", str(value))
