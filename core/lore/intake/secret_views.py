"""A text as it reads once its escapes are resolved: JSON in JSON, percent signs, HTML, joined literals.

A view remembers where each of its characters came from, so that what is found in it is masked in the text itself.
"""

import base64
import binascii
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

_ESCAPE = re.compile(
    r"\\(?<!\\\\)\\*+(?:u(?P<wide>[0-9a-fA-F]{4})|x(?P<byte>[0-9a-fA-F]{2})|(?P<line>[rn](?![a-z]{3}))|(?P<tab>t(?![a-z]{3}))|(?P<mark>[\"'/])"
    r"|(?P<joined>\r?\n))"
    r"|%(?P<percent>[2-7][0-9A-Fa-f])"
    r"|&(?:#(?P<decimal>\d{2,6})|#[xX](?P<hex>[0-9a-fA-F]{2,5})|(?P<name>amp|lt|gt|quot|apos|nbsp));"
)
_WRITTEN, _WRITTEN_DEEPER = (
    re.compile(
        rf"\\(?<!\\\\)(?:\\*+u(?P<wide>[0-9a-fA-F]{{4}})|(?P<written>[rnt\"/])|\\++(?P<deeper>{letters}|[\"'/]))"
    )
    for letters in ("[rnt](?![a-z]{3})", "[rnt]")
)
"""What JSON escapes, in one layer or in several. Where JSON is not in JSON, several marks and a word are of a path."""
_NESTED = ('\\"{', '{\\"', '\\":')
_LITERALS = re.compile(r"[\"'][ \t]{0,8}(?P<literals>[+.]?[ \t]{0,8}\n[ \t]{0,40}[+.]?[ \t]{0,8}|\+[ \t]{0,8})[\"']")
_ENDS_OF_LITERALS = ('"\n', "'\n", '" \n', '" +', "' +", '"+', "'+", '" .', "' .")
_QUOTED_PRINTABLE = re.compile(r"=(?:(?P<soft>\r?\n)|(?P<byte>[0-9A-F]{2}))")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'", "nbsp": " "}
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
"""Full-width forms, which read like the letters they show."""
_FULL_WIDTH = re.compile("[\uff01-\uff5e]")
_BASE64 = re.compile(
    r"(?<![A-Za-z0-9+/_=-])(?:[A-Za-z0-9+/_-]{60,76}\r?\n){0,400}[A-Za-z0-9+/_-]{22,}={0,2}(?![A-Za-z0-9+/_=])"
)
_LETTERS = re.compile(r"(?:[ACDI-Za-f][^\n]{3}){4}")
_HEX = re.compile(r"(?<![0-9a-zA-Z])(?:[0-9a-fA-F]{2}[ :]?){12,}(?![0-9a-zA-Z])")
_HEX_WORD = re.compile(r"[0-9a-fA-F]{2}(?:[0-9a-fA-F]{18}|:(?:[0-9a-fA-F]{2}:){5})")
_SPACED_HEX = re.compile(r"[ :](?<=[0-9a-fA-F]{2}.)(?:[0-9a-fA-F]{2}[ :]){10}")
LONG = 20
"""Characters of a word that can be a token of any form, and of a run that can hold one."""
_TEXT_BYTES = bytes([0, 9, 10, 13, *range(32, 127)])
_LONGEST = 1_000_000
_LEAST_PRINTABLE = 0.95
LEAST_BROKEN = 56
"""Characters of a line that is broken because it is too long."""
AROUND = 1
"""Lines before and after one with an escape that are read with it."""


@dataclass(frozen=True, slots=True)
class View:
    """A text that was made from another, with the places of its pieces in both."""

    text: str
    starts: list[int]
    """Where each piece begins in this text, ascending."""
    origins: list[int]
    """Where each piece begins in the other text."""
    is_plain: bool = False
    """Whether only breaks, tabs and quotes were escaped, so that no word is here which the other text has not."""

    def origin(self, place: int) -> int:
        """The place in the other text of a place in this one."""
        piece = bisect_right(self.starts, place) - 1
        offset = self.origins[piece] + place - self.starts[piece]
        return min(offset, self.origins[piece + 1]) if piece + 1 < len(self.origins) else offset


def without(text: str, spans: Iterable[tuple[int, int]], replacements: Iterable[str], begin: int = 0) -> View:
    """The text with each span replaced. begin: the place of the text in the one that is meant by `origins`."""
    pieces: list[str] = []
    starts, origins = [0], [begin]
    done = length = 0
    for (start, end), new in zip(spans, replacements, strict=True):
        kept = text[done:start]
        pieces += (kept, new)
        length += len(kept)
        if new:
            starts.append(length)
            origins.append(begin + start)
        length += len(new)
        starts.append(length)
        origins.append(begin + end)
        done = end
    pieces.append(text[done:])
    return View("".join(pieces), starts, origins)


def long_words(text: str) -> str:
    """The words of at least `LONG` characters: a quick look at them says which thorough ones are needed."""
    return " ".join([word for word in text.split() if len(word) >= LONG])


def narrow(text: str) -> str:
    """The text with full-width letters and signs as the usual ones, each at its place."""
    return text.translate(_WIDE) if not text.isascii() and _FULL_WIDTH.search(text) else text


def resolved(text: str) -> View | None:
    """The whole text without the breaks, tabs and quotes that JSON escaped; None where it is no JSON with some."""
    if text[:1] not in ("{", "[") or "\\" not in text:
        return None
    pattern = _WRITTEN_DEEPER if any(map(text.__contains__, _NESTED)) else _WRITTEN
    escapes = list(pattern.finditer(text))
    return without(text, [match.span() for match in escapes], map(_meaning, escapes)) if escapes else None


