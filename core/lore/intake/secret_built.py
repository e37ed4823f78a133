"""What is built as only secrets are, behind a word that promises one: words of a seed, bytes, groups, many marks."""

import re
from collections.abc import Iterator, Sequence

from lore.intake.secret_place import Place, is_harmless_name
from lore.intake.secret_values import MANY_MARKS, PUNCTUATION, is_surprising
from lore.intake.secret_words import Found

NEAR = 64
"""Characters behind the name of a seed within which something says that the words follow."""
_SEED = re.compile(
    r"[^\n]{0,40}?(?:[=:]|\bis\b|\bto\b|\n|[ ](?=[\"']))[\s\"'`*|>\\n\[({-]{0,40}"
    r"(?:1[.):][ ]{0,2})?(?P<value>[a-z]{3,8}(?:(?:[ ,\"']|\\n|\n){1,4}(?:\d{1,2}[.):][ ]{0,2})?[a-z]{3,8}){11,23})"
)
_SAYS = re.compile(r"[=:?\n\"']|\b(?:is|to)\b")
_BYTES = re.compile(
    r"[\w ]{0,24}(?:\[[\w ]{0,16}\])?[\"']?[ \t]{0,4}(?:[:=]|:=)\s{0,4}(?:[\w\[\]]{0,16}[{(\[]\s{0,8})?"
    r"(?P<value>(?:0x[0-9a-fA-F]{2},\s{0,8}){7,63}0x[0-9a-fA-F]{2}|(?:[0-9a-fA-F]{2}[: ]){15,63}[0-9a-fA-F]{2}"
    r"|(?:\d{1,3},[ ]?){15,63}\d{1,3})(?![\w:])"
)
_GROUP = r"[A-Za-z0-9]{4,12}"
_GROUPS = re.compile(
    r"[^\n]{0,40}?(?:[=:]|\bis\b|\n)[\s\"'`*>-]{0,16}(?:1[.)] )?"
    rf"(?P<value>{_GROUP}(?:(?:[ -]|,[ ]|[ \t]{{0,4}}\r?\n[\s>*-]{{0,8}}(?:\d{{1,2}}[.)] )?){_GROUP}){{2,40}})(?![\w-])"
)
_SPLIT = re.compile(r"(?:[\s>*,-]|\b\d{1,2}[.)] )+")
_GIVING = ("password", "credential", "recovery_code")
_ENDS_NAME = re.compile(r"[^\w .-]")
_MARKED = re.compile(
    r"[\w.-]{0,40}[\"'\])]{0,3}\s{0,4}(?:=>|:=|[:=,])\s{0,12}[\"']?(?P<value>(?!\S{0,24}(?:://|\(\?))[^\s\"'<>]{32,128})"
)
"""What a generator made of all that a keyboard has."""


def built(words: Sequence[Place]) -> Iterator[Found]:
    """The values of such a structure. words: where words stand that promise a secret, in order."""
    for place in words:
        if place.kind == "seed_phrase":
            found = _seed(place)
        elif place.kind not in _GIVING or is_harmless_name(
            _ENDS_NAME.split(place.text[place.end : place.end + 40])[0].rstrip()
        ):
            continue
        else:
            found = _in_bytes(place) or _full_of_marks(place) or _groups(place)
        if found:
            yield found


def _seed(place: Place) -> Found | None:
    """Twelve to twenty-four words behind the name of a seed phrase."""
    if not _SAYS.search(place.text, place.end, place.end + NEAR):
        return None
    words = _SEED.match(place.text, place.end)
    return Found(*words.span("value"), place.kind) if words else None


def _in_bytes(place: Place) -> Found | None:
    """A key written byte by byte, in hexadecimal or decimal numbers."""
    match = _BYTES.match(place.text, place.end)
    return Found(*match.span("value"), place.kind) if match else None


def _full_of_marks(place: Place) -> Found | None:
    match = _MARKED.match(place.text, place.end)
    if match is None or len(PUNCTUATION.intersection(match["value"])) < MANY_MARKS:
        return None
    return Found(*match.span("value"), place.kind) if any(map(str.isdigit, match["value"])) else None


def _groups(place: Place) -> Found | None:
    """Random letters and digits in groups of the same length: a seed for codes, a recovery key, codes line by line."""
    match = _GROUPS.match(place.text, place.end)
    if match is None or place.text[place.start - 1 : place.start].isalnum():
        return None
    pieces = _SPLIT.split(match["value"])
    same = len({len(piece) for piece in pieces}) == 1 and len(set(pieces)) == len(pieces)
    joined = "".join(pieces)
    digits = sum(map(str.isdigit, joined)) / len(joined)
    if not same or len(joined) < 16 or (digits == 1 and len(pieces) < 5):
        return None
    mingled = all(any(map(str.isdigit, piece)) and any(map(str.isalpha, piece)) for piece in pieces)
    numbered = sum(any(map(str.isdigit, piece)) for piece in pieces) * 2 >= len(pieces)
    if digits < 1 and not mingled and (len(pieces) < 4 or not (numbered or is_surprising(joined))):
        return None
    return Found(*match.span("value"), place.kind)
