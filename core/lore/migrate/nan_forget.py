"""nan-forget: `~/.nan-forget/memories.db`, table `memories`."""

from collections.abc import Iterator
from pathlib import Path

from lore.databases import Row, list_of, opened, text_of
from lore.migrate.records import Found, Memory, Skipped
from lore.migrate.rules import kind_named
from lore.model import Kind, Layer

_COLUMNS = (
    "id", "content", "type", "status", "project", "tags", "created_at", "expires_at", "problem", "solution", "files",
    "concepts",
)  # fmt: skip


class NanForget:
    """Reads nan-forget's memories."""

    name = "nan-forget"
    expects = "nan-forget's database, such as `~/.nan-forget/memories.db`"

    def read(self, path: Path) -> Iterator[Found]:
        with opened(path) as database:
            database.require("memories", _COLUMNS, self.name)
            for row in database.rows(f"SELECT {', '.join(_COLUMNS)} FROM memories ORDER BY created_at, id"):
                yield _memory(row)


def _memory(row: Row) -> Found:
    if text_of(row, "status") != "active":
        return Skipped("put away there")
    kind = kind_named(text_of(row, "type"))
    return Memory(
        text=text_of(row, "content"),
        source_id=str(row["id"]),
        kind=kind or Kind.NOTE,
        layer=Layer.USER if kind is Kind.PREFERENCE else Layer.PROJECT,
        project=None if kind is Kind.PREFERENCE else text_of(row, "project") or None,
        at=text_of(row, "created_at") or None,
        expires_at=text_of(row, "expires_at") or None,
        tags=list_of(row, "tags"),
        concepts=list_of(row, "concepts"),
        files=list_of(row, "files"),
        problem=text_of(row, "problem") or None,
        solution=text_of(row, "solution") or None,
    )
