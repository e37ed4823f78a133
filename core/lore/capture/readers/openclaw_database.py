"""The database of OpenClaw since 2026.8, one for each of its agents: the lines that its files held, as rows of
`transcript_events`, large ones compressed since 2026.9.6.

Rows say when they were written, so a session is read again, whole, once anything of it was written since.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lore.capture.readers.fields import parse_object
from lore.capture.readers.lines import Transcript, unpacked
from lore.capture.readers.records import Problem
from lore.errors import LoreError

TABLES = frozenset({"transcript_events", "session_windows"})
OTHER_TABLES = frozenset({"schema_meta", "auth_profile_store"})
"""What this database holds in releases that kept sessions in files."""
_LONGEST = 4_000_000
"""Bytes of a row that are read."""
_NEEDED = (
    ("transcript_events", ("session_id", "seq", "event_json", "created_at")),
    ("session_windows", ("session_id", "session_key", "updated_at")),
)
_ARCHIVES = "session_transcript_archives"
_OF_ARCHIVE = ("session_id", "session_key", "reason", "encoding", "created_at", "archive_blob")
_LARGEST = 20_000_000
"""Bytes of an archived session that are read."""
_MAIN = re.compile(r"agent:[^:]{1,200}:main")
"""The key of the session at OpenClaw's own window; others are those of channels, groups, jobs and sub-agents."""
_OF_WINDOW = ("chat_type", "channel")
_OF_NODE = ("created_via", "created_actor_type", "fork_source_session_id")
_TYPED = frozenset({None, "operator", "talk"})
"""How a session is begun that a person types in."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A session as it is stored."""

    id: str
    lines: list[dict[str, Any]]
    changed: int
    """When anything of it was last written, in milliseconds since 1970."""
    is_own: bool
    """Whether it is held at OpenClaw's own window, by a person, and not over a channel or by a program."""
    origin: str | None
    """The session that it was forked from."""


def sessions_since(transcript: Transcript) -> Iterator[Stored | Problem]:
    """The sessions of which anything was written at this moment or later, in milliseconds since 1970.

    What cannot be read is a Problem.
    """
    from lore import databases  # a database is rare, and SQLite takes time to load

    try:
        with databases.opened(transcript.path, checked=False) as database:
            tables = set(database.tables())
            if not tables & TABLES:
                return
            for table, needed in _NEEDED:
                database.require(table, needed, "OpenClaw")
            for number, row in enumerate(list(_windows(database, transcript.start)), 1):
                lines, problems = _lines(database, str(row["session_id"]), number)
                yield from problems
                yield _stored(row, lines)
            yield from _archived(database, tables, transcript.start)
    except LoreError as error:
        yield Problem(1, error.message)


def _windows(database: Any, since: int) -> Iterator[dict[str, Any]]:
    window, node = database.columns("session_windows"), database.columns("session_nodes")
    more = [f"w.{name}" for name in _OF_WINDOW if name in window]
    joined = ""
    if node >= {"session_key", *_OF_NODE}:
        more += [f"n.{name}" for name in _OF_NODE]
        joined = "LEFT JOIN session_nodes n ON n.session_key = w.session_key"
    changed = "(SELECT max(created_at) FROM transcript_events e WHERE e.session_id = w.session_id)"
    columns = ", ".join(("w.session_id", f"max(w.updated_at, coalesce({changed}, 0)) AS changed", *more))
    sql = f"SELECT {columns} FROM session_windows w {joined} WHERE changed >= ? ORDER BY w.updated_at, w.session_id"
    return database.rows(sql, (since,))  # type: ignore[no-any-return]


def _stored(row: dict[str, Any], lines: list[dict[str, Any]]) -> Stored:
    own_window = row.get("channel") in (None, "webchat") and row.get("chat_type") in (None, "direct")
    by_person = row.get("created_via") in _TYPED and row.get("created_actor_type") in (None, "human")
    origin = row.get("fork_source_session_id")
    changed = row["changed"] if isinstance(row["changed"], int) else 0
    return Stored(
        str(row["session_id"]), lines, changed, own_window and by_person, origin if isinstance(origin, str) else None
    )


def _lines(database: Any, session: str, number: int) -> tuple[list[dict[str, Any]], list[Problem]]:
    packed = "event_zstd" if "event_zstd" in database.columns("transcript_events") else "NULL"
    text = f"CASE WHEN length(event_json) > {_LONGEST} THEN NULL ELSE event_json END"
    sql = f"SELECT {text} AS event, {packed} AS packed FROM transcript_events WHERE session_id = ? ORDER BY seq"
    lines: list[dict[str, Any]] = []
    left = 0
    for row in database.rows(sql, (session,)):
        value = _parsed(row["event"], row["packed"])
        if value is None:
            left += 1
        else:
            lines.append(value)
    told = f"session `{session}`: rows that are too long, or cannot be read, were left out ({left:,})"
    return lines, [Problem(number, told)] if left else []


def _parsed(text: object, packed: object) -> dict[str, Any] | None:
    if isinstance(packed, bytes):
        try:
            data = unpacked(packed, _LONGEST)
        except OSError:
            return None
    elif isinstance(text, str):
        data = text.encode("utf-8", "replace")
    else:
        return None
    value = parse_object(data)
    return value if isinstance(value, dict) else None


def _archived(database: Any, tables: set[str], since: int) -> Iterator[Stored | Problem]:
    """The sessions that were begun anew (`/new`): each was put away as the file that earlier releases made of it."""
    if _ARCHIVES not in tables:
        return
    try:
        database.require(_ARCHIVES, _OF_ARCHIVE, "OpenClaw")
    except LoreError as error:
        yield Problem(1, error.message)
        return
    blob = f"CASE WHEN length(archive_blob) > {_LARGEST} THEN NULL ELSE archive_blob END AS archive_blob"
    columns = ", ".join((*_OF_ARCHIVE[:-1], blob))
    sql = f"SELECT {columns} FROM {_ARCHIVES} WHERE reason = 'reset' AND created_at >= ? ORDER BY created_at"
    left = 0
    for row in database.rows(sql, (since,)):
        lines = _unpacked_lines(row["archive_blob"], row["encoding"])
        if lines:
            is_own = _MAIN.fullmatch(str(row["session_key"])) is not None
            changed = row["created_at"] if isinstance(row["created_at"], int) else 0
            yield Stored(str(row["session_id"]), lines, changed, is_own, None)
        else:
            left += 1
    if left:
        told = f"sessions that OpenClaw archived when they were begun anew cannot be read ({left:,})"
        yield Problem(1, f"{told}: restore one in OpenClaw to have it read")


def _unpacked_lines(blob: object, encoding: object) -> list[dict[str, Any]]:
    """The lines of an archived file; none where it is no such file, from its header on."""
    if not isinstance(blob, bytes) or encoding not in ("identity", "zstd"):
        return []
    try:
        data = unpacked(blob, _LARGEST) if encoding == "zstd" else blob
    except OSError:
        return []
    values = [parse_object(line) for line in data.split(b"\n") if line.strip()]
    lines = [value for value in values if isinstance(value, dict)]
    return lines if lines and lines[0].get("type") == "session" else []
