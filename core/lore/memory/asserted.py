"""What a statement asserts, apart from why and from where it does not hold: a rule is the same rule without both.

Two sentences are compared without their reasons: what a reason speaks of is no part of what is ordered.
"""

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
_EXCEPTION = (
    r"(?:except\b|excepting\b|unless\b|apart from\b|aside from\b|other than\b|with the exception of\b"
    r"|but not (?:for|in|on|when|if)\b)"
)
_CONDITION = r"(?:if\b|when\b|whenever\b|while\b|until\b|as long as\b|once\b|only (?:if|when|for|in|on)\b|provided\b)"
_END = r".*?(?=[.!?;](?:\s|$)|$)"
_BEHIND = re.compile(rf"(?<=\S){_REASON}{_END}", re.IGNORECASE)
_BEFORE = re.compile(r"^(?:because|since|as|given that)\b[^,]*,\s*(?=\S)", re.IGNORECASE)
_NARROWED = re.compile(rf"(?<=\S){_GAP}(?:{_EXCEPTION}|{_CONDITION}){_END}", re.IGNORECASE)
_NARROWED_FIRST = re.compile(rf"^(?:{_EXCEPTION}|{_CONDITION})[^,]*,\s*(?=\S)", re.IGNORECASE)


@lru_cache(maxsize=8_192)
def asserted(text: str) -> str:
    """The statement without its reason; as it is where it has none."""
    return _left(text, _BEFORE, _BEHIND)


@lru_cache(maxsize=8_192)
def unconditional(text: str) -> str:
    """The statement without its reason, its exceptions and its conditions; as it is where it has none."""
    return _left(asserted(text), _NARROWED_FIRST, _NARROWED)


def _left(text: str, *patterns: re.Pattern[str]) -> str:
    line = one_line(text)
    for pattern in patterns:
        says = pattern.sub("", line).strip()
        line = says if len(says.split()) >= LEAST else line
    return line
