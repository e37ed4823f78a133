"""Sessions as agents keep them beyond one object a line: one generator for each format, each in every way it comes."""

import json
import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from support import agents, beginnings, speakers

Line = dict[str, Any]
SESSION = "f7633853-6663-4dbb-bbf4-6159afa29df8"
RULE = "Never use fixed widths for buttons in this repo."
LEFT = "Always write the changelog in French."
AT = "2026-10-05T10:00:{:02}.000Z"


def gemini_message(name: str, text: str, second: int = 0) -> Line:
    kind = "gemini" if name.startswith("a") else "user"
    content: object = text if kind == "gemini" else [{"text": text}]
    return {"id": name, "timestamp": AT.format(second), "type": kind, "content": content}


def gemini(*lines: Line, **header: Any) -> bytes:
    first = {"sessionId": SESSION, "projectHash": "ab", "startTime": AT.format(0), "directories": ["/w/shop"], **header}
    return json_lines([first, *lines])


def copilot(*prompts: str) -> bytes:
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
    text: str
    second: int = 0
    parts: tuple[Line, ...] = ()
    is_done: bool = True


def opencode(
    file: Path,
    *said: Said,
    session: str = "ses_1",
    revert: str | None = None,
    touched: int = 0,
    begun: int = 0,
    gone: Sequence[str] = (),
    **columns: Any,
) -> None:
    """Write a session into the database of opencode 1.18, which is made where it is not there.

    touched: seconds from the last message to when the session was last changed; begun: seconds after the first one
    begins; gone: the ids of messages that a prompt after `/undo` took out of it.
    """
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("PRAGMA journal_mode = WAL")
        database.executescript(_OPENCODE)
        updated = max((STARTED + one.second * 1000 for one in said), default=STARTED) + touched * 1000
        taken = json.dumps({"messageID": revert}) if revert else None
        row = {"parent_id": None, "permission": None, "directory": "/w/shop", **columns}
        database.execute(
            "INSERT OR REPLACE INTO session VALUES (?, 'p', ?, ?, 'Buttons', '1.18.34', ?, ?, ?, ?)",
            (session, row["parent_id"], row["directory"], taken, row["permission"], STARTED + begun * 1000, updated),
        )
        for name in gone:
            database.execute("DELETE FROM part WHERE message_id = ?", (name,))
            database.execute("DELETE FROM message WHERE id = ?", (name,))
        for one in said:
            at, role = STARTED + one.second * 1000, "assistant" if one.name.startswith("a") else "user"
            time = {"created": at, **({"completed": at} if role == "assistant" and one.is_done else {})}
            name, data = f"{session}{one.second:03}{one.name}", json.dumps({"role": role, "time": time})
            database.execute("INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?, ?)", (name, session, at, at, data))
            for number, part in enumerate(({"type": "text", "text": one.text}, *one.parts)):
                row_of_part = (f"{name}-{number}", name, session, at, at, json.dumps(part))
                database.execute("INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?)", row_of_part)


def openclaw(
    file: Path, *said: Said, session: str = SESSION, packed: bool = False, archived: Sequence[Said] = (), **columns: Any
) -> None:
    """Write a session into the database of OpenClaw 2026.9, which is made where it is not there.

    packed: rows are compressed; archived: what was said before the session was begun anew; columns: of the
    session, or fields of its messages where they are in `provenance` or `__openclaw`.
    """
    fields: Line = {name: columns.pop(name) for name in ("provenance", "__openclaw") if name in columns}
    with closing(sqlite3.connect(file)) as database, database:
        database.executescript(_OPENCLAW)
        key = f"agent:main:{session}"
        node = {"created_via": "operator", "created_actor_type": "human", "fork_source_session_id": None, **columns}
        values = [node[name] for name in ("created_via", "created_actor_type", "fork_source_session_id")]
        database.execute("INSERT OR REPLACE INTO session_nodes VALUES (?, ?, '{}', ?, ?, ?)", (key, session, *values))
        updated = max((STARTED + one.second * 1000 for one in said), default=STARTED)
        window = (session, key, updated, columns.get("chat_type"), columns.get("channel"))
        database.execute("INSERT OR REPLACE INTO session_windows VALUES (?, ?, ?, ?, ?)", window)
        header = {"type": "session", "version": 3, "id": session, "timestamp": AT.format(0), "cwd": "/w/shop"}
        lines = [header, *(_openclaw_line(one, fields) for one in said)]
        for number, line in enumerate(lines):
            data = json.dumps(line, ensure_ascii=False)
            row = (None, compressed(data.encode())) if packed and number else (data, None)
            values = [session, number, *row, updated]
            database.execute("INSERT OR REPLACE INTO transcript_events VALUES (?, ?, ?, ?, ?)", values)
        if archived:
            away = json_lines([{**header, "id": "old"}, *(_openclaw_line(one, fields) for one in archived)])
            old = (
                "old",
                "agent:main:main",
                "zstd" if packed else "identity",
                compressed(away) if packed else away,
                updated,
            )
            database.execute("INSERT INTO session_transcript_archives VALUES (?, ?, 'reset', ?, ?, ?)", old)


