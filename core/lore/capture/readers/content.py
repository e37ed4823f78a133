"""What the formats have in common below their lines: texts in blocks, names for what has none."""

from collections.abc import Collection
from typing import Any

from lore.capture.readers.json_lines import text_of
from lore.text import short_id


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
