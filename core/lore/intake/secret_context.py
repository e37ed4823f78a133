"""Secrets that only their surroundings betray: where a word stands that promises one, and whether it means it.

Each such place is looked at once, by the readings of `secret_readings`, the surest first.
"""

import re
from collections.abc import Iterator, Sequence

from lore.intake.secret_place import Place, is_behind_harmless, is_harmless_name
from lore.intake.secret_readings import AFTER, BEFORE, NEAR, READINGS, groups, seed
from lore.intake.secret_scan import Places
from lore.intake.secret_values import is_token
from lore.intake.secret_words import (
    CODE_WORDS,
    GROUP_WORDS,
    INFLECTED_WORDS,
    KEY_KINDS,
    KEY_WORDS,
    LOGIN_WORDS,
    PASSWORD_WORDS,
    SEED_WORDS,
    SHORT_KEY_WORDS,
    SHORT_PASSWORD_WORDS,
    SPOKEN_WORDS,
    USER_WORDS,
    Found,
)

_BASE64_BLOB = re.compile(r"[A-Za-z0-9+/=]{40,}")
_PROMISING = re.compile(
    r"[0-9!@#$%^&*+?~]|[\"'`](?:[a-z]{3,8} ){3}"
    r"|[a-z][A-Z]|[A-Z]{2}[a-z]|[a-z][-.][a-z]|[=:'\"]\s{0,3}[\"']?[a-z]{6}|(?:[:=]|\b(?:is|ist|es"
    r"|est)) ?(?:[a-z]{3,9}[ -]){3}|[|+]-{3}"
)
"""Without one of these there is no value that looks like a secret."""
_INSIDE = re.compile(
    r"(?:(?P<key>Keys?)|Pass|Pwd|PASS|PWD)(?![a-z])"
    r"|(?<=[a-z])(?<!by|om|es|er)(?:pass|pw)(?=[\"']?(?: {0,20}[=:] {0,20}|[ \t]{1,8})[^\s=])"
    r"|[_-](?:pass|pw|PASS|PW)(?:(?=\d\b)|(?![A-Za-z0-9]))"
)
"""Words that count behind another one only: `apiKey`, `userPass`, `SSHPASS`, `db_pw`."""
_NAMESPACE = re.compile(r"\b(?:arn|did):")
_IDENTIFIES = re.compile(r"[ _-]?(?i:identifier|fingerprint)s?\b")
_PUBLIC = re.compile(r"[^\n]{0,160}(?://|#|--)[^\n]{0,24}\b(?i:public|publishable)\b")
"""A comment behind the value that says who may see it."""
_ENDING = re.compile(r"[^\W\d_]{0,6}")
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
    (LOGIN_WORDS, "login"),
    (GROUP_WORDS, "recovery_code"),
    (KEY_WORDS, "credential"),
    (SEED_WORDS, "seed_phrase"),
    (
        tuple(form for word in PASSWORD_WORDS for form in {word, word.replace(" ", "_"), word.replace(" ", "-")}),
        "password",
    ),
    (INFLECTED_WORDS, "inflected"),
    (CODE_WORDS, "code"),
    (USER_WORDS, "user"),
    (tuple(word for word in SPOKEN_WORDS if word not in KEY_WORDS), "spoken"),
)
_HINTS = frozenset(("code", "user", "spoken"))
"""Kinds of words that stand by themselves, and that only the learned model listens to."""
_UNREAD = _HINTS | {"login"}
"""Kinds that no reading listens to."""
_LAST = frozenset(("login", "recovery_code")) | _HINTS
"""Kinds of words that count where no other begins."""
_SHORT: tuple[tuple[tuple[str, ...], str], ...] = (
    (SHORT_KEY_WORDS, "credential"),
    (SHORT_PASSWORD_WORDS, "password"),
)


def _by_stem() -> dict[str, list[tuple[str, str, int]]]:
    """By what a text has that holds a word (a stem, a foreign letter, itself): the word, its kind, where that is."""
    vocabulary: dict[str, list[tuple[str, str, int]]] = {stem: [] for stem in _STEMS}
    for words, kind in _KINDS:
        for word in words:
            foreign = _FOREIGN.search(word)
            stem = foreign.group() if foreign else next((stem for stem in _STEMS if stem in word), word)
            vocabulary.setdefault(stem, []).append((word, kind, word.index(stem)))
    return vocabulary


_VOCABULARY = _by_stem()
STEMS = tuple(stem for stem in _VOCABULARY if stem.isascii())
_SHORT_STEMS = {word: (next(stem for stem in _STEMS if stem in word), kind) for words, kind in _SHORT for word in words}
_BY_ITSELF = re.compile(
    rf"(?<![a-z0-9+/])(?:{'|'.join(sorted(_SHORT_STEMS, key=len, reverse=True))})(?![a-z0-9+/])(?!:? test)"
)
_NAMES_PASS = re.compile(
    r"(?<=[_-]pass)|[\"'`*]{0,3}[ \t]{0,4}[:=|]|[ ](?:is|was|for|to|as|=>)\b|[ ][\"']|\t|[ ]`?(?=\S*\d)\S{5}"
)
"""What follows `pass` where it names a password; else it is a verb, a verdict or one time of several."""


def lowered(text: str) -> str:
    """The text in small letters, each at its place."""
    # The only letter whose lower case is longer than itself would shift every place behind it.
    return text.replace("\u0130", "I").lower()


def named_secrets(text: str, words: Sequence[Place], markers: Sequence[tuple[int, int]] = ()) -> Iterator[Found]:
    """Values that a name, a header or a sentence calls a secret. markers: where secrets were masked before.

    words: where words stand that promise one, in order.
    """
    done = at = 0
    fruitless: set[tuple[int, str]] = set()
    for place in words:
        if place.kind in _UNREAD:
            continue
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


