"""Cursor's agent: `~/.cursor/projects/<folder>/agent-transcripts/<session>/<session>.jsonl`.

A line for each message, `{role, message: {content: [...]}}`. Lines have neither ids nor times, so their place in the
file names them, and the file's name is that of the session. What was typed stands in `<user_query>`.
"""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from lore.capture.readers.fields import blocks_of, moment, object_of, said, text_of, texts_of
from lore.capture.readers.lines import FileStart, Line, Reader, Transcript, each_line, first_object
from lore.capture.readers.records import RawEvent, RawSession, RawTurn, Record
from lore.capture.readers.speakers import COPILOT, NEUTRAL, Speaker, speaker
from lore.capture.readers.telling import agent_turns, calls_in, failure, reason_turns, tool_event, user_turns

_NAME, _COPILOT = "cursor", "copilot"
_OPENS, _CLOSES = "<user_query>", "</user_query>"
_TIME = re.compile(r"<timestamp>([^<]{1,60})</timestamp>")
_BLOCK = re.compile(r"\s*<([a-z_]{1,60})(?:\s[^<>]{0,400})?>")
_CONTEXT = frozenset(
    {
        "additional_data", "agent_requestable_workspace_rules", "agent_skills", "agent_transcripts",
        "always_applied_workspace_rules", "attached_files", "available_skills", "current_file", "cursor_commands",
        "external_links", "git_status", "image_files", "linter_errors", "manually_attached_skills", "mcp_file_system",
        "open_and_recently_viewed_files", "open_files", "project_layout", "recently_viewed_files", "rules",
        "system_reminder", "terminal_files_information", "timestamp", "uploaded_documents", "user_info", "user_rules",
    }
)  # fmt: skip
"""What Cursor puts before that, each block closed. A notice of a task that ended may quote the query of another."""
_FIELDS = frozenset({"role", "message"})


def _recognises(head: FileStart) -> bool:
    return any(
        one.keys() == _FIELDS
        and one["role"] in ("user", "assistant")
        and isinstance(object_of(one["message"]).get("content"), list)
        for one in head.objects()
    )


def _records(session: str, line: Line) -> Iterator[Record]:
    content = object_of(line.value.get("message")).get("content")
    text, source = said(content), f"byte:{line.start}"
    match = _TIME.search(text[:2000])
    at = moment(match[1]) if match else None
    yield RawSession(session, _NAME, started_at=at, ended_at=at)
    match line.value.get("role"):
        case "user":
            before, opening, query = text.partition(_OPENS)
            # With more than one pair what was attached holds some as well: nobody can say which the program wrote.
            sure = bool(opening) and _OPENS not in query and query.count(_CLOSES) <= 1 and _is_context(before)
            message = object_of(line.value.get("message"))
            sure &= speaker(NEUTRAL, line.value, message, *blocks_of(content)) is Speaker.PERSON
            blocks = [query.rpartition(_CLOSES)[0] or query] if opening else texts_of(content)
            yield from user_turns(session, source, blocks, at, by_person=sure)
        case "assistant":
            yield from agent_turns(session, source, text, at)
            yield from calls_in(session, source, blocks_of(content), at, "tool_use", "input")


CURSOR = Reader(_NAME, _recognises, lambda transcript: each_line(transcript, partial(_records, transcript.path.stem)))


def _is_context(before: str) -> bool:
    """Whether what stands before the query is nothing but whole blocks of what Cursor puts there."""
    place, end = 0, len(before.rstrip())
    while place < end:
        opened = _BLOCK.match(before, place)
        closing = f"</{opened[1]}>" if opened and opened[1] in _CONTEXT else ""
        found = before.find(closing, opened.end()) if opened and closing else -1
        if found < 0:
            return False
        place = found + len(closing)
    return True


# Copilot CLI: `~/.copilot/session-state/<session>/events.jsonl`


_OPENING = ("session.start", "session.resume")
_REFUSED = ("rejected", "denied")
"""Codes of an error that only the program gives; a tool's own error is a `failure`."""


def _is_copilots(head: FileStart) -> bool:
    return any(
        "." in str(one.get("type")) and isinstance(one.get("data"), dict) and "parentId" in one
        for one in head.objects()
    )


def _read_copilot(transcript: Transcript) -> Iterator[Record]:
    data = object_of(first_object(transcript).get("data"))
    return each_line(transcript, _Log(text_of(data.get("sessionId")) or transcript.path.stem).take)


COPILOT_CLI = Reader(_COPILOT, _is_copilots, _read_copilot)


def _remote(context: dict[str, Any]) -> str | None:
    """The address of the repository that a context names: `owner/name`, its host apart."""
    name, host = text_of(context.get("repository")), text_of(context.get("repositoryHost"))
    return f"https://{host}/{name}" if name and host else None


class _Log:
    """One event log while it is read."""

    def __init__(self, session: str) -> None:
        self._session = session
        self._tools: dict[str, str] = {}

    def take(self, line: Line) -> Iterator[Record]:
        value, data = line.value, object_of(line.value.get("data"))
        at, kind = moment(value.get("timestamp")), value.get("type")
        context = object_of(data.get("context"))
        opened = at if kind in _OPENING else None
        yield RawSession(
            self._session, _COPILOT, text_of(context.get("cwd")), _remote(context), started_at=opened, ended_at=at
        )
        source = text_of(value.get("id")) or f"byte:{line.start}"
        match kind:
            case "user.message":
                by_person = speaker(COPILOT, value) is Speaker.PERSON
                blocks = [text_of(data.get("content")) or ""]
                yield from user_turns(self._session, source, blocks, at, by_person=by_person)
            case "assistant.message":
                yield from agent_turns(self._session, source, text_of(data.get("content")), at)
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
