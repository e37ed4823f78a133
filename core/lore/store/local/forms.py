"""The forms in which a text can stand in another one: as it is, line by line, escaped, or encoded."""

import base64
import html
import json
import re
from collections.abc import Iterator
from urllib.parse import quote, quote_plus

SHORTEST = 4
"""Characters of a form: a shorter one stands in the middle of innocent words."""
SHORTEST_ENCODED = 8
_BOUNDARY = re.compile(r"-{3,}[A-Z0-9 ]+-{3,}")
"""The first and the last line of a key are the same in everybody's."""


def forms_of(text: str) -> list[str]:
    """Every form of a text, and of each of its lines, the longest first."""
    lines = [line.strip() for line in text.splitlines()]
    pieces = [text, *(line for line in lines if not _BOUNDARY.fullmatch(line))]
    if len(lines) > 1:
        pieces += ["\r\n".join(lines), "\n".join(lines)]
    found = {form for piece in pieces if len(piece) >= SHORTEST for form in _forms(piece)}
    return sorted(found, key=lambda form: (-len(form), form))


def _forms(piece: str) -> Iterator[str]:
    yield piece
    yield html.escape(piece)
    for ascii_only in (False, True):
        escaped = json.dumps(piece, ensure_ascii=ascii_only)[1:-1]
        yield from (escaped, json.dumps(escaped, ensure_ascii=ascii_only)[1:-1], escaped.replace("/", "\\/"))
    data = piece.encode("utf-8", "surrogatepass")
    percent = (quote(data, safe=""), quote(data), quote_plus(data))
    yield from percent
    yield from (re.sub("%..", lambda code: code[0].lower(), form) for form in percent)
    encoded = [data.hex(), data.hex().upper(), *_base64(data)]
    yield from (form for form in encoded if len(form) >= SHORTEST_ENCODED)


def _base64(data: bytes) -> Iterator[str]:
    """As a whole, and the characters that are the same whatever stands before and behind it."""
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        yield encode(data).decode()
        for before, changed in ((0, 0), (1, 2), (2, 3)):
            whole = (before + len(data)) * 8 // 6
            yield encode(b"\0" * before + data).decode()[changed:whole]
