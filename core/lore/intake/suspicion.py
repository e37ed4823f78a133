"""What a person who reviews a text should know before approving it."""

import re
from collections.abc import Mapping

from lore.intake.sanitising import hidden_characters

_INSTRUCTION = re.compile(
    r"(?i)\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your|these|system)\b.{0,40}"
    r"\b(?:instruction|prompt|rule|guideline|restriction|context|polic)"
    r"|\b(?:do not|don't|never|without)\s+(?:tell|inform|mention|ask|alert|show|reveal)\w*\b.{0,40}\buser"
    r"|</?(?:system|system-reminder|memory|instructions?|assistant|human|user)\b[^>]{0,80}>"
    r"|^[^\S\n]*+(?:system|assistant|human|developer)\s{0,40}:"
    r"|\byou (?:are|must act as|will act as) (?:now )?(?:an?|the) .{0,40}\b(?:mode|jailbreak|dan)\b",
    re.M,
)
_REMOTE_CODE = re.compile(
    r"(?i)\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n]{0,200}\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b|\|\s*iex\b|\bbase64\s+(?:-d|--decode)\b[^\n]{0,80}\|\s*\w*sh\b"
    r"|--no-verify\b|(?:verify|ssl|tls)\s*[=:]\s*(?:false|off|no|0)\b|\brm\s+-rf\s+[/~]|\bchmod\s+(?:-R\s+)?777\b|_BASE_URL\s*="
    r"|--(?:registry|index-url|extra-index-url)[ =]https?://"
)
_SENDING = re.compile(
    r"(?i)\b(?:send|post|upload|copy|push|mirror|forward|exfiltrate)\b[^\n]{0,80}(?:https?://|git@|\.env\b|credential|secret)"
)


def review_warnings(raw: str) -> Mapping[str, str]:
    """What is suspicious in a text: the name of each warning with a plain sentence, most serious first."""
    from lore.intake.keys import marker_key
    from lore.intake.secrets import find_secrets  # compiles its rules: 40 ms

    found = {}
    hidden = hidden_characters(raw)
    if hidden:
        found["hidden"] = f"{hidden} hidden or control character{'s' if hidden > 1 else ''}"
    if _INSTRUCTION.search(raw):
        found["instruction"] = "reads like an instruction to an agent"
    if _REMOTE_CODE.search(raw):
        found["foreign-code"] = "runs foreign code or switches a safety check off"
    if _SENDING.search(raw):
        found["sending"] = "sends something to another place"
    if "[secret:" in raw or find_secrets(raw, marker_key()):
        found["secret"] = "held a secret, which was masked"
    return found
