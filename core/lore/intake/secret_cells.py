"""Secrets that stand apart from their name: in the column below it, in the answer to a question, byte by byte."""

import re

from lore.intake.secret_place import CLOSE, Place, is_harmless_name, value_at
from lore.intake.secret_values import (
    is_made_up,
    is_phrase,
    is_placeholder,
    is_random,
    is_reference,
    is_set_apart,
    is_token,
    is_weak,
)
from lore.intake.secret_words import ANSWER_WORDS, Found

_SEPARATORS = ("</th>", "|", "│", ",", ";", "\t")
_RULER = frozenset("|-:+= ─│├┤┼╪═╞╡┬┴")
"""What draws the line between the head of a table and its rows."""
_USER_CELL = re.compile(r"(?i)user|login|account|benutzer|nutzer|usuario|utilisateur|utente|konto|e-?mail|host|server")
_ALIGNED = re.compile(r"\S+(?:[ ]\S+)*")
_ANSWER = re.compile(
    r"(?P<asked>[^\n]{0,80}?)(?P<end>[?.:]?)(?:[ \t]{0,2}\n{1,3}[ \t>*]{0,8}"
    r"|\"[ ]?\},[ ]?\{[^{}\n]{0,80}?\"(?:content|text)\":[ ]?\"|\?\",[ ]?\"\w{1,16}\":[ ]?\"|\?[ ]{1,2})"
    r"(?:\*{0,2}[A-Z][a-z]{0,15}:\*{0,2}[ ])?(?:(?:sure|ok|okay|yes|yeah|here|klar|ja|oui|sí|si)(?: it is"
    r"| you go)?[,:!.] )?(?P<line>[^\n\"]{4,100})(?=[\n\"]|\Z)"
)
_ASKS = re.compile(
    r"(?i)(?:\b(?:what(?:'s| is| was)|which|need|send|give|tell|please|enter|wie|was ist|welche\w*|brauche"
    r"|quel\w*|cu[aá]l|qual\w*"
    r"|donne|dame|manda|jaki\w*|какой|дай)\b|什么|何|뭐)[^\n]{0,60}\Z"
)
_BYTES = re.compile(
    r"[\w ]{0,24}(?:\[[\w ]{0,16}\])?[\"']?[ \t]{0,4}(?:[:=]|:=)\s{0,4}(?:[\w\[\]]{0,16}[{(\[]\s{0,8})?"
    r"(?P<value>(?:0x[0-9a-fA-F]{2},\s{0,8}){7,63}0x[0-9a-fA-F]{2}|(?:[0-9a-fA-F]{2}[: ]){15,63}[0-9a-fA-F]{2}"
    r"|(?:\d{1,3},[ ]?){15,63}\d{1,3})(?![\w:])"
)


def in_column(place: Place) -> Found | None:
    """The name at the head of a column, and the value in the first row below it."""
    text, start = place.text, place.start
    line = text.rfind("\n", max(0, start - 512), start) + 1
    end = text.find("\n", place.end, place.end + 512)
    if end < 0 or (line == 0 and start > 512):
        return None
    head = text[line:end]
    mark = next((mark for mark in _SEPARATORS if mark in head), None)
    if mark is None and "  " in head.strip():
        return _in_aligned(place, head, line, end)
    if mark is None or _is_another_name(text[place.end : end].split(mark)[0]):
        return None
    heads, column, begin = head.split(mark), head[: start - line].count(mark), end + 1
    for _ in range(2):
        row = text[begin : begin + 1024].split("\n", 1)[0]
        if not set(row) <= _RULER:
            cells = row.split("</td>" if mark == "</th>" else mark)
            if len(cells) != len(heads):
                return None
            offset = begin + sum(len(cell) + 1 for cell in cells[:column])
            return _cell(place, offset if mark != "</th>" else offset + 4 * column, cells[column], heads)
        begin += len(row) + 1
    return None


def _in_aligned(place: Place, head: str, line: int, end: int) -> Found | None:
    """The same where nothing but spaces parts the columns."""
    heads = list(_ALIGNED.finditer(head))
    column = next((at for at, cell in enumerate(heads) if cell.start() <= place.start - line < cell.end()), 0)
    if _is_another_name(place.text[place.end : line + heads[column].end()]):
        return None
    begin = end + 1
    for _ in range(2):
        row = place.text[begin : begin + 1024].split("\n", 1)[0]
        cells = list(_ALIGNED.finditer(row))
        if row and not set(row) <= _RULER:
            if len(cells) != len(heads):
                return None
            found = value_at(place, begin + cells[column].start(), shortest=CLOSE)
            return found if found and len(cells[column][0].split()) == 1 else None
        begin += len(row) + 1
    return None


def _is_another_name(rest: str) -> bool:
    """Whether the head of the column goes on so that it names no secret."""
    words = rest.replace("_", " ").replace("-", " ").split()
    return bool(words) and is_harmless_name(words[0])


def _cell(place: Place, offset: int, cell: str, heads: list[str]) -> Found | None:
    """The value of a cell; one plain word is meant where another column names the user."""
    start = cell.rfind(">") + 1 if "<td" in cell else 0
    text = cell[start:]
    begin = offset + start + len(text) - len(text.lstrip())
    word = text.strip("`*\"' \t|│")
    if not word or (" " in word and not is_phrase(word)) or "," in word:
        return None
    weak = place.is_password and any(map(_USER_CELL.search, heads)) and word.islower()
    return value_at(place, begin, shortest=CLOSE, weak=weak)


def answered(place: Place) -> Found | None:
    """`what is the sudo password?`, and on the next line, or in the next message, nothing but one value."""
    match = _ANSWER.match(place.text, place.end)
    if match is None or is_harmless_name(match["asked"].split(" ")[0]):
        return None
    before = place.text[max(0, place.text.rfind("\n", 0, place.start)) : place.start]
    if not _ASKS.search(before) or _is_another_name(match["asked"]):
        return None
    line = match["line"].strip().strip("`*'")
    begin = match.start("line") + match["line"].index(line) if line else 0
    if not line or line.lower().rstrip(".!") in ANSWER_WORDS or is_placeholder(line) or is_reference(line):
        return None
    if not place.is_password:
        return Found(begin, begin + len(line), place.kind) if " " not in line and is_token(line) else None
    if " " in line:
        return Found(begin, begin + len(line), place.kind) if "phrase" in place.word and is_phrase(line) else None
    asked = match["end"] == "?" or match[0].lstrip().startswith("?")
    if is_made_up(line) or is_set_apart(line) or is_random(line, 16) or (asked and is_weak(line) and line.islower()):
        return Found(begin, begin + len(line), place.kind)
    return None


def in_bytes(place: Place) -> Found | None:
    """A key written byte by byte, in hexadecimal or decimal numbers."""
    if place.word.startswith(("cookie", "_auth", "basic")) or is_harmless_name(place.rest):
        return None
    match = _BYTES.match(place.text, place.end)
    return Found(*match.span("value"), place.kind) if match else None
