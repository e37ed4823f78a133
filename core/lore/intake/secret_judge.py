"""Which of the values near a word that promises a secret is one: a small learned model of what stands around it.

Also a value that looks made by a person or a generator is asked about, where no word promises a secret. The model is a
logistic regression over the clues of `secret_clues`; `tests/bench/clue_weights.py` learned it.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from lore.intake.secret_clues import clues_of, rarity
from lore.intake.secret_places import WORDS, Found, Place, is_harmless_name
from lore.intake.secret_rows import BEFORE, BEHIND, Atom, Row, windows
from lore.intake.secret_shown import goes_on
from lore.intake.secret_values import is_counted, is_placeholder, is_random, is_reference, is_uuid, likeness

_MADE = re.compile(
    r"(?<![^\s\"'`(«“>[])(?=[A-Za-z_.-]{0,40}[0-9!#$%&*+?^~@])(?=[^A-Za-z\s]{0,8}[A-Za-z])"
    r"[A-Za-z0-9!#$%&*+?^@][A-Za-z0-9!#$%&*+?^~@_.-]{5,38}[A-Za-z0-9!#$%&*+?_](?=[\"'`),;:.»”]?(?:\s|\Z)|[\"'`),;»”\]])"
)
_OTHER = re.compile(
    r"[0-9a-f]+(?:-[0-9a-f]+)*|[\d.:TZ+-]+|[A-Za-z]+_[A-Za-z0-9]{16,}|[a-z]+\d{0,6}(?:[_-](?:[a-z]+\d{0,3}|\d{1,3})){2,}|[$#@&*].*[A-Z_]{3}.*"
    r"|[a-z]+[_-]?\d{1,5}|[\w.+-]+@[\w-]+\.[\w.-]+|[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}|[*_]{1,2}.*[*_]{1,2}|[A-Z0-9_-]+|v?\d.*\.\d.*"
)
"""Digests, dates, ids, names in small letters, variables, words with a number, addresses, files, constants."""
LEAST_MADE = 0.5
"""Of `likeness`."""
REACH_ALONE = 96
"""Characters _around such a value that are read, on its line and the one before."""


def _made(text: str) -> Iterator[tuple[int, int]]:
    """Where such values begin and end."""
    for match in _MADE.finditer(text):
        value = match.group()
        if not _OTHER.fullmatch(value) and likeness(value) >= LEAST_MADE:
            yield match.span()


def _around(text: str, start: int, end: int) -> tuple[int, int]:
    """The line of such a value, or what of it is near, with the line before."""
    low = max(0, start - REACH_ALONE)
    line = text.rfind("\n", low, start)
    if line >= 0:
        low = max(low, text.rfind("\n", low, line) + 1)
    high = text.find("\n", end, end + REACH_ALONE)
    return low, high if high >= 0 else min(len(text), end + REACH_ALONE)


REACH = 48
"""Characters between such a word and a plain word or a number."""
_NAMES = re.compile(r"[\"'] ?(?::|=>)")
_CALLED = re.compile(r"=|[\"'].{0,4}:|:.{0,4}[\"']")
_HEX = "0123456789abcdef"
_COMMON = frozenset(
    (  # noqa: SIM905
        "the and for you are with this that from have not but all any can was will your our they them has had its one "
        "out use used set get new now add see how when what where which who why than then also into only just like "
        "more most some each such via per it is in on of to as at be by or an if so we he she do does did my me no "
        "yes too very over under after before about because should would could must may might been being were there "
        "here their his her der die das und mit ist ein eine nicht auf von den dem des für sich auch wenn les des une "
        "est pas pour dans que qui los las una por con para del como più non che una per nel het een van voor niet je "
        "na do nie się type press enter until same name "
    ).split()
)
"""What sentences are made of: no pass phrase holds one of these."""
OWN_NAME = 24
"""Characters of a value that begins with a word which promises one, like `key-…`."""
SHORTEST = 4
"""Characters of a secret."""
_NUMBERS = frozenset(("id", "ids", "uid", "org"))
"""What names a number."""
_OPENS_PHRASE = re.compile(r"[\"'`:=(\n]")
_NO_WORD = _COMMON.union(WORDS["form"], WORDS["state"], WORDS["role"])
PHRASE = (4, 24)
"""Words of a pass phrase or a seed."""
_WORD = re.compile(r"[a-zß-öø-ÿа-яё]{3,12}")
_WRITTEN = re.compile(r"[!-~\u00a1-\u058f]+")
"""What has letters of alphabets that know capitals, and marks."""
_NO_VALUE = re.compile(r"^(?:--|[.~]?/)|://|\(|^[A-Za-z_-]+(?:\.[A-Za-z_-]+)+$")
"""What paths, addresses, options and expressions have."""
_NAME = re.compile(
    r"\A(?:(?=(?:[^/]*/)*\.?[a-z]{3,}/)(?:[\w.@+$-]+/){2,}.*|.*@v?\d+\.\d.*|[\w.-]+/[\w.-]+@[0-9a-f]{7,40}"
    r"|\d{4}-\d\d-\d\dT.*|[\w.-]+\*\*|\w+\+\+|[A-Z]+~\d+|[\d.]+:\d+(?:/\S*)?|v\d+\.\d+\.\d+[\w.-]*"
    r"|[a-z]{2,4}-[a-z0-9]{3,4}\.\d+|\w+\\\.\w+|[A-Z][A-Z0-9_]+[%#:]\S+)"
)
"""A path, a version, a moment, a bold word, a counter, an ancestor, an address, a task, a pattern, a variable."""
_GIVES = frozenset(
    (  # noqa: SIM905
        "with and using is und mit ist y con es et avec est e é i и en met och med og z ve as to by type enter use "
        "used try tippe"
    ).split()
)
"""Words that give a value."""
_SET_OFF = frozenset("/:=\"'`(,|")
_TREE = frozenset("\u251c\u2514")
"""What is drawn before a name in a tree of folders."""
_DERIVED = re.compile(r"(?:ing|ed|tion|ment|ness|ity|able)s?\Z")
"""What a word made of another one ends with."""
_PHRASE_GAP = re.compile(r"[\"']?,?[ ][\"']?")
_KINDS = {"P": "password", "K": "credential", "k": "credential", "L": "password", "C": "access_code", "S": "credential"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value that could be a secret."""

    start: int
    end: int
    text: str
    form: str
    kind: str
    clues: list[int]


