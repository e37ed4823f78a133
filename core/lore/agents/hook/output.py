"""An answer in the shape that an agent takes."""

from lore.handover import jsons


def encoded(shape: object, event: str, text: str) -> str:
    """A shape with a text in it as the agent reads it; a plain shape is the text."""
    if isinstance(shape, str):
        return shape.replace("$text", text)
    return jsons.compact(_filled(shape, event, text))


def _filled(shape: object, event: str, text: str) -> object:
    if isinstance(shape, dict):
        return {name: _filled(value, event, text) for name, value in shape.items()}
    if isinstance(shape, list):
        return [_filled(value, event, text) for value in shape]
    if isinstance(shape, str):
        return {"$text": text, "$event": event}.get(shape, shape)
    return shape
