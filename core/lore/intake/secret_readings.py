"""The ways in which a text says what a secret is: assigned to a name, in a sentence, beside, below or before it."""

import re
from collections.abc import Callable

from lore.intake.secret_beside import is_named
from lore.intake.secret_cells import answered, in_bytes, in_column
from lore.intake.secret_place import CLOSE, LOOSE, SHORTEST, TRAILING, Place, is_harmless_name, value_at
from lore.intake.secret_values import (
    is_made_up,
    is_placeholder,
    is_random,
    is_reference,
    is_strong,
    is_token,
    is_token_like,
)
from lore.intake.secret_words import Found

NEAR = 64
"""Characters behind the word within which a random value is its value."""
BEFORE = 160
"""Characters before the word in which `use … as the password` is looked for."""
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
_DEFAULT = re.compile(
    rf"{_NAME_REST}{_CLOSERS}[^\n]{{0,60}}?"
    r"(?:\bdefault\(|\bor |\?\? |\|\| |:-|(?:get\w{0,10}|\w{0,10}env)\([^\n()]{1,60}, )"
    r"(?=[\"'\w])"
)
_ALONE = re.compile(r"(?:\A|\n)[ \t+>]{0,8}[\w.-]{0,40}\Z")
_SPACED = re.compile(rf"(?P<name>{_NAME_REST})[\"']?[ \t]{{1,20}}")
_DECLARES = re.compile(r"(?:(?:#define|\bsetx?(?: -\w{1,3})?|\bENV|\bARG|\bexport)[ \t]{1,4}|(?<!\S)--?)[\w.-]{0,40}\Z")
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
_NEXT = re.compile(r"(?P<name>[\w-]{0,30})[,:]?[^\S\n]{1,3}")
_AS = frozenset({"as", "for", "is", "als", "como", "comme"})
_BELOW = re.compile(
    r"(?P<rest>[^\n]{0,40})\n{1,3}(?:[ \t]{0,8}[-=~*_]{3,40}[ \t]{0,4}\n{1,2})?[\s>`*]{0,12}(?P<item>- )?"
    r"(?:[\w.$-]{1,40}(?: ?[:=]{1,2} (?=[\"'])|: ))?(?:(?i:it is|it's|es ist|c'est) )?[\"']?"
    r"(?P<value>[^\s`*\"']{5,512})(?:[`*.\"';,]{0,4}[ \t]{0,4}(?:\n|\Z)|[\"']{1,2}[}\],])"
)
_THAT_IS = re.compile(
    r"(?<![^\s\"'`*])(?P<value>[^\s\"'`*]{5,64})[\"'`*]{0,3},?\s"
    r"(?:that's|that is|this is|it's|is)\s(?:the|my|our|your)\s(?:[\w'-]{1,20}\s){0,3}[\"'`*]{0,2}\Z",
    re.I,
)
_VALUE_FIRST = re.compile(
    r"value[\"']?\s{0,2}[:=]\s{0,2}[\"']?(?P<value>[^\s\"',]{5,128})[\"']?,?\s{1,16}[\"']?(?:name|key)[\"']?\s{0,2}[:=]"
    r"\s{0,2}[\"']?[\w.-]{0,40}\Z"
)
_NOTED = re.compile(
    r"(?P<value>[^\s\"'`(),«»]{8,128}+)[\"'`);,»]{0,4}\s{1,4}(?:#|//|--|/\*|<-|←|—|–)\s{1,2}(?:[\w'-]{1,20}\s){0,4}\Z"
)
"""A value, and what it is in a comment behind it."""
_GOES_ON = re.compile(r"[^\n*]{0,80}\*/[ \t]{0,4}[^\s*]")
"""The comment ends within its line."""
_LATE = re.compile(
    r"(?<![^\s\"'`])(?P<value>[A-Za-z0-9+_-]{20,128})[\"'`]?[ ](?:[\w'-]{1,20}[ ]){0,4}(?:[\w-]{0,16}[ _-])?\Z"
)
_SEED = re.compile(
    r"[^\n]{0,40}?(?:[=:]|\bis\b|\bto\b|\n|[ ](?=[\"']))[\s\"'`*|>\\n\[({-]{0,40}"
    r"(?:1[.):][ ]{0,2})?(?P<value>[a-z]{3,8}(?:(?:[ ,\"']|\\n|\n){1,4}(?:\d{1,2}[.):][ ]{0,2})?[a-z]{3,8}){11,23})"
)
_SAYS = re.compile(r"[=:?\n\"']|\b(?:is|to)\b")
_LATIN = re.compile(r"[A-Za-z,.;]")
_WORD = re.compile(
    r"(?<![\w./~:-])(?:[A-Za-z0-9+/]{40,86}={0,2}|[A-Za-z0-9+=_!#%*@^&$?-]{8,512})(?![\w/~+]|:\S|\.[a-z])"
)
_BEFORE_VALUE = re.compile(r"(?:\A[^\"'{}()\[\]<>]*[:=：—–]|\b(?:is|ist|est|es|è))\Z")


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


def _defaulted(place: Place) -> Found | None:
    """`{{ x | default('…') }}`, `${DB_PASSWORD:-…}`, `getenv("TOKEN", "…")`."""
    match = _DEFAULT.match(place.text, place.end)
    return value_at(place, match.end(), shortest=LOOSE) if match else None


