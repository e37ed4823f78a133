"""ChatGPT: `conversations.json` of a data export, or its parts.

An array of conversations. Each is a tree of messages: editing or asking again makes a branch, and `current_node` names
the end of the one that is shown. Only that one is read.
"""

from collections.abc import Iterator
from typing import Any

from lore.capture.readers.documents import Element, each_element, outline
from lore.capture.readers.fields import made_id, moment, object_of, text_of
from lore.capture.readers.lines import FileStart, Reader
from lore.capture.readers.records import RawSession, Record
from lore.capture.readers.speakers import EXPORTS, Speaker, speaker
from lore.capture.readers.telling import agent_turns, tool_event, user_turns

_NAME = "chatgpt"
_SPOKEN = ("text", "multimodal_text")


def _recognises(head: FileStart) -> bool:
    names = outline(head)
    return "mapping" in names and not names.isdisjoint({"title", "create_time", "conversation_id", "current_node"})


def _conversation(element: Element) -> Iterator[Record]:
    value = object_of(element.value)
    title, began = text_of(value.get("title")), moment(value.get("create_time"))
    session = text_of(value.get("conversation_id")) or text_of(value.get("id")) or made_id(title, began)
    yield RawSession(session, _NAME, title=title, started_at=began, ended_at=moment(value.get("update_time")) or began)
    for message in _shown(value):
        yield from _message(session, message)


def _shown(value: dict[str, Any]) -> list[dict[str, Any]]:
    """The messages of the branch that is shown, first to last; without a known end, all by their time."""
    mapping = object_of(value.get("mapping"))
    chain: list[dict[str, Any]] = []
    place, seen = value.get("current_node"), set[str]()
    while isinstance(place, str) and place in mapping and place not in seen:
        seen.add(place)
        node = object_of(mapping[place])
        chain.append(object_of(node.get("message")))
        place = node.get("parent")
    if chain:
        return chain[::-1]
    return sorted((object_of(object_of(node).get("message")) for node in mapping.values()), key=_written_at)


def _written_at(message: dict[str, Any]) -> float:
    at = message.get("create_time")
    return at if isinstance(at, int | float) and at == at else 0.0


def _message(session: str, message: dict[str, Any]) -> Iterator[Record]:
    content, at = object_of(message.get("content")), moment(message.get("create_time"))
    role, text = object_of(message.get("author")).get("role"), _text(content)
    source = text_of(message.get("id")) or made_id(at, role, text)
    recipient = text_of(message.get("recipient")) or "all"
    if object_of(message.get("metadata")).get("is_visually_hidden_from_conversation"):
        return
    if role == "assistant" and recipient != "all":
        yield tool_event(session, source, recipient, {"input": text}, at)
    elif content.get("content_type", "text") not in _SPOKEN:
        return
    elif role == "assistant":
        yield from agent_turns(session, source, text, at)
    elif role == "user":
        yield from user_turns(session, source, [text], at, by_person=speaker(EXPORTS, message) is Speaker.PERSON)


def _text(content: dict[str, Any]) -> str:
    parts = content.get("parts")
    texts = parts if isinstance(parts, list) else [content.get("text")]
    return "\n\n".join(part for part in texts if isinstance(part, str) and part.strip())


READER = Reader(_NAME, _recognises, lambda transcript: each_element(transcript, _conversation))
