"""Secrets that only their surroundings betray: `DB_PASSWORD=…`, "the password is …", `Authorization: Bearer …`.

Each place where a word promises a secret is looked at once, by five readings: a value assigned to the name, a sentence
that says what the secret is, a value that follows the bare word, a random word close by, and a value before the word.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lore.intake.secret_values import (
    is_made_up,
    is_phrase,
    is_placeholder,
    is_random,
    is_reference,
    is_strong,
    is_token_like,
)
from lore.intake.secret_words import (
    HARMLESS_BEFORE,
    HARMLESS_NAMES,
    KEY_WORDS,
    PASSWORD_WORDS,
    SEED_WORDS,
    SHORT_KEY_WORDS,
    SHORT_PASSWORD_WORDS,
    Found,
)

NEAR = 64
"""Characters behind the word within which a random value is its value."""
BEFORE = 160
"""Characters before the word in which `use … as the password` is looked for."""
AFTER = 640
"""Characters behind the word that a reading looks at, at most."""
SHORTEST = 5
"""Characters a password has at least."""
LOOSE, CLOSE = 12, 8
"""Characters of a random value: where words stand between it and the word, and where none do."""

_NAME_REST = r"[\w.-]{0,40}"
_CLOSERS = r"[\\\"'`*\])}]{0,4}"
_ASSIGNED = re.compile(
    rf"(?P<name>{_NAME_REST}){_CLOSERS}(?:[ \t]{{0,4}}(?:=>|:=|[=:：]=?|\(|>)[ \t]{{0,4}}|[\"'][ ]?,[ ]?(?=[\"']))"
    r"(?:(?:[a-zA-Z]{1,12}|str \| None) = )?"
)
_YAML_VALUE = re.compile(rf"{_NAME_REST}[\"']?,?\s{{0,4}}\n?\s{{0,24}}[\"']?value[\"']?\s{{0,2}}[:=]\s{{0,2}}", re.I)
_SAID = re.compile(
    r"\w{0,3}[\"'`*]{0,3}(?P<of>(?:[^\S\n]{1,2}[^\s.:=;,]{1,30}){0,7}?)[^\S\n]{0,2}"
    r"(?:(?<![^\s\"'`*])(?:is|was|are|now|to|as|be|will be|reads|equals|lautet|ist|es|est|é|è|är|er|on|jest|je|este|"
    r"van|adalah|là|это)\b|(?<=\s)[—–-](?=\s)|[=:：]|[是为為はが는은을를])"
    r"[\s:*]{0,4}(?:now |still |currently |just |actually |jetzt |ahora |maintenant )?",
    re.I,
)
_NEXT = re.compile(r"(?P<name>[\w-]{0,30})[,:]?[^\S\n]{1,3}")
_BASE64_BLOB = re.compile(r"[A-Za-z0-9+/=]{40,}")
_REST = re.compile(r"[\w.-]*")
_VALUE = re.compile(r"[\\\"'`*“‘«「（(]{0,4}(?P<value>[^\s\"'`<>“”‘’«»「」]{4,512})")
_QUOTED = re.compile(r"(?P<mark>[\"'`])(?P<value>[^\n\"'`]{4,200})(?P=mark)")
_SCHEMES = frozenset({"bearer", "basic", "token", "apikey", "digest", "negotiate"})
_AS = frozenset({"as", "for", "is", "als", "como", "comme"})
_BELOW = re.compile(r"[^\n]{0,24}\n{1,2}[\s>`*]{0,12}(?P<value>[A-Za-z0-9+/=_.~-]{16,512})[`*]{0,3}[ \t]{0,4}(?:\n|\Z)")
_SEED = re.compile(
    r"[^\n]{0,40}?(?:[=:]|\bis\b|\bto\b)[\s\"'`*]{0,4}(?P<value>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})"
)
_SAYS = re.compile(r"[=:]|\b(?:is|to)\b")
_WORD = re.compile(r"(?<![\w./~:-])(?:[A-Za-z0-9+/]{40}|[A-Za-z0-9+=_!#%*@^&$?-]{8,512})(?![\w/~:])")
_TRAILING = ".,;:)]}|>"
_PROMISING = re.compile(r"[0-9!@#$%^&*+?~]|[a-z][A-Z]|[A-Z]{2}[a-z]|[a-z][-.][a-z]")
"""Without one of these there is no value that looks like a secret."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A word that promises a secret."""

    text: str
    start: int
    end: int
    kind: str

    @property
    def word(self) -> str:
        return self.text[self.start : self.end].lower()

    @property
    def is_password(self) -> bool:
        return self.kind == "password"

    @property
    def is_short(self) -> bool:
        return self.word in SHORT_KEY_WORDS


