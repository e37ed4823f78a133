"""Secrets that are told by themselves: a published beginning, a shape, or what is built as only secrets are.

Formats (`token_formats.tsv`) and shapes (`secret_shapes.tsv`) are data. Every beginning ends in a mark (`ghp_`,
`sk-ant-`) or is a word of its own (`AKIA`); the text is read once for each of the two, and only what stands there is
looked up. A shape is tried only where one of its anchors stands in the text.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from string import ascii_letters, digits

from lore.intake.secret_places import Found, Place, is_harmless_name
from lore.intake.secret_values import MANY_MARKS, PUNCTUATION, is_issued, is_random, is_surprising


class Scope(StrEnum):
    """Where the anchor of a rule stands, wherever the rule applies."""

    LONG_WORD = "long_word"
    """In the same long word as the secret."""
    TEXT = "text"
    """Anywhere in the text."""
    LOWERED = "lowered"
    """At the beginning of the secret's surroundings, in small letters whatever the text has."""
    OPTION = "option"
    """The same, in a text that gives an option to a command."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Text of this shape is a secret. Where the expression has a group `value`, only that part is."""

    kind: str
    anchors: tuple[str, ...]
    pattern: re.Pattern[str]
    scope: Scope

    @property
    def at_anchor(self) -> bool:
        """Whether the expression matches at an anchor or not at all."""
        return self.scope in (Scope.LOWERED, Scope.OPTION)