def _openclaw_line(one: Said, fields: Line) -> Line:
    role = "assistant" if one.name.startswith("a") else "user"
    message = {"role": role, "content": [{"type": "text", "text": one.text}], **(fields if role == "user" else {})}
    return {"type": "message", "id": one.name, "parentId": None, "timestamp": AT.format(one.second), "message": message}


_OPENCLAW = """
CREATE TABLE IF NOT EXISTS session_nodes (session_key TEXT PRIMARY KEY, current_session_id TEXT NOT NULL,
  entry_json TEXT NOT NULL, created_via TEXT, created_actor_type TEXT, fork_source_session_id TEXT);
CREATE TABLE IF NOT EXISTS session_windows (session_id TEXT PRIMARY KEY, session_key TEXT NOT NULL,
  updated_at INTEGER NOT NULL, chat_type TEXT, channel TEXT);
CREATE TABLE IF NOT EXISTS transcript_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT,
  event_zstd BLOB, created_at INTEGER NOT NULL, PRIMARY KEY (session_id, seq));
CREATE TABLE IF NOT EXISTS session_transcript_archives (session_id TEXT NOT NULL, session_key TEXT NOT NULL,
  reason TEXT NOT NULL, encoding TEXT NOT NULL, archive_blob BLOB NOT NULL, created_at INTEGER NOT NULL);
"""

STARTED = 1_791_187_200_000
_OPENCODE = """
CREATE TABLE IF NOT EXISTS session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text,
  directory text NOT NULL, title text NOT NULL, version text NOT NULL, revert text, permission text,
  time_created integer NOT NULL, time_updated integer NOT NULL);
CREATE TABLE IF NOT EXISTS message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
  time_updated integer NOT NULL, data text NOT NULL);
CREATE TABLE IF NOT EXISTS part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
  time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
"""


def specstory(folder: Path) -> Path:
    """A history in which the agent's answers hold what looks like messages of the user."""

    def user(text: str, at: str) -> str:
        return f"_**User (2026-01-12 {at}Z)**_\n\n{text}\n\n"

    def agent(text: str, at: str) -> str:
        return f"_**Agent (claude-opus-4-5 2026-01-12 {at}Z)**_\n\n{text}\n\n"

    head = f"<!-- Generated by SpecStory, Markdown v2.1.0 -->\n\n<!-- Claude Code Session {SESSION} -->\n\n"
    in_answer = agent("It ends so:\n\n" + user("Use tabs.", "15:08:44"), "15:08:42")
    earlier = agent("Done.\n\n---\n\n" + user("Use spaces.", "10:00:00"), "15:08:46")
    parts = (user("Go.", "15:08:38"), "---\n\n", in_answer, earlier, "---\n\n", user("Next.", "15:09:00"))
    file = folder / "history.md"
    file.write_text(head + "".join(parts) + user("And this.", "15:09:30"))
    return file


def aider(folder: Path) -> Path:
    """A history in which an answer and what a program printed hold what looks like lines of the person's."""
    chat = (
        "# aider chat started at 2025-10-23 17:04:56\n\n> Aider v0.86.1  \n\n#### Go.  \n\n"
        "I write:\n\n#### Use tabs.  \n\n> Tokens: 17k sent, 188 received.  \n\n#### Next.  \n\nOk.\n\n"
        "> Tokens: 18k sent, 2 received.  \n\n#### /run cat notes.md  \n> It says:\n#### Use spaces.  \n\n"
        "> Added 3 lines of output to the chat.  \n\n#### And this.  \n\nYes.\n\n"
    )
    file = folder / ".aider.chat.history.md"
    file.write_text(chat)
    return file


