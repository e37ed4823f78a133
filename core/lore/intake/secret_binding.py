"""What binds a value to a word that promises a secret: a sign, a verb, its place; and what gives it to another name."""

import re

from lore.intake.secret_clues import rarity
from lore.intake.secret_place import is_harmless_name
from lore.intake.secret_rows import Row
from lore.intake.secret_values import is_counted

SHORTEST_DIGEST = 16
"""Hexadecimal digits of a key; commits are called by fewer."""
_OVER = re.compile(r"[.!;](?=\s)|\n[ \t]*\n")
"""The end of a sentence or a paragraph."""
NAME = re.compile(
    r"\A(?:(?=(?:[^/]*/)*\.?[a-z]{3,}/)(?:[\w.@+$-]+/){2,}.*|.*@v?\d+\.\d.*|[\w.-]+/[\w.-]+@[0-9a-f]{7,40}"
    r"|\d{4}-\d\d-\d\dT.*|[\w.-]+\*\*|\w+\+\+|[A-Z]+~\d+|[\d.]+:\d+(?:/\S*)?|v\d+\.\d+\.\d+[\w.-]*"
    r"|[a-z]{2,4}-[a-z0-9]{3,4}\.\d+|\w+\\\.\w+|[A-Z][A-Z0-9_]+[%#:]\S*)"
)
"""A path, a version, a moment, a bold word, a counter, an ancestor, an address, a task, a pattern, a variable."""
_SIGN = re.compile(r"[:=]")
_ENDS_LABEL = re.compile(r"[,;{|\n(\[\"'`=<>]")
"""Where the name of what a sign gives begins."""
_EMPTY = re.compile(r"=[ ]?(?:\"\"|'')")
"""A name that is given nothing."""
LONGEST_LABEL, SPEAKER = 8, 2
"""Words of such a name, and of the name of somebody who answers."""
_NEUTRAL = frozenset("value val data string text default content answer new now is plain it this to".split())  # noqa: SIM905
_DERIVED = re.compile(r"(?:ing|ed|tion|ment|ness|ity|able)s?\Z")
"""What a word made of another one ends with."""
GIVES = frozenset(
    (  # noqa: SIM905
        "with and using is und mit ist y con es et avec est e é i и en met och med og z ve as to by type enter use "
        "used try tippe"
    ).split()
)
"""Words that give a value."""
SET_OFF = frozenset("/:=\"'`(,|")


def is_bound(row: Row, at: int, form: str, place: int) -> bool:
    """Whether the word at `place` can name the one at `at`: what is a name by its form takes no name from afar."""
    value = row.atoms[at].text
    if form == "m" and NAME.fullmatch(value):
        return False
    if _is_of_another(row, at, place):
        return False
    if is_counted(value) and (at - place > 3 or not is_given(row, at)):
        return False
    if form in "wW" and _is_no_more_than_said(row, at):
        return False
    if form in "wWUchs" and (
        is_harmless_name(value) or _EMPTY.search(row.text, row.atoms[place].end, row.atoms[at].start)
    ):
        return False
    between = row.text[row.atoms[place].end : row.atoms[at].start]
    far = ("\n" in between and "?" not in between) or (len(value) < SHORTEST_DIGEST and at - place > 2)
    if form == "e" and place < at and far:
        return False  # the digest of a commit, of something else
    if place > at or (row.answers(at, place) and ("?" in between or not _OVER.search(between))):
        return True
    return (form not in "wWUchsne" and row.atoms[place].promise[0] == "P") or not _OVER.search(between)


def _is_no_more_than_said(row: Row, at: int) -> bool:
    """Whether a word goes on with the one that promises: `password policy`, `password hashing`."""
    atom = row.atoms[at]
    behind = at > 0 and bool(row.atoms[at - 1].promise) and atom.gap == " "
    return behind and (not rarity(atom.text) or bool(_DERIVED.search(atom.text)))


def _is_of_another(row: Row, at: int, place: int) -> bool:
    """Whether a colon or an equals sign gives the word at `at` to a name that promises nothing."""
    atoms, begins = row.atoms, at - 1
    if begins < 0 or not _SIGN.search(atoms[at].gap):
        return False
    while begins > 0 and at - begins < LONGEST_LABEL and not _ENDS_LABEL.search(atoms[begins].gap):
        begins -= 1
    if any(atom.promise for atom in atoms[begins:at]) or atoms[at - 1].text.lower() in _NEUTRAL:
        return False
    return not (place < at and row.answers(at, place) and at - begins <= SPEAKER)


def is_given(row: Row, at: int) -> bool:
    """Whether a word is set off, or stands behind one that gives it."""
    return bool(SET_OFF.intersection(row.atoms[at].gap)) or (at > 0 and row.atoms[at - 1].text.lower() in GIVES)


def is_told_of(row: Row, at: int) -> bool:
    """Whether what follows a word says what it is: a verb that gives it, or a mark."""
    behind = row.atoms[at + 1]
    return behind.gap != " " or bool(behind.promise) or behind.text.lower() in GIVES
