"""Values that say by themselves what they are, once a word promises a secret: beside it on its line, or in groups.

The readings of `secret_readings` know how a text says it; these know only that it was said, and ask the learned model
of `secret_scores` how much a value looks like a password. The less the word promises, the surer the value has to be.
"""

import re
from collections.abc import Iterator

from lore.intake.secret_scores import likeness
from lore.intake.secret_values import (
    is_counted,
    is_made_up,
    is_placeholder,
    is_reference,
    is_strong,
    is_surprising,
    is_token,
)
from lore.intake.secret_words import Found

REACH = 96
"""Characters before and behind the word, on its line."""
SURE, LIKELY = 1.5, 0.0
"""Of `likeness`: for a bare value, and for one in quotes."""
WEAK, SURER, STRONG = 1.5, 4.0, 2.0
"""More than that, where the word names signing in and no secret."""
_LETTER = r"[^\s\"'`<>(),;\[\]{}|=:/\\«»“”‘’]"
_CANDIDATE = re.compile(
    rf"(?P<mark>[\"'`«“]?)(?<!{_LETTER})(?P<value>{_LETTER}{{6,128}})(?!{_LETTER})(?P<end>[\"'`»”]?)"
)
_NAMED = re.compile(r"(?:\w[=:]|[\"'] ?(?:=>|[:=]) ?)[\"']?\Z")
"""Another name that says what the value is."""
_ADDRESS = re.compile(r"@(?:\d+\.|[\w-]+\.)")
_LONG_RUN = re.compile(rf"{_LETTER}{{129,4096}}")
_IS_LETTER = re.compile(_LETTER)
_MARKED = re.compile(r"[!@#$%^*?](?<=[A-Za-z0-9].)(?:(?=[A-Za-z0-9])|(?![^\s\"'`,;.)]))")
"""A mark in a word or at its end."""
ALONE, LONGEST = 3.5, 40
"""Of `likeness`, for a value that no word around it promises; and its characters."""
_TRAILING = ".,*"
_ASSIGNED = re.compile(rf"[\"']? ?[=:] ?[\"']?(?P<value>{_LETTER}{{32,128}})")
_HEX = frozenset("0123456789abcdef")
_GROUP = r"[A-Za-z0-9]{4,12}"
_GROUPS = re.compile(
    r"[^\n]{0,40}?(?:[=:]|\bis\b|\n)[\s\"'`*>-]{0,16}(?:1[.)] )?"
    rf"(?P<value>{_GROUP}(?:(?:[ -]|,[ ]|[ \t]{{0,4}}\r?\n[\s>*-]{{0,8}}(?:\d{{1,2}}[.)] )?){_GROUP}){{2,40}})(?![\w-])"
)
_SPLIT = re.compile(r"(?:[\s>*,-]|\b\d{1,2}[.)] )+")


def beside(text: str, start: int, end: int, kind: str, *, is_weak: bool) -> Found | None:
    """The value on the line of the word that looks most like a password. is_weak: the word promises none by itself."""
    line = text.rfind("\n", max(0, start - REACH), start) + 1 or max(0, start - REACH)
    stop = text.find("\n", end, end + REACH)
    best: tuple[float, Found] | None = None
    for low, high in ((end, stop if stop >= 0 else end + REACH), (line, start)):
        for begin, value, is_quoted in _candidates(text, low, high):
            if high == start and text.startswith("  ", begin + len(value)):
                continue  # another cell of a row
            score = (
                (max(likeness(value), STRONG) if is_strong(value) else likeness(value))
                - (LIKELY if is_quoted else SURE)
                - (WEAK if is_weak else 0)
            )
            if score > 0 and (best is None or score > best[0]) and is_secret(value, kind):
                best = score, Found(begin, begin + len(value), kind)
        if best:
            return best[1]
    return None


def adjacent(text: str, end: int, kind: str) -> Found | None:
    """The token right behind a word that names much else as well: `try the key …`."""
    match = _CANDIDATE.match(text, end + 1) if text[end : end + 1] == " " else None
    value = match["value"].rstrip(_TRAILING) if match else ""
    if match is None or value.islower() or value.isupper() or likeness(value) < SURE or not is_secret(value, kind):
        return None
    begin = match.start("value")
    return Found(begin, begin + len(value), kind)


def assigned(text: str, end: int) -> Found | None:
    """A token given to what signs in: `sonar.login=…`."""
    match = _ASSIGNED.match(text, end)
    value = match["value"].rstrip(_TRAILING) if match else ""
    if match is None or len(value) < 32 or not is_token(value) or is_placeholder(value) or is_reference(value):
        return None
    if likeness(value) < SURER and not set(value) <= _HEX:
        return None
    return Found(match.start("value"), match.start("value") + len(value), "credential")


def _candidates(text: str, low: int, high: int) -> Iterator[tuple[int, str, bool]]:
    for match in _CANDIDATE.finditer(text, low, high):
        before = text[match.start() - 1 : match.start()]
        after = text[match.end() : match.end() + 1]
        if before in ("/", "\\", "<", "[") or after in ("/", "\\", "(", "[") or _ADDRESS.search(match["value"]):
            continue
        value = match["value"].rstrip(_TRAILING)
        if len(value) >= 6 and value[:2] != "--" and not is_named(text, match.start("value")):
            yield match.start("value"), value, bool(match["mark"] and match["end"])


def is_named(text: str, start: int) -> bool:
    """Whether a name stands right before the value that begins here: `id=…`, `"id": "…"`."""
    return bool(_NAMED.search(text, max(0, start - 6), start))


def is_secret(value: str, kind: str) -> bool:
    """Whether nothing else speaks against it."""
    if not is_made_up(value) or is_placeholder(value) or is_reference(value):
        return False
    return kind == "password" or is_token(value) or (likeness(value) >= SURER and not is_counted(value))


def by_themselves(text: str) -> Iterator[Found]:
    """Values with a mark within that could only be a password, whatever stands around them."""
    done = 0
    for mark in _MARKED.finditer(text):
        if mark.start() < done:
            continue
        low = mark.start()
        while low > max(done, mark.start() - LONGEST) and _IS_LETTER.match(text, low - 1):
            low -= 1
        run = _LONG_RUN.match(text, low)
        if run:
            done = run.end()  # no word is as long
            continue
        for begin, value, _ in _candidates(text, low, mark.start() + LONGEST):
            if begin <= mark.start():
                done = begin + len(value)
                if 8 <= len(value) <= LONGEST and likeness(value) >= ALONE and is_secret(value, "password"):
                    yield Found(begin, done, "password")
            break


def groups(text: str, end: int, kind: str) -> Found | None:
    """Random letters and digits in groups of the same length: a seed for codes, a recovery key, codes line by line."""
    match = _GROUPS.match(text, end)
    if match is None:
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
    return Found(*match.span("value"), kind)
