"""Removing a text for good: from every table, the history, the free pages, the log and all backups.

Only a person purges. What is left behind says that something was purged, when and by whom, never what.
"""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lore import paths
from lore.errors import LoreError
from lore.model import PassageType
from lore.platform import remove_folder
from lore.store.local.backup import backing_up, backups, rewrite
from lore.store.local.texts import forms_of, text_columns
from lore.store.sqlite import fact_words
from lore.store.sqlite.connection import Connection, immediate
from lore.store.sqlite.database import scrub
from lore.store.sqlite.hashes import content, entry_hash, row_hash
from lore.store.sqlite.memory import SqliteMemory
from lore.store.sqlite.passage_tables import BY_TABLE
from lore.store.sqlite.reading import batches, marks
from lore.store.sqlite.transaction import AUDITED, CHUNKS_OF_COLLECTION, HASHED
from lore.text import text_hash

MASK = "[purged]"
_JSON_COLUMNS = frozenset(
    {"tags", "concepts", "files", "aliases", "lines", "sources", "before", "after", "value", "summary", "measures"}
)
_KEYS = frozenset(
    {
        "id",
        "session",
        "source_id",
        "parent",
        "fact",
        "source",
        "target",
        "replaces",
        "project",
        "key",
        "path",
        "passage",
    }
)
"""Columns that name a row, here or in another table: different names stay different, and equal ones equal."""

_RESTING_ON_FACTS = (("evidence", "fact"), ("links", "source"), ("links", "target"), ("candidates", "fact"))

Work = Callable[[Connection], Counter[str]]
"""Changes one database inside a transaction and counts what it removed."""


@dataclass(frozen=True, slots=True)
class PurgeReport:
    """How many rows of each table were removed or masked, here and in the backups."""

    rows: Mapping[str, int]
    backups: int


def purge_facts(store: SqliteMemory, ids: Collection[str], actor: str = "person") -> PurgeReport:
    """Remove facts, what was derived from them alone, and their words where they were first said."""
    names = store.names.with_aliases(ids)
    return _purge(store, lambda connection: remove_facts(connection, names), actor)


def purge_session(store: SqliteMemory, session: str, actor: str = "person") -> PurgeReport:
    """Remove a session with its turns and events, and the facts that rest on nothing else."""
    return _purge(store, lambda connection: _remove_session(connection, session), actor)


def purge_collection(store: SqliteMemory, collection: str, actor: str = "person") -> PurgeReport:
    """Remove a collection, by its id, with everything that was read from its files."""
    names = store.names.with_aliases([collection])
    return _purge(store, lambda connection: _remove_collections(connection, names), actor)


def purge_text(store: SqliteMemory, secret: str, actor: str = "person") -> PurgeReport:
    """Replace a text, each of its lines and every encoded form of them by `[purged]`; what held them stays."""
    forms, salt = forms_of(secret), os.urandom(16)
    return _purge(store, lambda connection: _mask(connection, forms, salt), actor)


def _purge(store: SqliteMemory, work: Work, actor: str) -> PurgeReport:
    with store.write(actor) as transaction:
        counts = _worked(transaction._connection, work)
        if counts:
            transaction.record("purge", "purged", f"{sum(counts.values())} rows", None, None)
    touched = 0
    failures: list[LoreError] = []
    remove_folder(paths.pages_folder(store.folder))  # derived from facts: the next consolidation writes them anew
    try:
        store.scrub()
    except LoreError as error:
        failures.append(error)
    with backing_up(store.folder):
        for backup in backups(store.folder):
            try:
                touched += rewrite(store.folder, backup, lambda copy, path: _purge_copy(copy, path, work))
            except LoreError as error:
                failures.append(error)
    if failures:
        raise failures[0]
    return PurgeReport(dict(counts), touched)


def _worked(connection: Connection, work: Work) -> Counter[str]:
    counts = work(connection)
    if counts and fact_words.is_there(connection):
        fact_words.make(connection)
    return counts


def _purge_copy(copy: Connection, path: Path, work: Work) -> bool:
    with immediate(copy, path, budget_s=1):
        found = _worked(copy, work)
    if found:
        scrub(copy, path)
    return bool(found)


def remove_facts(connection: Connection, ids: Collection[str]) -> Counter[str]:
    wanted = _with_derived(connection, ids)
    said = _select(connection, "SELECT session, source_id, quote FROM evidence WHERE fact IN ({})", wanted)
    counts = _remove_digests(connection, [*wanted, *(quote for *_, quote in said)])
    for *where, quote in said:
        for table, column in (("turns", "text"), ("events", "detail")):
            counts.update(
                _mask_rows(connection, table, (column,), _Mask([quote], b""), "session = ? AND source_id = ?", *where)
            )
        again = "\"table\" = 'words' AND target = ?"
        counts.update(_mask_rows(connection, "audit", ("before", "after"), _Mask([quote], b""), again, where[0]))
    for name in _with_aliases(connection, wanted):
        # A published block and a compressed file name their facts: their recorded states hold their words.
        connection.execute(_FORGET_PUBLISHED, [name, name])
    for table, column in _RESTING_ON_FACTS:
        _forget(
            connection,
            [row[0] for row in _select(connection, f"SELECT id FROM {table} WHERE {column} IN ({{}})", wanted)],
        )
    _clear_replaces(connection, wanted)
    for table, column in (*_RESTING_ON_FACTS, ("accesses", "fact"), ("embeddings", "passage")):
        counts[table] += _delete(connection, table, column, wanted)
    _forget(connection, wanted)
    counts["facts"] += _delete(connection, "facts", "id", wanted)
    _enqueue_for_index(connection, wanted)
    return +counts


