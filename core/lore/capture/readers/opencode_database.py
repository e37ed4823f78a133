"""The database of opencode: tables `session`, `message`, `part` since 1.2, `session_v2` since 2.0; details in JSON.

Rows are written in place, so the moment a row was last written tells what is new.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from lore.capture.readers.fields import blocks_of, object_of
from lore.capture.readers.lines import Transcript
from lore.capture.readers.records import Problem, UnknownRecord
from lore.errors import LoreError

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


def _in_time(message: dict[str, Any]) -> float:
    created = message["info"]["time"]["created"]
    return created if isinstance(created, int | float) else 0


def _object(text: object) -> dict[str, Any]:
    try:
        return object_of(json.loads(text, strict=False)) if isinstance(text, str) else {}
    except (ValueError, RecursionError):
        return {}


TABLES = frozenset({"session", "message", "part"})
MOST_ALIKE = 50
"""Forks of one session that are told apart."""
_LONGEST = 4_000_000
"""Bytes of a message or a part of one that are read; a part that holds a whole file may be larger."""
_NEEDED = (
    ("session", ("id", "parent_id", "directory", "title", "time_created", "time_updated")),
    ("message", ("id", "session_id", "time_created", "time_updated", "data")),
    ("part", ("id", "message_id", "session_id", "time_updated", "data")),
)
_SIZE = f"length(data) > {_LONGEST} AS is_long, CASE WHEN length(data) > {_LONGEST} THEN NULL ELSE data END AS data"
_CHANGED = "max(session.time_updated, coalesce(m.newest, 0), coalesce(p.newest, 0))"
_WITH_CHANGES = " ".join(
    f"LEFT JOIN (SELECT session_id, max(time_updated) AS newest FROM {table} GROUP BY session_id) {name}"
    f" ON {name}.session_id = session.id"
    for table, name in (("message", "m"), ("part", "p"))
)


@dataclass(frozen=True, slots=True)
class Session:
    """A session in the form of an export."""

    id: str
    info: dict[str, Any]
    messages: list[dict[str, Any]]
    """Those that are complete, in their order."""
    changed: int
    """When any of it was last written, in milliseconds since 1970."""
    reverted_to: str | None
    """The message from which on all was taken back."""
    waits_since: int | None
    """When an answer that is not complete was last written."""
    origins: tuple[str, ...] = ()
    """The sessions that it was forked from: copies of their messages bear the names of these."""
    has_own: bool = True
    """Whether it holds a message that is no copy."""


def sessions_since(transcript: Transcript) -> Iterator[Session | Problem | UnknownRecord]:
    """The sessions of a database of which anything was written at this moment or later, in milliseconds since 1970.

    What cannot be read is a Problem.
    """
    from lore import databases  # a database is rare, and SQLite takes time to load

    try:
        with databases.opened(transcript.path, checked=False) as database:
            tables = frozenset(database.tables())
            old = list(_old_rows(database)) if tables >= TABLES else []
            changed = newest_of(database)
            new = list(_new_rows(database, {str(row["id"]) for row in old})) if changed else []
            begun, forks = _begun(database) if old else {}, dict[str, _Copied]()
            for number, row in enumerate([*old, *new], 1):
                name = str(row["id"])
                row["changed"] = max(row["changed"] or 0, changed.get(name, 0))
                if row["changed"] < transcript.start:
                    continue
                messages, problems = _messages(database, name, number) if number <= len(old) else ([], [])
                yield from problems
                ids = [message["info"]["id"] for _, message in messages]
                forked = row.get("fork_session_id")
                origins = (str(forked),) if forked else _origins(database, begun, forks, name, messages)
                has_own = any(message["info"]["id"] == own for own, (_, message) in zip(ids, messages, strict=True))
                if name in changed:
                    messages, has_own = joined(messages, messages_of(database, name, _SIZE)), True
                yield replace(_session(row, messages), origins=origins, has_own=has_own)
            yield from not_read(database)
            if (most := max(map(len, begun.values()), default=0)) > MOST_ALIKE:
                yield Problem(1, f"of {most:,} sessions that begin alike {MOST_ALIKE} were held against the others")
    except LoreError as error:
        yield Problem(1, error.message)


def _old_rows(database: Any) -> Iterator[dict[str, Any]]:
    for table, needed in _NEEDED:
        database.require(table, needed, "opencode")
    more = sorted(database.columns("session") & {"version", "revert", "permission"})
    columns = ", ".join((*_NEEDED[0][1], *more))
    for row in database.rows(
        f"SELECT {columns}, {_CHANGED} AS changed FROM session {_WITH_CHANGES} ORDER BY time_created, id"
    ):
        yield dict(row)


def _new_rows(database: Any, known: set[str]) -> Iterator[dict[str, Any]]:
    """The sessions since 2.0 that the old table does not have."""
    if not database.columns(SESSIONS):
        return
    database.require(*NEEDED[0], "opencode")
    columns = ", ".join((*NEEDED[0][1], *sorted(database.columns(SESSIONS) & MORE)))
    for row in database.rows(f"SELECT {columns}, time_updated AS changed FROM {SESSIONS} ORDER BY time_created, id"):
        if str(row["id"]) not in known:
            yield dict(row)


def _session(row: dict[str, Any], messages: list[tuple[int, dict[str, Any]]]) -> Session:
    info = {
        "id": row["id"],
        "directory": row["directory"],
        "title": row["title"],
        "parentID": row.get("parent_id"),
        "version": row.get("version"),
        "permission": _json(row.get("permission")),
        "time": {"created": row["time_created"], "updated": row["time_updated"]},
    }
    waits = messages[-1][0] if messages and not _is_complete(messages[-1][1]["info"]) else None
    reverted = object_of(_json(row.get("revert"))).get("messageID")
    whole = [message for _, message in (messages if waits is None else messages[:-1])]
    changed = row["changed"] if isinstance(row["changed"], int) else 0
    return Session(str(row["id"]), info, whole, changed, reverted if isinstance(reverted, str) else None, waits)


def _messages(database: Any, session: str, number: int) -> tuple[list[tuple[int, dict[str, Any]]], list[Problem]]:
    """The messages of a session with their parts, each with the moment it was last written."""
    found: dict[str, tuple[int, dict[str, Any]]] = {}
    problems: list[Problem] = []
    of_session = "WHERE session_id = ?"
    for row in database.rows(
        f"SELECT id, time_created, time_updated, {_SIZE} FROM message {of_session} ORDER BY time_created, id",
        (session,),
    ):
        info = object_of(_json(row["data"]))
        time = {"created": row["time_created"], **object_of(info.get("time"))}
        written = row["time_updated"] if isinstance(row["time_updated"], int) else 0
        found[str(row["id"])] = (written, {"info": {**info, "id": str(row["id"]), "time": time}, "parts": []})
    left = 0
    for row in database.rows(f"SELECT id, message_id, {_SIZE} FROM part {of_session} ORDER BY id", (session,)):
        left += bool(row["is_long"])
        if str(row["message_id"]) in found:
            found[str(row["message_id"])][1]["parts"].append(object_of(_json(row["data"])))
    if left:
        told = f"session `{session}`: parts of more than {_LONGEST // 1_000_000} MB were left out ({left:,})"
        problems.append(Problem(number, told))
    return list(found.values()), problems


def _begun(database: Any) -> dict[int, dict[str, int]]:
    """The sessions by the moment of their first message, those that were begun first in front, with their places."""
    found = defaultdict[int, dict[str, int]](dict)
    sql = """SELECT session.id, min(message.time_created) AS first FROM session JOIN message
             ON message.session_id = session.id GROUP BY session.id ORDER BY session.time_created, session.id DESC"""
    for row in database.rows(sql):
        found[row["first"]][str(row["id"])] = len(found[row["first"]])
    return found


@dataclass(frozen=True, slots=True)
class _Copied:
    """What tells a copy of a session: its first words, and the names of its messages by their moments."""

    words: list[object]
    names: dict[tuple[object, object], str]


def _origins(
    database: Any,
    begun: dict[int, dict[str, int]],
    known: dict[str, _Copied],
    session: str,
    messages: list[tuple[int, dict[str, Any]]],
) -> tuple[str, ...]:
    """The sessions that one is a fork of, whose messages it repeats under new names: it is given the old ones.

    No field says so. A copy keeps the moment of its message, in milliseconds, and its words. Of the sessions that begin
    alike the first `MOST_ALIKE` are looked at, each once.
    """
    if not messages:
        return ()
    alike = begun.get(messages[0][1]["info"]["time"]["created"], {})
    before = list(islice(alike, min(MOST_ALIKE, alike.get(session, 0))))
    for other in before:
        if other not in known:
            theirs = [message for _, message in _messages(database, other, 0)[0]]
            names = {_moment(one): one["info"]["id"] for one in reversed(theirs)}
            known[other] = _Copied(_words(theirs[0]) if theirs else [], names)
    found = [other for other in before if known[other].words == _words(messages[0][1]) and known[other].names]
    for _, one in messages:
        moment = _moment(one)
        named = (known[other].names[moment] for other in found if moment in known[other].names)
        one["info"]["id"] = next(named, one["info"]["id"])
    return tuple(found)


def _moment(message: dict[str, Any]) -> tuple[object, object]:
    return message["info"]["time"]["created"], message["info"].get("role")


def _words(message: dict[str, Any]) -> list[object]:
    return [part.get("text") for part in message["parts"] if part.get("type") == "text"]


def _is_complete(info: dict[str, Any]) -> bool:
    """Whether nothing is added to a message any more."""
    return info.get("role") != "assistant" or "completed" in object_of(info.get("time")) or "error" in info


def _json(text: object) -> object:
    if not isinstance(text, str):
        return None
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
