"""What is wrong and what is right, where a correction names both."""

import re

from lore.text import one_line

_RIGHT, _WRONG, _END = r"(?P<right>.{2,60}?)", r"(?P<wrong>.{2,60}?)", r"(?=[.,;](?:\s|$)|$)"
_BOTH = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\buse {_RIGHT},? (?:instead of|rather than|not|never) {_WRONG}{_END}",
        rf"\bshould (?:only |always )?be {_RIGHT},? not {_WRONG}{_END}",
        rf"\bnot {_WRONG},? but {_RIGHT}{_END}",
        rf"\bdon'?t (?:use )?{_WRONG}[,.;] (?:use )?{_RIGHT}{_END}",
        rf"\b(?:decided on|supposed to be(?: in)?|is|are) {_RIGHT}, not {_WRONG}{_END}",
        rf"\bno longer (?:use |need |support )?{_WRONG}[,;]? (?:we )?(?:just |now )?use {_RIGHT}{_END}",
    )
)


def wrong_and_right(quote: str) -> tuple[str | None, str | None]:
    """The two parts of a quotation that says "use this, not that" in one of a few forms; None for both elsewhere."""
    for pattern in _BOTH:
        match = pattern.search(quote)
        if match:
            return one_line(match["wrong"]), one_line(match["right"])
    return None, None
