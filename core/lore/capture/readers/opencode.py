"""opencode: its database `~/.local/share/opencode/opencode.db`, and what `opencode export` writes, one object
`{info, messages: [{info, parts}]}`.

Nobody typed what a session of `opencode run` or of a sub-agent holds in the user's name.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lore.capture.readers.documents import Element, each_element, members, outline
from lore.capture.readers.fields import blocks_of, moment, object_of, text_of
from lore.capture.readers.lines import DATABASE, FileStart, Reader, Transcript
from lore.capture.readers.opencode_database import MESSAGES, SESSIONS, TABLES, Session, sessions_since
from lore.capture.readers.records import RawRewind, RawSession, RawTurn, Record, ResumePoint
from lore.capture.readers.speakers import OPENCODE, Speaker, speaker
from lore.capture.readers.telling import agent_turns, failure, reason_turns, tool_event, user_turns

_NAME = "opencode"
_BESIDE = frozenset({"text", "file", "agent"})
"""The parts of a message that a person sent: a task, a compaction and what nobody has seen there are a program's."""


def _recognises(head: FileStart) -> bool:
    if head.tables:
        return head.tables >= TABLES or head.tables >= {SESSIONS, MESSAGES}
    return outline(head) >= {"info", "messages"} and "directory" in head.text


def _read(transcript: Transcript) -> Iterator[Record]:
    return _database(transcript) if transcript.head().data.startswith(DATABASE) else _export(transcript)


READER = Reader(_NAME, _recognises, _read)


def _export(transcript: Transcript) -> Iterator[Record]:
    info = object_of(members(transcript.path, ("info",)).get("info"))
    session = text_of(info.get("id")) or transcript.path.stem
    yield _session(session, info)
    by, turns = _written_by(info), list[tuple[str, RawTurn]]()

    def take(element: Element) -> Iterator[Record]:
        name = text_of(object_of(object_of(element.value).get("info")).get("id")) or ""
        for record in _message(session, element, by):
            turns.extend([(name, record)] if isinstance(record, RawTurn) else [])
            yield record

    yield from each_element(transcript, take, "messages")
    reverted = text_of(object_of(info.get("revert")).get("messageID"))
    if turns and reverted:
        yield _rewind(session, reverted, turns)


def _database(transcript: Transcript) -> Iterator[Record]:
    """The sessions that changed since it was read last, each whole: what was taken back in one may count again."""
    newest, waits = transcript.start, list[int]()
    for found in sessions_since(transcript):
        if not isinstance(found, Session):
            yield found
            continue
        newest = max(newest, found.changed)
        waits += [found.waits_since] if found.waits_since is not None else []
        if not found.has_own:
            continue
        yield _session(found.id, found.info)
        yield from (RawSession(found.id, _NAME, continues=origin) for origin in found.origins)
        turns: list[tuple[str, RawTurn]] = []
        for number, message in enumerate(found.messages, 1):
            name = str(message["info"]["id"])
            for record in _message(found.id, Element(number, message), _written_by(found.info)):
                if isinstance(record, RawTurn):
                    turns.append((name, record))
                yield record
        if turns:
            yield replace(_rewind(found.id, found.reverted_to, turns), is_whole=True)
        yield ResumePoint(transcript.start)
    # A clock that was ahead hides nothing of what comes later.
    yield ResumePoint(min([newest, *waits, int(time.time() * 1_000)]))


def _rewind(session: str, reverted_to: str | None, turns: list[tuple[str, RawTurn]]) -> RawRewind:
    """What of a session was taken back: from a message on, until the next prompt, which takes it away for good."""
    names = [name for name, _ in turns]
    first = names.index(reverted_to) if reverted_to in names else len(turns)
    left, back = turns[first:], turns[:first]
    return RawRewind(session, tuple(turn for _, turn in left), tuple(turn for _, turn in back))


def _written_by(info: dict[str, Any]) -> Speaker:
    """In a session that an agent started no message was typed by a person; `opencode run` forbids questions."""
    if info.get("parentID"):
        return Speaker.AGENT
    rules = [(rule.get("permission"), rule.get("action")) for rule in blocks_of(info.get("permission"))]
    is_odd = speaker(OPENCODE, {"info": info}) is not Speaker.PERSON
    return Speaker.PROGRAM if is_odd or ("question", "deny") in rules else Speaker.PERSON


def _session(session: str, info: dict[str, Any]) -> RawSession:
    time = object_of(info.get("time"))
    return RawSession(
        session,
        _NAME,
        cwd=text_of(info.get("directory")),
        title=text_of(info.get("title")),
        started_at=moment(time.get("created")),
        ended_at=moment(time.get("updated")),
        parent=text_of(info.get("parentID")),
        release=text_of(info.get("version")),
    )


def _message(session: str, element: Element, by: Speaker) -> Iterator[Record]:
    """What a message holds."""
    message = object_of(element.value)
    info, parts = object_of(message.get("info")), blocks_of(message.get("parts"))
    source = text_of(info.get("id")) or f"message:{element.number}"
    at = moment(object_of(info.get("time")).get("created"))
    texts = [text for part in parts if (text := _written(part))]
    match info.get("role"):
        case "user" if by is not Speaker.AGENT:
            by_person = by is Speaker.PERSON and all(part.get("type") in _BESIDE for part in parts)
            by_person &= speaker(OPENCODE, message, *filter(_written, parts)) is Speaker.PERSON
            yield from user_turns(session, source, texts, at, by_person=by_person)
        case "assistant" if info.get("summary") is not True:
            yield from agent_turns(session, source, "\n\n".join(texts), at)
    for place, part in enumerate(parts):
        if part.get("type") == "tool":
            yield from _call(session, part, f"{source}:{place}", at)
    if isinstance(info.get("error"), dict):
        error = info["error"]
        said = text_of(object_of(error.get("data")).get("message")) or text_of(error.get("name"))
        yield failure(session, source, "opencode", said, at)


def _written(part: dict[str, Any]) -> str:
    """The text of a part that the author of the message wrote, not the program."""
    if part.get("type") != "text" or part.get("synthetic") or part.get("ignored"):
        return ""
    return text_of(part.get("text")) or ""


def _call(session: str, part: dict[str, Any], source: str, at: str | None) -> Iterator[Record]:
    state, tool = object_of(part.get("state")), text_of(part.get("tool")) or "tool"
    call, when = text_of(part.get("callID")) or source, moment(object_of(state.get("time")).get("start")) or at
    yield tool_event(session, call, tool, state.get("input"), when)
    if state.get("status") == "error":
        yield failure(session, call, tool, state.get("error"), when)
        # No field of an export says that a person refused: a tool may print the same words.
        yield from reason_turns(session, call, text_of(state.get("error")) or "", when, by_person=False)
