"""Private keys over several lines, however a tool shows them: numbered, indented, as a diff, JSON-escaped, cut off."""

import base64
import binascii
import re
from bisect import bisect_left
from collections.abc import Iterator

from lore.intake.secret_words import Found

_BEGIN = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----")
_END = re.compile(r"---- ?-?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-?(?: ?----)")
# A line of the key, with the gutter a tool puts before it.
_BODY_LINE = re.compile(
    r"(?:\\r)?(?:\\n|\n)[ \t>+|\-\d→:]{0,24}"
    r"(?:[A-Za-z0-9+/=]{8,100}|[A-Z][A-Za-z-]{2,20}: [^\n\\]{0,100}|(?=\\?\n|\\n))(?=[\s\\\"'`]|$)"
)
_LONGEST = 32_768
_ENCODED = re.compile(r"LS0tLS1CRUdJTiB[A-Za-z0-9+/=]{24,}")


def private_keys(text: str) -> Iterator[Found]:
    """Every private key, from its first marker to its last, or to the last line of it where it was cut off."""
    if "PRIVATE KEY" in text:
        position = 0
        begins, ends = list(_BEGIN.finditer(text)), list(_END.finditer(text))
        for number, begin in enumerate(begins, 1):
            if begin.start() >= position:
                next_begin = begins[number].start() if number < len(begins) else len(text)
                limit = min(next_begin, begin.end() + _LONGEST)
                position = _end_of_key(text, begin.end(), limit, ends)
                yield Found(begin.start(), position, "private_key")
    if "Private-Lines:" in text:
        for found in re.finditer(r"Private-Lines: \d{1,4}", text):
            position = found.end()
            while line := _BODY_LINE.match(text, position):
                position = line.end()
            yield Found(found.end(), position, "private_key")
    if "LS0tLS1CRUdJTiB" in text:
        for found in _ENCODED.finditer(text):
            if "PRIVATE KEY" in _decoded_head(found.group()):
                yield Found(found.start(), found.end(), "private_key")


def _end_of_key(text: str, start: int, limit: int, ends: list[re.Match[str]]) -> int:
    """Where a key ends that begins before `start`: at its end marker before `limit`, else with its last line."""
    place = bisect_left(ends, start, key=re.Match.start)
    if place < len(ends) and ends[place].start() <= limit:
        return ends[place].end()
    position = start
    while (line := _BODY_LINE.match(text, position)) and line.end() <= limit:
        position = line.end()
    return position


def _decoded_head(encoded: str) -> str:
    try:
        return base64.b64decode(encoded[:64]).decode("ascii", "replace")
    except binascii.Error:
        return ""
