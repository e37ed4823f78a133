"""What opencode writes since 2.0 into the same database: `session_v2`, and `session_message` with a row a message.

The old tables stay as they were, and late releases of 1.x wrote both: a session is what stands in either.
"""

import json
from collections.abc import Iterator
from typing import Any

from lore.capture.readers.content import blocks_of, object_of
from lore.capture.readers.records import UnknownRecord

SESSIONS, MESSAGES = "session_v2", "session_message"
NEEDED = (
    (SESSIONS, ("id", "directory", "title", "time_created", "time_updated")),
    (MESSAGES, ("id", "session_id", "type", "time_created", "time_updated", "data")),
)
MORE = frozenset({"parent_id", "fork_session_id", "version", "revert", "permission"})
"""Columns that not every release has."""
_SPOKEN = frozenset({"user", "assistant"})
_UNSPOKEN = frozenset({"system", "synthetic", "shell", "compaction", "agent-switched", "model-switched"})
"""Types of messages that a program wrote, or that say nothing."""
_APART = frozenset({"agents", "content", "files", "text", "type"})
"""What of a message is no word about who wrote it."""
_READ = frozenset({"session", "message", "part", SESSIONS, MESSAGES, "session_share"})

Messages = list[tuple[int, dict[str, Any]]]
"""Messages in the form of an export, each with the moment it was last written."""


def messages_of(database: Any, session: str, size: str) -> Messages:
    """What stands of a session in `session_message`. size: the columns with the data and whether it is too long."""
    found: Messages = []
    columns = f"id, type, time_created, time_updated, {size}"
    order = "seq" if "seq" in database.columns(MESSAGES) else "time_created, id"
    for row in database.rows(f"SELECT {columns} FROM {MESSAGES} WHERE session_id = ? ORDER BY {order}", (session,)):
        if row["type"] not in _SPOKEN:
            continue
        data = _object(row["data"])
        time = {"created": row["time_created"], **object_of(data.get("time"))}
        more = {name: value for name, value in data.items() if name not in _APART}
        info = {**more, "id": str(row["id"]), "role": row["type"], "time": time}
        written = row["time_updated"] if isinstance(row["time_updated"], int) else 0
        found.append((written, {"info": info, "parts": list(_parts(data))}))
    return found


def newest_of(database: Any) -> dict[str, int]:
    """When a message of each session was last written there; nothing where there is no such table."""
    if not database.columns(MESSAGES):
        return {}
    database.require(MESSAGES, NEEDED[1][1], "opencode")
    rows = database.rows(f"SELECT session_id, max(time_updated) AS newest FROM {MESSAGES} GROUP BY session_id")
    return {str(row["session_id"]): row["newest"] for row in rows if isinstance(row["newest"], int)}


def joined(old: Messages, new: Messages) -> Messages:
    """The messages of both, each once, in their order: one that was moved keeps its moment."""
    moved = {_moment(one) for _, one in new} | {one["info"]["id"] for _, one in new}
    left = [one for one in old if _moment(one[1]) not in moved and one[1]["info"]["id"] not in moved]
    return sorted([*left, *new], key=lambda one: _in_time(one[1])) if left else new


def not_read(database: Any) -> Iterator[UnknownRecord]:
    """Tables that may hold sessions and that nobody reads, and messages of unknown types."""
    for table in database.tables():
        is_named = table not in _READ and ("session" in table or "message" in table) and table.isidentifier()
        if is_named and database.columns(table) and any(database.rows(f"SELECT 1 FROM {table} LIMIT 1")):
            yield UnknownRecord(f"table {table}")
    if database.columns(MESSAGES):
        for row in database.rows(f"SELECT DISTINCT type FROM {MESSAGES}"):
            if row["type"] not in _SPOKEN | _UNSPOKEN:
                yield UnknownRecord(f"{MESSAGES} of type {row['type']}")


def _parts(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if isinstance(data.get("text"), str):
        yield {"type": "text", "text": data["text"]}
    for block in blocks_of(data.get("content")):
        if block.get("type") != "tool":
            yield block
            continue
        state, time = object_of(block.get("state")), object_of(block.get("time"))
        error = state.get("error")
        told = {"error": object_of(error).get("message")} if isinstance(error, dict) else {}
        state = {**state, **told, "time": {"start": time.get("created")}}
        yield {"type": "tool", "tool": block.get("name"), "callID": block.get("id"), "state": state}


def _moment(message: dict[str, Any]) -> tuple[object, object]:
    return message["info"]["time"]["created"], message["info"].get("role")


def _in_time(message: dict[str, Any]) -> float:
    created = message["info"]["time"]["created"]
    return created if isinstance(created, int | float) else 0


def _object(text: object) -> dict[str, Any]:
    try:
        return object_of(json.loads(text, strict=False)) if isinstance(text, str) else {}
    except (ValueError, RecursionError):
        return {}
