"""The ways in which a text says what a secret is: assigned to a name, in a sentence, beside, below or before it."""

import re
from collections.abc import Callable

from lore.intake.secret_place import CLOSE, LOOSE, TRAILING, Place, is_harmless_name, value_at
from lore.intake.secret_values import (
    is_made_up,
    is_placeholder,
    is_reference,
    is_strong,
    is_surprising,
    is_token_like,
)
from lore.intake.secret_words import Found

NEAR = 64
"""Characters behind the word within which a random value is its value."""
BEFORE = 160
"""Characters before the word that say whether the same was looked at already."""
AFTER = 640
"""Characters behind the word that a reading looks at, at most."""
_NAME_REST = r"[\w.-]{0,40}"
_CLOSERS = r"[\\\"'`*\])}]{0,8}"
_TYPE = r":[ \t]{0,2}[&'\w<>|?\[\]. ]{1,30}=(?![=>])"
_GET_SET = r"(?:\{ ?get;[a-z ;]{0,24}\} ?)?"
_OPENED = r"(?:\[\[|[%]?q[qw]?[\[{(|](?=[^\s]))?"
_ASSIGNED = re.compile(
    rf"(?P<name>{_NAME_REST})(?:[ #]\d{{1,2}})?{_CLOSERS}(?:"
    rf"[ \t]{{0,4}}(?P<block>:[ \t]{{0,2}}[|>][+-]?\d?[+-]?)[ \t]{{0,4}}\n[ \t]{{1,40}}"
    rf"|(?P<sign>[ \t]{{0,4}}{_GET_SET}(?:>\s{{1,24}}<\w{{1,12}}>|=>|:=|:-|-{{0,2}}>|→|\{{(?=[\"'])"
    r"|</\w{1,12}>\s{0,8}<\w{1,12}>"
    rf"|(?:[ ][\w:-]{{1,16}}=\"[\w:./-]{{0,40}}\"){{1,3}}>|{_TYPE}"
    rf"|[=:：＝]=?\*{{0,2}}|\(|>|\||<-|%3[AaDd]|\\u003[ad])[ \t]{{0,4}})"
    r"|(?P<comma>[\\\"']{1,8}[ ]?,[ ]{0,12}(?=[\\\"'])))"
    r"(?:(?:[a-zA-Z]{1,12}|str \| None) = )?(?:&\w{1,20} )?(?:(?:[A-Z]\w{2,20}|[\w.]{0,12}(?:fromhex|unhexlify"
    r"|from_hex|b64decode|Buffer\.from))\((?=[\"']))?(?:[@bBrRuUfL]{1,2}(?=[\"']))?"
    rf"{_OPENED}"
)
_QUOTED_NAME = re.compile(r"[\"'][\w.-]{0,40}\Z")
_ATTRIBUTE = re.compile(r"[\"'][ ][\w-]{1,20}\Z")
_CLOSED = re.compile(r"[^<\s]{4,40}</")
_NAMES = re.compile(r"[\\\"']{1,8}[ ]?(?::|=>)")
_YAML_VALUE = re.compile(
    rf"{_NAME_REST}[\"']?(?:: ?\{{)?,?\s{{0,4}}\n?\s{{0,24}}[\"']?"
    r"(?:[\w:-]{1,20}[ ]?=[ ]?\"\w{1,20}\"\s{1,4}){0,3}"
    r"(?:\w{1,12}:|parameter)?value[\"']?\s{0,2}[:=]\s{0,2}",
    re.I,
)
_COPULA = re.compile(
    r"(?:(?<![^\s\"'`*)])(?:is|was|are|now|to|as|be|will be|reads|equals|lautet|ist|es|est|é|è|är|er|on|jest|je|este|"
    r"van|adalah|là|это)\b|(?<=\s)(?:[—–→-]|->)(?=\s)|[=:：]|(?:改|换|設|设)?成了?|[是为為はがを는은을를]|'s(?=\s))"
    r"[\s:*]{0,4}(?:now |still |currently |just |actually |jetzt |ahora |maintenant )?",
    re.I,
)
_BETWEEN = re.compile(r"\w{0,3}[\"'`*]{0,3}(?:[^\S\n]{1,2}[^\s.:=;,]{1,30}){0,8}[^\S\n]{0,2}")
_SENTENCE_END = re.compile(r"\n|[.!?;](?=\s)")
_BELOW = re.compile(
    r"(?P<rest>[^\n]{0,40})\n{1,3}(?:[ \t]{0,8}[-=~*_]{3,40}[ \t]{0,4}\n{1,2})?[\s>`*]{0,12}(?P<item>- )?"
    r"(?:[\w.$-]{1,40} ?[:=]{1,2} (?=[\"'])|[^\W\d_]{1,20}: )?(?:(?i:it is|it's|es ist|c'est) )?[\"']?"
    r"(?P<value>[^\s`*\"']{5,512})(?:[`*.\"';,]{0,4}[ \t]{0,4}(?:\n|\Z)|[\"']{1,2}[}\],])"
)
_EXPRESSION = re.compile(r"[(){};]|\w=\w|[<>~]=|:\d+:")
"""What code and lists of packages have, and no value that stands alone."""
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


