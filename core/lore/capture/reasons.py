"""Why a rule holds: the clause of its sentence, or the sentence after it, that gives the reason.

Read from the shape of the sentence. A statement is parted only where both halves stand by themselves; what only has a
cause ("it failed because …") says nothing without it and stays whole.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lore.capture.quoted import IN_CODE, IN_MARKS, is_quoted, quoted_parts
from lore.capture.sentences import straight
from lore.model import Kind
from lore.text import as_sentence, one_line

RULES = frozenset({Kind.CONVENTION, Kind.PREFERENCE, Kind.DECISION, Kind.CORRECTION})
"""The kinds whose statements a person may ask "why" of."""
SHORTEST, LONGEST = 2, 60
"""Words of a reason."""
LEAST_LEFT = 2
"""Words of a statement without its reason."""
IN_FULL = 3
"""Words of a clause that says something of something: "since Monday" does not."""
_TIMES = (
    r"(?!(?:then|yesterday|last|the (?:last|start|beginning)|early|late|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|release|version|v?\d[\d.]*|always|forever)\b)"
)
_MARK = (
    r"(?P<because>(?:be|'|(?<=[,;] )\b)cause(?: of)?\b)"
    rf"|(?P<since>\bsince\b(?= {_TIMES}))"
    r"|(?P<so>\bso that\b)"
    r"|(?P<otherwise>(?<=[,;–—-] )(?:or else|otherwise|or it|or they)\b)"
)
_INSIDE = re.compile(rf"(?P<before>[\s,;:(–—-])(?:{_MARK})(?P<comma>,?)\s+(?P<clause>.+)$", re.IGNORECASE | re.DOTALL)
_FIRST = re.compile(
    rf"(?:because|since {_TIMES})\s*(?P<clause>[^,]{{6,200}}),\s+(?P<rest>(?!and\b|or\b|but\b|which\b).+)$",
    re.IGNORECASE | re.DOTALL,
)
_NEXT = re.compile(
    r"[\s.!*_–—-]*(?:(?:(?:that|this|it)(?:'s| is)(?: just)? )?because(?: of)?"
    r"|(?:the )?reason(?: (?:is|being))?(?: that)?|why|(?P<otherwise>otherwise|or else))\b[\s,:]+"
    r"(?P<clause>[^\n]+?)(?:[.!]+(?=\s|$)|$|(?=\n))",
    re.IGNORECASE,
)
_POINTS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|this|that|these|those|he|she|him|her|one|ones)\b", re.IGNORECASE
)
_NO_REASON = re.compile(
    r"(?:\b(?:not|just|only|simply|mainly|is|was|are|were|be|happens?|happened|partly)|'s|n't)$", re.IGNORECASE
)
_GOES_ON = re.compile(
    r"[,;–—-]\s*(?:and|but|so|then|instead|please|also|use|do|don't|make|run|never|always|however|unless)\b"
    r"|[;–—]|\s-\s|\?|\b(?:so|then) (?:please|you|we|let's|use|do|don't|make|run|never|always)\b",
    re.IGNORECASE,
)
"""What follows a reason in its sentence and belongs to the statement: then nothing is parted."""
_LASTS = re.compile(r"(?:\b(?:has|have|had|been|ever|unchanged)\b|'ve\b)", re.IGNORECASE)
"""With it "since" tells the time."""
_CONDITION = re.compile(r"\b(?:if|when|whenever|unless|where|while|either|whether)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reasoned:
    """A statement apart from its reason."""

    text: str
    because: str


def parted(sentence: str) -> Reasoned | None:
    """A rule and its reason, where one sentence says both and each can stand alone."""
    text = one_line(straight(sentence))
    return _first(text) or _inside(text)


def reason_after(quote: str, message: str) -> Reasoned | None:
    """The quotation up to the end of the sentence behind it, and the reason, where that sentence gives one.

    The quotation is that of the message, character by character.
    """
    start = message.find(quote)
    match = _NEXT.match(straight(message), start + len(quote)) if start >= 0 else None
    if match is None or match.start("clause") - start - len(quote) > 60 or _CONDITION.search(quote):
        return None
    clause = one_line(match["clause"])
    if match["otherwise"]:
        clause = f"{match['otherwise'].lower()} {clause}"
    opens_another = _FIRST.match(message[start + len(quote) : match.end()].strip())
    if opens_another or not _says(clause) or is_quoted(match["clause"], message, quoted_parts(message)):
        return None
    return Reasoned(message[start : match.end()].rstrip(), clause)


def _first(text: str) -> Reasoned | None:
    """ "Because the pages are generated, never edit a page." """
    match = _FIRST.match(text)
    if match is None or _POINTS_BACK.search(match["rest"]) or len(match["clause"].split()) < IN_FULL:
        return None
    return _made(match["rest"], match["clause"])


def _inside(text: str) -> Reasoned | None:
    """ "Never edit a page, because they are generated." """
    for match in _marks(text):
        rest, clause = text[: match.start()], match["clause"]
        if match["otherwise"]:
            if _CONDITION.search(rest):
                return None
            clause = f"{match['otherwise'].lower()}{match['comma']} {clause}"
        elif match["since"]:
            if _LASTS.search(rest) or len(clause.split()) < IN_FULL:
                return None
        elif match["so"]:
            clause = f"so that {clause}"
        elif match["because"] and match["because"].lower().endswith(" of"):
            clause = f"because of {clause}"
        if match["before"] == "(":
            clause, closed, behind = clause.partition(")")
            if not closed or behind.strip(" .!"):
                return None
        if _NO_REASON.search(rest) or _GOES_ON.search(clause):
            return None
        return _made(rest, clause)
    return None


def _marks(text: str) -> Iterator[re.Match[str]]:
    """The places where a reason may begin, outside code and quotation marks."""
    covered = [match.span() for pattern in (IN_CODE, IN_MARKS) for match in pattern.finditer(text)]
    place = 0
    while found := _INSIDE.search(text, place):
        if not any(start <= found.start() < end for start, end in covered):
            yield found
        place = found.end("before")


def _made(rest: str, clause: str) -> Reasoned | None:
    rest, clause = rest.strip(" ,;:(–—-"), clause.strip().rstrip(".!,;: ")
    if len(rest.split()) < LEAST_LEFT or not _says(clause) or rest.endswith("?") or not _is_whole(clause):
        return None
    return Reasoned(as_sentence(rest), clause)


def _is_whole(clause: str) -> bool:
    """Whether no bracket and no span of code is cut in two."""
    return clause.count("(") == clause.count(")") and clause.count("`") % 2 == 0


def _says(clause: str) -> bool:
    return SHORTEST <= len(clause.split()) <= LONGEST and not clause.endswith("?")
