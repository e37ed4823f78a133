"""mem0: its history (`~/.mem0/history.db`), or its memories as JSON.

The vectors of mem0 stand in a store of their own. What Qdrant keeps in a folder is pickled, and reading that could run
anything; its points come as JSON from `POST /collections/NAME/points/scroll`, mem0's own from `get_all`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lore import opening
from lore.databases import Row, opened, text_of
from lore.errors import BadInput
from lore.migrate.records import Found, Memory, Skipped, Unreadable
from lore.migrate.rules import kind_named
from lore.model import Kind, Layer

_COLUMNS = ("memory_id", "new_memory", "event", "created_at", "updated_at", "is_deleted")
_SQLITE = b"SQLite format 3\0"
_LARGEST = 200_000_000
"""Bytes of JSON that are read at once."""
_PAYLOAD = "payload"


class Mem0:
    """Reads mem0's history or an export of its memories."""

    name = "mem0"
    expects = "`~/.mem0/history.db`, or a JSON file of `get_all` or of Qdrant's points"

    def read(self, path: Path) -> Iterator[Found]:
        if path.is_dir():
            raise BadInput(
                f"`{path}` is a folder",
                hint="name `history.db`, or a JSON file with the points of the Qdrant collection",
            )
        with opening.opened(path) as file:
            is_database = file.read(len(_SQLITE)) == _SQLITE
        yield from _history(path) if is_database else _export(path)


def _history(path: Path) -> Iterator[Found]:
    """The last word on each memory: the history has a row for every change."""
    last: dict[str, Row] = {}
    with opened(path) as database:
        database.require("history", _COLUMNS, Mem0.name)
        order = "coalesce(updated_at, created_at), rowid"
        for row in database.rows(f"SELECT {', '.join(_COLUMNS)} FROM history ORDER BY {order}"):
            last[str(row["memory_id"])] = {**last.get(str(row["memory_id"]), {}), **row}
    for name, row in last.items():
        if row["is_deleted"] or text_of(row, "event").upper() == "DELETE":
            yield Skipped("deleted there")
            continue
        at = text_of(row, "updated_at") or text_of(row, "created_at")
        yield Memory(text_of(row, "new_memory"), name, layer=Layer.USER, at=at or None)


def _export(path: Path) -> Iterator[Found]:
    text = opening.read_whole(path, _LARGEST).decode("utf-8-sig", "replace")
    for number, one in enumerate(_entries(text, path), 1):
        memory = _entry(one, path.name) if isinstance(one, dict) else None
        yield memory or Unreadable(f"{path}: entry {number}", "no memory: it has neither `memory` nor `payload.data`")


def _entries(text: str, path: Path) -> list[Any]:
    """The memories of an export, whatever they are wrapped in; or one on each line."""
    try:
        found = json.loads(text)
    except RecursionError as error:
        raise BadInput(f"`{path}` is nested too deeply", hint=f"expected {Mem0.expects}") from error
    except ValueError:
        return [_line(line) for line in text.splitlines() if line.strip()]
    for wrapping in ("result", "results", "memories", "points"):
        while isinstance(found, dict) and wrapping in found:
            found = found[wrapping]
    return found if isinstance(found, list) else [found]


def _line(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _entry(one: dict[str, Any], file: str) -> Memory | None:
    """None where it has no text. Without an id it is known by its words."""
    payload = one[_PAYLOAD] if isinstance(one.get(_PAYLOAD), dict) else one
    metadata = payload.get("metadata") if isinstance(payload.get("metadata"), dict) else payload
    text = next((payload[key] for key in ("memory", "data", "text") if isinstance(payload.get(key), str)), "")
    if not text.strip():
        return None
    category = str((metadata or {}).get("category") or "")
    kind = kind_named(category) if category else None
    at = text_of(payload, "updated_at") or text_of(payload, "created_at")
    return Memory(
        text=text,
        source_id=f"{file}#{text[:80]}" if one.get("id") is None else str(one["id"]),
        kind=kind or Kind.NOTE,
        layer=Layer.USER,
        session=text_of(payload, "run_id") or None,
        at=at or None,
        tags=(category,) if category and not kind else (),
    )
