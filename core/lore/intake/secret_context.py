"""Secrets that only their surroundings betray: `DB_PASSWORD=…`, "the password is …", `Authorization: Bearer …`."""

import re
from collections.abc import Iterator

from lore.intake.secret_values import is_made_up, is_placeholder, is_random, is_reference, is_strong
from lore.intake.secret_words import KEY_WORDS, PASSWORD_WORDS, SEED_WORDS, SHORT_PASSWORD_WORDS, Found

# What may stand between the word and its value: the rest of the name, closing marks, then `=`, `:`, `is` …
_NAME_REST = r"[\w.-]{0,40}"
_CLOSERS = r"[\\\"'`*\])}]{0,4}"
_ASSIGNED = re.compile(
    rf"(?P<name>{_NAME_REST}){_CLOSERS}[ \t]{{0,4}}(?:=>|:=|[=:]=?|\(|>)[ \t]{{0,4}}"
    r"(?:(?:[a-zA-Z]{1,12}|str \| None) = )?"
)
_YAML_VALUE = re.compile(rf"{_NAME_REST}[\"']?,?\s{{0,4}}\n?\s{{0,24}}[\"']?value[\"']?\s{{0,2}}[:=]\s{{0,2}}", re.I)
_SAID = re.compile(
    r"(?P<name>\w{0,3})[\"'`*]{0,3}(?P<of>[^\S\n](?:[^\s.:=;,]{1,30}[^\S\n]){0,7}?)?[^\S\n]{0,2}"
    r"(?:(?<![^\s\"'`*])(?:is|was|are|now|to|as|be|will be|reads|equals|lautet|ist|es|est|é|è|är|er|on|jest|je|este|"
    r"van|adalah|là|это|—|–|-)\b|[=:]|[是为為はが는은을를])"
    r"[\s:*]{0,4}(?:now |still |currently |just |actually |jetzt |ahora |maintenant )?",
    re.I,
)
_NEXT = re.compile(r"[\w-]{0,3}[,:]?[^\S\n]{1,3}")
_BASE64_BLOB = re.compile(r"[A-Za-z0-9+/=]{40,}")
_REST = re.compile(r"[\w.-]*")
_VALUE = re.compile(r"(?P<open>[\\\"'`*“‘«「（(]{0,4})(?P<value>[^\s\"'`<>“”‘’«»「」]{4,512})")
_QUOTED = re.compile(r"(?P<q>[\"'`])(?P<value>[^\n\"'`]{4,200})(?P=q)")
_SCHEMES = frozenset({"bearer", "basic", "token", "apikey", "digest", "negotiate"})
_BEFORE = 160
"""Characters before the word in which `use … as the password` is looked for."""
_AS = frozenset({"as", "for", "is", "als", "como", "comme"})
_WORDS = re.compile(
    r"[^\n]{0,40}?(?:[=:]|\bis\b|\bto\b)[\s\"'`*]{0,4}(?P<value>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})"
)
_TOKEN = re.compile(r"(?<![\w./~:-])(?:[A-Za-z0-9+/]{40}|[A-Za-z0-9+=_!#%*@^&$?-]{8,512})(?![\w/~:])")
SHORTEST = 5
"""Characters a password has at least."""
NEAR = 64
"""Characters behind the word within which a random value is its value."""
_TRAILING = ".,;:)]}|>"
_HARMLESS_NAMES = (
    "url", "uri", "path", "file", "name", "ttl", "count", "len", "length", "type", "field", "prefix", "suffix", "limit",
    "budget", "expiry", "expire", "second", "size", "_ms", "id", "header", "hash", "digest", "format", "policy", "column",
    "label", "title", "version", "index", "env", "arn", "ref", "_at", "mode", "statu", "rule", "regex", "pattern", "ring",
    "exist", "valid", "validator", "manager", "provider", "service", "store", "repository", "test", "check", "required",
    "enabled", "_in", "_out",
)  # fmt: skip
"""A name that goes on with one of these (plural or not) does not name the secret itself."""
_HARMLESS_BEFORE = (
    "primary", "foreign", "public", "cache", "partition", "sort", "idempotency", "object", "routing", "unique", "index",
    "group", "hash", "lookup", "map", "row", "dict", "query", "translation", "i18n", "react", "list", "item", "pub", "known",
    "host", "input", "output", "max", "min", "total", "num", "prompt", "completion", "cached", "next", "page",
    "continuation", "cancellation", "csrf", "eos", "bos", "pad", "stop", "special", "author",
)  # fmt: skip
"""A key or token of one of these kinds is none of the secret kind."""
_PROMISING = re.compile(r"[0-9!@#$%^&*+?~]|[a-z][A-Z]|[A-Z]{2}[a-z]")
"""Without one of these there is no value that looks like a secret."""


def named_secrets(text: str) -> Iterator[Found]:
    """Values that a name, a header or a sentence calls a secret."""
    lowered = text.lower() if "\u0130" not in text else text.replace("\u0130", "I").lower()
    if len(lowered) != len(text):
        lowered = text
    done = 0
    for start, end, kind in _words(lowered):
        if start < done:
            continue
        found = _after(text, start, end, kind) or _before(text, start, kind)
        if found:
            done = max(done, found.end)
            yield found