def candidates(text: str, places: Sequence[Place], markers: Sequence[tuple[int, int]] = ()) -> Iterator[Candidate]:
    """Every value near a word that promises a secret which could be one. places: these words, in order.

    markers: what was masked before. What is near one was read then, and reads otherwise now.
    """
    places = _apart(places)
    starts = [place.start for place in places]
    masked = [start for start, _ in markers]
    known: set[int] = set()
    for low, high in windows(text, places):
        if _is_near(masked, low, high):
            continue
        first, last = bisect_right(starts, low - 1), bisect_right(starts, high)
        for one in _of_row(Row(text, low, high, places[first:last])):
            known.add(one.start)
            yield one
    for start, end in _made(text):
        low, high = _around(text, start, end)
        if start not in known and not _is_near(masked, low, high):
            first, last = bisect_right(starts, low - 1), bisect_right(starts, high)
            yield from _alone(Row(text, low, high, places[first:last]), start)


def _is_near(masked: Sequence[int], low: int, high: int) -> bool:
    """Whether a marker stands in a piece of text or close to it. masked: where markers begin."""
    return bool(masked) and bisect_right(masked, high + BEHIND) > bisect_right(masked, low - BEFORE - BEHIND)


def _alone(row: Row, start: int) -> Iterator[Candidate]:
    """The value that begins there, which no word promises."""
    for at, atom in enumerate(row.atoms):
        if atom.start <= start < atom.end and not atom.promise and len(atom.text) > SHORTEST:
            form = form_of(atom.text)
            before, behind = _near(row, at)
            if (
                _CALLED.search(atom.gap)
                or (at and row.norms[at - 1] in _NUMBERS)
                or (before >= 0 and row.atoms[before].promise[-1] == "-")
            ):
                continue  # another name says what it is
            if _NAME.fullmatch(atom.text):
                continue
            clues = clues_of(row, at, at, form, before, behind)
            yield Candidate(atom.start, atom.end, atom.text, form, "password", clues)


