"""Private keys over several lines, however a tool shows them: numbered, indented, as a diff, JSON-escaped, cut off."""

import base64
import binascii
import re
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
        while begin := _BEGIN.search(text, position):
            position = _end_of_key(text, begin)
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


def _end_of_key(text: str, begin: re.Match[str]) -> int:
    end = _END.search(text, begin.end(), begin.end() + _LONGEST)
    again = _BEGIN.search(text, begin.end(), begin.end() + _LONGEST)
    if end and not (again and again.start() < end.start()):
        return end.end()
    position = begin.end()
    while (line := _BODY_LINE.match(text, position)) and line.end() - begin.end() < _LONGEST:
        position = line.end()
    return position


def _decoded_head(encoded: str) -> str:
    try:
        return base64.b64decode(encoded[:64]).decode("ascii", "replace")
    except binascii.Error:
        return ""
