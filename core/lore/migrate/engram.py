"""engram (Gentleman-Programming): `~/.engram/engram.db`, table `observations`.

An observation has a title and text, which its agents write as `**What**: … **Why**: … **Where**: … **Learned**: …`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from lore.databases import Row, opened, text_of
from lore.migrate.markdown import plain
from lore.migrate.records import Found, Memory, Skipped
from lore.migrate.rules import kind_named
from lore.model import Kind, Layer

_COLUMNS = ("id", "session_id", "type", "title", "content", "project", "scope", "created_at", "deleted_at")
_PART = re.compile(r"\*\*(What|Why|Where|Learned)\*\*:?", re.IGNORECASE)
_PATH = re.compile(r"(?<![\w.@-])[\w.@-]++(?:/[\w.@-]++)++|(?<![\w-])[\w-]++\.[a-z]{1,5}\b")
_SUMMARY = "session_summary"


class Engram:
    """Reads engram's observations."""

    name = "engram"
    expects = "engram's database, such as `~/.engram/engram.db`"

    def read(self, path: Path) -> Iterator[Found]:
        with opened(path) as database:
            database.require("observations", _COLUMNS, self.name)
            for row in database.rows(f"SELECT {', '.join(_COLUMNS)} FROM observations ORDER BY id"):
                yield _memory(row)


def _memory(row: Row) -> Found:
    title, content, kind = text_of(row, "title"), text_of(row, "content"), text_of(row, "type")
    if row["deleted_at"]:
        return Skipped("deleted there")
    if kind == _SUMMARY:
        return Skipped("a summary of a session")
    parts = _parts(content)
    said = parts.get("what") or ("" if parts else content)
    named = kind_named(kind)
    return Memory(
        text=plain(f"{title}: {said}" if title and said and title not in said else said or title),
        source_id=f"observation:{row['id']}",
        quote=content or title,
        kind=named or Kind.NOTE,
        layer=Layer.USER if text_of(row, "scope") == "personal" else Layer.PROJECT,
        project=text_of(row, "project") or None,
        session=text_of(row, "session_id") or None,
        at=text_of(row, "created_at") or None,
        tags=() if named else (kind,),
        files=tuple(dict.fromkeys(_PATH.findall(parts.get("where", ""))))[:20],
        problem=parts.get("why"),
        solution=parts.get("learned"),
    )


def _parts(content: str) -> dict[str, str]:
    """The text after each of the words that divide an observation."""
    pieces = _PART.split(content)
    return {name.lower(): plain(text) for name, text in zip(pieces[1::2], pieces[2::2], strict=True) if text.strip()}
