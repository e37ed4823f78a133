"""Which values near a word that promises a secret could be one at all; `secret_judge` asks a learned model which is."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lore.intake.secret_clues import clues_of
from lore.intake.secret_place import Place
from lore.intake.secret_rows import BEFORE, BEHIND, CLASSES, Row, windows
from lore.intake.secret_scores import likeness
from lore.intake.secret_values import is_made_up, is_random, is_token, is_uuid
from lore.intake.secret_words import ROLE_WORDS, STATE_WORDS

REACH = 48
"""Characters between such a word and a plain word or a number."""
_NAMES = re.compile(r"[\"'] ?(?::|=>)")
_HEX = "0123456789abcdef"
_FOUR_WORDS = re.compile(r"[a-z]{3,12}(?:\W{1,4}[a-z]{3,12}){3}")
_CODE = re.compile(r"(?<![\d.])\d{4,10}(?![\d.])|\d{3}[ -]\d{3}|[A-Za-z0-9]{3,5}-[A-Za-z0-9]{3,5}")
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
        "na do nie się "
    ).split()
)
"""What sentences are made of: no pass phrase holds one of these."""
SHORTEST = 4
"""Characters of a secret."""
SURE = 2.0
"""Of `likeness`, for what a person made up where a token is promised."""
LIKELY = -1.0
"""Of `likeness`, for what reads like a name of code where a password is promised."""
LONGEST_CODE = 24
_SET_OFF = frozenset("/:=\"'`(,|")
_NO_WORD = _COMMON | STATE_WORDS | ROLE_WORDS
PHRASE = (4, 24)
"""Words of a pass phrase or a seed."""
_WORD = re.compile(r"[a-z]{3,12}")
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
    for low, high in windows(text, places):
        if masked and bisect_right(masked, high + BEHIND) > bisect_right(masked, low - BEFORE - BEHIND):
            continue
        first, last = bisect_right(starts, low - 1), bisect_right(starts, high)
        if _is_idle(text, low, high, places[first:last]):
            continue
        yield from _of_row(Row(text, low, high, places[first:last]))


def _apart(places: Sequence[Place]) -> list[Place]:
    """Of words that overlap the first; what signs in gives way to any other."""
    kept: list[Place] = []
    for place in places:
        if not kept or place.start >= kept[-1].end:
            kept.append(place)
        elif kept[-1].kind == "login":
            kept[-1] = place
    return kept


def _is_idle(text: str, low: int, high: int, places: Sequence[Place]) -> bool:
    """Whether nothing in a piece of text can be what its words promise: one quick look, before it is read."""
    kinds = {CLASSES.get(place.kind, "K") for place in places}
    if "P" in kinds or (kinds & {"S"} and _FOUR_WORDS.search(text, low, high)):
        return False
    if "C" in kinds and _CODE.search(text, low, high):
        return False
    if "L" in kinds and " / " in text[low:high]:
        return False
    if not _MINGLED.search(text, low, high):
        return True
    return kinds <= {"K", "S"} and not _LONG.search(text, low, high)


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
        if atom.promise or not 3 <= len(atom.text) <= 128 or not atom.text.isascii():
            continue
        form = form_of(atom.text)
        if form in "wWUchs" and (len(atom.text) < SHORTEST or atom.text.lower() in _NO_WORD):
            continue
        if _NAMES.match(row.text, atom.end):
            continue  # the name of what follows
        before, behind = _near(row, at)
        if form == "d" and (pair := _two_groups(row, at)):
            yield pair
        if len(atom.text) < SHORTEST:
            continue
        head = row.head(at)
        is_cell = bool(head) and head[-1] != "-" and form not in "ds"
        kind = _KINDS[head[0]] if is_cell else _kind(row, at, form, before, behind)
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
    kind = _kind(row, at, "d", before, behind)
    clues = clues_of(row, at, at + 1, "dd", before, behind)
    return Candidate(atom.start, other.end, text, "p", kind, clues) if kind else None


def _near(row: Row, at: int) -> tuple[int, int]:
    """The words that promise nearest before and behind a word; -1 for none."""
    place = bisect_right(row.promises, at)
    before = row.promises[place - 1] if place else -1
    return before, row.promises[place] if place < len(row.promises) else -1


def _kind(row: Row, at: int, form: str, before: int, behind: int) -> str:
    """What it would be; nothing where it cannot be a secret at all."""
    atoms, atom = row.atoms, row.atoms[at]
    nearest = before
    if before < 0 or (behind >= 0 and behind - at < at - before - 2):
        nearest = behind
    promise = atoms[nearest].promise
    if form in "wWUchs":
        if form in "Uc" and len(atom.text) >= 16:
            return _KINDS[promise[0]] if is_random(atom.text, 16) else ""
        if promise[0] not in "PL" or not 4 <= len(atom.text) <= (40 if form == "h" else 20):
            return ""
        if promise[0] == "L" and not _SET_OFF.intersection(atom.gap):
            return ""
        span = atom.start - atoms[nearest].end if nearest < at else atoms[nearest].start - atom.end
        return "password" if span <= REACH else ""
    if form == "d":
        span = atom.start - atoms[nearest].end if nearest < at else atoms[nearest].start - atom.end
        if promise[0] not in "PCL" or len(atom.text) > 10 or span > REACH:
            return ""
        return _KINDS[promise[0]]
    return _KINDS[promise[0]] if _is_made(atom.text, form, promise[0]) else ""


def _is_made(value: str, form: str, promise: str) -> bool:
    """Whether somebody or a machine made a value of letters and others; no name of code, file or host."""
    if len(value) < 5 or form == "u" or value[:2] in ("--", "./", "~/") or "/" in value[:1] or "://" in value:
        return False
    if (promise == "P" and form == "n") or (promise == "C" and len(value) <= LONGEST_CODE):
        return True
    if promise == "K":
        return is_token(value) or (is_made_up(value) and likeness(value) >= SURE)
    return is_made_up(value) or is_random(value, 12) or likeness(value) >= LIKELY


def _phrases(row: Row) -> Iterator[Candidate]:
    """Runs of plain words of which none is one that sentences are made of."""
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
        if PHRASE[0] <= end - at <= PHRASE[1] + 1:
            before, behind = _near(row, at)
            text = row.text[atoms[at].start : atoms[end - 1].end]
            kind = "seed_phrase" if end - at >= 12 else "password"
            clues = clues_of(row, at, end - 1, f"p{min(end - at, 8)}", before, behind)
            yield Candidate(atoms[at].start, atoms[end - 1].end, text, "p", kind, clues)
        at = max(end, at + 1)
