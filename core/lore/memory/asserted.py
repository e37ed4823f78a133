"""What a statement asserts, apart from why: what a reason speaks of is no part of what is ordered."""

import re
from functools import lru_cache

from lore.text import one_line

LEAST = 2
"""Words that are left of a statement at least: what is shorter says nothing without its reason."""
_GAP = r"(?:\s*[,;:(–—.]\s*|\s+-\s+|\s+)"
_MARK = r"(?:\s*[,;:(–—.]\s*|\s+-\s+)"
_TIME = r"(?:v?\d|last|then|yesterday|early|late|the (?:start|beginning|last|release)|version|\w+day\b)"
_REASON = (
    rf"(?:{_GAP}(?:(?:(?:this|that|it)(?: is|'s) )?(?:be|')cause\b|so that\b|due to\b|given that\b"
    rf"|since\b(?!\s+{_TIME}))"
    rf"|{_MARK}(?:otherwise|or else|or (?:it|they)|as|so|in order to|(?:the )?reason|which|that way|for the sake of)\b)"
)
_END = r".*?(?=[.!?;](?:\s|$)|$)"
_BEHIND = re.compile(rf"(?<=\S){_REASON}{_END}", re.IGNORECASE)
_BEFORE = re.compile(r"^(?:because|since|as|given that)\b[^,]*,\s*(?=\S)", re.IGNORECASE)


@lru_cache(maxsize=8_192)
def asserted(text: str) -> str:
    """The statement without its reason; as it is where it has none."""
    line = one_line(text)
    for pattern in (_BEFORE, _BEHIND):
        says = pattern.sub("", line).strip()
        line = says if len(says.split()) >= LEAST else line
    return line
