"""OpenClaw: `~/.openclaw/agents/<agent>/agent/openclaw-agent.sqlite` since 2026.8, `…/sessions/<session>.jsonl` before.

The lines, or rows, are those of pi, on which OpenClaw is built. Its gateway writes into what a user says: who sent a
message, from where and when, as blocks of JSON or in brackets, what is due, that a session was begun anew. None of it
was typed.
A message that came over a channel says who sent it, and may come from anybody; one typed at its own window does not.
"""

import re
from collections.abc import Iterator
from typing import Any

from lore.capture.readers.content import object_of, texts_of
from lore.capture.readers.frames import user_turns
from lore.capture.readers.json_lines import Entry, each_line, first_object, text_of
from lore.capture.readers.lines import DATABASE, FileStart, Line, Problem, Transcript
from lore.capture.readers.openclaw_database import OTHER_TABLES, TABLES, sessions_since
from lore.capture.readers.pi import PiLog
from lore.capture.readers.records import Record, ResumePoint
from lore.capture.readers.speakers import OPENCLAW

_METADATA = re.compile(r"\s*(?P<about>[A-Z][\w ,'()-]{0,80}) \(untrusted[^)\n]{0,60}\):\s*```json\s.*?\n```", re.DOTALL)
"""A block in front of what was said: about the conversation, the sender, or a message that is answered."""
_STAMP = re.compile(
    r"\s*\[(?:message_id: [^\]\n]{1,200}|(?P<where>[^\]\n]*?)\s*[A-Z][a-z]{2} \d{4}-\d\d-\d\d [^\]\n]{4,40})\]"
)
"""`[Sat 2026-02-14 18:49 GMT-3]`, with the channel and the sender before the time in older releases."""
_PROGRAM_WROTE = re.compile(
    r"\s*(?:Read HEARTBEAT\.md|System: \[|\[cron:|A new session was started via /new or /reset"
    r"|Pre-compaction memory flush|\[Subagent |\[Inter-session message\])"
)
"""What the gateway says in the user's name."""
_REPLY = re.compile(r"\A\s*\[\[reply_to(?:_current|:[^\]\n]{1,80})\]\]\s*")
_SENDER = re.compile(r"sender", re.IGNORECASE)


class OpenClaw:
    """Reads the sessions of OpenClaw."""

    name = "openclaw"

    def recognises(self, head: FileStart) -> bool:
        if head.data.startswith(DATABASE):
            tables = set(head.text.removeprefix(DATABASE.decode()).split("\n"))
            return tables >= TABLES or tables >= OTHER_TABLES
        objects = [one for one in head.objects() if "sessionId" not in one]
        header = next((one for one in objects if one.get("type") == "session" and "timestamp" in one), {})
        lives_there = ".openclaw" in (text_of(header.get("cwd")) or "").replace("\\", "/").split("/")
        return bool(header) and (lives_there or any(map(_is_of_gateway, objects)))

    def read(self, transcript: Transcript) -> Iterator[Record]:
        if transcript.head().data.startswith(DATABASE):
            yield from _database(transcript)
            return
        first = first_object(transcript)
        header = first if first.get("type") == "session" else {}
        log = _Log(text_of(header.get("id")) or transcript.path.name.partition(".")[0], None, OpenClaw.name, header)
        yield from each_line(transcript, log.take)


def _database(transcript: Transcript) -> Iterator[Record]:
    """The sessions that changed since it was read last, each whole."""
    newest = transcript.start
    for found in sessions_since(transcript):
        if isinstance(found, Problem):
            yield found
            continue
        log = _Log(found.id, found.origin, OpenClaw.name, {})
        log.by_person = found.is_own
        for number, value in enumerate(found.lines, 1):
            yield from log.take(Entry(Line(number, 0, 0, b"", whole=True), value))
        newest = max(newest, found.changed)
        yield ResumePoint(transcript.start)
    yield ResumePoint(newest)


class _Log(PiLog):
    """One session while it is read."""

    marks = OPENCLAW

    def said_by_user(
        self, source: str, message: dict[str, Any], at: str | None, *, by_person: bool
    ) -> Iterator[Record]:
        for place, text in enumerate(texts_of(message.get("content"))):
            words, by_channel = _unwrapped(text)
            if words:
                name = source if place == 0 else f"{source}:{place}"
                yield from user_turns(self.session, name, [words], at, by_person=by_person and not by_channel)

    def said_by_agent(self, text: str) -> str:
        return _REPLY.sub("", text)


def _unwrapped(text: str) -> tuple[str, bool]:
    """What was said in a message, and whether it came over a channel; nothing where the gateway wrote it."""
    by_channel, start = False, 0
    while match := _METADATA.match(text, start) or _STAMP.match(text, start):
        named = match.groupdict()
        by_channel |= bool(named.get("where")) or bool(_SENDER.search(match.group() if named.get("about") else ""))
        start = match.end()
    rest = text[start:]
    return ("", by_channel) if _PROGRAM_WROTE.match(rest) else (rest.strip(), by_channel)


def _is_of_gateway(entry: dict[str, Any]) -> bool:
    """Whether a line holds what only OpenClaw writes."""
    if entry.get("type") == "custom":
        kind = text_of(entry.get("customType")) or ""
        return kind == "model-snapshot" or kind.startswith("openclaw")
    message = object_of(entry.get("message"))
    first = next(iter(texts_of(message.get("content"))), "") if message.get("role") == "user" else ""
    return _METADATA.match(first) is not None
