"""Gemini CLI: `~/.gemini/tmp/<project>/chats/session-….json`, since 2026 `….jsonl`.

The older form is one object with all messages. The newer one has a line with the session, then a line for each message,
again when it grew, and lines that set what is known of the session.
"""

from collections.abc import Iterator
from typing import Any

from lore.capture.readers.content import blocks_of, object_of, said, texts_of
from lore.capture.readers.documents import each_element, members, outline
from lore.capture.readers.frames import user_turns
from lore.capture.readers.json_lines import Entry, each_line, first_object, text_of
from lore.capture.readers.lines import FileStart, Transcript
from lore.capture.readers.records import RawSession, RawTurn, Record
from lore.capture.readers.times import moment
from lore.capture.readers.tools import failure, tool_event
from lore.model import Role

_SESSION = ("sessionId", "projectHash")
_DETAILS = (*_SESSION, "startTime", "lastUpdated", "summary", "kind", "directories")
_REFERENCED = "\n--- Content from referenced files ---"
"""What follows are the files that the person named with `@`."""


class Gemini:
    """Reads the chats of Gemini CLI."""

    name = "gemini"

    def recognises(self, head: FileStart) -> bool:
        return outline(head).issuperset(_SESSION) or any(one.keys() >= set(_SESSION) for one in head.objects())

    def read(self, transcript: Transcript) -> Iterator[Record]:
        if "messages" not in outline(transcript.head()):
            first = first_object(transcript)
            return each_line(transcript, _Chat(text_of(first.get("sessionId")) or transcript.path.stem, first).line)
        return _document(transcript)


def _document(transcript: Transcript) -> Iterator[Record]:
    details = members(transcript.path, _DETAILS)
    chat = _Chat(text_of(details.get("sessionId")) or transcript.path.stem, details)
    yield from chat.session(details)
    yield from each_element(
        transcript, lambda element: chat.message(object_of(element.value), element.number), "messages"
    )


class _Chat:
    """One chat while it is read."""

    def __init__(self, session: str, details: dict[str, Any]) -> None:
        self._session = session
        self._by_agent = details.get("kind") == "subagent"

    def line(self, entry: Entry) -> Iterator[Record]:
        value = entry.value
        if "sessionId" in value:
            yield from self.session(value)
        elif isinstance(value.get("$set"), dict):
            yield from self.session(value["$set"])
            for number, message in enumerate(blocks_of(value["$set"].get("messages"))):
                yield from self.message(message, entry.line.start + number)
        elif "type" in value:
            yield from self.message(value, entry.line.start)

    def session(self, details: dict[str, Any]) -> Iterator[RawSession]:
        folders = details.get("directories")
        yield RawSession(
            self._session,
            Gemini.name,
            cwd=text_of(folders[0]) if isinstance(folders, list) and folders else None,
            title=text_of(details.get("summary")),
            started_at=moment(details.get("startTime")),
            ended_at=moment(details.get("lastUpdated")),
        )

    def message(self, message: dict[str, Any], number: int) -> Iterator[Record]:
        source, at = text_of(message.get("id")) or f"message:{number}", moment(message.get("timestamp"))
        yield RawSession(self._session, Gemini.name, ended_at=at)
        match message.get("type"):
            case "user" if not self._by_agent:
                yield from user_turns(self._session, source, _typed_blocks(message), at)
            case "gemini":
                if text := said(message.get("content")):
                    yield RawTurn(self._session, source, Role.ASSISTANT, text, at)
                yield from self._calls(message, source, at)
            case "error":
                yield failure(self._session, source, "gemini", message.get("content"), at)

    def _calls(self, message: dict[str, Any], source: str, at: str | None) -> Iterator[Record]:
        for number, call in enumerate(blocks_of(message.get("toolCalls"))):
            tool, identity = text_of(call.get("name")) or "tool", text_of(call.get("id")) or f"{source}:{number}"
            when = moment(call.get("timestamp")) or at
            yield tool_event(self._session, identity, tool, call.get("args"), when)
            if call.get("status") == "error":
                yield failure(self._session, identity, tool, _error(call), when)


def _typed_blocks(message: dict[str, Any]) -> Iterator[str]:
    """The texts of a message up to the files that it names."""
    for text in texts_of(message.get("displayContent") or message.get("content")):
        before, marker, _ = f"\n{text}".partition(_REFERENCED)
        yield before
        if marker:
            return


def _error(call: dict[str, Any]) -> str:
    """What a failed call said."""
    for part in blocks_of(call.get("result")):
        response = object_of(object_of(part.get("functionResponse")).get("response"))
        if text := text_of(response.get("error")) or text_of(response.get("output")):
            return text
    return text_of(call.get("resultDisplay")) or ""
