"""Which values near a word that promises a secret could be one at all; `secret_judge` asks a learned model which is."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lore.intake.secret_alone import around, made
from lore.intake.secret_binding import GIVES, NAME, SET_OFF, is_bound, is_given, is_told_of
from lore.intake.secret_clues import clues_of
from lore.intake.secret_place import Place
from lore.intake.secret_rows import BEFORE, BEHIND, Row, class_of, windows
from lore.intake.secret_scores import likeness
from lore.intake.secret_values import is_counted, is_made_up, is_random, is_token, is_uuid
from lore.intake.secret_words import OPENING_WORDS, ROLE_WORDS, STATE_WORDS

REACH = 48
"""Characters between such a word and a plain word or a number."""
_NAMES = re.compile(r"[\"'] ?(?::|=>)")
_CALLED = re.compile(r"=|[\"'].{0,4}:|:.{0,4}[\"']")
_NUMBERED = re.compile(r"[A-Za-z]+(?:[-_.][A-Za-z]+)*[-_.]?\d*")
_HEX = "0123456789abcdef"
_FOUR_WORDS = re.compile(r"[a-z]{3,12}(?:\W{1,4}[a-z]{3,12}){3}")
_CODE = re.compile(r"(?<![\d.])\d{4,10}(?!\d|\.\d)|\d{3}[ -]\d{3}|[A-Za-z0-9]{3,5}-[A-Za-z0-9]{3,5}")
_PAIR = re.compile(
    r"[\"'`*]{0,2}(?:(?:[ :=]{1,3}|[ ](?:as|is|with|mit|avec|con|com|met|to the|it's|für|on)[ ])[\"'`(]{0,2}"
    r"[\w.@+-]{1,40}[\"'`]{0,2})?(?:[ ]?(?:/{1,2}|,|:|->|→|=)[ ]?"
    r"|[ ](?:with|and|mit|und|con|y|et|e|i|en|avec|using|och|og|и|is)[ ])[\"'`(]{0,2}[^\W\d]\w{3}"
)
"""A login, what stands between it and its password, and the beginning of a word."""
_OPENS = re.compile(r"[ ](?:with[ ]|mit[ ]|con[ ]|to[ ]|as[ ])?[\"'`]{0,2}\w{4}")
_CODE_WORD = re.compile(r"[\w ]{0,16}(?:[:=]|[ ]is\b)[ ]?[\"'`(]{0,2}[^\W\d]{5}|[ ][A-Z]{5}|[ ][a-z]{3,12}-[a-z]")
_NAMED = re.compile(
    r"[\"'`]?[ ]?[=:,][ ]?[\[(]?[\"'`]?[^\W\d]{5}|[\"'`]?[ ]{0,12}(?:[,;|\t][^\n]{0,80})?\n(?=[^\n]{0,80}[,;|\t])"
)
"""What stands between a key and a word, or a table."""
_MINGLED = re.compile(r"\d[A-Za-z!#$%&*+?@^_~-]|[A-Za-z!#$%&*+?@^_~-]\d")
_LONG = re.compile(r"[A-Za-z0-9_+/=.-]{16}|[A-Za-z0-9][!#$%&*+?@^~][A-Za-z0-9]|\d[!#$%&*+?@^~]")
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
SHORTEST = 4
"""Characters of a secret."""
SURE = 2.0
"""Of `likeness`, for what a person made up where a token is promised."""
LIKELY = -1.0
"""Of `likeness`, for what reads like a name of code where a password is promised."""
_NUMBERS = frozenset(("id", "ids", "uid", "org"))
"""What names a number."""
_OPENS_PHRASE = re.compile(r"[\"'`:=(\n]")
LONGEST_CODE = 24
_NO_WORD = _COMMON | STATE_WORDS | ROLE_WORDS
PHRASE = (4, 24)
"""Words of a pass phrase or a seed."""
_WORD = re.compile(r"[a-zß-öø-ÿа-яё]{3,12}")
_WRITTEN = re.compile(r"[!-~\u00a1-\u058f]+")
"""What has letters of alphabets that know capitals, and marks."""
_NO_VALUE = re.compile(r"^(?:--|[.~]?/|@)|://|[\\=(]|/[^/]*/|^[A-Za-z_-]+(?:\.[A-Za-z_-]+)+$")
"""What paths, addresses, options and expressions have."""
_TREE = frozenset("\u251c\u2514")
"""What is drawn before a name in a tree of folders."""
_PHRASE_GAP = re.compile(r"[\"']?,?[ ][\"']?")
_KINDS = {"P": "password", "K": "credential", "L": "password", "C": "access_code", "S": "credential"}


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
        if _is_idle(text, low, high, places[first:last]):
            continue
        for one in _of_row(Row(text, low, high, places[first:last])):
            known.add(one.start)
            yield one
    for start, end in made(text):
        low, high = around(text, start, end)
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
            if NAME.fullmatch(atom.text):
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


def _is_idle(text: str, low: int, high: int, places: Sequence[Place]) -> bool:
    """Whether nothing in a piece of text can be what its words promise: one quick look, before it is read."""
    kinds = set(map(class_of, places))
    if "P" in kinds or (kinds & {"S"} and _FOUR_WORDS.search(text, low, high)):
        return False
    if "C" in kinds and _CODE.search(text, low, high):
        return False
    if kinds & {"K", "L", "C"} and any(map(_gives, places)):
        return False
    if not _MINGLED.search(text, low, high):
        return True
    return kinds <= {"K", "S"} and not _LONG.search(text, low, high)


def _gives(place: Place) -> bool:
    """Whether a plain word stands where it could be the password of a login, a code or a key."""
    kind = class_of(place)
    if kind == "C":
        return bool(_CODE_WORD.match(place.text, place.end))
    if kind == "K":
        return bool(_NAMED.match(place.text, place.end))
    end = place.end - 1 if place.text[place.end - 1] == " " else place.end
    return kind == "L" and bool((_OPENS if place.word in OPENING_WORDS else _PAIR).match(place.text, end))


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
        if atom.promise and not row.is_meant(at):
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
    """Whether the word at `place` could promise the one at `at`."""
    atoms, atom = row.atoms, row.atoms[at]
    if not is_bound(row, at, form, place):
        return False
    promise = atoms[place].promise[0]
    if atoms[place].promise[-1] == "-" and "=" in atom.gap:
        return False
    if promise == "L" and atoms[place].text.lower() == "root" and row.norms[place + 1 : place + 2] == ["cause"]:
        return False
    if promise == "L" and place > at + 2:
        return False  # who comes later in a sentence is given nothing in it
    if promise == "L" and (form == "e" or place > at) and not is_given(row, at):
        return False  # the digest of a commit beside its author, the number of something on an account
    if form == "n" and place > at and not is_given(row, at) and not is_told_of(row, at):
        return False  # a name with a number, in a sentence that comes to speak of passwords
    if form not in "wWUchsd":
        return _is_made(atom.text, form, promise) or _is_odd(row, at, form, place)
    if form in "Uc" and len(atom.text) >= 16:
        return is_random(atom.text, 16)
    span = atom.start - atoms[place].end if place < at else atoms[place].start - atom.end
    if span > REACH and not (place < at and row.answers(at, place)):
        return False
    if form == "d":
        return promise in "PCL" and len(atom.text) <= 10
    if not 4 <= len(atom.text) <= (40 if form == "h" else 20) or promise == "S":
        return False
    if promise == "P":
        return True
    if promise == "K":
        return place < at <= place + 3 and bool(SET_OFF.intersection(atom.gap)) and form in "wWh"
    return place < at <= place + 6 and is_given(row, at)


def _is_odd(row: Row, at: int, form: str, place: int) -> bool:
    """Whether it could be a password of poor form, or a key of unusual form, right behind its promise."""
    value, promise = row.atoms[at].text, row.atoms[place].promise[0]
    if not 5 <= len(value) <= 64 or _NO_VALUE.search(value) or not 0 < at - place <= 6:
        return False
    if form == "u" or promise == "K":
        return (
            not _NUMBERED.fullmatch(value)
            and at - place <= 4
            and promise in "PK"
            and len(value) >= 20
            and any(map(str.isdigit, value))
        )
    return promise in "PL" and is_given(row, at)


def _is_made(value: str, form: str, promise: str) -> bool:
    """Whether somebody or a machine made a value of letters and others; no name of code, file or host."""
    if len(value) < 5 or form == "u" or value[:2] in ("--", "./", "~/") or "/" in value[:1] or "://" in value:
        return False
    if promise == "C":
        return len(value) <= LONGEST_CODE and (form != "n" or len(value.rstrip("0123456789")) <= 4 or value.isupper())
    if promise == "P" and form == "n":
        return True
    if promise == "K":
        return is_token(value) or (is_made_up(value) and likeness(value) >= SURE and not is_counted(value))
    return is_made_up(value) or is_random(value, 12) or likeness(value) >= LIKELY


def _is_set_off(row: Row, at: int, end: int) -> bool:
    """Whether words from `at` to `end` are no piece of a sentence: given by something, and ended by something."""
    before = row.atoms[at - 1] if at else None
    given = before is None or bool(before.promise) or before.text.lower() in GIVES
    ends = row.text[row.atoms[end - 1].end : row.atoms[end - 1].end + 1]
    if ends == "." and row.atoms[at].gap == " ":
        return given and before is not None and not before.promise
    return (given or bool(_OPENS_PHRASE.search(row.atoms[at].gap))) and not (ends.strip(" ") == "" and ends)


def _phrases(row: Row) -> Iterator[Candidate]:
    """Runs of plain words of which none is one that sentences are made of."""
    if len(row.atoms) < PHRASE[0] or all(row.atoms[place].promise[0] in "KC" for place in row.promises):
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
