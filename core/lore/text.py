"""Pure functions on text: comparing, shortening, identifying."""

import base64
import hashlib
import json
import os
import re
import unicodedata
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

_SPACES = re.compile(r"\s+")
_LETTER = re.compile(r"[^\W_]")
_FULL_STOP = re.compile(r"(?<=[\w)\]\"'”’])[.。]$")
_PLAIN_WORD = re.compile(r"[\"'“‘(]*[^\W\d_]+(?:['’-][^\W\d_]+)*[\"'”’),.;:!?…]*")
_EDGES = "\"'“‘”’(),.;:!?…"
INNER_CAPITAL = re.compile(r"[a-z][A-Z]")
LONGEST_UNIT = 4
SENTENCE = 5
NAMES_IN_CAPITALS = frozenset({"US", "IT", "WHO"})
"""In small letters these are other words."""
_SENTENCE_END = ".!?…"


def one_line(text: str) -> str:
    """The text with every run of white space as one space."""
    return _SPACES.sub(" ", text).strip()


def fault_in_json(error: Exception) -> str:
    """What is wrong with a text that `json` refuses, in a few words of ours. error: what it raised."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8 text"
    if isinstance(error, json.JSONDecodeError):
        return error.msg.lower()
    return "a number of too many digits"


def shorten(text: str, width: int) -> str:
    """One line of at most `width` characters, cut at a word where possible and marked with `…`."""
    line = one_line(text)
    if len(line) <= width:
        return line
    cut = line[: max(1, width - 1)]
    head, space, _ = cut.rpartition(" ")
    return (head if space and len(head) > width // 2 else cut).rstrip() + "…"


def end_of_part(text: str, start: int, room: int, marks: Iterable[str]) -> int:
    """Where a part of a text best ends that begins at `start` and is at most `room` characters long.

    After the last of the first mark that stands in its second half, so that marks come best first; else at `room`.
    """
    limit = start + room
    for mark in marks:
        place = text.rfind(mark, start + room // 2, limit)
        if place >= 0:
            return place + len(mark)
    return limit


def path_text(path: Path) -> str:
    """A path as text that can be stored and shown; bytes of a name that are not UTF-8 stand as `\\xff`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def normalise(text: str) -> str:
    """The form in which two texts are compared: NFKC, folded case, single spaces, no marks at the edges."""
    line = one_line(unicodedata.normalize("NFKC", text)).casefold()
    first, last = _LETTER.search(line), _LETTER.search(line[::-1])
    return line[first.start() : len(line) - last.start()] if first and last else ""


def said_alike(text: str) -> str:
    """The form in which two texts are the same statement word for word: equal only where nothing is lost.

    Single spaces, plain words without their case, no full stop at the end. Identifiers, flags, numbers, signs, paths
    and marks such as `!`, `#` or `?` stay as they are. Equal forms have equal hashes; equal hashes prove nothing.
    """
    words = _FULL_STOP.sub("", without_emphasis(one_line(unicodedata.normalize("NFC", text)))).split(" ")
    return " ".join(word.lower() if _plain(word, last) else word for last, word in pairwise(["", *words]))


def without_emphasis(text: str) -> str:
    """The text without the "!" that ends a sentence of `SENTENCE` words; in fewer it may be part of a name: `save!`."""
    line = text.rstrip()
    return line.rstrip("!！") if line.endswith(("!", "！")) and len(line.split()) >= SENTENCE else text


def _plain(word: str, last: str) -> bool:
    if last[-1:].isdigit() and len(word) <= LONGEST_UNIT:
        return False  # Mb is not MB
    if word.strip(_EDGES) in NAMES_IN_CAPITALS:
        return False
    return _PLAIN_WORD.fullmatch(word) is not None and INNER_CAPITAL.search(word) is None


def text_hash(text: str) -> str:
    """Hash of the normalised text, 32 hexadecimal digits: what is said alike has the same one."""
    return hashlib.sha256(normalise(text).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def searched_text(text: str, details: Iterable[str]) -> str:
    """What a passage is found by: its text, then a line for each of its details."""
    return "\n".join((text, *details))


def searched_hash(text: str, details: Iterable[str]) -> str:
    """Hash of all that is embedded of a passage: its text, and its details where there are any."""
    return text_hash(searched_text(text, details))


def short_id(seed: str, length: int) -> str:
    """`length` characters of a-z and 2-7 that follow from the seed alone: the same input gives the same id."""
    digest = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest()
    return base64.b32encode(digest).decode("ascii").lower()[:length]


def whole_characters(text: str) -> str:
    """The text with `?` for every half of a character, as a broken paste or bytes that are no UTF-8 leave."""
    return text.encode("utf-8", "replace").decode("utf-8")


def counted(number: int, thing: str) -> str:
    """`1 fact`, `2 facts`, `1,204 facts`. thing: in the singular, with a plain plural."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def as_sentence(text: str) -> str:
    """The text with its first letter raised and a full stop where it has no mark at its end."""
    line = one_line(text)
    if not line:
        return line
    raised = line[0].upper() + line[1:]
    return raised if raised[-1] in _SENTENCE_END else raised + "."