def _words(lowered: str) -> list[tuple[int, int, str]]:
    """Where the words stand, in order; of two at one place the longer."""
    places: dict[int, tuple[int, str]] = {}
    for words, kind in ((KEY_WORDS, "credential"), (SEED_WORDS, "seed_phrase"), (PASSWORD_WORDS, "password")):
        for word in words:
            at = lowered.find(word)
            while at >= 0:
                if at not in places or places[at][0] < at + len(word):
                    places[at] = (at + len(word), kind)
                at = lowered.find(word, at + len(word))
    for word in SHORT_PASSWORD_WORDS:
        if word in lowered:
            for match in re.finditer(rf"(?<![a-z0-9+/]){word}(?![a-z0-9+/])(?!:? test)", lowered):
                places.setdefault(match.start(), (match.end(), "password"))
    return sorted((start, end, kind) for start, (end, kind) in places.items())


def _after(text: str, start: int, end: int, kind: str) -> Found | None:
    if kind == "seed_phrase":
        words = _WORDS.match(text, end)
        return Found(*words.span("value"), kind) if words else None
    if not _PROMISING.search(text, end, end + NEAR + 2 * NEAR):
        return None
    if kind != "password" and text[max(0, start - 24) : start].rstrip("_-. ").lower().endswith(_HARMLESS_BEFORE):
        return None
    if _BASE64_BLOB.fullmatch(text, max(0, start - 20), end + 20):
        return None
    if text[start - 1 : start] == ":" and "arn:" in text[max(0, start - 80) : start]:
        return None
    password = kind == "password"
    assigned = _ASSIGNED.match(text, end) or _YAML_VALUE.match(text, end)
    if assigned:
        name = assigned.groupdict().get("name") or ""
        if not name.lower().rstrip("s").endswith(_HARMLESS_NAMES) and text[start - 1 : start] not in ("?",):
            found = _value_at(text, assigned.end(), kind, password, tight=True)
            if found:
                return found
    said = _SAID.match(text, end)
    if said:
        found = _value_at(text, said.end(), kind, password, tight=bool(not said.group("of")))
        if found:
            return found
    if password or text[max(0, start - 2) : start] == "--" or text[start:end].lower() in ("bearer", "basic ", "token"):
        following = _NEXT.match(text, end)
        if following or text[end - 1] == " ":
            found = _value_at(text, following.end() if following else end, kind, password, tight=False)
            if found:
                return found
    return _random_near(text, end, kind)


def _value_at(text: str, position: int, kind: str, password: bool, *, tight: bool) -> Found | None:
    quoted = _QUOTED.match(text, position)
    if (
        quoted
        and " " in quoted.group("value")
        and not (password and tight and len(quoted.group("value").split()) in range(3, 9))
    ):
        return None
    match = _VALUE.match(text, position)
    if not match:
        return None
    begin, end = match.span("value")
    value = text[begin:end]
    if value.lower() in _SCHEMES:
        following = _VALUE.match(text, end + 1)
        if not following:
            return None
        begin, end = following.span("value")
        value = text[begin:end]
    end = begin + len(_trimmed(value, text, begin))
    value = text[begin:end]
    if is_reference(value) or is_placeholder(value):
        return None
    if is_random(value, 8 if tight else 12) or (password and is_made_up(value)):
        return Found(begin, end, kind)
    return None


def _trimmed(value: str, text: str, begin: int) -> str:
    """The value without what the sentence, the literal or the escape put behind it."""
    value = value.split("\\n")[0].split(";")[0].split("&")[0] if "://" not in value else value
    value = value.split("\\")[0] or value
    for closer in (",", ")", "]", "}", "|"):
        head, mark, tail = value.partition(closer)
        if mark and (not tail or not tail[0].isalnum()) and len(head) >= 4:
            value = head
    return value.rstrip(_TRAILING)


def _random_near(text: str, end: int, kind: str) -> Found | None:
    """A long random word in the same sentence, such as "new token for the mailer: Zq8…"."""
    rest = _REST.match(text, end)
    begin = rest.end() if rest else end
    line_end = text.find("\n", begin, begin + NEAR)
    for word in _TOKEN.finditer(text, begin, line_end if line_end >= 0 else begin + NEAR + 512):
        if word.start() > begin + NEAR:
            return None
        value = word.group().rstrip(_TRAILING)
        mixed = any(map(str.isupper, value)) and any(map(str.islower, value))
        likely = (mixed and is_random(value, 16)) or (kind == "password" and is_strong(value))
        if likely and not is_placeholder(value) and not is_reference(value):
            return Found(word.start(), word.start() + len(value), kind)
    return None


def _before(text: str, start: int, kind: str) -> Found | None:
    """`use Velvet-12! as the password`."""
    words = text[max(0, start - _BEFORE) : start].split(" ")
    place = next((at for at in range(len(words) - 2, max(0, len(words) - 6), -1) if words[at].lower() in _AS), 0)
    value = words[place - 1].strip("\"'`*") if place else ""
    if len(value) < SHORTEST or not value.isascii() or len(value.split()) != 1 or is_placeholder(value) or is_reference(value):
        return None
    if is_random(value, 16) or (kind == "password" and is_made_up(value)):
        begin = text.rindex(value, 0, start)
        return Found(begin, begin + len(value), kind)
    return None
