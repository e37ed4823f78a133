"""pi: `~/.pi/agent/sessions/<folder>/<time>_<session>.jsonl`.

The first line is a header; the others carry messages of a person, the agent, its tools, and commands that the person
ran. Messages have had ids since version 2 of the format; before, their time in milliseconds names them.
"""

import re
from collections.abc import Iterator
from typing import Any

from lore.capture.readers.fields import blocks_of, made_id, moment, object_of, said, text_of, texts_of
from lore.capture.readers.lines import DATABASE, FileStart, Line, Reader, Transcript, each_line, first_object
from lore.capture.readers.openclaw_database import OTHER_TABLES, TABLES, sessions_since
from lore.capture.readers.records import Problem, RawSession, Record, ResumePoint
from lore.capture.readers.speakers import OPENCLAW, PI, Speaker, speaker
from lore.capture.readers.telling import agent_turns, calls_in, failure, tool_event, user_turns

_NAME, _OPENCLAW = "pi", "openclaw"
_SESSION_IN_NAME = re.compile(r"_([0-9a-fA-F-]{36})\.jsonl$")


def _recognises(head: FileStart) -> bool:
    return any(
        (one.get("type") == "session" and "cwd" in one and "timestamp" in one)
        or (one.get("type") == "message" and "role" in object_of(one.get("message")) and "timestamp" in one)
        for one in head.objects()
        if "sessionId" not in one
    )


def _header(transcript: Transcript) -> dict[str, Any]:
    first = first_object(transcript)
    return first if first.get("type") == "session" else {}


def _read(transcript: Transcript) -> Iterator[Record]:
    header = _header(transcript)
    log = PiLog(text_of(header.get("id")) or transcript.path.stem, _origin(header), _NAME, header)
    return each_line(transcript, log.take)


READER = Reader(_NAME, _recognises, _read)


class PiLog:
    """One session file while it is read."""

    marks = PI
    """The table of who wrote a line."""

    def __init__(self, session: str, origin: str | None, agent: str, header: dict[str, Any]) -> None:
        self.session, self._origin, self._agent = session, origin, agent
        self.by_person = speaker(PI, header) is Speaker.PERSON
        """Whether a person types in this session, as far as its header tells."""

    def take(self, line: Line) -> Iterator[Record]:
        value = line.value
        match value.get("type"):
            case "session":
                yield self._header(value)
            case "session_info":
                yield RawSession(self.session, self._agent, title=text_of(value.get("name")))
            case "message":
                message = object_of(value.get("message"))
                at = moment(value.get("timestamp")) or moment(message.get("timestamp"))
                yield RawSession(self.session, self._agent, ended_at=at, continues=self._origin)
                by = speaker(self.marks, value, *blocks_of(message.get("content")))
                yield from self._message(message, _name(value, message), at, by)

    def _header(self, header: dict[str, Any]) -> RawSession:
        at, cwd = moment(header.get("timestamp")), text_of(header.get("cwd"))
        return RawSession(self.session, self._agent, cwd, started_at=at, ended_at=at, continues=self._origin)

    def _message(self, message: dict[str, Any], source: str, at: str | None, by: Speaker) -> Iterator[Record]:
        content = message.get("content")
        match message.get("role"):
            case "user":
                by_person = self.by_person and by is Speaker.PERSON
                yield from self.said_by_user(source, message, at, by_person=by_person)
            case "assistant":
                yield from agent_turns(self.session, source, self.said_by_agent(said(content)), at)
                yield from calls_in(self.session, source, blocks_of(content), at, "toolCall", "arguments")
            case "toolResult" if message.get("isError"):
                call, tool = text_of(message.get("toolCallId")), text_of(message.get("toolName"))
                yield failure(self.session, call or source, tool or "tool", content, at)
            case "bashExecution":
                yield tool_event(self.session, source, "bash", message, at)
                if message.get("exitCode"):
                    yield failure(self.session, source, "bash", message.get("output"), at)

    def said_by_user(
        self, source: str, message: dict[str, Any], at: str | None, *, by_person: bool
    ) -> Iterator[Record]:
        """The turns of a message in the user's name."""
        return user_turns(self.session, source, texts_of(message.get("content")), at, by_person=by_person)

    def said_by_agent(self, text: str) -> str:
        """What the agent said, of the text of its message."""
        return text


def _origin(header: dict[str, Any]) -> str | None:
    """The session this one was branched from."""
    file = text_of(header.get("parentSession")) or text_of(header.get("branchedFrom")) or ""
    match = _SESSION_IN_NAME.search(file)
    return match[1] if match else None


def _name(value: dict[str, Any], message: dict[str, Any]) -> str:
    return text_of(value.get("id")) or made_id(
        value.get("timestamp"), message.get("role"), message.get("toolCallId"), said(message.get("content"))
    )


# OpenClaw: `~/.openclaw/agents/<agent>/agent/openclaw-agent.sqlite` since 2026.8, `…/sessions/<session>.jsonl` before


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


def _is_openclaws(head: FileStart) -> bool:
    if head.tables:
        return head.tables >= TABLES or head.tables >= OTHER_TABLES
    objects = [one for one in head.objects() if "sessionId" not in one]
    header = next((one for one in objects if one.get("type") == "session" and "timestamp" in one), {})
    lives_there = ".openclaw" in (text_of(header.get("cwd")) or "").replace("\\", "/").split("/")
    return bool(header) and (lives_there or any(map(_is_of_gateway, objects)))


def _read_openclaw(transcript: Transcript) -> Iterator[Record]:
    if transcript.head().data.startswith(DATABASE):
        return _database(transcript)
    header = _header(transcript)
    session = text_of(header.get("id")) or transcript.path.name.partition(".")[0]
    return each_line(transcript, _Log(session, None, _OPENCLAW, header).take)


OPENCLAW_READER = Reader(_OPENCLAW, _is_openclaws, _read_openclaw)


def _database(transcript: Transcript) -> Iterator[Record]:
    """The sessions that changed since it was read last, each whole."""
    newest = transcript.start
    for found in sessions_since(transcript):
        if isinstance(found, Problem):
            yield found
            continue
        log = _Log(found.id, found.origin, _OPENCLAW, {})
        log.by_person = found.is_own
        for number, value in enumerate(found.lines, 1):
            yield from log.take(Line(number, 0, 0, b"", whole=True, value=value))
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