def _with_aliases(connection: Connection, names: Collection[str]) -> set[str]:
    """These ids, and those that the same things had; files that were written then name them so."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'aliases'").fetchone():
        return {*names}  # the copy of an older release: its ids are the former ones
    return {*names, *(row[0] for row in _select(connection, "SELECT alias FROM aliases WHERE id IN ({})", names))}


def _clear_replaces(connection: Connection, wanted: Collection[str]) -> None:
    for (name,) in _select(connection, "SELECT id FROM candidates WHERE replaces IN ({})", wanted):
        connection.execute("UPDATE candidates SET replaces = NULL WHERE id = ?", [name])
        _write_hash(connection, "candidates", name)


def _with_derived(connection: Connection, ids: Collection[str]) -> set[str]:
    """The facts, and those all of whose sources are among them, and those that say the same."""
    wanted = {row[0] for row in _select(connection, "SELECT id FROM facts WHERE id IN ({})", ids)}
    while True:
        derived = {row[0] for row in _select(connection, _DERIVED, wanted)}
        orphans = {
            name for name in derived - wanted if all(row[0] in wanted for row in connection.execute(_SOURCES, [name]))
        }
        same = {row[0] for row in _select(connection, _SAME_TEXT, wanted)}
        if not (orphans | same) - wanted:
            return wanted
        wanted |= orphans | same


def _remove_session(connection: Connection, session: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    only_here = [row[0] for row in connection.execute(_ONLY_FROM, [session, session])]
    counts.update(remove_facts(connection, only_here))
    quoted = [row[0] for row in connection.execute("SELECT id FROM evidence WHERE session = ?", [session])]
    numbers = connection.execute("SELECT seq FROM turns WHERE session = ?", [session])
    turns = PassageType.TURN.ids_of(row[0] for row in numbers)
    sources = [row[0] for row in connection.execute("SELECT path FROM sources WHERE session = ?", [session])]
    counts.update(_remove_digests(connection, [session]))
    _forget(connection, [*quoted, *sources, session])
    counts["evidence"] += _delete(connection, "evidence", "id", quoted)
    counts["embeddings"] += _delete(connection, "embeddings", "passage", turns)
    for table, column in (("turns", "session"), ("events", "session"), ("sources", "session"), ("sessions", "id")):
        counts[table] += _delete(connection, table, column, [session])
    connection.execute("UPDATE accesses SET session = NULL WHERE session = ?", [session])
    _enqueue_for_index(connection, turns)
    return +counts


def _remove_digests(connection: Connection, named: Collection[str]) -> Counter[str]:
    """Remove the digests that rest on one of these ids, or hold one of these texts; consolidation writes them anew."""
    if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'digests'").fetchone():
        return Counter()  # the copy of an older release
    digests = {
        row["id"]
        for row in connection.execute("SELECT id, session, text, lines, sources FROM digests")
        if row["session"] in named
        or any(one in row["text"] or one in row["lines"] or one in row["sources"] for one in named)
    }
    _forget(connection, digests)
    embedded = _delete(connection, "embeddings", "passage", digests)
    _enqueue_for_index(connection, sorted(digests))
    return +Counter(digests=_delete(connection, "digests", "id", digests), embeddings=embedded)


def _remove_collections(connection: Connection, names: Collection[str]) -> Counter[str]:
    """names: of one collection, today's and former ones, which copies of older releases hold."""
    counts: Counter[str] = Counter()
    for name in names:
        counts.update(_remove_collection(connection, name))
    return counts


