"""OpenCode: what `opencode export` writes, one object `{info, messages: [{info, parts}]}`."""

from collections.abc import Iterator
from typing import Any

from lore.capture.readers.content import blocks_of, object_of
from lore.capture.readers.documents import Element, each_element, members, outline
from lore.capture.readers.frames import user_turns
from lore.capture.readers.json_lines import text_of
from lore.capture.readers.lines import FileStart, Transcript
from lore.capture.readers.records import RawSession, RawTurn, Record
from lore.capture.readers.rejections import reason_turns
from lore.capture.readers.times import moment
from lore.capture.readers.tools import failure, tool_event
from lore.model import Role


class OpenCode:
    """Reads exported OpenCode sessions."""

    name = "opencode"

    def recognises(self, head: FileStart) -> bool:
        return outline(head) >= {"info", "messages"} and "directory" in head.text

    def read(self, transcript: Transcript) -> Iterator[Record]:
        info = object_of(members(transcript.path, ("info",)).get("info"))
        session = text_of(info.get("id")) or transcript.path.stem
        yield _session(session, info)
        yield from each_element(
            transcript, lambda element: _message(session, element, by_agent=bool(info.get("parentID"))), "messages"
        )


def _session(session: str, info: dict[str, Any]) -> RawSession:
    time = object_of(info.get("time"))
    return RawSession(
        session,
        OpenCode.name,
        cwd=text_of(info.get("directory")),
        title=text_of(info.get("title")),
        started_at=moment(time.get("created")),
        ended_at=moment(time.get("updated")),
        parent=text_of(info.get("parentID")),
    )


def _message(session: str, element: Element, *, by_agent: bool) -> Iterator[Record]:
    """What a message holds. In a session that an agent started, no message of the user was typed by a person."""
    message = object_of(element.value)
    info, parts = object_of(message.get("info")), blocks_of(message.get("parts"))
    source = text_of(info.get("id")) or f"message:{element.number}"
    at = moment(object_of(info.get("time")).get("created"))
    texts = [text for part in parts if (text := _written(part))]
    match info.get("role"):
        case "user" if not by_agent:
            yield from user_turns(session, source, texts, at)
        case "assistant" if (text := "\n\n".join(texts)).strip() and info.get("summary") is not True:
            yield RawTurn(session, source, Role.ASSISTANT, text, at)
    for place, part in enumerate(parts):
        if part.get("type") == "tool":
            yield from _call(session, part, f"{source}:{place}", at, by_agent=by_agent)
    if isinstance(info.get("error"), dict):
        error = info["error"]
        said = text_of(object_of(error.get("data")).get("message")) or text_of(error.get("name"))
        yield failure(session, source, "opencode", said, at)


def _written(part: dict[str, Any]) -> str:
    """The text of a part that the author of the message wrote, not the program."""
    if part.get("type") != "text" or part.get("synthetic") or part.get("ignored"):
        return ""
    return text_of(part.get("text")) or ""


def _call(session: str, part: dict[str, Any], source: str, at: str | None, *, by_agent: bool) -> Iterator[Record]:
    state, tool = object_of(part.get("state")), text_of(part.get("tool")) or "tool"
    call, when = text_of(part.get("callID")) or source, moment(object_of(state.get("time")).get("start")) or at
    yield tool_event(session, call, tool, state.get("input"), when)
    if state.get("status") == "error":
        yield failure(session, call, tool, state.get("error"), when)
        # No field of an export says that a person refused: a tool may print the same words.
        yield from reason_turns(session, call, text_of(state.get("error")) or "", when, by_person=False)
