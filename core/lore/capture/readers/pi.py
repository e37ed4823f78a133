"""pi: `~/.pi/agent/sessions/<folder>/<time>_<session>.jsonl`.

The first line is a header; the others carry messages of a person, the agent, its tools, and commands that the person
ran. Messages have had ids since version 2 of the format; before, their time in milliseconds names them.
"""

import re
from collections.abc import Iterator
from typing import Any

from lore.capture.readers.content import blocks_of, made_id, object_of, said, texts_of
from lore.capture.readers.frames import user_turns
from lore.capture.readers.json_lines import Entry, each_line, first_object, text_of
from lore.capture.readers.lines import FileStart, Transcript
from lore.capture.readers.records import RawSession, RawTurn, Record
from lore.capture.readers.speakers import PI, Speaker, speaker
from lore.capture.readers.times import moment
from lore.capture.readers.tools import failure, tool_event
from lore.model import Role

_SESSION_IN_NAME = re.compile(r"_([0-9a-fA-F-]{36})\.jsonl$")


class Pi:
    """Reads the sessions of pi."""

    name = "pi"

    def recognises(self, head: FileStart) -> bool:
        return any(
            (one.get("type") == "session" and "cwd" in one and "timestamp" in one)
            or (one.get("type") == "message" and "role" in object_of(one.get("message")) and "timestamp" in one)
            for one in head.objects()
            if "sessionId" not in one
        )

    def read(self, transcript: Transcript) -> Iterator[Record]:
        first = first_object(transcript)
        header = first if first.get("type") == "session" else {}
        log = PiLog(text_of(header.get("id")) or transcript.path.stem, _origin(header), Pi.name, header)
        return each_line(transcript, log.take)


class PiLog:
    """One session file while it is read."""

    marks = PI
    """The table of who wrote a line."""

    def __init__(self, session: str, origin: str | None, agent: str, header: dict[str, Any]) -> None:
        self.session, self._origin, self._agent = session, origin, agent
        self.by_person = speaker(PI, header) is Speaker.PERSON
        """Whether a person types in this session, as far as its header tells."""

    def take(self, entry: Entry) -> Iterator[Record]:
        value = entry.value
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
                if text := self.said_by_agent(said(content)):
                    yield RawTurn(self.session, source, Role.ASSISTANT, text, at)
                for number, block in enumerate(blocks_of(content)):
                    if block.get("type") == "toolCall":
                        tool, call = text_of(block.get("name")), text_of(block.get("id"))
                        given = block.get("arguments")
                        yield tool_event(self.session, call or f"{source}:{number}", tool or "tool", given, at)
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
