"""Gemini CLI: `~/.gemini/tmp/<project>/chats/session-….json`, since 2026 `….jsonl`.

The older form is one object with all messages. The newer one has a line with the session, then a line for each message,
again when it grew, lines that set what is known of the session, messages among it, and lines that take everything back
from a message on, because the person went back there.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lore.capture.readers.documents import each_element, members, outline
from lore.capture.readers.fields import blocks_of, moment, object_of, objects_on, said, text_of, texts_of
from lore.capture.readers.lines import FileStart, Line, Reader, Transcript, each_line, first_object, replay
from lore.capture.readers.records import Problem, RawRewind, RawSession, RawTurn, Record
from lore.capture.readers.speakers import GEMINI, Speaker, speaker
from lore.capture.readers.telling import agent_turns, failure, tool_event, user_turns
from lore.opening import read_whole

_NAME = "gemini"
_SESSION = ("sessionId", "projectHash")
_DETAILS = (*_SESSION, "startTime", "lastUpdated", "summary", "kind", "directories")
_REFERENCED = "\n--- Content from referenced files ---"
"""What follows are the files that the person named with `@`."""
_LONGEST_LIST = 1_000_000
"""Bytes of the list of all projects."""
_PLAIN = frozenset({"type", "text", "inlineData", "fileData"})
"""What a part of a message that a person sent may hold."""


def _recognises(head: FileStart) -> bool:
    return outline(head).issuperset(_SESSION) or any(one.keys() >= set(_SESSION) for one in head.objects())


def _read(transcript: Transcript) -> Iterator[Record]:
    if not _is_document(transcript.head()):
        yield from each_line(transcript, _Chat(transcript, first_object(transcript)).line)
        return
    details = members(transcript.path, _DETAILS)
    chat = _Chat(transcript, details)
    yield from chat.session(details)
    yield from each_element(transcript, lambda one: chat.message(object_of(one.value), one.number), "messages")


READER = Reader(_NAME, _recognises, _read)


def _is_document(head: FileStart) -> bool:
    """Whether the file is one object with all messages: the first of many lines may name messages too, as yet none."""
    first, _, rest = head.data.partition(b"\n")
    return "messages" in outline(head) and not (rest.strip() and objects_on(first.strip()))


class _Chat:
    """One chat while it is read."""

    def __init__(self, transcript: Transcript, details: dict[str, Any]) -> None:
        self._read_from = transcript
        """Where what was said before is not known yet."""
        self._session = text_of(details.get("sessionId")) or transcript.path.stem
        self._folder = _folder_of(transcript.path)
        self._by_agent, self._by_person = False, True
        self._take_kind(details)
        self._said: dict[str, dict[str, RawTurn]] = {}
        """The turns of each message that is live, in the order in which they came."""
        self._left: dict[str, dict[str, RawTurn]] = {}
        """Those of messages that were taken back."""

    def line(self, line: Line) -> Iterator[Record]:
        value, start = line.value, line.start
        if isinstance(target := value.get("$rewindTo"), str):
            yield from self._rewind(target, line)
        elif "type" in value:
            yield from self._live(value, start)
        elif details := object_of(value.get("$set", value)):
            self._take_kind(details)
            yield from self.session(details)
            if messages := blocks_of(details.get("messages")):
                self._remember(start)
            for number, message in enumerate(messages):
                yield from self._live(message, start + number)

    def _take_kind(self, details: dict[str, Any]) -> None:
        """What is known of the chat says who speaks in it, and never takes back that it was not the person."""
        self._by_agent |= details.get("kind") == "subagent"
        self._by_person &= speaker(GEMINI, details) is Speaker.PERSON

    def _live(self, message: dict[str, Any], number: int) -> Iterator[Record]:
        """A message that counts now, even if it was taken back before."""
        name, turns = text_of(message.get("id")), dict[str, RawTurn]()
        for record in self.message(message, number):
            if isinstance(record, RawTurn):
                turns[record.source_id] = record
            yield record
        if name is None:
            return
        if back := self._left.pop(name, {}):
            yield RawRewind(self._session, self._gone(), tuple(back.values()))
        self._said.setdefault(name, {}).update(turns)

    def _rewind(self, target: str, line: Line) -> Iterator[Record]:
        """Take back what was said from a message on, that message with it."""
        self._remember(line.start)
        yield from self.session({})
        if target not in self._said:
            reason = "it goes back to a message that is not in this file: nothing was taken out of force"
            yield Problem(line.number, reason)
            return
        names = list(self._said)
        for name in names[names.index(target) :]:
            self._left[name] = self._said.pop(name)
        yield RawRewind(self._session, self._gone())

    def _remember(self, end: int) -> None:
        """Learn what was said before this byte, where reading began in the middle."""
        if self._read_from.start:
            self._read_from = Transcript(self._read_from.path)
            before = _Chat(self._read_from, first_object(self._read_from))
            replay(self._read_from.path, before.line, end)
            self._said, self._left = before._said, before._left

    def _gone(self) -> tuple[RawTurn, ...]:
        return tuple(turn for turns in self._left.values() for turn in turns.values())

    def session(self, details: dict[str, Any]) -> Iterator[RawSession]:
        folders = details.get("directories")
        named = text_of(folders[0]) if isinstance(folders, list) and folders else None
        yield RawSession(
            self._session,
            _NAME,
            cwd=named or self._folder,
            title=text_of(details.get("summary")),
            started_at=moment(details.get("startTime")),
            ended_at=moment(details.get("lastUpdated")),
        )

    def message(self, message: dict[str, Any], number: int) -> Iterator[Record]:
        source, at = text_of(message.get("id")) or f"message:{number}", moment(message.get("timestamp"))
        yield RawSession(self._session, _NAME, ended_at=at)
        match message.get("type"):
            case "user" if not self._by_agent:
                by_person = self._by_person and _is_typed(message)
                yield from user_turns(self._session, source, _typed_blocks(message), at, by_person=by_person)
            case "gemini":
                yield from agent_turns(self._session, source, said(message.get("content")), at)
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


def _folder_of(chat: Path) -> str | None:
    """The folder of a chat, which names none itself since 0.61: it stands beside the folder with the chats, or in the
    list of all projects."""
    if chat.parent.name != "chats":
        return None
    place = chat.parent.parent
    if named := _small(place / ".project_root").strip():
        return named if Path(named).is_absolute() else None
    try:
        listed = json.loads(_small(place.parent.parent / "projects.json") or "{}")
    except (ValueError, RecursionError):
        return None
    projects = object_of(object_of(listed).get("projects"))
    return next((folder for folder, name in projects.items() if name == place.name), None)


def _small(file: Path) -> str:
    """What stands in a regular file that has a few lines; empty where there is none."""
    try:
        return read_whole(file, _LONGEST_LIST).decode("utf-8")
    except (OSError, ValueError):
        return ""  # the chat has no folder then, which is told


def _is_typed(message: dict[str, Any]) -> bool:
    """Whether no part of a message is anything but text or a file: beside the answer of a tool nobody typed."""
    parts = [*blocks_of(message.get("content")), *blocks_of(message.get("displayContent"))]
    is_plain = all(_PLAIN.issuperset(part) for part in parts)
    return is_plain and speaker(GEMINI, message, *parts) is Speaker.PERSON


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
