"""Which parts of a message a person quoted: they pasted them, so those are not their own statements."""

import re
from collections.abc import Sequence

FENCED = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[^\n]*$|\Z)", re.DOTALL | re.MULTILINE)
"""Code in a message; a fence that nothing closes goes on to the end."""
_MARKED = re.compile(r"^[ \t]*>[^\n]*$", re.MULTILINE)
IN_MARKS = re.compile(
    r"\"[^\"\n]{0,2000}\"|“[^“”\n]{0,2000}”|„[^„“”\n]{0,2000}[“”]|«[^«»]{0,2000}»"
    r"|「[^「」]{0,2000}」|『[^『』]{0,2000}』"
    r"|(?<!\w)‘[^‘’\n]{12,2000}’(?!\w)|(?<!\w)‚[^‚‘\n]{12,2000}‘|(?<!\w)'[^'\n]{12,2000}'(?!\w)"
)
"""Quotation marks are paired from the left; what stands between two short quotations is not quoted."""
IN_CODE = re.compile(r"`[^`\n]{1,500}`")
_SAYS = (
    "says?|said|states|reads|writes|wrote|answer(?:s|ed)|replied|post(?:s|ed)|told me|schreib\\w*|schrieb|sagt\\w*|"
    "meint\\w*|écrit|dit|disait|escribi[óo]|escribe|dijo|dice|scrive|disse|escreveu"
)
_PARAGRAPH = r"(?:[^\n]|\n(?![ \t]*\n)){1,4000}"
_REPORTED = re.compile(
    rf"(?:\b(?:{_SAYS})\b[^.!?:\n]{{0,40}}|(?:说|說|写道|言った|書いた))[:：][ \t\n]*(?P<said>{_PARAGRAPH})"
    r"|^(?:(?:From|Von|De|To|An|Subject|Betreff)[ \t]*:[^\n]*\n){2,}(?P<mail>(?:[^\n]|\n){1,4000})"
    rf"|^[A-ZÄÖÜ]\w+(?: [A-ZÄÖÜ]\w+)?[ \t]+\d{{1,2}}:\d{{2}}(?: ?[AP]M)?\n?(?P<chat>{_PARAGRAPH})"
    rf"|^[A-ZÄÖÜ]\w+ [A-ZÄÖÜ]\w+:[ \t\n](?P<name>{_PARAGRAPH})",
    re.MULTILINE,
)
"""What somebody or something says, up to the end of the paragraph."""

Part = tuple[int, int]
"""Where a part begins and ends."""


def quoted_parts(text: str) -> list[Part]:
    """The parts of a message that are fenced, marked with `>`, in quotation marks, or said to be somebody's words."""
    found = [match.span() for pattern in (FENCED, _MARKED, IN_MARKS) for match in pattern.finditer(text)]
    return found + [match.span(match.lastgroup or 0) for match in _REPORTED.finditer(text)]


def is_quoted(statement: str, text: str, parts: Sequence[Part]) -> bool:
    """Whether half of a statement or more is quoted, wherever it stands in the message; nothing is not quoted."""
    if not statement:
        return False
    place = text.find(statement)
    while place >= 0:
        end = place + len(statement)
        inside = sum(max(0, min(end, stop) - max(place, start)) for start, stop in parts)
        if 2 * inside < len(statement):
            return False
        place = text.find(statement, end)
    return True