def _remove_collection(connection: Connection, collection: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    chunks = [row[0] for row in connection.execute(CHUNKS_OF_COLLECTION, [collection])]
    counts["embeddings"] = _delete(connection, "embeddings", "passage", PassageType.CHUNK.ids_of(chunks))
    counts["chunks"] = _delete(connection, "chunks", "seq", chunks)
    counts["documents"] = _delete(connection, "documents", "collection", [collection])
    _forget(connection, [collection])
    counts["collections"] = _delete(connection, "collections", "id", [collection])
    _enqueue_for_index(connection, PassageType.CHUNK.ids_of(chunks))
    return +counts


def _mask(connection: Connection, forms: Sequence[str], salt: bytes) -> Counter[str]:
    counts: Counter[str] = Counter()
    connection.execute("PRAGMA defer_foreign_keys = ON")  # a name changes in one table after the other
    for table, columns in text_columns(lambda sql: connection.execute(sql).fetchall()).items():
        counts.update(_mask_rows(connection, table, columns, _Mask(forms, salt), "1"))
    return +counts


def _listed(columns: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


def _held(text: object, forms: Sequence[str]) -> bool:
    return isinstance(text, str) and any(form in text for form in forms)


def _mask_rows(
    connection: Connection, table: str, columns: Collection[str], mask: "_Mask", where: str, *values: object
) -> Counter[str]:
    sql = f"SELECT seq, {_listed(columns)} FROM {table} WHERE {where}"
    holding = [
        row["seq"] for row in connection.execute(sql, values) if any(_held(row[one], mask.forms) for one in columns)
    ]
    for seq in holding:
        row = connection.execute(f"SELECT * FROM {table} WHERE seq = ?", [seq]).fetchone()
        masked = {name: mask.column(name, row[name]) for name in columns if _held(row[name], mask.forms)}
        if table in ("facts", "digests") and "text" in masked:
            masked["hash"] = text_hash(masked["text"])
        settings = ", ".join(f'"{name}" = ?' for name in masked)
        connection.execute(f"UPDATE {table} SET {settings} WHERE seq = ?", [*masked.values(), seq])
        if table in AUDITED:
            _write_hash(connection, table, str(masked.get(AUDITED[table], row[AUDITED[table]])))
        elif table in HASHED:
            connection.execute(
                f"UPDATE {table} SET row_hash = ? WHERE seq = ?", [entry_hash({**content(row), **masked}), seq]
            )
        if passages := BY_TABLE.get(table):
            numbered = passages.type.numbered
            names = {passages.type.id_of(seq)} if numbered else {row["id"], masked.get("id", row["id"])}
            _delete(connection, "embeddings", "passage", names)
            _enqueue_for_index(connection, sorted(names))
    return Counter({table: len(holding)} if holding else {})


@dataclass(frozen=True, slots=True)
class _Mask:
    """Takes a text out of others."""

    forms: Sequence[str]
    salt: bytes
    """Known to nobody afterwards, so that what is left of a name tells nothing."""

    def column(self, name: str, text: str) -> str:
        """What a column, or a field of recorded JSON, holds without the text."""
        if name in _JSON_COLUMNS:
            try:
                value = self._value(json.loads(text))
            except ValueError:
                return self.plain(text)  # damaged: it goes from there as well
            separators = (",", ":") if name in ("before", "after") else None
            return json.dumps(value, ensure_ascii=False, separators=separators)
        if name in _KEYS and _held(text, self.forms):
            digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), key=self.salt, digest_size=4).hexdigest()
            return self.plain(text).replace(MASK, f"[purged-{digest}]")
        return self.plain(text)

    def plain(self, text: str) -> str:
        for form in self.forms:
            text = text.replace(form, MASK)
        return text

    def _value(self, value: object) -> object:
        if isinstance(value, str):
            return self.plain(value)
        if isinstance(value, list):
            return [self._value(item) for item in value]
        if isinstance(value, dict):
            # A list inside a recorded row is kept as JSON text of its own.
            return {
                self.plain(name): self.column(name, item) if isinstance(item, str) else self._value(item)
                for name, item in value.items()
            }
        return value


def _write_hash(connection: Connection, table: str, key: str) -> None:
    row = connection.execute(f"SELECT * FROM {table} WHERE {AUDITED[table]} = ?", [key]).fetchone()
    connection.execute(f"UPDATE {table} SET row_hash = ? WHERE seq = ?", [row_hash(content(row)), row["seq"]])


def _forget(connection: Connection, targets: Iterable[str]) -> None:
    """Empty the history of what is removed: that something happened stays, what it was goes."""
    for batch in batches(list(targets)):
        connection.execute(f"{_EMPTIED} WHERE target IN ({marks(batch)})", list(batch))


def _delete(connection: Connection, table: str, column: str, values: Collection[str | int]) -> int:
    return sum(
        connection.execute(f"DELETE FROM {table} WHERE {column} IN ({marks(batch)})", list(batch)).rowcount
        for batch in batches(list(values))
    )


def _select(connection: Connection, sql: str, values: Collection[str]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for batch in batches(list(values)):
        found.extend(tuple(row) for row in connection.execute(sql.format(marks(batch)), list(batch)))
    return found


def _enqueue_for_index(connection: Connection, passages: Iterable[str]) -> None:
    connection.executemany("INSERT INTO outbox (passage) VALUES (?)", [(name,) for name in passages])


_DERIVED = "SELECT source FROM links WHERE kind = 'derived_from' AND target IN ({})"
_SOURCES = "SELECT target FROM links WHERE kind = 'derived_from' AND source = ?"
_SAME_TEXT = "SELECT id FROM facts WHERE hash IN (SELECT hash FROM facts WHERE id IN ({}))"
_ONLY_FROM = (
    "SELECT DISTINCT fact FROM evidence WHERE session = ? AND fact NOT IN"
    " (SELECT fact FROM evidence WHERE session IS NOT ?)"
)
_EMPTIED = "UPDATE audit SET before = NULL, after = NULL, row_hash = NULL, \"table\" = 'purged'"
_FORGET_PUBLISHED = f"{_EMPTIED} WHERE \"table\" IN ('file', 'memory_file') AND (instr(before, ?) OR instr(after, ?))"
