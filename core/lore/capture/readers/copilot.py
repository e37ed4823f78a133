"""Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`.

One event a line, `{type, data, id, timestamp, parentId}`; the first one names the session and its folder. The text as
it was typed is `content`; `transformedContent` is what the program made of it.
"""

from collections.abc import Iterator
from typing import Any

from lore.capture.readers.content import object_of
from lore.capture.readers.frames import user_turns
from lore.capture.readers.json_lines import Entry, each_line, first_object, text_of
from lore.capture.readers.lines import FileStart, Transcript
from lore.capture.readers.records import RawEvent, RawSession, RawTurn, Record
from lore.capture.readers.rejections import reason_turns
from lore.capture.readers.speakers import COPILOT, Speaker, speaker
from lore.capture.readers.times import moment
from lore.capture.readers.tools import failure, tool_event
from lore.model import Role

_OPENING = ("session.start", "session.resume")
_REFUSED = ("rejected", "denied")
"""Codes of an error that only the program gives; a tool's own error is a `failure`."""


class Copilot:
    """Reads the event logs of Copilot CLI."""

    name = "copilot"

    def recognises(self, head: FileStart) -> bool:
        return any(
            "." in str(one.get("type")) and isinstance(one.get("data"), dict) and "parentId" in one
            for one in head.objects()
        ) or (head.is_one_line and b'"session.start"' in head.data[:100])

    def read(self, transcript: Transcript) -> Iterator[Record]:
        data = object_of(first_object(transcript).get("data"))
        log = _Log(text_of(data.get("sessionId")) or transcript.path.stem)
        return each_line(transcript, log.take)


def _remote(context: dict[str, Any]) -> str | None:
    """The address of the repository that a context names: `owner/name`, its host apart."""
    name, host = text_of(context.get("repository")), text_of(context.get("repositoryHost"))
    return f"https://{host}/{name}" if name and host else None


class _Log:
    """One event log while it is read."""

    def __init__(self, session: str) -> None:
        self._session = session
        self._tools: dict[str, str] = {}

    def take(self, entry: Entry) -> Iterator[Record]:
        value, data = entry.value, object_of(entry.value.get("data"))
        at, kind = moment(value.get("timestamp")), value.get("type")
        context = object_of(data.get("context"))
        opened = at if kind in _OPENING else None
        yield RawSession(
            self._session, Copilot.name, text_of(context.get("cwd")), _remote(context), started_at=opened, ended_at=at
        )
        source = text_of(value.get("id")) or f"byte:{entry.line.start}"
        match kind:
            case "user.message":
                by_person = speaker(COPILOT, value) is Speaker.PERSON
                blocks = [text_of(data.get("content")) or ""]
                yield from user_turns(self._session, source, blocks, at, by_person=by_person)
            case "assistant.message":
                if (text := text_of(data.get("content")) or "").strip():
                    yield RawTurn(self._session, source, Role.ASSISTANT, text, at)
            case "tool.execution_start":
                yield self._called(source, data, at)
            case "tool.execution_complete":
                yield from self._done(source, data, at)
            case "session.error":
                yield failure(self._session, source, "copilot", text_of(data.get("message")) or "", at)

    def _called(self, source: str, data: dict[str, Any], at: str | None) -> RawEvent:
        call, tool = text_of(data.get("toolCallId")) or source, text_of(data.get("toolName")) or "tool"
        self._tools[call] = tool
        return tool_event(self._session, call, tool, data.get("arguments"), at)

    def _done(self, source: str, data: dict[str, Any], at: str | None) -> Iterator[RawEvent | RawTurn]:
        call = text_of(data.get("toolCallId")) or source
        tool = self._tools.pop(call, None) or text_of(data.get("toolName")) or "tool"
        if data.get("success") is False:
            error = object_of(data.get("error"))
            message = text_of(error.get("message")) or ""
            yield failure(self._session, call, tool, message, at)
            by_person = error.get("code") in _REFUSED
            yield from reason_turns(self._session, call, message, at, by_person=by_person)
