"""claude-mem: `~/.claude-mem/claude-mem.db`.

An observation about a session holds single facts; `directives` are rules a person gave. Prompts and summaries of
sessions are left to the transcripts they were made from. The columns that name a session changed their names once.
"""

from collections.abc import Iterator
from pathlib import Path

from lore.databases import Database, Row, list_of, opened, text_of
from lore.migrate.records import Found, Memory, Skipped
from lore.migrate.rules import kind_named
from lore.model import Kind, Layer

_COLUMNS = ("id", "project", "type", "title", "facts", "concepts", "files_modified", "created_at")
_SESSION_NAMES = (("memory_session_id", "content_session_id"), ("sdk_session_id", "claude_session_id"))
"""The column that joins an observation to its session, and the session's own name for itself; newest first."""


class ClaudeMem:
    """Reads claude-mem's observations and directives."""

    name = "claude-mem"
    expects = "claude-mem's database, such as `~/.claude-mem/claude-mem.db`"

    def read(self, path: Path) -> Iterator[Found]:
        with opened(path) as database:
            database.require("observations", _COLUMNS, self.name)
            for row in database.rows(_observations(database)):
                yield from _memories(row)
            if database.columns("directives"):
                for row in database.rows("SELECT * FROM directives ORDER BY id"):
                    yield _directive(row)


def _observations(database: Database) -> str:
    """The query for all observations, each with the agent's own name of its session where that is known."""
    here, there = database.columns("observations"), database.columns("sdk_sessions")
    for joined, own in _SESSION_NAMES:
        if joined in here and {joined, own} <= there:
            return (
                f"SELECT o.*, s.{own} AS session FROM observations o LEFT JOIN sdk_sessions s"
                f" ON s.{joined} = o.{joined} ORDER BY o.id"
            )
    return "SELECT *, NULL AS session FROM observations ORDER BY id"


def _memories(row: Row) -> Iterator[Found]:
    kind = kind_named(text_of(row, "type"))
    title, facts = text_of(row, "title"), list_of(row, "facts")
    if kind is Kind.EVENT or not facts:
        facts = (": ".join(filter(None, (title, text_of(row, "subtitle")))),)
    for number, fact in enumerate(facts):
        if not fact:
            yield Skipped("an observation without a text")
            continue
        yield Memory(
            text=fact,
            source_id=f"observation:{row['id']}:{number}",
            kind=kind or Kind.NOTE,
            project=text_of(row, "project") or None,
            session=text_of(row, "session") or None,
            at=text_of(row, "created_at") or None,
            tags=() if kind else (text_of(row, "type"),),
            concepts=list_of(row, "concepts"),
            files=list_of(row, "files_modified"),
        )


def _directive(row: Row) -> Found:
    if text_of(row, "status") not in ("", "active"):
        return Skipped("put away there")
    personal = text_of(row, "scope") == "global"
    return Memory(
        text=text_of(row, "content"),
        source_id=f"directive:{row.get('id')}",
        kind=Kind.PREFERENCE if personal else Kind.CONVENTION,
        layer=Layer.USER if personal else Layer.PROJECT,
        project=None if personal else text_of(row, "project") or None,
        at=text_of(row, "created_at") or None,
    )
