"""Claude.ai: `conversations.json` of a data export, an array of conversations with their messages in order."""

from collections.abc import Iterator
from typing import Any

from lore.capture.readers.documents import Element, each_element, outline
from lore.capture.readers.fields import blocks_of, made_id, moment, object_of, said, text_of
from lore.capture.readers.lines import Reader
from lore.capture.readers.records import RawSession, Record
from lore.capture.readers.speakers import EXPORTS, Speaker, speaker
from lore.capture.readers.telling import agent_turns, failure, tool_event, user_turns

_NAME = "claude-ai"


def _conversation(element: Element) -> Iterator[Record]:
    value = object_of(element.value)
    title, began = text_of(value.get("name")), moment(value.get("created_at"))
    session = text_of(value.get("uuid")) or made_id(title, began)
    yield RawSession(session, _NAME, title=title, started_at=began, ended_at=moment(value.get("updated_at")) or began)
    for message in blocks_of(value.get("chat_messages")):
        yield from _message(session, message)


def _message(session: str, message: dict[str, Any]) -> Iterator[Record]:
    at, sender, blocks = moment(message.get("created_at")), message.get("sender"), blocks_of(message.get("content"))
    text = said(blocks) or text_of(message.get("text")) or ""
    source = text_of(message.get("uuid")) or made_id(at, sender, text)
    if sender == "human":
        by_person = speaker(EXPORTS, message, *blocks) is Speaker.PERSON
        yield from user_turns(session, source, [text], at, by_person=by_person)
    elif sender == "assistant":
        yield from agent_turns(session, source, text, at)
    tool = "tool"
    for number, block in enumerate(blocks):
        call = text_of(block.get("id")) or text_of(block.get("tool_use_id")) or f"{source}:{number}"
        if block.get("type") == "tool_use":
            tool = text_of(block.get("name")) or "tool"
            yield tool_event(session, call, tool, block.get("input"), at)
        elif block.get("type") == "tool_result" and block.get("is_error"):
            yield failure(session, call, tool, block.get("content"), at)


READER = Reader(
    _NAME,
    lambda head: {"uuid", "chat_messages"} <= outline(head),
    lambda transcript: each_element(transcript, _conversation),
)