def _shapes() -> Mapping[str, tuple[Rule, ...]]:
    """The rules of each group of shapes."""
    groups: dict[str, list[Rule]] = {}
    for line in Path(__file__).with_name("secret_shapes.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            group, kind, scope, anchors, pattern = line.split("\t")
            rule = Rule(kind, tuple(json.loads(anchors)), re.compile(pattern), Scope(scope))
            groups.setdefault(group, []).append(rule)
    return {group: tuple(rules) for group, rules in groups.items()}


SHAPES = _shapes()


_ALPHABETS = {
    "d": r"\d",
    "h": r"[0-9a-fA-F]",
    "l": r"[0-9a-z]",
    "U": r"[0-9A-Z]",
    "a": r"[0-9A-Za-z]",
    "u": r"[0-9A-Za-z_-]",
    "t": r"[0-9A-Za-z_.-]",
    "b": r"[0-9A-Za-z+/=_-]",
    "x": r"[0-9A-Za-z+/=_.~:$%,|^#-]",
}
LOOK, LONGEST = 256, 8192
"""Characters of a body that are looked at, and that a token has at most."""
_BODIES = {letter: re.compile(f"{alphabet}{{1,{LOOK}}}") for letter, alphabet in _ALPHABETS.items()}
_MARK = re.compile(r"[_.:$+/=|#~-](?<=[A-Za-z0-9_].)(?=[A-Za-z0-9+/_$-]{8})")
"""Begins with the mark itself: the search skips what has none."""
_TRAILING = ".,:;/~|^#%$-"
KEY, HEAD = 3, 2
"""Characters by which a beginning is looked up: before its last mark, and of one that has no mark."""
OWN = 4
"""Characters of a beginning that no other text has: it counts within a word as well, and with half a body."""
LEAST = 10
"""Characters of a body that was cut off."""

_COMMON_WORDS = frozenset(
    ("live", "test", "sandbox", "access", "secret", "key", "api", "sdk", "mob", "pubkey", "access-sandbox")
)
"""Beginnings that stand in names of other things as well."""
_TOKEN_WORDS = frozenset(
    ("sk", "rk", "pat", "api", "apikey", "secret", "token", "tok", "live", "prod", "oauth", "sat", "uat", "oat", "aat")
)
"""With one of these as its last word a beginning that is not in the list is that of a token, too."""
_TOKEN_ENDS = frozenset(shape(word[-2:]) for word in _TOKEN_WORDS for shape in (str.lower, str.upper, str.title))
_PUBLIC_WORDS = re.compile(r"(?:^|[^a-z])(?:pk|pub|public|publishable)[_-]", re.I)
_UNKNOWN_BODY = re.compile(r"[A-Za-z0-9]{20,200}(?![A-Za-z0-9])")


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of token."""

    kind: str
    start: str
    alphabet: str
    least: int
    """Characters of the shortest body that is issued."""
    most: int
    """Characters of the longest."""

    @property
    def stem(self) -> str:
        """The beginning up to its last mark; empty where it has none."""
        return self.start.rstrip(ascii_letters + digits)

    @property
    def is_distinct(self) -> bool:
        """Whether nothing else begins like this."""
        return (
            len(self.stem) >= OWN and self.stem.strip("_-.") not in _COMMON_WORDS and any(map(str.isalpha, self.stem))
        )

    @property
    def floor(self) -> int:
        """Characters of a body from which on it is masked: a distinct beginning betrays a token that was cut off."""
        return max(LEAST, self.least // 2) if self.least < 40 else self.least * 2 // 5


def formats() -> Iterator[Format]:
    """Every published format, a beginning each."""
    for line in Path(__file__).with_name("token_formats.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            kind, alphabet, lengths, starts = line.split("\t")
            least, _, most = lengths.rstrip("+").partition("-")
            longest = LONGEST if lengths.endswith("+") else int(most or least)
            yield from (Format(kind, start, alphabet, int(least), longest) for start in starts.split(" "))


@lru_cache(maxsize=1)
def _heads() -> re.Pattern[str]:
    """Where a beginning without a mark may stand; the search skips all that begins with none of their letters."""
    seconds: dict[str, str] = {}
    for head in sorted(_lookups()[1]):
        seconds[head[0]] = seconds.get(head[0], "") + head[1]
    heads = "|".join(f"{first}[{rest}]" for first, rest in seconds.items())
    return re.compile(
        rf"(?:{heads})(?:(?<![A-Za-z0-9].{{{HEAD}}})|(?<=\\[nrt].{{{HEAD}}}))(?=[A-Za-z0-9][A-Za-z0-9+/_.-]{{11}})"
    )


@lru_cache(maxsize=1)
def _lookups() -> tuple[dict[str, list[Format]], dict[str, list[Format]]]:
    """Formats by the last characters of what ends in a mark, and by the first of the others; the longest first."""
    by_stem: dict[str, list[Format]] = {}
    by_head: dict[str, list[Format]] = {}
    for form in sorted(formats(), key=lambda form: -len(form.start)):
        lookup, place = (by_stem, form.stem[-KEY:]) if form.stem else (by_head, form.start[:HEAD])
        lookup.setdefault(place, []).append(form)
    return by_stem, by_head


def tokens(text: str, dense: str) -> Iterator[Found]:
    """Every token of a published format, and what is built like one. dense: the long words of the text."""
    by_stem, by_head = _lookups()
    done = 0
    for mark in _MARK.finditer(text):
        after = mark.end()
        if after <= done:
            continue
        for form in by_stem.get(text[max(0, after - KEY) : after]) or by_stem.get(text[after - HEAD : after], []):
            start = after - len(form.stem)
            if start >= 0 and text.startswith(form.start, start) and (end := _end_of(form, text, start)):
                done = end
                yield Found(start, end, form.kind)
                break
        else:
            if text[after - 3 : after - 1] in _TOKEN_ENDS and (found := _unlisted(text, after - 1)):
                done = found.end
                yield found
    for word in _heads().finditer(text) if _heads().search(dense) else ():
        start = word.start()
        for form in by_head.get(text[start : start + HEAD], ()):
            if text.startswith(form.start, start) and (end := _end_of(form, text, start)):
                yield Found(start, end, form.kind)
                break


def _end_of(form: Format, text: str, start: int) -> int | None:
    """Where a token of this format ends that begins at `start`; None where there is none."""
    if not form.is_distinct and not starts_word(text, start):
        return None
    begin = start + len(form.start)
    alphabet = _BODIES[form.alphabet]
    body = _body(alphabet, text, begin)
    least, most = (form.floor, LONGEST) if form.is_distinct else (form.least, form.most)
    if len(body) < least and form.is_distinct:
        alphabet = _BODIES["u"]
        body = _body(alphabet, text, begin)
    if not least <= len(body) <= most or not is_issued(body):
        return None
    if not starts_word(text, start) and (form.stem[:-1].islower() or not is_random(body, LEAST)):
        return None  # the end of a word: `session_with_10000_records`
    end = begin + len(body)
    while end - begin >= LOOK and end - begin < LONGEST and (more := _body(alphabet, text, end)):
        end += len(more)
    return _wrapped(alphabet, text, end) if len(body) < form.least else end


def _wrapped(alphabet: re.Pattern[str], text: str, end: int) -> int:
    """The end of a token that a terminal broke in two: the rest stands alone at the start of the next line."""
    rest = alphabet.match(text, end + 1) if text[end : end + 1] == "\n" else None
    if rest is None or text[rest.end() : rest.end() + 1] not in ("", "\n", " ") or not is_random(rest.group(), 8):
        return end
    return rest.end()


def _body(alphabet: re.Pattern[str], text: str, begin: int) -> str:
    match = alphabet.match(text, begin)
    body = match.group() if match else ""
    return body if len(body) == LOOK else body.rstrip(_TRAILING)


def _unlisted(text: str, mark: int) -> Found | None:
    """A token whose issuer is not in the list: `acme_live_` or `xyz-pat-` and a long random body."""
    if text[mark] not in "_-":
        return None
    begin = mark
    while begin > 0 and mark - begin < 32 and (text[begin - 1].isalnum() or text[begin - 1] in "_-"):
        begin -= 1
    head = text[begin:mark]
    if not head.isascii() or re.split("[_-]", head)[-1].lower() not in _TOKEN_WORDS or _PUBLIC_WORDS.search(head + "_"):
        return None
    body = _UNKNOWN_BODY.match(text, mark + 1)
    if body is None:
        return None
    value = body.group()
    if not any(map(str.isdigit, value)) or value.isdigit() or not is_random(value, 20) or not is_issued(value):
        return None
    return Found(begin, body.end(), "api_token")


_IN_BASE64 = re.compile(r"(?=[A-Za-z+/]{0,23}\d)(?=[^A-Z]{0,23}[A-Z])(?=[^a-z]{0,23}[a-z])[A-Za-z0-9+/]{24}\Z")
"""What stands before a slash or a plus that is no mark but a digit of base 64."""


def starts_word(text: str, start: int) -> bool:
    """Whether a word begins here, also behind an escaped line break (`\\nghp_…`)."""
    before = text[start - 1] if start else " "
    if before in "+/" and _IN_BASE64.search(text, max(0, start - 24), start):
        return False
    return not (before.isascii() and (before.isalnum() or before == "_")) or text[max(0, start - 2) : start] in (
        "\\n",
        "\\t",
        "\\r",
    )


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