def unescaped(text: str) -> Iterator[View]:
    """Each part of the text that has escapes, with its neighbouring lines, as it reads without them."""
    escapes = list(_ESCAPE.finditer(text)) if any(map(text.__contains__, "\\%&")) else []
    literals = any(map(text.__contains__, _ENDS_OF_LITERALS))
    printable = "=3D" in text or "=\n" in text or "=\r\n" in text
    if literals or printable:
        others = [
            *(_LITERALS.finditer(text) if literals else ()),
            *(_printable(text) if printable else ()),
        ]
        escapes = _apart(sorted([*escapes, *others], key=re.Match.start))
    for start, end, matches in _parts(text, escapes):
        spans = [(match.start() - start, match.end() - start) for match in matches]
        view = without(text[start:end], spans, map(_meaning, matches), start)
        yield replace(view, is_plain=all(map(_is_plain, matches)))


def _printable(text: str) -> list[re.Match[str]]:
    """The bytes and breaks of quoted-printable text; a short line that ends in `=` was not broken."""
    matches = [match for match in _QUOTED_PRINTABLE.finditer(text) if not match["soft"] or _is_broken(text, match)]
    return matches if "=3D" in text or any(match["soft"] for match in matches) else []


def _is_broken(text: str, match: re.Match[str]) -> bool:
    return match.start() - text.rfind("\n", 0, match.start()) >= LEAST_BROKEN


def _is_plain(match: re.Match[str]) -> bool:
    return match.lastgroup in ("line", "tab") or (match.lastgroup == "mark" and match["mark"] != "/")


def _apart(matches: list[re.Match[str]]) -> list[re.Match[str]]:
    kept: list[re.Match[str]] = []
    for match in matches:
        if not kept or match.start() >= kept[-1].end():
            kept.append(match)
    return kept


def _parts(text: str, escapes: list[re.Match[str]]) -> Iterator[tuple[int, int, list[re.Match[str]]]]:
    """Where the lines with escapes begin and end, neighbours together."""
    start, end, inside = 0, -1, list[re.Match[str]]()
    for match in escapes:
        if inside and match.start() <= end:
            inside.append(match)
            if match.end() >= end:
                end = _line_end(text, match.end())
            continue
        if inside:
            yield start, end, inside
        start, end, inside = _line_start(text, match.start(), max(end, 0)), _line_end(text, match.end()), [match]
    if inside:
        yield start, end, inside


def _line_start(text: str, place: int, low: int) -> int:
    for _ in range(AROUND + 1):
        place = max(text.rfind("\n", low, place), low)
    return place


def _line_end(text: str, place: int) -> int:
    for _ in range(AROUND + 1):
        found = text.find("\n", place)
        place = found + 1 if found >= 0 else len(text)
    return place


def _meaning(match: re.Match[str]) -> str:
    """What an escape stands for."""
    name, value = match.lastgroup, match.group(match.lastgroup or 0)
    match name:
        case "wide" | "byte" | "percent" | "hex":
            return chr(int(value, 16)) if int(value, 16) < 0xD800 else " "
        case "decimal":
            return chr(int(value)) if int(value) < 0xD800 else " "
        case "line":
            return "\n"
        case "tab":
            return "\t"
        case "written" | "deeper":
            return {"n": "\n", "r": "\n", "t": "\t"}.get(value, value)
        case "name":
            return _ENTITIES[value]
        case "mark":
            return value
        case _:
            return ""


def decoded(text: str, dense: str) -> Iterator[tuple[int, int, str]]:
    """Where base 64 and hexadecimal digits stand that hold text, and that text. dense: the long words of the text."""
    encoded = any(
        _from_base64(run.group()[:_LONGEST]) for run in _BASE64.finditer(dense) if _LETTERS.match(run.group())
    )
    for run in _BASE64.finditer(text) if encoded else ():
        if (inside := _plain(_from_base64(run.group()[:_LONGEST]))) is not None:
            yield run.start(), run.end(), inside
    for run in _HEX.finditer(text) if _HEX_WORD.search(dense) or _SPACED_HEX.search(text) else ():
        if (inside := _plain(_from_hex(run.group()[:_LONGEST]))) is not None:
            yield run.start(), run.end(), inside


def _from_base64(run: str) -> bytes:
    head = base64.urlsafe_b64decode(run[:16].replace("+", "-").replace("/", "_"))
    if len(head.translate(None, _TEXT_BYTES)) > 1:
        return b""
    letters = re.sub(r"[\r\n=]", "", run).translate({0x2D: "+", 0x5F: "/"})
    try:
        return base64.b64decode(letters[: len(letters) - (len(letters) % 4 == 1)] + "==")
    except binascii.Error:
        return b""


def _from_hex(run: str) -> bytes:
    digits = re.sub("[ :]", "", run)
    return bytes.fromhex(digits[: len(digits) // 2 * 2])


def _plain(data: bytes) -> str | None:
    """The text in these bytes; None where they hold none."""
    if data.count(0) > len(data) // 3:
        data = data.replace(b"\0", b"")  # two bytes a letter
    if len(data) < 8:
        return None
    others = len(data[:4096].translate(None, _TEXT_BYTES))
    return data.decode("utf-8", "replace") if others <= (1 - _LEAST_PRINTABLE) * min(len(data), 4096) else None
