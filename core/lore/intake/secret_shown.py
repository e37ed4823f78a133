"""What looks like a secret and is made to be shown: sealed values, public keys, fingerprints, pictures in addresses."""

import re
from collections.abc import Iterable, Iterator

from lore.intake.secret_ids import is_no_secret
from lore.intake.secret_words import Found

_B64 = r"[A-Za-z0-9+/_-]"
_SHOWN = re.compile(
    r"ENC\[[^\]\s]{1,4000}\]"
    rf"|(?<![A-Za-z0-9+/])Ag[ABCDQ]{_B64}{{60,8000}}={{0,2}}"
    r"|\$ANSIBLE_VAULT;[\d.]{1,8};\w{1,12}(?:;[\w-]{1,40})?(?:\s{1,24}[0-9a-f]{16,80}){1,400}"
    r"|age1[0-9a-z]{58}|-----BEGIN (?:CERTIFICATE|[A-Z0-9 ]{0,24}PUBLIC KEY|PGP (?:PUBLIC KEY BLOCK|SIGNATURE|MESSAGE))"
    r"[^-]{0,24}-----[^-]{1,16000}-----END"
    rf"|SHA256:{_B64}{{43}}=?"
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
