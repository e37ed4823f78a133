"""Why a rule holds, where the sentence behind it gives the reason; a reason inside a sentence stays in it."""

import re
from dataclasses import dataclass

from lore.capture.quoted import is_quoted, quoted_parts
from lore.capture.sentences import straight
from lore.text import one_line

SHORTEST, LONGEST = 2, 60
"""Words of a reason."""
_NEXT = re.compile(
    r"[\s.!*_–—-]{0,60}(?:(?:(?:that|this|it)(?:'s| is)(?: just)? )?because(?: of)?"
    r"|(?:the )?reason(?: (?:is|being))?(?: that)?|why|(?P<otherwise>otherwise|or else))\b[\s,:]+"
    r"(?P<clause>[^\n]+?)(?:[.!]+(?=\s|$)|$|(?=\n))",
    re.IGNORECASE,
)
_OPENS_ANOTHER = re.compile(r"\W*because\b[^,]{6,200},\s+(?!and\b|or\b|but\b|which\b)", re.IGNORECASE)
""" "Because it is new, run it twice": the clause is of the sentence that it opens."""
_CONDITION = re.compile(r"\b(?:if|when|whenever|unless|where|while|either|whether)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reasoned:
    """A statement with its reason behind it."""

    text: str
    """Both, as they stand in the message."""
    because: str


def reason_after(quote: str, message: str) -> Reasoned | None:
    """The quotation up to the end of the sentence behind it, and the reason, where that sentence gives one."""
    start = message.find(quote)
    match = _NEXT.match(straight(message), start + len(quote)) if start >= 0 else None
    if match is None or _CONDITION.search(quote) or _OPENS_ANOTHER.match(match[0]):
        return None
    clause = one_line(match["clause"])
    is_said = SHORTEST <= len(clause.split()) <= LONGEST and not clause.endswith("?")
    if not is_said or is_quoted(match["clause"], message, quoted_parts(message)):
        return None
    because = f"{match['otherwise'].lower()} {clause}" if match["otherwise"] else clause
    return Reasoned(message[start : match.end()].rstrip(), because)
