"""From the words of a message to the statement that is kept: still the person's words, readable on their own."""

import re

from lore.text import as_sentence, one_line

_FILLER = re.compile(
    r"^(?:(?:ok(?:ay)?|so+|well|and|but|yes|yeah|yep|right|alright|cool|great|perfect|good|nice|thanks?|thank you"
    r"|hmm+|uh+"
    r"|umm+|m+k+|oh+|ah|btw|actually|wait|hey|dude|man|one more thing|looks? good|got it|sure|understood"
    r"|also|again|nope|no(?=\s*[,.!:;…])"
    r"|as (?:i|we) (?:said|told you)|(?:i|we)(?: already)? (?:told you|said)(?=\s*[,:]))"
    r"\b[\s,.!:;…-]*)+",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"^(?:[-*+•]|\d+[.)]|#+|>)\s+|\*\*|__")
_RIGHT, _WRONG, _END = r"(?P<right>.{2,60}?)", r"(?P<wrong>.{2,60}?)", r"(?=[.,;](?:\s|$)|$)"
_WRONG_RIGHT = tuple(
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


def statement(quote: str) -> str:
    """The quotation as a sentence: without fillers before it and marks of layout."""
    plain = one_line(_MARKUP.sub("", quote))
    found = _FILLER.match(plain)
    if found and len(plain) - found.end() >= 12:
        plain = plain[found.end() :]
    return as_sentence(plain)


def parts(quote: str) -> tuple[str | None, str | None]:
    """What is wrong and what is right, where a correction names both."""
    for pattern in _WRONG_RIGHT:
        found = pattern.search(quote)
        if found:
            return one_line(found["wrong"]), one_line(found["right"])
    return None, None