def _declared(place: Place) -> Found | None:
    """`#define API_KEY "…"`, `set -gx TOKEN …`, `setx`, `ENV`, `--token …`, name and value alone on a line."""
    text, start = place.text, place.start
    match = _SPACED.match(text, place.end)
    if match is None or is_harmless_name(match["name"]):
        return None
    before = text[max(0, start - 64) : start]
    if _DECLARES.search(before):
        return value_at(place, match.end(), shortest=LOOSE)
    found = value_at(place, match.end(), shortest=LOOSE + 4) if _ALONE.search(before) else None
    return found if found and text[found.end : found.end + 1] in ("", "\n") else None


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


def _following(place: Place) -> Found | None:
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
    if not (is_name or (bare and len(name) <= 3)) or is_harmless_name(name):
        return None
    return value_at(place, match.end() if match else end, shortest=LOOSE if bare else LOOSE + 4)


def _near(place: Place) -> Found | None:
    """A long random word in the same sentence, such as "new token for the mailer: Zq8…"."""
    text = place.text
    if is_harmless_name(place.rest):
        return None
    begin = place.end + len(place.rest)
    line_end = text.find("\n", begin, begin + NEAR)
    for word in _WORD.finditer(text, begin, line_end if line_end >= 0 else begin + NEAR + 512):
        if word.start() > begin + NEAR or place.is_short:
            return None
        value = word.group().rstrip(TRAILING)
        if "=" in value.rstrip("=") or (value.endswith("=") and text[word.end() : word.end() + 1] in ("{", '"', "'")):
            continue  # a name and its value, which is looked at for itself
        mixed = any(map(str.isupper, value)) and any(map(str.islower, value))
        likely = mixed and is_random(value, LOOSE + 4)
        if place.is_password and not likely:
            set_off = text[begin : word.start()].rstrip("\"'` ").endswith((":", "=", "-", "–", "—", "：", ","))
            set_off = set_off or not _LATIN.search(text, begin, word.start())
            likely = is_strong(value) or (set_off and is_made_up(value))
        elif (
            not likely
            and (lead := text[begin : word.start()].strip("\"'`( "), not lead or _BEFORE_VALUE.search(lead))[1]
        ):
            likely = is_token(value) if lead else is_token_like(value)
        named = word.start() - begin > 4 and is_named(text, word.start())
        if likely and not named and not is_placeholder(value) and not is_reference(value):
            return Found(word.start(), word.start() + len(value), place.kind)
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
    likely = is_token_like(value)
    if place.is_password and len(match["rest"].split()) <= 6:
        likely = likely or is_strong(value) or (is_made_up(value) and any(map(str.isdigit, value)))
    if not likely or is_placeholder(value) or is_reference(value):
        return None
    return Found(match.start("value"), match.start("value") + len(value), place.kind)


def _before(place: Place) -> Found | None:
    """`use Velvet-12! as the password`, `Velvet-12! is the password`."""
    text, start = place.text, place.start
    low = max(0, start - BEFORE)
    if match := _THAT_IS.search(text[low:start]):
        return _accepted(place, low + match.start("value"), match["value"].rstrip(TRAILING))
    if first := _VALUE_FIRST.search(text[low:start]):
        value = first["value"]
        likely = is_token_like(value) or (place.is_password and is_made_up(value))
        return _accepted(place, low + first.start("value"), value) if likely else None
    if (noted := _NOTED.search(text[low:start])) and not _GOES_ON.match(text, place.end):
        name, mark, assigned = noted["value"].partition("=")
        value = (assigned if mark and assigned else name).rstrip(TRAILING)
        likely = is_token_like(value) or (place.is_password and is_strong(value))
        return _accepted(place, low + noted.start("value") + noted["value"].index(value), value) if likely else None
    if not place.is_password and not place.is_short and (found := _named_late(place, low)):
        return found
    words = text[low:start].split(" ")
    at = next((at for at in range(len(words) - 2, max(0, len(words) - 6), -1) if words[at].lower() in _AS), 0)
    at = at or (1 if len(words) > 2 and words[1].lower() in _AS and len(words) < 6 else 0)
    value = words[at - 1].strip("\"'`*,") if at else ""
    return _accepted(place, text.rindex(value, 0, start), value) if value else None


def _named_late(place: Place, low: int) -> Found | None:
    """`is Zq8… still the api key`: a random value of both cases, and a few words behind it what it is."""
    late = _LATE.search(place.text, low, place.start)
    if late is None or late.end() != place.start or not is_random(late["value"], LOOSE + 4):
        return None
    is_mixed = not late["value"].islower() and not late["value"].isupper()
    return _accepted(place, late.start("value"), late["value"]) if is_mixed else None


def _accepted(place: Place, begin: int, value: str) -> Found | None:
    """The value before the word, if it looks like a secret."""
    if len(value) < SHORTEST or not value.isascii() or len(value.split()) != 1:
        return None
    if is_placeholder(value) or is_reference(value):
        return None
    likely = is_random(value, LOOSE + 4) or (place.is_password and is_made_up(value))
    return Found(begin, begin + len(value), place.kind) if likely else None


READINGS: tuple[Callable[[Place], Found | None], ...] = (
    _assigned,
    _declared,
    _said,
    _following,
    _defaulted,
    _near,
    _below,
    in_column,
    answered,
    in_bytes,
    _before,
)
