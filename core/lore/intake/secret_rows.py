"""A text near a word that promises a secret, as rows of words, of what stands between them and of what is promised."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lore.intake.secret_places import WORDS, Place, is_behind_harmless, is_harmless_name

BEFORE, BEHIND = 96, 160
"""Characters around a word that promises a secret, at most."""
_REACHES = {
    "password": (BEFORE, BEHIND, 3),
    "code": (48, 80, 2),
    "recovery_code": (48, BEHIND, 2),
    "login": (40, 80, 0),
    "user": (40, 80, 0),
    "spoken": (BEFORE, BEHIND, 3),
}
_NEARBY = (BEFORE, BEHIND, 2)
"""The same by kind of word, and how many lines below it."""
_OUT = r"\s\"'`<>(),;|{}\[\]«»“”‘’\u3000-\u303f"
_ATOM = re.compile(rf"[^{_OUT}\u0900-\U0010ffff]+|[^{_OUT}\x00-\u08ff]+")
_NAME = re.compile(r"(?:\d{1,6}:)?[-+$@%.]{0,2}[^\W\d][\w.$/-]{0,60}?\\?[ ]?(?P<sign>:=|[:=])(?=[^/=:])")
_SETTING = re.compile(r"[?&#;](?=[\w.%-]{1,40}=)|/?:(?=_\w{1,40}=)")
"""Where a setting of an address begins."""
_PADDING = re.compile(r"[\w+/-]{8,}==?")
_PAIR = re.compile(r"(?!\S{40}|\S+=\Z)(?P<name>[\w.@+-]{1,40})/(?P<value>[^/\s]{4,64})")
_HAS_LETTER = re.compile(r"[^\W_]")
_MARKED = re.compile(r"(?P<mark>\*{1,2}|_{1,2})(?P<inner>.{3,}[^*_])(?P=mark)")
_SPACES = re.compile(r"\s+")
_FILE = re.compile(r"\.[a-z]{1,5}\Z")
_PARTS = "|\t,;\u2502"
_ROWS, _WIDEST = 6, 160
"""Rows of a table below its head that are read, and characters of each."""
_BACK = re.compile(
    r"\W{0,3}(?i:(?:this|that|it)(?:'s| is| was)|das (?:ist|war)|c'est|voilà|es la|è la|esa es|to jest|это)\b"
)
"""A line that speaks of the one before it."""
_SPOKEN = frozenset(WORDS["spoken"])
_TRAILING = ".,:?\\"
CLASSES = {
    "password": "P",
    "credential": "K",
    "login": "L",
    "recovery_code": "C",
    "seed_phrase": "S",
    "code": "C",
    "user": "L",
    "spoken": "P",
}
"""What a kind of word promises: a password, a key, a code, a seed, or that somebody signs in."""


def class_of(place: Place) -> str:
    """What a word promises, as a letter."""
    if place.kind != "password" and place.word in _SPOKEN:
        return "P"
    return "k" if place.is_short and place.kind == "credential" else CLASSES.get(place.kind, "K")


LONGEST_NAME = 64
"""Characters at the end of a name that are read: what it ends with says whether it is harmless."""


_SIGN = re.compile(r"[:=]")
_ENDS_LABEL = re.compile(r"[,;{|\n(\[\"'`=<>]")
"""Where the name of what a sign gives begins."""
LONGEST_LABEL, SPEAKER = 8, 2
"""Words of such a name, and of the name of somebody who answers."""
_NEUTRAL = frozenset("value val data string text default content answer new now is plain it this to".split())  # noqa: SIM905


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
        if line and _BACK.match(text, line):
            line = text.rfind("\n", max(0, line - before), line - 2) + 1 or line
        begin, most = line or max(0, place.start - before), min(len(text), place.end + behind)
        stop = place.end
        for _ in range(below + 1):
            while stop < most and text[stop] in "\r\n":
                stop += 1
            end = text.find("\n", stop, most)
            stop = end if end >= 0 else most
        stop = max(stop, _below(text, line, place.end))
        if begin <= high:
            high = max(high, stop)
            continue
        if high >= 0:
            yield low, high
        low, high = begin, stop
    if high >= 0:
        yield low, high


def _below(text: str, begin: int, end: int) -> int:
    """Where the rows end below a head of a table in which a word ends; 0 where none is."""
    stop = text.find("\n", end, end + _WIDEST)
    if stop < 0:
        return 0
    mark = next((mark for mark in _PARTS if mark in text[stop + 1 : stop + _WIDEST]), "")
    head = text.count(mark, begin, stop) if mark else 0
    if not head:
        return 0
    last = 0
    for _ in range(_ROWS):
        row = text.find("\n", stop + 1, stop + _WIDEST)
        row = row if row >= 0 else min(len(text), stop + _WIDEST)
        if row <= stop + 1 or not (text.count(mark, stop + 1, row) == head or text[stop + 1] in "|+-"):
            break
        last = stop = row
    return last


class Row:
    """A piece of text as words; `near` says of each which promise stands how far before and behind it."""

    def __init__(self, text: str, low: int, high: int, places: Sequence[Place]) -> None:
        least = max(0, low - LONGEST_NAME)
        while low > least and not text[low - 1].isspace():
            low -= 1  # no half word
        self.text, self.places = text, places
        self.atoms = list(_atoms(text, low, high, places))
        self.norms = [_norm(atom) for atom in self.atoms]
        self.promises = [at for at, atom in enumerate(self.atoms) if atom.promise]
        self.has_password = any(self.atoms[place].promise[0] in "PS" for place in self.promises)
        self.columns = _columns(self.atoms, text[self.atoms[-1].end : high] if self.atoms else "")
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
            shift = count - self.columns[place][2]
            if (shift == 0 or (shift == 1 and self._is_numbered(line))) and self.columns[place][1] == column - shift:
                return self.atoms[place].promise
        return ""

    def is_meant(self, at: int) -> bool:
        """Whether a word that promises little is promised itself: behind one that promises more."""
        if self.atoms[at].promise[0] not in "CLKk":
            return False
        return any(self.atoms[place].promise[:1] == "P" for place in range(max(0, at - 4), at))

    def answers(self, at: int, place: int) -> bool:
        """Whether a word stands by itself in a line below the one with a promise, or at its end behind a speaker."""
        line = self.columns[at][0]
        if not 0 < line - self.columns[place][0] <= 4:
            return False
        begin = self.lines[line]
        end = self.lines[line + 1] if line + 1 < len(self.lines) else len(self.atoms)
        return end - at <= 2 and (
            at - begin <= 1
            or any(":" in one.gap or "]" in one.gap for one in self.atoms[begin + 1 : at + 1])
            or ">" in self.atoms[at].gap
        )

    def is_of_another(self, at: int, place: int) -> bool:
        """Whether a colon or an equals sign gives the word at `at` to a name that promises nothing."""
        atoms, begins = self.atoms, at - 1
        if begins < 0 or not _SIGN.search(atoms[at].gap):
            return False
        while begins > 0 and at - begins < LONGEST_LABEL and not _ENDS_LABEL.search(atoms[begins].gap):
            begins -= 1
        if any(atom.promise for atom in atoms[begins:at]) or atoms[at - 1].text.lower() in _NEUTRAL:
            return False
        return not (place < at and self.answers(at, place) and at - begins <= SPEAKER)

    def _is_numbered(self, line: int) -> bool:
        """Whether a row begins with its number, above which no head stands."""
        return self.atoms[self.lines[line]].text.isdigit()


def _columns(atoms: Sequence[Atom], tail: str) -> list[tuple[int, int, int]]:
    """Of each word the number of its line, of its column, and of the columns of the line. tail: behind the last."""
    found: list[tuple[int, int]] = []
    counts: list[int] = [0]
    for number, atom in enumerate(atoms):
        gap = atom.gap
        if gap == " ":
            found.append((len(counts) - 1, counts[-1]))
            continue
        if number and "\n" in gap:
            counts[-1] += _parts(gap[: gap.index("\n")], 0)
            gap = gap[gap.rindex("\n") + 1 :]
            counts.append(0)
        counts[-1] += _parts(gap, 1 if number else 0)
        found.append((len(counts) - 1, counts[-1]))
    counts[-1] += _parts(tail.split("\n", 1)[0], 0)
    return [(line, column, counts[line] + 1) for line, column in found]


def _parts(gap: str, least: int) -> int:
    """Columns that end between two words."""
    parts = sum(map(gap.count, _PARTS)) - gap.count("||")
    return parts or (least if "  " in gap else 0)


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
                promise = promise if promise[:1] in "PKk" and promise else class_of(place)
                rest = text[max(place.end, stop - LONGEST_NAME) : stop]
                if is_harmless_name(rest) or (promise in "Kk" and _is_other(text, place)):
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
    """Names and values apart; without what is no part of either."""
    if text[start:end].isalnum():
        yield start, end
        return
    if "=" in text[start:end]:
        begin = start
        for mark in _SETTING.finditer(text, start, end):
            yield from _pair(text, begin, mark.start())
            begin = mark.end()
        start = begin
    yield from _pair(text, start, end)


def _pair(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start] in ":=":
        start += 1  # behind a name in another script
    while (name := _NAME.match(text, start, end)) and name.end() < end and not _PADDING.fullmatch(text, start, end):
        yield start, name.start("sign")
        start = name.end()
    piece = text[start:end]
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