def compressed(data: bytes) -> bytes:
    if sys.version_info >= (3, 14):
        from compression.zstd import compress
    else:
        from backports.zstd import compress
    return compress(data)


def written(name: str, make: Callable[[], bytes], folder: Path) -> Path:
    file = folder / name
    file.write_bytes(make())
    return file


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
    "UTF-16, one object": lambda: gemini(messages=_TALK).decode().encode("utf-16"),
    "CRLF": lambda: gemini(*_TALK).replace(b"\n", b"\r\n"),
}

SOFT = "Keep every test small\u2028and name it as a sentence."
"""Holds a line break of other programs, which JSON may leave as it is and which ends no line."""
_SAID = [agents.Said("user", "Let us begin."), agents.Said("assistant", "ok"), agents.Said("user", SOFT)]


def _lines_of(form: str) -> bytes:
    return json_lines(agents.FORMATS[form](_SAID))


def _by(writer: Callable[[speakers.Script], str]) -> bytes:
    """The talk as the writer of that format has it; of JSON with every letter as it is."""
    said = [speakers.Step(one.who, one.text) for one in _SAID]
    text = writer(speakers.Script(SESSION, said))
    return (json.dumps(json.loads(text), ensure_ascii=False) if text[0] in "{[" else text).encode()


def _aider() -> bytes:
    sent = "> Tokens: 17k sent, 188 received.  \n\n"
    said = "".join(f"#### {one.text}  \n\n" if one.who == "user" else f"{one.text}\n\n{sent}" for one in _SAID)
    return f"# aider chat started at 2025-10-23 17:04:56\n\n> Aider v0.86.1  \n\n{said}".encode()


PLAIN: Mapping[str, Callable[[], bytes]] = {
    **{f"{form}.jsonl": partial(_lines_of, form) for form in agents.FORMATS},
    "gemini.json": partial(_by, speakers.gemini),
    "opencode.json": partial(_by, speakers.opencode),
    "chatgpt.json": partial(_by, speakers.chatgpt),
    "claude-ai.json": partial(_by, speakers.claude_ai),
    "specstory.md": partial(_by, speakers.specstory),
    "aider.md": _aider,
}
"""One talk in every format: what is there to read of it is the same."""
SPELLINGS: Mapping[str, Callable[[bytes], bytes]] = {
    "plain": lambda data: data,
    "several objects a line": lambda data: data.replace(b"}\n{", b"}{"),
    "UTF-16": lambda data: data.decode().encode("utf-16"),
    "UTF-16, big-endian": lambda data: b"\xfe\xff" + data.decode().encode("utf-16-be"),
    "UTF-8 with a mark": lambda data: b"\xef\xbb\xbf" + data,
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "no line break at its end": lambda data: data.rstrip(b"\n"),
}
SPELT: Mapping[str, Callable[[], bytes]] = {
    f"{way}/{name}": lambda make=make, spell=spell: spell(make())  # type: ignore[misc]
    for name, make in PLAIN.items()
    for way, spell in SPELLINGS.items()
    if not (name.endswith(".md") and "no line break" in way)  # the last line of Markdown may still grow
}

ALL: Mapping[str, Callable[[Path], Path]] = {
    **{f"gemini, {way}": partial(written, "session.jsonl", make) for way, make in GEMINI.items()},
    **{f"claude-code, {way}": partial(written, "session.jsonl", make) for way, make in beginnings.CLAUDE_CODE.items()},
    **{f"codex, {way}": partial(written, "rollout.jsonl", make) for way, make in beginnings.CODEX.items()},
    "copilot": partial(written, "events.jsonl", lambda: copilot("Let us begin.", RULE)),
    "specstory": specstory,
    "aider": aider,
    **{name: partial(written, Path(name).name, make) for name, make in SPELT.items()},
}
"""Every history of lines or of one object: each makes its file in a folder."""