def named_secrets(text: str, markers: Sequence[tuple[int, int]] = ()) -> Iterator[Found]:
    """Values that a name, a header or a sentence calls a secret. markers: where secrets were masked before."""
    # The only letter whose lower case is longer than itself would shift every place behind it.
    lowered = text.replace("\u0130", "I").lower()
    done = 0
    fruitless: set[tuple[int, str]] = set()
    for place in _places(text, lowered):
        # Logs, and texts made to be slow, repeat themselves: the same surroundings are looked at once.
        before = min(place.start, BEFORE)
        surroundings = (before, text[place.start - before : place.end + AFTER])
        if place.start < done or surroundings in fruitless:
            continue
        found = _read(place)
        # Where a marker stands between the word and the value, or around the word, the secret was masked before.
        if found and not any(start < max(place.end, found.start) and end > place.start for start, end in markers):
            done = found.end
            yield found
        else:
            fruitless.add(surroundings)


def _places(text: str, lowered: str) -> list[_Place]:
    """Where the words stand, in order; of two at one place the longer."""
    ends: dict[int, tuple[int, str]] = {}
    vocabulary: tuple[tuple[tuple[str, ...], str], ...] = (
        (KEY_WORDS, "credential"),
        (SEED_WORDS, "seed_phrase"),
        (PASSWORD_WORDS, "password"),
    )
    for words, kind in vocabulary:
        for word in words:
            at = lowered.find(word)
            while at >= 0:
                if at not in ends or ends[at][0] < at + len(word):
                    ends[at] = (at + len(word), kind)
                at = lowered.find(word, at + len(word))
    short: tuple[tuple[tuple[str, ...], str], ...] = (
        (SHORT_KEY_WORDS, "credential"),
        (SHORT_PASSWORD_WORDS, "password"),
    )
    for words, kind in short:
        for word in words:
            if word in lowered:
                for match in re.finditer(rf"(?<![a-z0-9+/]){word}(?![a-z0-9+/])(?!:? test)", lowered):
                    ends.setdefault(match.start(), (match.end(), kind))
    return [_Place(text, start, end, kind) for start, (end, kind) in sorted(ends.items())]


def _read(place: _Place) -> Found | None:
    if place.kind == "seed_phrase":
        return _seed(place)
    if _is_harmless(place):
        return None
    return next((found for reading in _READINGS if (found := reading(place))), None)


def _is_harmless(place: _Place) -> bool:
    text, start, end = place.text, place.start, place.end
    # A name in capitals or a value before the word may still be meant where nothing promising follows.
    if not _PROMISING.search(text, max(0, start - NEAR), end + 3 * NEAR):
        return True
    if not place.is_password and text[max(0, start - 24) : start].rstrip("_-. ").lower().endswith(HARMLESS_BEFORE):
        return True
    if text[start - 1 : start] == ":" and "arn:" in text[max(0, start - 80) : start]:
        return True
    return bool(_BASE64_BLOB.fullmatch(text, max(0, start - 20), end + 20))


def _seed(place: _Place) -> Found | None:
    if not _SAYS.search(place.text, place.end, place.end + NEAR):
        return None
    words = _SEED.match(place.text, place.end)
    return Found(*words.span("value"), place.kind) if words else None


def _assigned(place: _Place) -> Found | None:
    """`DB_PASSWORD=…`, `"apiKey": "…"`, `token => …`, `setSecret("…")`."""
    text, end = place.text, place.end
    match = _ASSIGNED.match(text, end) or _YAML_VALUE.match(text, end)
    if match is None or text[place.start - 1 : place.start] == "?":
        return None
    name = match.groupdict().get("name") or ""
    if name.lower().rstrip("s").endswith(HARMLESS_NAMES):
        return None
    if place.is_short and ("(" in match.group() or text[end : end + 1] in "\"'"):
        return None
    return _value_at(place, match.end(), shortest=LOOSE + 4 if place.is_short else CLOSE)


def _said(place: _Place) -> Found | None:
    """`the password for the mailer is …`."""
    match = _SAID.match(place.text, place.end)
    if match is None:
        return None
    return _value_at(place, match.end(), shortest=LOOSE if match.group("of") or place.is_short else CLOSE)


