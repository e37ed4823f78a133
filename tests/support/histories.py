"""Sessions as agents keep them beyond one object a line: one generator for each format, each in every way it comes."""

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Line = dict[str, Any]
SESSION = "f7633853-6663-4dbb-bbf4-6159afa29df8"
RULE = "Never use fixed widths for buttons in this repo."
LEFT = "Always write the changelog in French."
AT = "2026-10-05T10:00:{:02}.000Z"


def gemini_message(name: str, text: str, second: int = 0) -> Line:
    """A message of Gemini CLI 0.61; the agent's where its name begins with `a`."""
    kind = "gemini" if name.startswith("a") else "user"
    content: object = text if kind == "gemini" else [{"text": text}]
    return {"id": name, "timestamp": AT.format(second), "type": kind, "content": content}


def gemini(*lines: Line, **header: Any) -> bytes:
    """A chat of Gemini CLI 0.61."""
    first = {"sessionId": SESSION, "projectHash": "ab", "startTime": AT.format(0), "directories": ["/w/shop"], **header}
    return json_lines([first, *lines])


def copilot(*prompts: str) -> bytes:
    """An event log of Copilot CLI 1.0."""
    common = {"timestamp": AT.format(0), "parentId": None}
    context = {"cwd": "/w/shop"}
    lines = [{"type": "session.start", "data": {"sessionId": SESSION, "context": context}, "id": "e0", **common}]
    for number, text in enumerate(prompts, 1):
        lines.append({"type": "user.message", "data": {"content": text}, "id": f"e{number}", **common})
    return json_lines(lines)


@dataclass(frozen=True)
class Said:
    """A message of opencode."""

    name: str
    """The agent's where it begins with `a`."""
    text: str
    second: int = 0
    parts: tuple[Line, ...] = ()
    is_done: bool = True


def opencode(
    file: Path, *said: Said, session: str = "ses_1", revert: str | None = None, touched: int = 0, **columns: Any
) -> None:
    """Write a session into the database of opencode 1.18, which is made where it is not there.

    touched: seconds from the last message to when the session was last changed.
    """
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(_OPENCODE)
        updated = max((STARTED + one.second * 1000 for one in said), default=STARTED) + touched * 1000
        taken = json.dumps({"messageID": revert}) if revert else None
        row = {"parent_id": None, "permission": None, "directory": "/w/shop", **columns}
        database.execute(
            "INSERT OR REPLACE INTO session VALUES (?, 'p', ?, ?, 'Buttons', '1.18.34', ?, ?, ?, ?)",
            (session, row["parent_id"], row["directory"], taken, row["permission"], STARTED, updated),
        )
        for one in said:
            at, role = STARTED + one.second * 1000, "assistant" if one.name.startswith("a") else "user"
            time = {"created": at, **({"completed": at} if role == "assistant" and one.is_done else {})}
            name, data = f"{session}{one.second:03}{one.name}", json.dumps({"role": role, "time": time})
            database.execute("INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?, ?)", (name, session, at, at, data))
            for number, part in enumerate(({"type": "text", "text": one.text}, *one.parts)):
                row_of_part = (f"{name}-{number}", name, session, at, at, json.dumps(part))
                database.execute("INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?)", row_of_part)


STARTED = 1_791_187_200_000
"""5 October 2026, 8:00 UTC, in milliseconds."""
_OPENCODE = """
CREATE TABLE IF NOT EXISTS session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text,
  directory text NOT NULL, title text NOT NULL, version text NOT NULL, revert text, permission text,
  time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE IF NOT EXISTS message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
  time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE IF NOT EXISTS part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
  time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
"""


def json_lines(lines: Sequence[Line]) -> bytes:
    return b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines)


_TALK = [gemini_message("m1", "Let us begin."), gemini_message("a1", "ok", 1), gemini_message("m2", RULE, 2)]
_REWOUND = [gemini_message("m0", LEFT), gemini_message("a0", "Oui.", 1), {"$rewindTo": "m0"}]

GEMINI: Mapping[str, Callable[[], bytes]] = {
    "a line for each message": lambda: gemini(*_TALK),
    "messages in a snapshot alone": lambda: gemini({"$set": {"messages": _TALK}}),
    "a header that names no messages yet": lambda: gemini(*_TALK, messages=[]),
    "a header with messages": lambda: gemini(_TALK[0], messages=_TALK),
    "lines, then a snapshot of them": lambda: gemini(*_TALK, {"$set": {"messages": _TALK}}),
    "one object": lambda: gemini(messages=_TALK),
    "rewound to its beginning": lambda: gemini(*_REWOUND, *_TALK),
    "rewound within a snapshot": lambda: gemini({"$set": {"messages": _REWOUND[:2]}}, _REWOUND[2], *_TALK),
    "several objects on each line": lambda: gemini(*_TALK).replace(b"}\n{", b"}{"),
    "UTF-16": lambda: gemini(*_TALK).decode().encode("utf-16"),
    "CRLF": lambda: gemini(*_TALK).replace(b"\n", b"\r\n"),
}
