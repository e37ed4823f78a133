"""What looks like a secret and is made to be shown: ids, public keys, sealed values, fingerprints, pictures."""

import base64
import binascii
import json
import re
from calendar import timegm
from collections.abc import Iterable, Iterator

from lore.intake.secret_places import WORDS, Found

_FIRST, _LAST = timegm((2010, 1, 1, 0, 0, 0)) * 1000, timegm((2040, 1, 1, 0, 0, 0)) * 1000
"""Milliseconds between which an id says that it was made."""
_BEFORE_1970 = 12_219_292_800_000
"""Milliseconds from 1582, where the oldest UUIDs begin to count."""
_ULID = re.compile(r"[0-7][0-9A-HJKMNP-TV-Z]{25}|[0-7][0-9a-hjkmnp-tv-z]{25}")
_CROCKFORD = {letter: value for value, letter in enumerate("0123456789ABCDEFGHJKMNPQRSTVWXYZ")}
_UUID = re.compile(r"(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_SNOWFLAKE = re.compile(r"\d{17,20}")
_KSUID = re.compile(r"[0-7][0-9A-Za-z]{26}")
_OBJECT_ID = re.compile(r"[4-7][0-9a-f]{23}")
_PUBLIC = re.compile(
    r"pk_(?:live|test)_[\w-]{8,256}|pk\.eyJ[\w.-]{20,400}|sb_publishable_[\w-]{20,80}|phc_\w{20,80}"
    r"|(?:appl|goog|amzn|mac|strp|rcb)_[A-Za-z]{20,40}|FLWPUBK(?:_TEST)?-[\w-]{16,80}|pub[0-9a-f]{32}"
    r"|sq0idp-[\w-]{16,40}|sandbox-sq0idb-[\w-]{16,40}|rzp_(?:live|test)_[A-Za-z0-9]{14}|[\w-]+\.apps\.googleusercontent\.com"
    r"|(?:cus|sub|si|pi|pm|ch|py|in|ii|price|plan|evt|txn|acct|seti|src|card|ba|po|tr|pyr|req|promo|ctm|pri|add"
    r"|user|org|sess|team|prj|dpl|msg|toolu|call|resp|thread|asst|run)_[A-Za-z0-9]{8,32}"
    r"|prod_[A-Za-z0-9]{14}|cs_(?:live|test)_[A-Za-z0-9]{8,96}"
)
"""Keys that stand in a page for all to read, and the ids of customers, payments, messages and so on."""
_CHORD = re.compile(r"(?i)(?:(?:ctrl|alt|option|shift|cmd|command|super|meta)\+){1,3}(?:[a-z]{1,9}|f?\d{1,2}|[^\w\s])")
"""Keys of a keyboard that are pressed together."""
_CURVE = re.compile(r"B[A-P][\w-]{85}")
_JWT = re.compile(r"eyJ[\w-]+\.(?P<claims>eyJ[\w-]+)\.[\w-]*")
_NAME = re.compile(
    r"(?P<name>[A-Za-z][\w.-]{0,63})[\"'`\])]{0,3}[ \t]{0,4}(?:(?:=>|:=|[:=])[ \t]{0,4}|[ ](?<=\w[ ]))[\"'`({]{0,3}\Z"
)
_REACH = 80
_KEY = re.compile(r"(?i)[_. -]?keys?\Z")
_ID = re.compile(r"(?:\b|_|-)ids?\Z|Ids?\Z|(?i:customer|user|object|trace|span|request)\Z")
_DONE_TO = re.compile(r"\b(?!used|passed|shared|leaked|needed|supplied|pasted)[a-z]{2,12}ed [\w.-]{1,64} \Z")
"""What a log says was done to a thing, which it names by its id: `deleted secret 6a2b3d02…`."""
_SUM = re.compile(
    r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})(?:-\d{1,5})?|[0-9A-F]{16}|[0-9A-F]{32}|[0-9A-F]{40}"
)
_OF_SUM = re.compile(r"(?i)(?:commit|revision|checksum|sha[-_]?\d{1,3}|md5|etag|serial|gpg[-_]?key|pgp|signingkey)\Z")
"""The forms of checksums and fingerprints, and the names that they go by."""
_NUMBER = re.compile(r"[\d_.,]{1,16}")
_PROMISE = re.compile(r"(?:pass(?:word|wd|phrase)?|pwd|pin|token|secret|key|auth|login|credential)s?[_.-]")
_LAST_PART = re.compile(
    r"[_.-](?!pass|pwd|pin|code|token|secret|key|prod|stag|dev|test|default|old|new|current|main|root|admin)[a-z]{2,20}\Z"
)
"""What a name ends with, where that is neither a secret nor the place that it is for."""
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def is_no_secret(text: str, start: int, end: int) -> bool:
    """Whether what stands there is an id, a public key or the number of something."""
    value = text[start:end].strip(".,;:)]}'\"")
    if (
        tells_its_time(value)
        or _PUBLIC.fullmatch(value)
        or _CHORD.fullmatch(value)
        or _is_point(value)
        or _is_anonymous(value)
    ):
        return True
    is_number, is_sum = bool(_NUMBER.fullmatch(value)), bool(_SUM.fullmatch(value)) and not is_id(value)
    if not is_number and not is_sum and not is_id(value):
        return False
    match = _NAME.search(text, max(0, start - _REACH), start)
    if match is None:
        return False
    if is_sum:
        return bool(_OF_SUM.search(match["name"]))
    if is_number:
        return goes_on(match["name"])
    key = _KEY.search(match["name"])
    if key:
        return not match["name"][: key.start()].lower().endswith(WORDS["kinds_of_keys"])
    before = text[max(0, start - _REACH) : start]
    is_session = match["name"].lower().endswith("session") and "ookie" not in before
    return bool(is_session or _ID.search(match["name"]) or _DONE_TO.search(before))


