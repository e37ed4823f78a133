"""An answer in the shape that an agent takes."""

from lore.handover import jsons

SEEN = "$seen"


def encoded(shape: object, event: str, text: str, seen: str = "") -> str:
    """A shape with a text in it as the agent reads it; a plain shape is the text.

    seen: the line that the agent shows to the person; what would hold it is left out where it is empty.
    """
    if isinstance(shape, str):
        return shape.replace("$text", text)
    return jsons.compact(_filled(shape, {"$text": text, "$event": event, SEEN: seen}))


def _filled(shape: object, words: "dict[str, str]") -> object:
    if isinstance(shape, dict):
        return {name: _filled(value, words) for name, value in shape.items() if value != SEEN or words[SEEN]}
    if isinstance(shape, list):
        return [_filled(value, words) for value in shape]
    if isinstance(shape, str):
        return words.get(shape, shape)
    return shape
