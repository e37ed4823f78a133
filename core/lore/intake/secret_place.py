"""A word that promises a secret, and the value that stands at a place behind it."""

import re
from dataclasses import dataclass

from lore.intake.secret_scores import likeness
from lore.intake.secret_values import (
    is_counted,
    is_likely,
    is_made_up,
    is_phrase,
    is_placeholder,
    is_random,
    is_reference,
    is_set_apart,
    is_token,
    is_typed,
    is_weak,
)
from lore.intake.secret_words import HARMLESS_BEFORE, HARMLESS_NAMES, PASSWORD_WORDS, SHORT_KEY_WORDS, Found

SHORTEST = 5
"""Characters a password has at least."""
CERTAIN = 1.5
"""Of `likeness`: behind the name of a key a made-up value is meant as well."""
LOOSE, CLOSE = 12, 8
"""Characters of a random value: where words stand between it and the word, and where none do."""

_REST = re.compile(r"[\w.-]*")
_VALUE = re.compile(
    r"(?:!!?[a-z]{3,10} )?[\\\"'`*“‘«「（(]{0,8}(?P<value>(?:[^\s\"'`<>“”‘’«»「」]|<(?![/!a-zA-Z])"
    r"|(?<=[A-Za-z0-9])>(?=[A-Za-z0-9])){4,512})"
)
_QUOTED = re.compile(r"(?P<mark>[\"'`])(?P<value>[^\n\"'`]{4,200})(?P=mark)")
_SCHEMES = frozenset({"bearer", "basic", "token", "apikey", "digest", "negotiate"})
_NEXT_NAME = re.compile(r"[\w.]{1,30}[=.(]")
_NEXT_SETTING = re.compile(r"&(?=&|\Z|[\w.%-]{1,40}=|(?:amp|lt|gt|quot|apos|#\d{2,3});)")
"""Where the next setting of an address begins, or the next command."""
_FILE = re.compile(r"\.(?:txt|json|ya?ml|md|pyi?|tsx?|jsx?|go|rs|java|php|rb|sh|html?|css|sql|log|bin|gz|zip|tar)\Z")
TRAILING = ".,;:)]}|>"
_GOES_ON = re.compile(r"[ ][a-z]")
"""What follows the first word of a sentence."""


@dataclass(frozen=True, slots=True)
class Place:
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
    def rest(self) -> str:
        """How the name goes on behind the word."""
        match = _REST.match(self.text, self.end)
        return match.group() if match else ""

    @property
    def is_short(self) -> bool:
        return self.word in SHORT_KEY_WORDS and not self.text[self.start - 1 : self.start].isalnum()


def is_harmless_name(name: str) -> bool:
    """Whether a name that ends like this is not that of a secret."""
    small = name.lower()
    return small.rstrip("s").endswith(HARMLESS_NAMES) or bool(_FILE.search(small))


def is_behind_harmless(before: str) -> bool:
    """Whether a whole word stands there that names another kind: `max`, `cacheMax`, but not `admin` for its `min`."""
    small = before.lower()
    for word in HARMLESS_BEFORE:
        if small.endswith(word):
            begin = len(before) - len(word)
            starts = begin == 0 or not before[begin - 1].isalpha()
            if starts or (before[begin].isupper() and before[begin - 1].islower()):
                return True
    return False


def value_at(place: Place, position: int, *, shortest: int, weak: bool = False) -> Found | None:
    """The value that stands at `position`, if it looks like a secret.

    shortest: characters of a random value. weak: whether one word of letters, or a number, is meant as well.
    """
    text = place.text
    quoted = _QUOTED.match(text, position)
    if quoted and " " in quoted.group("value"):
        phrase = place.is_password and shortest <= LOOSE and is_phrase(quoted.group("value"))
        return Found(*quoted.span("value"), place.kind) if phrase else None
    if place.is_password and "phrase" in place.word:
        line_end = text.find("\n", position, position + 128)
        line = text[position : line_end if line_end >= 0 else position + 128].strip("\"'` ")
        if is_phrase(line):
            begin = text.index(line, position)
            return Found(begin, begin + len(line), place.kind)
    match = _VALUE.match(text, position)
    if match and match.group("value").lower() in _SCHEMES:
        match = _VALUE.match(text, match.end() + 1)
    if match is None:
        return None
    begin = match.start("value")
    literal = quoted.group("value") if quoted else ""
    value = match.group("value")
    value = literal if literal and value.startswith(literal) else _trimmed(value)
    if (
        not value
        or value.startswith("//")
        or is_reference(value)
        or is_placeholder(value)
        or (place.is_short and not is_token(value))
    ):
        return None
    made_up = (
        is_typed(value)
        or (is_made_up(value) and likeness(value) >= CERTAIN and not is_counted(value))
        or (place.is_password and (is_made_up(value) or is_phrase(value) or is_likely(value)))
        or (place.is_password and shortest <= LOOSE and is_set_apart(value))
    )
    weak = weak and (bool(literal) or not (value[0].isupper() and _GOES_ON.match(text, begin + len(value))))
    if made_up or is_random(value, shortest) or (weak and is_weak(value) and value.lower() not in PASSWORD_WORDS):
        return Found(begin, begin + len(value), place.kind)
    return None


def _trimmed(value: str) -> str:
    """The value without what the sentence, the literal or the escape put behind it."""
    if "://" not in value:
        value = value.split("\\n")[0].split(";")[0]
        value = _NEXT_SETTING.split(value, maxsplit=1)[0]
    value = value.split("\\")[0] or value
    for opener, closer in (("", ","), ("(", ")"), ("[", "]"), ("{", "}"), ("", "|")):
        head, mark, tail = value.partition(closer)
        goes_on = bool(tail) and tail[0].isalnum() and not _NEXT_NAME.match(tail)
        if mark and not goes_on and len(head) >= SHORTEST - 1 and (not opener or opener not in head):
            value = head
    # Behind a value in Latin letters a sentence in another script goes on without a space.
    ascii_end = next((at for at, character in enumerate(value) if not character.isascii()), len(value))
    if ascii_end >= SHORTEST:
        value = value[:ascii_end]
    return value.rstrip(TRAILING)
