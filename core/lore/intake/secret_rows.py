"""A text near a word that promises a secret, as rows of words, of what stands between them and of what is promised."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lore.intake.secret_place import Place, is_behind_harmless, is_harmless_name

BEFORE, BEHIND = 96, 160
"""Characters around a word that promises a secret, at most."""
_REACHES = {
    "password": (BEFORE, BEHIND, 3),
    "code": (48, 72, 2),
    "recovery_code": (48, BEHIND, 2),
    "login": (32, 72, 0),
    "user": (32, 72, 0),
}
_NEARBY = (BEFORE, BEHIND, 1)
"""The same by kind of word, and how many lines below it."""
_OUT = r"\s\"'`<>(),;|{}\[\]«»“”‘’\u3000-\u303f"
_ATOM = re.compile(rf"[^{_OUT}\u0900-\U0010ffff]+|[^{_OUT}\x00-\u08ff]+")
_NAME = re.compile(r"[-$@]{0,2}[^\W\d][\w.$/-]{0,60}?[ ]?(?P<sign>:=|[:=])(?=[^/=:])")
_PAIR = re.compile(r"(?P<name>[\w.@+-]{1,40})/(?P<value>[^/\s]{4,64})")
_HAS_LETTER = re.compile(r"[^\W_]")
_MARKED = re.compile(r"(?P<mark>\*{1,2}|_{1,2})(?P<inner>.{3,}[^*_])(?P=mark)")
_SPACES = re.compile(r"\s+")
_FILE = re.compile(r"\.[a-z]{1,5}\Z")
_PARTS = ("|", "\t", ",", ";", "  ", "\u2502")
_TRAILING = ".,:?\\"
CLASSES = {
    "password": "P",
    "credential": "K",
    "login": "L",
    "recovery_code": "C",
    "seed_phrase": "S",
    "code": "C",
    "user": "L",
}
"""What a kind of word promises: a password, a key, a code, a seed, or that somebody signs in."""


LONGEST_NAME = 64
"""Characters at the end of a name that are read: what it ends with says whether it is harmless."""


class Atom(NamedTuple):
    """A word of a line, or a part of one; what stands before it is no part of it."""

    start: int
    end: int
    text: str
    gap: str
    """Between the word before and this one, spaces as one."""
    promise: str
    """What it promises: a letter of `CLASSES`, behind which `-` says that its name goes on harmlessly; or nothing."""


def windows(text: str, places: Sequence[Place]) -> Iterator[tuple[int, int]]:
    """Lines with a word that promises a secret, and the line below; of long lines what is around the word."""
    low = high = -1
    for place in places:
        before, behind, below = _REACHES.get(place.kind, _NEARBY)
        line = text.rfind("\n", max(0, place.start - before), place.start) + 1
        begin, most = line or max(0, place.start - before), min(len(text), place.end + behind)
        stop = place.end
        for _ in range(below + 1):
            while stop < most and text[stop] in "\r\n":
                stop += 1
            end = text.find("\n", stop, most)
            stop = end if end >= 0 else most
        if begin <= high:
            high = max(high, stop)
            continue
        if high >= 0:
            yield low, high
        low, high = begin, stop
    if high >= 0:
        yield low, high


class Row:
    """A piece of text as words; `near` says of each which promise stands how far before and behind it."""

    def __init__(self, text: str, low: int, high: int, places: Sequence[Place]) -> None:
        while 0 < low < high and text[low - 1].isalnum() and text[low].isalnum():
            low += 1  # no half word
        self.text, self.places = text, places
        self.atoms = list(_atoms(text, low, high, places))
        self.norms = [_norm(atom) for atom in self.atoms]
        self.promises = [at for at, atom in enumerate(self.atoms) if atom.promise]
        self.columns = _columns(self.atoms)
        self.lines: list[int] = []
        """Where each line begins."""
        for at, (line, _, _) in enumerate(self.columns):
            if line == len(self.lines):
                self.lines.append(at)

    def head(self, at: int) -> str:
        """What the head of its column promises a word; the head is the first line of as many columns."""
        line, column, count = self.columns[at]
        if count < 2 or not line:
            return ""
        for place in self.promises:
            if place >= self.lines[line]:
                break
            if self.columns[place][1:] == (column, count):
                return self.atoms[place].promise
        return ""


def _columns(atoms: Sequence[Atom]) -> list[tuple[int, int, int]]:
    """Of each word the number of its line, of its column, and of the columns of the line."""
    found: list[tuple[int, int]] = []
    line = column = 0
    for number, atom in enumerate(atoms):
        if number and "\n" in atom.gap:
            line, column = line + 1, 0
        elif number and any(map(atom.gap.__contains__, _PARTS)):
            column += 1
        found.append((line, column))
    most: dict[int, int] = {}
    for at, column in found:
        most[at] = max(most.get(at, 0), column + 1)
    return [(at, column, most[at]) for at, column in found]


def _atoms(text: str, low: int, high: int, places: Sequence[Place]) -> Iterator[Atom]:
    done, number = low, 0
    for match in _ATOM.finditer(text, low, high):
        start, end = match.span()
        if end == high and high < len(text) and not text[high].isspace():
            end = (_ATOM.match(text, start) or match).end() if end - start < BEHIND else end
        for begin, stop in _split(text, start, end):
            promise = ""
            while number < len(places) and places[number].end <= begin:
                number += 1
            at = len(places) if text[begin] == "/" or "//" in text[begin:stop] else number  # a path promises nothing
            while at < len(places) and places[at].start < stop:
                place = places[at]
                promise = promise if promise[:1] in "PK" and promise else CLASSES.get(place.kind, "K")
                rest = text[max(place.end, stop - LONGEST_NAME) : stop]
                if is_harmless_name(rest) or (promise == "K" and _is_other(text, place)):
                    promise = promise[:1] + "-"
                at += 1
            gap = text[done:begin]
            yield Atom(begin, stop, text[begin:stop], gap if gap == " " else _SPACES.sub(_space, gap), promise)
            done = stop


def _is_other(text: str, place: Place) -> bool:
    """Whether it is a key or token of a kind that is no secret."""
    return is_behind_harmless(text[max(0, place.start - 24) : place.start].rstrip("_-. "))


def _space(match: re.Match[str]) -> str:
    return "\n" if "\n" in match.group() else "\t" if "\t" in match.group() else " " if len(match[0]) == 1 else "  "


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A name and its value apart; without what is no part of either."""
    piece = text[start:end]
    if piece.isalnum():
        yield start, end
        return
    name = _NAME.match(text, start, end) if ":" in piece or "=" in piece else None
    if name and name.end() < end:
        yield start, name.start("sign")
        start = name.end()
    if "/" in piece and (pair := _PAIR.fullmatch(text, start, end)) and not _FILE.search(pair["value"]):
        yield pair.span("name")
        start = pair.start("value")
    while end > start and text[end - 1] in _TRAILING:
        end -= 1
    if piece[:1] in "*_" and (marked := _MARKED.fullmatch(text, start, end)):
        start, end = marked.span("inner")
    if end > start and _HAS_LETTER.search(text, start, end):
        yield start, end


def _norm(atom: Atom) -> str:
    if atom.promise:
        return f"<{atom.promise}>"
    small = atom.text.lower()
    if small.isalpha():
        return small[:14]
    if any(map(str.isdigit, small)):
        return "#" if small.isdigit() else "#v"
    return small[:14]
