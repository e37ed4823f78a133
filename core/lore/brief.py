"""The short form of a fact: its first statement, with code, paths and identifiers whole."""

import re
from collections.abc import Iterator

from lore.text import one_line

LONGEST = 100
"""Characters of a short form."""
_CUT = "…"
_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
"""Signs of scripts that put no space between words: a text may be cut after any of them."""
_UNIT = re.compile(rf"\s?(?:(`{{1,3}})(?:(?!\1).){{1,{LONGEST * 2}}}\1[^\s`{_WIDE}]*|[{_WIDE}]|[^\s`{_WIDE}]+|`)")
_SENTENCE, _CLAUSE = re.compile(r"[.!?…。！？][\"'”’)]*$"), re.compile(r"[;:,，、；：—–][\"'”’)]*$")
_ASIDE = re.compile(r" \((?![^()]*`)[^()]*\)")


def brief(text: str, room: int = LONGEST) -> str:
    """One line of at most `room` characters; where something is left out, `…` stands at its end.

    The first of: the whole; the whole without its asides in brackets; its first sentences; its first clauses; its
    first words. Nothing is cut inside code, a path or any other word; one that is too long by itself is left out.
    """
    line = one_line(text)
    if len(line) <= room:
        return line
    plain = one_line(_ASIDE.sub("", line))
    if len(plain) < room:
        return plain + _CUT
    kept, left = _fitting(plain, room - len(_CUT))
    if not left:
        return "".join(kept).strip()
    for end, least in ((_SENTENCE, 0.25), (_CLAUSE, 0.5)):
        for count in range(len(kept), 0, -1):
            part = "".join(kept[:count]).strip()
            if end.search(kept[count - 1]) and len(part) >= least * room:
                return _marked(part)
    return _marked("".join(kept).strip())


def _fitting(line: str, room: int) -> tuple[list[str], bool]:
    """The first units of a line that have room together, but for those that never have; whether more follow."""
    kept: list[str] = []
    longest = room
    for unit in _units(line):
        if len(unit) > longest:
            unit = f" {_CUT}" if kept else _CUT
        if len(unit) > room:
            return kept, True
        kept.append(unit)
        room -= len(unit)
    return kept, False


def _units(line: str) -> Iterator[str]:
    """Words, spans of code with what clings to them, and single signs of scripts without spaces."""
    return (match.group() for match in _UNIT.finditer(line))


def _marked(part: str) -> str:
    """What is left of a longer text, with the mark of it."""
    return part if part.endswith(_CUT) else part.rstrip(",;: —–，、；：") + _CUT