def _following(place: _Place) -> Found | None:
    """`password …`, `--token …`, `Bearer …`, `ENV API_TOKEN …`."""
    text, start, end = place.text, place.start, place.end
    match = _NEXT.match(text, end)
    if match is None and text[end - 1] != " ":
        return None
    name = match.group("name") if match else ""
    is_name = (
        (text[start:end] + name).isupper() or "_" in text[start:end] + name or "_" in text[max(0, start - 2) : start]
    )
    bare = place.is_password or text[max(0, start - 2) : start] == "--" or place.word in ("bearer", "basic ", "token")
    if not (is_name or (bare and len(name) <= 3)) or name.lower().rstrip("s").endswith(HARMLESS_NAMES):
        return None
    return _value_at(place, match.end() if match else end, shortest=LOOSE if bare else LOOSE + 4)


def _near(place: _Place) -> Found | None:
    """A long random word in the same sentence, such as "new token for the mailer: Zq8…"."""
    text = place.text
    rest = _REST.match(text, place.end)
    begin = rest.end() if rest else place.end
    line_end = text.find("\n", begin, begin + NEAR)
    for word in _WORD.finditer(text, begin, line_end if line_end >= 0 else begin + NEAR + 512):
        if word.start() > begin + NEAR or place.is_short:
            return None
        value = word.group().rstrip(_TRAILING)
        mixed = any(map(str.isupper, value)) and any(map(str.islower, value))
        likely = mixed and is_random(value, LOOSE + 4)
        if place.is_password and not likely:
            set_off = text[begin : word.start()].rstrip("\"'` ").endswith((":", "=", "-", "–", "—", "："))
            likely = is_strong(value) or (set_off and is_made_up(value))
        if likely and not is_placeholder(value) and not is_reference(value):
            return Found(word.start(), word.start() + len(value), place.kind)
    return None


def _below(place: _Place) -> Found | None:
    """The name at the end of a line, and the value alone on the next."""
    match = None if place.is_password else _BELOW.match(place.text, place.end)
    value = match.group("value") if match else ""
    if match is None or not is_token_like(value) or is_placeholder(value) or is_reference(value):
        return None
    return Found(*match.span("value"), place.kind)


def _before(place: _Place) -> Found | None:
    """`use Velvet-12! as the password`."""
    text, start = place.text, place.start
    words = text[max(0, start - BEFORE) : start].split(" ")
    at = next((at for at in range(len(words) - 2, max(0, len(words) - 6), -1) if words[at].lower() in _AS), 0)
    value = words[at - 1].strip("\"'`*") if at else ""
    if len(value) < SHORTEST or not value.isascii() or len(value.split()) != 1:
        return None
    if is_placeholder(value) or is_reference(value):
        return None
    if is_random(value, LOOSE + 4) or (place.is_password and is_made_up(value)):
        begin = text.rindex(value, 0, start)
        return Found(begin, begin + len(value), place.kind)
    return None


_READINGS: tuple[Callable[[_Place], Found | None], ...] = (_assigned, _said, _following, _near, _below, _before)


def _value_at(place: _Place, position: int, *, shortest: int) -> Found | None:
    """The value that stands at `position`, if it looks like a secret. shortest: characters of a random value."""
    text = place.text
    quoted = _QUOTED.match(text, position)
    if quoted and " " in quoted.group("value"):
        phrase = place.is_password and shortest <= LOOSE and is_phrase(quoted.group("value"))
        return Found(*quoted.span("value"), place.kind) if phrase else None
    match = _VALUE.match(text, position)
    if match and match.group("value").lower() in _SCHEMES:
        match = _VALUE.match(text, match.end() + 1)
    if match is None:
        return None
    begin = match.start("value")
    value = _trimmed(match.group("value"))
    if is_reference(value) or is_placeholder(value):
        return None
    if place.is_short and not is_token_like(value):
        return None
    made_up = place.is_password and (is_made_up(value) or is_phrase(value))
    return Found(begin, begin + len(value), place.kind) if made_up or is_random(value, shortest) else None


def _trimmed(value: str) -> str:
    """The value without what the sentence, the literal or the escape put behind it."""
    if "://" not in value:
        value = value.split("\\n")[0].split(";")[0].split("&")[0]
    value = value.split("\\")[0] or value
    for closer in (",", ")", "]", "}", "|"):
        head, mark, tail = value.partition(closer)
        if mark and (not tail or not tail[0].isalnum()) and len(head) >= SHORTEST - 1:
            value = head
    # Behind a value in Latin letters a sentence in another script goes on without a space.
    ascii_end = next((at for at, character in enumerate(value) if not character.isascii()), len(value))
    if ascii_end >= SHORTEST:
        value = value[:ascii_end]
    return value.rstrip(_TRAILING)
