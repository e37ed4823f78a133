"""The objects of transcripts and their fields: texts, blocks, times, names for what has none."""

import json
import math
import re
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

from lore import clock
from lore.text import short_id

_MILLISECONDS = 1e11
"""A number from here on counts milliseconds: as seconds it would be in the year 5138."""
MOST_GLUED = 1_000
"""Objects on one line that are told apart: a lost line break glues two together."""
_BLANK = re.compile(r"\s*+")
_ESCAPE = re.compile(r'(\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))|\\')
_DECODER = json.JSONDecoder(strict=False)


def parse_object(data: bytes) -> object:
    """The value on a line; for a line that is no JSON, the exception that says why.

    A backslash that escapes nothing is taken for itself: tools that blot out secrets leave such ones.
    """
    text = data.decode("utf-8", "replace")
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        if not str(error).startswith("Invalid \\"):
            return error
    try:
        return _DECODER.decode(_ESCAPE.sub(lambda match: match[1] or r"\\", text))
    except (ValueError, RecursionError) as error:
        return error


def objects_on(data: bytes) -> list[tuple[int, dict[str, Any]]]:
    """The objects on a line, each with the byte it starts at: two that a lost line break glued together are both there.

    Empty where anything else stands on it too.
    """
    value = parse_object(data)
    if isinstance(value, dict):
        return [(0, value)]
    if not (isinstance(value, json.JSONDecodeError) and value.msg == "Extra data"):
        return []
    text, place, start, found = data.decode("utf-8", "replace"), 0, 0, list[tuple[int, dict[str, Any]]]()
    while place < len(text):
        try:
            one, end = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            return []
        if not isinstance(one, dict) or len(found) >= MOST_GLUED:
            return []
        found.append((start, one))
        end = end + len(_BLANK.match(text, end)[0])  # type: ignore[index]
        start, place = start + len(text[place:end].encode("utf-8", "replace")), end
    return found


def moment(value: object) -> str | None:
    """The stored form of a time: ISO 8601 text, or seconds or milliseconds since 1970. None where it is no time."""
    if isinstance(value, str):
        return clock.normalise(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value <= 0:
        return None
    seconds = value / 1000 if value >= _MILLISECONDS else value
    try:
        return clock.stamp(datetime.fromtimestamp(seconds, UTC))
    except (OverflowError, ValueError, OSError):
        return None


def text_of(value: object) -> str | None:
    """The value where it is text, else None."""
    return value if isinstance(value, str) else None


def blocks_of(content: object) -> list[dict[str, Any]]:
    """The blocks of a message's content, which may be plain text, a list of blocks, or texts among them."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list):
        return []
    return [
        {"type": "text", "text": one} if isinstance(one, str) else one for one in content if isinstance(one, str | dict)
    ]


def said(content: object, kinds: Collection[str] = ("text",)) -> str:
    """The text of the blocks of these kinds, a blank line between two."""
    return "\n\n".join(texts_of(content, kinds))


def texts_of(content: object, kinds: Collection[str] = ("text",)) -> list[str]:
    """The texts of the blocks of these kinds that are not blank."""
    texts = (text_of(block.get("text")) for block in blocks_of(content) if block.get("type", "text") in kinds)
    return [text for text in texts if text and text.strip()]


def object_of(value: object) -> dict[str, Any]:
    """The value where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def made_id(*parts: object) -> str:
    """A name for what the agent gave none: it follows from these parts alone, so a longer copy keeps it."""
    return short_id("\0".join(str(part) for part in parts), 20)


def input_of(item: dict[str, Any]) -> object:
    """The input of a call: an object, or the text of one that is none."""
    given: object = next((item[name] for name in ("arguments", "input", "action") if name in item), {})
    if not isinstance(given, str) or item.get("type") == "custom_tool_call":
        return given
    try:
        return json.loads(given)
    except (ValueError, RecursionError):
        return given
