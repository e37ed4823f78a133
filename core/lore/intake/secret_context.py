"""Secrets that only their surroundings betray: where a word stands that promises one, and whether it means it.

Each such place is looked at once, by the readings of `secret_readings`, the surest first.
"""

import re
from collections.abc import Iterator, Sequence

from lore.intake.secret_readings import AFTER, BEFORE, NEAR, READINGS, Place, seed
from lore.intake.secret_words import (
    HARMLESS_BEFORE,
    KEY_KINDS,
    KEY_WORDS,
    PASSWORD_WORDS,
    SEED_WORDS,
    SHORT_KEY_WORDS,
    SHORT_PASSWORD_WORDS,
    Found,
)

_BASE64_BLOB = re.compile(r"[A-Za-z0-9+/=]{40,}")
_PROMISING = re.compile(r"[0-9!@#$%^&*+?~]|[a-z][A-Z]|[A-Z]{2}[a-z]|[a-z][-.][a-z]|[=:'\"]\s{0,3}[\"']?[a-z]{6}")
"""Without one of these there is no value that looks like a secret."""
_INSIDE = re.compile(r"(?:(?P<key>Keys?)|Pass|Pwd|PASS|PWD)(?![a-z])|[_-](?:pass|pw|PASS|PW)(?![A-Za-z0-9])")
"""Words that count behind another one only: `apiKey`, `userPass`, `SSHPASS`, `db_pw`."""
_FOREIGN = re.compile(r"[^\x00-\x7f]")
_STEMS = (
    "pass",
    "pw",
    "key",
    "tok",
    "mdp",
    "psw",
    "salt",
    "pepper",
    "otp",
    "mfa",
    "2fa",
    "seed",
    "secret",
    "cred",
    "auth",
    "phrase",
    "parol",
    "contrase",
)
"""Parts that many of the words have: where one is missing, none of its words is looked for."""
_KINDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (KEY_WORDS, "credential"),
    (SEED_WORDS, "seed_phrase"),
    (
        tuple(form for word in PASSWORD_WORDS for form in {word, word.replace(" ", "_"), word.replace(" ", "-")}),
        "password",
    ),
)
_SHORT: tuple[tuple[tuple[str, ...], str], ...] = (
    (SHORT_KEY_WORDS, "credential"),
    (SHORT_PASSWORD_WORDS, "password"),
)


def _by_stem() -> dict[str, list[tuple[str, str]]]:
    """The words and their kinds by what a text has that holds one: a stem, a foreign letter, or the word itself."""
    vocabulary: dict[str, list[tuple[str, str]]] = {stem: [] for stem in _STEMS}
    for words, kind in _KINDS:
        for word in words:
            foreign = _FOREIGN.search(word)
            stem = foreign.group() if foreign else next((stem for stem in _STEMS if stem in word), word)
            vocabulary.setdefault(stem, []).append((word, kind))
    return vocabulary


_VOCABULARY = _by_stem()
STEMS = tuple(stem for stem in _VOCABULARY if stem.isascii())


def lowered(text: str) -> str:
    """The text in small letters, each at its place."""
    # The only letter whose lower case is longer than itself would shift every place behind it.
    return text.replace("\u0130", "I").lower()


def stems(small: str, among: Sequence[str] = STEMS) -> tuple[str, ...]:
    """What of `among` stands in a text in small letters: without one, none of its words does."""
    return tuple([stem for stem in among if stem in small])


def named_secrets(
    text: str, small: str, stems: Sequence[str], markers: Sequence[tuple[int, int]] = ()
) -> Iterator[Found]:
    """Values that a name, a header or a sentence calls a secret. markers: where secrets were masked before.

    small: the text in small letters. stems: those of the text.
    """
    done = at = 0
    fruitless: set[tuple[int, str]] = set()
    for place in _places(text, small, stems):
        # Logs, and texts made to be slow, repeat themselves: the same surroundings are looked at once.
        before = min(place.start, BEFORE)
        surroundings = (before, text[place.start - before : place.end + AFTER])
        if place.start < done or surroundings in fruitless:
            continue
        found = _read(place)
        while at < len(markers) and markers[at][1] <= place.start - BEFORE:
            at += 1
        # Where a marker stands between the word and the value, or around the word, the secret was masked before.
        if found and not _is_behind(markers, at, place, found):
            done = max(done, found.end)
            yield found
        else:
            fruitless.add(surroundings)


def _is_behind(markers: Sequence[tuple[int, int]], at: int, place: Place, found: Found) -> bool:
    first, last = min(place.start, found.start), max(place.end, found.start)
    while at < len(markers) and markers[at][0] < last:
        if markers[at][1] > first:
            return True
        at += 1
    return False


def _places(text: str, small: str, stems: Sequence[str]) -> list[Place]:
    """Where the words stand, in order; of two at one place the longer."""
    if not stems and text.isascii():
        return []
    ends: dict[int, tuple[int, str]] = {}
    letters = () if text.isascii() else sorted(set(_FOREIGN.findall(small)).intersection(_VOCABULARY))
    for stem in (*stems, *letters):
        for word, kind in _VOCABULARY[stem]:
            at = small.find(word)
            while at >= 0:
                if at not in ends or ends[at][0] < at + len(word):
                    ends[at] = (at + len(word), kind)
                at = small.find(word, at + len(word))
    for start, end in _keys(small) if "key" in stems else ():
        if start not in ends or ends[start][0] < end:
            ends[start] = (end, "credential")
    for words, kind in _SHORT:
        for word in words:
            if word in small:
                for match in re.finditer(rf"{word}(?<![a-z0-9+/]{word})(?![a-z0-9+/])(?!:? test)", small):
                    ends.setdefault(match.start(), (match.end(), kind))
    for match in _INSIDE.finditer(text) if any(stem in stems for stem in ("pass", "pw", "key")) else ():
        if match.start() and text[match.start() - 1].isalnum():
            ends.setdefault(match.start(), (match.end(), "credential" if match["key"] else "password"))
    return [Place(text, start, end, kind) for start, (end, kind) in sorted(ends.items())]


def _keys(lowered: str) -> Iterator[tuple[int, int]]:
    """Where a kind of key stands that is secret: `api key`, `privatekey`, `x_key`."""
    at = lowered.find("key")
    while at >= 0:
        mark = lowered[at - 1 : at] in ("_", "-", " ") if at else False
        before = lowered[max(0, at - 14) : at - mark]
        if before.endswith(KEY_KINDS):
            longest = max((kind for kind in KEY_KINDS if before.endswith(kind)), key=len)
            yield at - mark - len(longest), at + 3
        elif mark and lowered[at - 1] != " ":
            yield at - 1, at + 3
        at = lowered.find("key", at + 3)


def _read(place: Place) -> Found | None:
    if place.kind == "seed_phrase":
        return seed(place)
    if _is_harmless(place):
        return None
    return next((found for reading in READINGS if (found := reading(place))), None)


def _is_harmless(place: Place) -> bool:
    text, start, end = place.text, place.start, place.end
    # A name in capitals or a value before the word may still be meant where nothing promising follows.
    if not _PROMISING.search(text, max(0, start - NEAR), end + 3 * NEAR):
        return True
    if not place.is_password and text[max(0, start - 24) : start].rstrip("_-. ").lower().endswith(HARMLESS_BEFORE):
        return True
    if text[start - 1 : start] == ":" and "arn:" in text[max(0, start - 80) : start]:
        return True
    return bool(_BASE64_BLOB.fullmatch(text, max(0, start - 20), end + 20))
