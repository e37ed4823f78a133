"""Takes out of a text what can act on a terminal or hide from a reader, and leaves what real languages and emoji need.

What goes: terminal escapes, control characters, bidirectional overrides, invisible characters, tag characters,
variation selectors and joiners where no script uses them, noncharacters, lone surrogates, storms of combining marks.
"""

import re
import unicodedata
from collections.abc import Iterator

MAX_MARKS = 8
"""Combining marks on one base character; written languages stay below five."""

_MAX_STRING = 4096

# The last introducer, not a parser state, decides where a string sequence ends: the class leaves out every introducer,
# so a text full of unfinished sequences is still read once.
_ESCAPES = (
    r"(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]"
    rf"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9b-\x9f\n]{{0,{_MAX_STRING}}}(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]{0,4}[0-~]"
)
_LINE_BREAKS = "\r\n|[\r\x0b\x0c\x85\u2028\u2029]"
_CONTROLS = "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]"
_INVISIBLE = (
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufdd0-\ufdef\ufeff"
    "\uffa0\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    + "".join(chr(plane * 0x10000 + 0xFFFE) + chr(plane * 0x10000 + 0xFFFF) for plane in range(1, 17))
    + "]"
)
_SURROGATES = "[\ud800-\udfff]"
_JOINERS = "[\u200c\u200d]"
_SELECTORS = "[\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
_TAGS = "[\U000e0000-\U000e007f]+"

_TROUBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u180b-\u180f\u200c\u200d\u2028\u2029\ufe00-\ufe0f\ud800-\udfff\U000e0000-\U000e007f"
    "\U000e0100-\U000e01ef" + _INVISIBLE[1:]
)
"""The first character of everything below: text without one is safe, and found to be so in one scan."""
_UNSAFE = re.compile(
    f"(?P<escape>{_ESCAPES})|(?P<line>{_LINE_BREAKS})|(?P<drop>{_CONTROLS}|{_INVISIBLE})|(?P<surrogate>{_SURROGATES})"
    f"|(?P<joiner>{_JOINERS})|(?P<selector>{_SELECTORS})|(?P<tags>{_TAGS})"
)
_MARK_RUN = re.compile(rf"[^\w\x00-\u02ff]{{{MAX_MARKS + 1},}}")

_EMOJI = re.compile(
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u231a-\u23ff\u24c2\u25a0-\u27bf\u2934\u2935\u2b00-\u2bff\u3030\u303d"
    "\u3297\u3299\U0001f000-\U0001faff]"
)
# Scripts whose spelling needs joiners: Arabic to Mongolian with the Indic scripts between, and later supplements.
_JOINING_SCRIPT = re.compile(
    "[\u0600-\u0e7f\u0f00-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\uabff\ufb50-\ufdcf\ufe70-\ufefc]"
)
_IDEOGRAPH = re.compile("[\u2e80-\u2fdf\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003fffd]")
_MONGOLIAN = re.compile("[\u1820-\u18aa]")
_FLAG_TAGS = re.compile("[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")
_BLACK_FLAG = "\U0001f3f4"


def sanitise(text: str) -> str:
    """The text without anything that acts on a terminal or hides; legitimate text comes back unchanged. Idempotent."""
    pieces: list[str] = []
    done = 0
    for found in _unsafe(text):
        pieces += (text[done : found.start()], _replacement(found))
        done = found.end()
    safe = "".join(pieces) + text[done:] if pieces else text
    return safe if safe.isascii() else _MARK_RUN.sub(_fewer_marks, safe)


def hidden_characters(text: str) -> int:
    """How many characters of a text a reader cannot see or a terminal would act on."""
    return sum(
        len(found.group())
        for found in _unsafe(text)
        if found.lastgroup != "line" and _replacement(found) != found.group()
    )


def _unsafe(text: str) -> Iterator[re.Match[str]]:
    position = 0
    while start := _TROUBLE.search(text, position):
        found = _UNSAFE.match(text, start.start())
        if found:
            yield found
        position = found.end() if found else start.end()


def _replacement(found: re.Match[str]) -> str:
    what, text, start = found.lastgroup, found.string, found.start()
    before = text[start - 1] if start else ""
    match what:
        case "line":
            return "\n"
        case "surrogate":
            return "\ufffd"
        case "joiner":
            return (
                found.group()
                if _joins(before, text[found.end() : found.end() + 1], text[max(0, start - 2) : start])
                else ""
            )
        case "selector":
            return found.group() if _selects(before, found.group(), text[found.end() : found.end() + 1]) else ""
        case "tags":
            return found.group() if before == _BLACK_FLAG and _FLAG_TAGS.fullmatch(found.group()) else ""
        case _:
            return ""


def _joins(before: str, after: str, last_two: str) -> bool:
    """Whether a joiner stands after a letter whose script needs it, or between two emoji."""
    if _JOINING_SCRIPT.match(before):
        return True
    emoji_before = last_two[:1] if before == "\ufe0f" else before
    return bool(_EMOJI.match(emoji_before) and _EMOJI.match(after))


def _selects(before: str, selector: str, after: str) -> bool:
    """Whether a selector chooses a form of the character before it: emoji, keycap, ideograph, Mongolian letter."""
    if selector in "\ufe0e\ufe0f":
        return bool(_EMOJI.match(before)) or (before != "" and before in "0123456789#*" and after == "\u20e3")
    if "\u180b" <= selector <= "\u180f":
        return bool(_MONGOLIAN.match(before))
    return bool(_IDEOGRAPH.match(before))


def _fewer_marks(run: re.Match[str]) -> str:
    kept, marks = [], 0
    for character in run.group():
        marks = marks + 1 if unicodedata.category(character).startswith("M") else 0
        if marks <= MAX_MARKS:
            kept.append(character)
    return "".join(kept)
