"""JSON for hooks, by the C half of Python's own module: the other half loads `re`, a third of what a hook costs.

Where that half is missing or different, the whole module does the same.
"""

import os
import time

from lore.lazy import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    encode_basestring: Any
    encode_basestring_ascii: Any
    make_encoder: Any
    make_scanner: Any
else:
    try:
        from _json import encode_basestring, encode_basestring_ascii, make_encoder, make_scanner
    except ImportError:
        make_encoder = make_scanner = None

_SPACE = " \t\r\n"


class _Rules:
    """What the scanner asks for: everything as `json.loads` takes it, control characters in texts too."""

    __slots__ = ("memo", "object_hook", "object_pairs_hook", "parse_constant", "parse_float", "parse_int", "strict")

    def __init__(self) -> None:
        self.strict = False
        self.object_hook = self.object_pairs_hook = None
        self.parse_float, self.parse_int, self.parse_constant = float, int, float
        self.memo: dict[str, str] = {}


def loads(text: "str | bytes") -> "Any":
    """The value that a text holds. Raises ValueError, RecursionError."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogatepass")
    if make_scanner is None:
        return _whole().loads(text, strict=False)
    start = len(text) - len(text.lstrip(_SPACE))
    try:
        value, end = make_scanner(_Rules())(text, start)
    except StopIteration as error:
        raise ValueError(f"no JSON at character {error.value}") from error
    except SystemError:  # its own error stands in the half that is not loaded
        return _whole().loads(text, strict=False)
    if text[end:].strip(_SPACE):
        raise ValueError(f"more than one value, from character {end}")
    return value


def dumps(value: object) -> str:
    """A value as one line of ASCII, as `json.dumps` gives it. Raises TypeError for what is no value of JSON."""
    return _encoded(value, ": ", ", ", ascii_only=True, default=None)


def compact(value: object, default: "Callable[[Any], object] | None" = None) -> str:
    """A value without a space between its parts, its characters as they are. default: what stands for what is none.
    Raises TypeError where there is no default."""
    return _encoded(value, ":", ",", ascii_only=False, default=default)


def _encoded(
    value: object, colon: str, comma: str, *, ascii_only: bool, default: "Callable[[Any], object] | None"
) -> str:
    if make_encoder is None:
        return str(_whole().dumps(value, separators=(comma, colon), ensure_ascii=ascii_only, default=default))
    encoder = encode_basestring_ascii if ascii_only else encode_basestring
    if isinstance(value, str):
        return str(encoder(value))
    encode = make_encoder({}, default or _refused, encoder, None, colon, comma, False, False, True)
    return "".join(encode(value, 0))


def _refused(value: object) -> object:
    raise TypeError(f"an object of type {type(value).__name__} is no value of JSON")


def _whole() -> "Any":
    import json

    return json


# The present moment for a hook, as `lore.clock.now` gives it: `datetime` takes 3 ms


def stamp() -> str:
    """The moment in the stored form: UTC, whole seconds; `LORE_NOW` fixes it."""
    fixed = os.environ.get("LORE_NOW")
    if fixed and len(fixed) == 20 and fixed.endswith("Z"):
        return fixed
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
