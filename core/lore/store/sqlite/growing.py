"""The change of schema 5: ids become whole, runs get one, and each event says where it was recorded.

An id of an older release becomes the beginning of the new one, wherever it stands: in rows, in the images of the log,
in vectors. What stands elsewhere keeps its old ids: files, exports, the texts of published blocks. `aliases` says what
those stand for. Seals are put on anew where they fitted before, so that damage stays visible.
"""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache

from lore.store.sqlite.connection import Connection, Row
from lore.store.sqlite.hashes import Values, content, entry_hash, row_hash
from lore.store.sqlite.ids import LENGTH, grown
from lore.store.sqlite.resealing import pages
from lore.store.sqlite.transaction import image_text
from lore.text import short_id

SCHEMA = """
CREATE TABLE aliases (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    alias TEXT NOT NULL UNIQUE,
    id TEXT NOT NULL
);
CREATE INDEX aliases_by_id ON aliases (id);
ALTER TABLE runs ADD COLUMN id TEXT;
CREATE UNIQUE INDEX runs_by_id ON runs (id);
ALTER TABLE audit ADD COLUMN installation TEXT;
ALTER TABLE audit ADD COLUMN number INTEGER;
CREATE UNIQUE INDEX audit_by_number ON audit (installation, number)
"""
_IDS: Mapping[str, tuple[str, ...]] = {
    "facts": ("id",),
    "evidence": ("id", "fact"),
    "links": ("id", "source", "target"),
    "candidates": ("id", "fact", "replaces"),
    "collections": ("id",),
}
"""The columns that hold ids, by table; the images in the log have the same."""
_PLAIN = (("documents", "collection"), ("accesses", "fact"))
_NAMED_IN_LOG = frozenset({*_IDS, "documents", "purged"})
"""What the column `table` of the log says where the target is an id."""
_ALIASED = frozenset({"facts", "links", "candidates", "collections"})
"""Whose ids people and files may still use; a quotation is found by the beginning of its id."""


def grow(connection: Connection, installation: str) -> None:
    """Change the rows of a store whose tables have the new columns. The caller holds the transaction."""
    connection.execute("PRAGMA defer_foreign_keys = ON")

    @lru_cache(maxsize=100_000)
    def new(name: str | None) -> str | None:
        return None if name is None else grown(name, installation)

    connection.create_function("lore_grown", 1, new, deterministic=True)
    runs = _name_runs(connection, installation)
    for table, columns in _IDS.items():
        for page in pages(connection, table):
            if table in _ALIASED:
                _keep(connection, {row["id"]: str(new(row["id"])) for row in page})
            for row in page:
                _seal_row(connection, table, row, {name: new(row[name]) for name in columns})
    for table, column in _PLAIN:
        connection.execute(f"UPDATE {table} SET {column} = lore_grown({column})")
    for table in ("embeddings", "outbox"):
        connection.execute(f"UPDATE {table} SET passage = lore_grown(passage) WHERE substr(passage, 1, 2) = 'f:'")
    for page in pages(connection, "audit"):
        named = [row["target"] for row in page if row["table"] in _ALIASED]
        _keep(connection, {name: str(new(name)) for name in named})
        for row in page:
            _seal_entry(connection, row, _entry(row, new, runs, installation))


def _name_runs(connection: Connection, installation: str) -> dict[str, str]:
    """By the id that each run had, the one it has now."""
    names = {}
    for page in pages(connection, "runs"):
        for row in page:
            old = f"r:{row['seq']}"
            names[old] = f"r:{short_id(f'{installation}|{old}|' + row['started_at'], LENGTH)}"
            connection.execute("UPDATE runs SET id = ? WHERE seq = ?", [names[old], row["seq"]])
    _keep(connection, names)
    return names


def _keep(connection: Connection, aliases: Mapping[str, str]) -> None:
    pairs = [(alias, name) for alias, name in aliases.items() if alias != name]
    connection.executemany("INSERT INTO aliases (alias, id) VALUES (?, ?) ON CONFLICT DO NOTHING", pairs)


def _entry(row: Row, new: Callable[[str | None], str | None], runs: Mapping[str, str], installation: str) -> Values:
    """What changes in an entry of the log."""
    changed: dict[str, object] = {"installation": installation, "number": row["seq"]}
    if row["run"] in runs:
        changed["run"] = runs[row["run"]]
    if row["table"] in _NAMED_IN_LOG:
        changed["target"] = new(row["target"])
    for state in ("before", "after") if row["table"] in _IDS else ():
        image = _image(row[state])
        if image is not None:
            ids = {name: new(str(image[name])) for name in _IDS[row["table"]] if isinstance(image.get(name), str)}
            changed[state] = image_text({**image, **ids})
    return changed


def _image(text: str | None) -> dict[str, object] | None:
    """The image of a row; None where there is none, or what is there is damaged: that stays as it is."""
    try:
        found = json.loads(text) if text else None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _seal_row(connection: Connection, table: str, row: Row, changed: Values) -> None:
    before = content(row)
    sealed = row["row_hash"] if row_hash(before) != row["row_hash"] else row_hash({**before, **changed})
    _update(connection, table, row["seq"], {**changed, "row_hash": sealed})


def _seal_entry(connection: Connection, row: Row, changed: Values) -> None:
    before = {name: value for name, value in content(row).items() if name not in ("installation", "number")}
    fits = row["row_hash"] is not None and entry_hash(before) == row["row_hash"]
    sealed = entry_hash({**before, **changed}) if fits else row["row_hash"]
    _update(connection, "audit", row["seq"], {**changed, "row_hash": sealed})


def _update(connection: Connection, table: str, seq: int, values: Values) -> None:
    settings = ", ".join(f'"{name}" = ?' for name in values)
    connection.execute(f"UPDATE {table} SET {settings} WHERE seq = ?", [*values.values(), seq])