def _apart(places: Sequence[Place]) -> list[Place]:
    """Of words that overlap the first; what signs in gives way to any other."""
    kept: list[Place] = []
    for place in places:
        if place.text.startswith("_pat", place.start):
            continue  # a pattern or a path; only in capitals it is a token
        if not kept or place.start >= kept[-1].end:
            kept.append(place)
        elif kept[-1].kind == "login":
            kept[-1] = place
    return kept


def form_of(value: str) -> str:
    """What a value is made of, as one letter."""
    if value.isdigit():
        return "d"
    if value.isalpha():
        return "w" if value.islower() else "U" if value.isupper() else "W" if value[1:].islower() else "c"
    if value.replace("-", "").isalpha():
        return "h"
    if value.replace("_", "").replace(".", "").isalpha():
        return "s"
    if value.rstrip("0123456789").isalpha():
        return "n"
    if len(value) >= 7 and not value.strip(_HEX):
        return "e"
    if is_uuid(value):
        return "u"
    return "x" if value.isalnum() else "m"


def _of_row(row: Row) -> Iterator[Candidate]:
    if not row.promises:
        return
    for at, atom in enumerate(row.atoms):
        if not 3 <= len(atom.text) <= 128 or not _WRITTEN.fullmatch(atom.text):
            continue
        if atom.promise and not row.is_meant(at) and not is_random(atom.text, OWN_NAME):
            continue
        form = form_of(atom.text)
        if form in "wWUchs" and (len(atom.text) < SHORTEST or atom.text.lower() in _NO_WORD):
            continue
        if not _TREE.isdisjoint(atom.gap.rpartition("\n")[2]):
            continue
        if _NAMES.match(row.text, atom.end) or row.text.startswith(("(", "\u2192", "\u2026"), atom.end):
            continue  # the name of what follows or of a function, the number of a line, or cut off
        before, behind = _near(row, at)
        if form == "d" and (pair := _two_groups(row, at)):
            yield pair
        if len(atom.text) < SHORTEST:
            continue
        head = row.head(at)
        is_cell = bool(head) and head[-1] != "-" and (form not in "ds" or (form == "d" and head[0] in "PC"))
        kind = _KINDS[head[0]] if is_cell else _kind(row, at, form)
        if kind:
            yield Candidate(atom.start, atom.end, atom.text, form, kind, clues_of(row, at, at, form, before, behind))
    yield from _phrases(row)


def _two_groups(row: Row, at: int) -> Candidate | None:
    """A code that is written as two numbers of three digits."""
    atom, other = row.atoms[at], row.atoms[at + 1] if at + 1 < len(row.atoms) else None
    if other is None or len(atom.text) != 3 or len(other.text) != 3 or not other.text.isdigit() or other.gap != " ":
        return None
    before, behind = _near(row, at)
    text = row.text[atom.start : other.end]
    kind = _kind(row, at, "d")
    clues = clues_of(row, at, at + 1, "dd", before, behind)
    return Candidate(atom.start, other.end, text, "p", kind, clues) if kind else None


def _near(row: Row, at: int) -> tuple[int, int]:
    """The words that promise nearest before and behind a word; -1 for none."""
    place, behind = bisect_left(row.promises, at), bisect_right(row.promises, at)
    before = row.promises[place - 1] if place else -1
    return before, row.promises[behind] if behind < len(row.promises) else -1


