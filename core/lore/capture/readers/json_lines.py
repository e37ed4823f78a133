"""What every reader of JSON lines shares: from lines to objects, with what is wrong named."""

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from lore.capture.readers.lines import Line, Problem, Transcript, objects_on, parse_object
from lore.capture.readers.records import Record, ResumePoint, moment
from lore.text import fault_in_json, short_id

_TIMES = ("timestamp", "at")
_NO_TIME = (None, "")
_BEFORE_HEADER = 200
"""Lines that may stand before the one that names the session."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The object on one line."""

    line: Line
    value: dict[str, Any]


def entries(transcript: Transcript, skip: tuple[bytes, ...] = ()) -> Iterator[Entry | Problem]:
    """The object of each line. A whole line that holds one of `skip` early on is not parsed: its object is empty.

    A last line that is cut off is a Problem: the good lines before it stand, and it is read when the file has grown.
    """
    for line in transcript.lines():
        if isinstance(line, Problem):
            yield line
            continue
        if line.whole and any(mark in line.data[:400] for mark in skip):
            yield Entry(line, {})
            continue
        value = parse_object(line.data)
        if isinstance(value, dict):
            if told := _odd_time(value):
                yield Problem(line.number, f"`{told}` is not a time that can be read")
            yield Entry(line, value)
        elif not isinstance(value, Exception):
            yield Problem(line.number, "not a JSON object")
        elif glued := objects_on(line.data):
            yield Problem(line.number, f"{len(glued)} objects on one line, without a line break between: all were read")
            yield from (Entry(replace(line, start=line.start + place), one) for place, one in glued)
        elif line.whole and (next_one := _after_crash(line.data, value)) is not None:
            yield Problem(line.number, "cut off: the agent ended while it wrote, and went on later on the same line")
            yield Entry(line, next_one)
        elif line.whole:
            yield Problem(line.number, f"not JSON: {fault_in_json(value)}")
        else:
            yield Problem(line.number, "the last line is incomplete; it will be read once the file grows", True)


def each_line(transcript: Transcript, take: Callable[[Entry], Iterator[Record]]) -> Iterator[Record]:
    """What `take` makes of each line, for an agent whose every line stands alone: reading may resume after any."""
    for entry in entries(transcript):
        if isinstance(entry, Problem):
            yield entry
            continue
        yield from take(entry)
        yield ResumePoint(entry.line.end)


def first_object(transcript: Transcript, is_header: Callable[[dict[str, Any]], bool] | None = None) -> dict[str, Any]:
    """The first object of the file, wherever it is read from: many agents name the session only there.

    is_header: tells that line, where others may stand before it; without any such line the first one counts.
    """
    first: dict[str, Any] | None = None
    for number, entry in enumerate(entries(Transcript(transcript.path))):
        if isinstance(entry, Entry):
            first = entry.value if first is None else first
            if is_header is None or is_header(entry.value):
                return entry.value
        if number >= _BEFORE_HEADER:
            break
    return first or {}


def _odd_time(value: dict[str, Any]) -> str | None:
    """The name of a time on a line that is none."""
    return next((name for name in _TIMES if value.get(name) not in _NO_TIME and not moment(value[name])), None)


def text_of(value: object) -> str | None:
    """The value where it is text, else None."""
    return value if isinstance(value, str) else None


def _after_crash(data: bytes, error: Exception) -> dict[str, Any] | None:
    """The object that follows a broken one on its line: an agent that was killed left a line without its end."""
    if not isinstance(error, json.JSONDecodeError) or not data.startswith(b"{"):
        return None
    text = data.decode("utf-8", "replace")
    # It begins where the broken one stops making sense, or, where it passes for a value of that one, alike.
    for start in (text.rfind('{"', 0, error.pos + 2), text.find(text.partition(":")[0], 1)):
        value = parse_object(text[start:].encode("utf-8", "replace")) if start > 0 else None
        if isinstance(value, dict):
            return value
    return None


# What the formats have in common below their lines: texts in blocks, names for what has none


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
