"""The facts of one message."""

import re
from dataclasses import dataclass

from lore.capture.extraction.sentences import Sentence, sentences
from lore.model import Kind, Role
from lore.text import as_sentence

SHORTEST, LONGEST = 20, 400
"""Characters of a sentence that can stand alone."""
_RULES: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (
        Kind.CORRECTION,
        re.compile(
            r"^(?:no|nope|actually|wait)\b[,.]|\buse\b.{2,60}\b(?:instead of|rather than)\b",
            re.I,
        ),
    ),
    (
        Kind.PREFERENCE,
        re.compile(r"\bI (?:prefer|like|hate|always|never|(?:do not|don'?t) (?:want|like))\b|\bfrom now on\b", re.I),
    ),
    (Kind.CONVENTION, re.compile(r"\b(?:always|never|must(?: not)?|convention|do not ever|don'?t ever)\b", re.I)),
    (Kind.SOLUTION, re.compile(r"\b(?:root cause|the fix (?:is|was)|fixed by|caused by|the problem was)\b", re.I)),
    (
        Kind.DECISION,
        re.compile(
            r"\bwe (?:decided|chose|no longer|will use|deploy|squash)\b|\blet'?s (?:use|keep|drop|go with)\b", re.I
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Message:
    """A message as extraction sees it. All text has passed intake."""

    role: Role
    text: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class Extracted:
    """A statement worth keeping. `quote` stands in the message word for word."""

    text: str
    kind: Kind
    quote: str
    wrong: str | None = None
    right: str | None = None


def extract(message: Message) -> list[Extracted]:
    """The facts of a message, in the order of the text."""
    if message.role not in (Role.USER, Role.ASSISTANT):
        return []
    return [found for sentence in sentences(message.text) if (found := _fact(sentence))]


def _fact(sentence: Sentence) -> Extracted | None:
    if not SHORTEST <= len(sentence.text) <= LONGEST or sentence.text.endswith("?"):
        return None
    for kind, pattern in _RULES:
        if pattern.search(sentence.text):
            return Extracted(as_sentence(sentence.text), kind, sentence.text)
    return None