def _kind(row: Row, at: int, form: str) -> str:
    """What it would be, by the nearest word that could promise it; nothing where it cannot be a secret at all."""
    place, behind = bisect_left(row.promises, at), bisect_right(row.promises, at)
    around = [*row.promises[max(0, place - 3) : place], *row.promises[behind : behind + 3]]
    around.sort(key=lambda one: abs(one - at) + (2 if one > at else 0))
    for promise in around:
        if _is_promised(row, at, form, promise):
            return _KINDS[row.atoms[promise].promise[0]]
    return ""


def _is_promised(row: Row, at: int, form: str, place: int) -> bool:
    """Whether the word at `place` could promise the one at `at`; whether it does is for the model to say."""
    atoms, atom = row.atoms, row.atoms[at]
    promise = atoms[place].promise[0]
    if atoms[place].promise[-1] == "-" and "=" in atom.gap:
        return False
    if (form in "deu" or is_counted(atom.text)) and row.is_of_another(at, place):
        return False
    if form in "wW" and at and _goes_with(atoms[at - 1], atom):
        return False
    if promise == "k" and is_counted(atom.text):
        return False  # one of many things with a number
    if promise == "L" and row.norms[place + 1 : place + 2] == ["cause"]:
        return False  # the root cause
    if form not in "wWUchsd":
        return len(atom.text) > SHORTEST and not _NO_VALUE.search(atom.text) and not _NAME.fullmatch(atom.text)
    span = atom.start - atoms[place].end if place < at else atoms[place].start - atom.end
    if span > REACH and not (place < at and row.answers(at, place)):
        return False
    if form == "d":
        return promise in "PCL" and len(atom.text) <= 10
    if form in "Uc" and len(atom.text) >= 16:
        return is_random(atom.text, 16)
    if not 4 <= len(atom.text) <= (40 if form in "hs" else 20) or promise == "S":
        return False
    if promise in "Kk":
        return place < at <= place + 3 and bool(_SET_OFF.intersection(atom.gap)) and form in "wWh"
    return promise == "P" or (place < at <= place + 6 and _is_given(row, at))


def _goes_with(before: Atom, atom: Atom) -> bool:
    """Whether a plain word goes on with the one that promises (`password strength`), or is that of a longer name."""
    if before.promise and atom.gap == " ":
        return not rarity(atom.text) or is_harmless_name(atom.text) or bool(_DERIVED.search(atom.text))
    return bool(before.promise) and goes_on(before.text)


def _is_given(row: Row, at: int) -> bool:
    """Whether a word is set off, or stands behind one that gives it."""
    return bool(_SET_OFF.intersection(row.atoms[at].gap)) or (at > 0 and row.atoms[at - 1].text.lower() in _GIVES)


def _is_set_off(row: Row, at: int, end: int) -> bool:
    """Whether words from `at` to `end` are no piece of a sentence: given by something, and ended by something."""
    before = row.atoms[at - 1] if at else None
    given = before is None or bool(before.promise) or before.text.lower() in _GIVES
    ends = row.text[row.atoms[end - 1].end : row.atoms[end - 1].end + 1]
    if ends == "." and row.atoms[at].gap == " ":
        return given and before is not None and not before.promise
    opens = row.has_password and bool(_OPENS_PHRASE.search(row.atoms[at].gap))
    return (given or opens) and not (ends.strip(" ") == "" and ends)