def seed(place: Place) -> Found | None:
    """Twelve to twenty-four words behind the name of a seed phrase."""
    if not _SAYS.search(place.text, place.end, place.end + NEAR):
        return None
    words = _SEED.match(place.text, place.end)
    return Found(*words.span("value"), place.kind) if words else None


def _assigned(place: Place) -> Found | None:
    """`DB_PASSWORD=…`, `"apiKey": "…"`, `token => …`, `setSecret("…")`, a block of YAML."""
    text, end = place.text, place.end
    match = _YAML_VALUE.match(text, end) or _ASSIGNED.match(text, end)
    if match is None or text[place.start - 1 : place.start] == "?" or text.startswith((":?", ":+"), end):
        return None
    parts = match.groupdict()
    if is_harmless_name(parts.get("name") or ""):
        return None
    sign = (parts.get("sign") or "").strip()
    if parts.get("sign") == "|":
        return None  # one of several words that an expression looks for; the cells of a table have spaces
    if (
        place.is_short
        and place.word in ("key", "keys", "tok")
        and ("(" in match.group() or text[end : end + 1] in "\"'")
    ):
        return None
    opened = text[match.end() : match.end() + 1]
    if (parts.get("sign") == "(" and opened not in ("'", '"')) or (sign == ">" and opened == "@"):
        return None  # a call: what is handed on is a name; `<password>@host`: the word stands for the password
    # Only where a name is set, and not handed on, can any word be the password.
    tight = parts.get("sign") == "=" and _is_set(place)
    literal = sign not in ("(", ">", "|") and text[match.end() : match.end() + 1] in ("'", '"')
    in_tags = sign == ">" and bool(_CLOSED.match(text, match.end()))
    weak = place.is_password and (tight or literal or in_tags or bool(parts.get("block")))
    found = value_at(place, match.end(), shortest=LOOSE + 4 if place.is_short else CLOSE, weak=weak)
    if found and parts.get("comma"):
        # Two strings in a row: the first is a name and no sentence, the second is not the name of what follows it.
        is_name = _QUOTED_NAME.search(text, max(0, place.start - 48), place.start)
        return None if not is_name or _NAMES.match(text, found.end) else found
    return found


def _is_set(place: Place) -> bool:
    """Whether the name stands as in settings: in capitals, or behind the start of a line, `;` or `&`."""
    text, begin = place.text, place.start
    while begin > 0 and place.start - begin < 40 and (text[begin - 1].isalnum() or text[begin - 1] in "_.-"):
        begin -= 1
    name = text[begin : place.end]
    return name.isupper() or text[begin - 1 : begin] in ("", "\n", ";", "&", "?") or text[begin : begin + 2] == "--"


def _said(place: Place) -> Found | None:
    """`the password for the mailer is …`: the first value behind a verb or a sign in the same sentence."""
    text, end = place.text, place.end
    stop = _SENTENCE_END.search(text, end, end + 2 * NEAR)
    limit = stop.start() if stop else end + 2 * NEAR
    question = bool(stop and stop.group() == "?")
    for number, verb in enumerate(_COPULA.finditer(text, end, limit)):
        between = text[end : verb.start()]
        if verb.group()[0] in "=:" and _ATTRIBUTE.search(between):
            return None
        if number > 4 or question or not _BETWEEN.fullmatch(between) or any(map(is_harmless_name, between.split()[:1])):
            return None
        found = value_at(place, verb.end(), shortest=LOOSE if " " in between.strip() or place.is_short else CLOSE)
        if found:
            return found
    return None


def _below(place: Place) -> Found | None:
    """The name at the end of a line, a heading or a question, and the value alone on the next."""
    match = _BELOW.match(place.text, place.end)
    if match is None or is_harmless_name(match["rest"].rstrip("?: *").split(" ")[0]):
        return None
    if match["item"] and match["rest"].strip("\"'` "):
        return None
    if "," in match["value"] and "," in place.text[place.text.rfind("\n", 0, place.start) + 1 : place.start]:
        return None  # the row of a table
    value = match.group("value").rstrip(TRAILING)
    if _EXPRESSION.search(value):
        return None
    likely = is_token_like(value)
    if place.is_password and len(match["rest"].split()) <= 6:
        likely = likely or is_strong(value) or (is_made_up(value) and any(map(str.isdigit, value)))
    if not likely or is_placeholder(value) or is_reference(value):
        return None
    return Found(match.start("value"), match.start("value") + len(value), place.kind)


def in_bytes(place: Place) -> Found | None:
    """A key written byte by byte, in hexadecimal or decimal numbers."""
    if place.word.startswith(("cookie", "_auth", "basic")) or is_harmless_name(place.rest):
        return None
    match = _BYTES.match(place.text, place.end)
    return Found(*match.span("value"), place.kind) if match else None


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


READINGS: tuple[Callable[[Place], Found | None], ...] = (_assigned, _said, _below, in_bytes)