def promises(text: str, small: str, places: Places) -> list[Place]:
    """Where words stand that promise a secret, in order; of two at one place the longer.

    small: the text in small letters. places: where the `STEMS` stand in it.
    """
    ends: dict[int, tuple[int, str]] = {}
    for start, end, kind in _words(small, places):
        known = ends.get(start)
        if known is None or (known[0] < end if (kind in _LAST) == (known[1] in _LAST) else known[1] in _LAST):
            ends[start] = (end, kind)
    for start, end in _keys(small, places.get("key", ())):
        if start not in ends or ends[start][0] < end:
            ends[start] = (end, "credential")
    for start, end, kind in _short(small, places):
        if ends.get(start, (0, "login"))[1] in _LAST:
            ends[start] = (end, kind)
    for stem in ("pass", "pw", "key"):
        for at in places.get(stem, ()):
            match = _INSIDE.match(text, at) or _INSIDE.match(text, max(at - 1, 0))
            if match and match.start() and text[match.start() - 1].isalnum():
                ends.setdefault(match.start(), (match.end(), "credential" if match["key"] else "password"))
    return [_place(text, start, end, kind) for start, (end, kind) in sorted(ends.items())]


def _words(small: str, places: Places) -> Iterator[tuple[int, int, str]]:
    """Where the words begin and end, and their kinds."""
    for stem, found in places.items():
        for word, kind, before in _VOCABULARY.get(stem, ()):
            for at in found:
                start = at - before
                if small.startswith(word, start) and start >= 0 and _counts(small, start, start + len(word), kind):
                    yield start, start + len(word), kind
    for letter in () if small.isascii() else set(_FOREIGN.findall(small)).intersection(_VOCABULARY):
        for word, kind, _ in _VOCABULARY[letter]:
            at = small.find(word)
            while at >= 0:
                if _counts(small, at, at + len(word), kind):
                    yield at, at + len(word), kind
                at = small.find(word, at + len(word))


def _counts(small: str, start: int, end: int, kind: str) -> bool:
    """Whether a word of this kind may stand inside another one, or stands by itself."""
    return kind not in _HINTS or not (_goes_on(small[start - 1 : start]) or _goes_on(small[end : end + 1]))


def _goes_on(letter: str) -> bool:
    """Whether a word goes on with this letter; scripts without spaces begin the next one."""
    return letter.isalpha() and letter < "\u2e80"


def _short(small: str, places: Places) -> Iterator[tuple[int, int, str]]:
    """Where the short words stand for themselves."""
    for word, (stem, kind) in _SHORT_STEMS.items():
        for at in places.get(stem, ()):
            start = at - word.index(stem)
            match = _BY_ITSELF.match(small, start) if start >= 0 else None
            if match and match.group() == word and (word != "pass" or _NAMES_PASS.match(small, match.end())):
                yield start, match.end(), kind


def _place(text: str, start: int, end: int, kind: str) -> Place:
    """The word with the end that its language gave it."""
    if kind != "inflected":
        return Place(text, start, end, kind)
    ending = _ENDING.match(text, end)
    return Place(text, start, ending.end() if ending else end, "password")


def _keys(lowered: str, places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where a kind of key stands that is secret: `api key`, `privatekey`, `x_key`."""
    for at in places:
        mark = lowered[at - 1 : at] in ("_", "-", " ") if at else False
        before = lowered[max(0, at - 14) : at - mark]
        if before.endswith(KEY_KINDS):
            longest = max((kind for kind in KEY_KINDS if before.endswith(kind)), key=len)
            yield at - mark - len(longest), at + 3
        elif mark and lowered[at - 1] != " ":
            yield at - 1, at + 3


def _read(place: Place) -> Found | None:
    if place.kind == "seed_phrase":
        return seed(place) or (_held_by(place) if place.word == "wallet" else None)
    if _is_harmless(place):
        return None
    if place.kind == "recovery_code":
        inside = place.text[place.start - 1 : place.start].isalnum()
        return None if inside else groups(place.text, place.end, place.kind)
    found = next((found for reading in READINGS if (found := reading(place))), None)
    if found or is_harmless_name(place.rest):
        return found
    return groups(place.text, place.end, place.kind)


def _held_by(place: Place) -> Found | None:
    """The key of a wallet."""
    found = READINGS[0](place)
    return found if found and is_token(place.text[found.start : found.end]) else None


def _is_harmless(place: Place) -> bool:
    text, start, end = place.text, place.start, place.end
    # A name in capitals or a value before the word may still be meant where nothing promising follows.
    if not _PROMISING.search(text, max(0, start - NEAR), end + 3 * NEAR):
        return True
    if (
        not place.is_password
        and place.word not in ("salt", "pepper")
        and text[max(0, start - 3) : start] not in (" --", "\n--")
        and is_behind_harmless(text[max(0, start - 24) : start].rstrip("_-. "))
    ):
        return True
    if text.startswith((":?", ":+"), end) and "${" in text[max(0, start - 40) : start]:
        return True
    if text[start - 1 : start] == ":" and _NAMESPACE.search(text, max(0, start - 80), start):
        return True
    if place.word == "_pat" and (text[start:end].islower() or text[end : end + 1].isalnum()):
        return True
    if not place.is_password and (_IDENTIFIES.match(text, end) or _PUBLIC.match(text, end)):
        return True
    return bool(_BASE64_BLOB.fullmatch(text, max(0, start - 20), end + 20))