def _phrases(row: Row) -> Iterator[Candidate]:
    """Runs of plain words of which none is one that sentences are made of."""
    if len(row.atoms) < PHRASE[0] or all(row.atoms[place].promise[0] in "KkC" for place in row.promises):
        return
    atoms, at = row.atoms, 0
    while at < len(atoms):
        end = at
        while (
            end < len(atoms)
            and not atoms[end].promise
            and _WORD.fullmatch(atoms[end].text)
            and atoms[end].text not in _COMMON
            and (end == at or atoms[end].gap == atoms[at + 1].gap)
            and (end != at + 1 or _PHRASE_GAP.fullmatch(atoms[end].gap))
        ):
            end += 1
        if PHRASE[0] <= end - at <= PHRASE[1] + 1 and _is_set_off(row, at, end):
            before, behind = _near(row, at)
            text = row.text[atoms[at].start : atoms[end - 1].end]
            kind = "seed_phrase" if end - at >= 12 else "password"
            clues = clues_of(row, at, end - 1, f"p{min(end - at, 8)}", before, behind)
            yield Candidate(atoms[at].start, atoms[end - 1].end, text, "p", kind, clues)
        at = max(end, at + 1)


_COLOUR = re.compile(r"#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")
_NO_SECRET = re.compile(
    r"\w+=(?:None|True|False|null|true|false|\d+|[/.~]\S*)|[A-Za-z_]+=|(?:\d+(?:ms|min|[smhd]))+|\d+[kKMGT]i?[Bb]?|[A-Z]{2,4}-\d{3}-[A-Z]{3}"
    r"|(?:[a-z]{2,8}_)+|[\^~]?\d+(?:\.\d+){1,3}|[a-z]{1,4}\d{3,7}(?:-[a-z]{2,}){2,}|[0-9a-f]+@v\d+|\+[\w.]+\+|[^\\]*\\[nrtu\\].*"
    r"|0x[0-9A-Fa-f]{1,16}|=?(?:dword|qword|hex(?:\(\w\))?):.*"
    r"|(?:bc1[a-z0-9]{38,58}|[13][1-9A-HJ-NP-Za-km-z]{33})"
    r"|[&*]?(?:[A-Z][a-z]+)*(?:Array|String|Str|Text|Char|Varchar|Bytes?|Type|Field|Hash|Policy|Error|Provider|Buffer|Box)"
)
"""A setting, a duration, a size, a cipher, what was cut off, a version, a branch, a piece of code, what an escape
splits, an address in memory, a value of a registry, an address of a chain, a type."""
STEP = 0.08
"""Of a weight, for each letter in the file."""
LEAST_LETTERS, LONGEST_WORD = 3, 8
"""Different letters that a short word or code has at least."""
UNLIKE_VARIABLE = 1.5
"""Of `likeness`, from which on what begins with a dollar names no variable."""
LEAST = 0.0
"""Of the sum, from which on a value is masked."""


@lru_cache(maxsize=1)
def _weights() -> tuple[list[int], int]:
    lines = Path(__file__).with_name("clue_weights.txt").read_text("ascii").splitlines()[1:]
    return [ord(letter) - 79 for line in lines[:-1] for letter in line], int(lines[-1].split()[1])


def judged(text: str, places: Sequence[Place], markers: Sequence[tuple[int, int]] = ()) -> Iterator[Found]:
    """The values that the model takes for secrets. places: where words stand that promise one, in order.

    markers: where secrets were masked before; a line with one is not read again.
    """
    weights, constant = _weights()
    least = round(LEAST / STEP) - constant
    for one in candidates(text, places, markers):
        if sum([weights[place] for place in one.clues]) > least and is_secret(one):
            yield Found(one.start, one.end, one.kind)


def is_secret(one: Candidate) -> bool:
    """Whether a candidate is no placeholder, no reference and no colour."""
    if _COLOUR.fullmatch(one.text):
        return False
    if one.form == "d":
        return len(set(one.text)) > 1 and one.text not in "1234567890"
    if one.form == "p":
        return True
    if _NO_SECRET.fullmatch(one.text):
        return False
    value = one.text[1:] if one.text[0] == "$" and likeness(one.text) >= UNLIKE_VARIABLE else one.text
    return not (is_placeholder(value, LEAST_LETTERS if len(value) <= LONGEST_WORD else 5) or is_reference(value))