def goes_on(name: str) -> bool:
    """Whether a name goes on behind the word that promises a secret, so that it is that of something else."""
    small = _CAPITAL.sub("_", name).lower()
    promise, last = _PROMISE.search(small), _LAST_PART.search(small)
    return bool(promise and last and promise.end() <= last.start() + 1)


def is_id(value: str) -> bool:
    """Whether it has the form of an id, which a key may have as well: where nothing says that it is one, it is none."""
    if _UUID.fullmatch(value) or tells_its_time(value):
        return True
    if _KSUID.fullmatch(value):
        return _FIRST <= ((_base_62(value) >> 128) + 1_400_000_000) * 1000 <= _LAST
    return bool(_OBJECT_ID.fullmatch(value)) and _FIRST <= int(value[:8], 16) * 1000 <= _LAST


def tells_its_time(value: str) -> bool:
    """Whether it says in its own digits when it was made: a ULID, a UUID of the ordered kinds, a snowflake."""
    if _ULID.fullmatch(value):
        time = 0
        for letter in value[:10].upper():
            time = time << 5 | _CROCKFORD[letter]
        return _FIRST <= time <= _LAST
    if _UUID.fullmatch(value):
        number = int(value.replace("-", ""), 16)
        version, high = number >> 76 & 0xF, number >> 80
        if version == 7:
            return _FIRST <= high <= _LAST
        if version == 1:
            ticks = (number >> 64 & 0xFFF) << 48 | (high & 0xFFFF) << 32 | high >> 16
        else:
            ticks = high << 12 | number >> 64 & 0xFFF
        return version in (1, 6) and _FIRST <= ticks // 10_000 - _BEFORE_1970 <= _LAST
    return bool(_SNOWFLAKE.fullmatch(value))


def _base_62(value: str) -> int:
    number = 0
    for letter in value:
        code = ord(letter)
        number = number * 62 + code - (48 if code < 58 else 55 if code < 91 else 61)
    return number


def _is_point(value: str) -> bool:
    """Whether it is a point of a curve, which only public keys are."""
    return bool(_CURVE.fullmatch(value)) and base64.urlsafe_b64decode(value + "=")[0] == 4


def _is_anonymous(value: str) -> bool:
    """Whether it is a token that says of itself that anybody may have it."""
    match = _JWT.fullmatch(value)
    if match is None:
        return False
    try:
        claims = json.loads(base64.urlsafe_b64decode(match["claims"] + "=="))
    except (binascii.Error, ValueError):
        return False  # signed, and no JSON: nothing says that it is public
    return isinstance(claims, dict) and claims.get("role") == "anon"


_B64 = r"[A-Za-z0-9+/_-]"
_SHOWN = re.compile(
    r"ENC\[[^\]\s]{1,4000}\]"
    rf"|(?<![A-Za-z0-9+/])Ag[ABCDQ]{_B64}{{60,8000}}={{0,2}}"
    r"|\$ANSIBLE_VAULT;[\d.]{1,8};\w{1,12}(?:;[\w-]{1,40})?(?:\s{1,24}[0-9a-f]{16,80}){1,400}"
    r"|age1[0-9a-z]{58}|-----BEGIN (?:CERTIFICATE|[A-Z0-9 ]{0,24}PUBLIC KEY|PGP (?:PUBLIC KEY BLOCK|SIGNATURE|MESSAGE))"
    r"[^-]{0,24}-----[^-]{1,16000}-----END"
    rf"|SHA256:{_B64}{{43}}=?|\bsha256:[0-9a-f]{{64}}\b"
    rf"|(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-nistp\d{{3}})[ ](?:\d{{3,5}}[ ])?{_B64}{{40,2000}}={{0,2}}"
    r"(?:[ ][\w.@-]{1,64})?"
    rf"|data:[a-z]{{1,16}}/[\w.+-]{{1,40}};base64,{_B64}{{1,40000}}={{0,2}}"
    r"|\{\{[^{}\n\"']{1,200}\}\}|https://[0-9a-f]{32}@[\w.-]{4,80}(?::\d{2,5})?/\d{1,20}\b"
    r"|(?i:site[-_]?key|site-verification|Sec-WebSocket-(?:Key|Accept))[\"']?[ ]?[:=][ ]?[\"']?[A-Za-z0-9+/_=-]{16,100}"
)
_HINTS = (
    "ENC[",
    "Ag",
    "VAULT;",
    "SHA256:",
    "sha256:",
    "ssh-",
    "ecdsa-",
    "base64,",
    "{{",
    "site",
    "SITE",
    "Site",
    "https://",
    "Sec-WebSocket",
    "age1",
    "-----BEGIN",
)


def besides(text: str, findings: Iterable[Found]) -> Iterator[Found]:
    """The finds that begin in no such value, and are no id or public key themselves."""
    known: list[tuple[int, int]] | None = None
    for found in findings:
        if known is None:
            is_there = any(map(text.__contains__, _HINTS))
            known = [match.span() for match in _SHOWN.finditer(text)] if is_there else []
        is_shown = any(start <= found.start < end for start, end in known)
        if not is_shown and not is_no_secret(text, found.start, found.end):
            yield found
