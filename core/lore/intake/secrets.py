"""Finds secrets in a text and masks each as `[secret:kind:hash8]`. Linear in the length of the text; idempotent.

Three ways of telling: by shape (`secret_rules`), by what a line calls its value (`secret_context`), and whole private
keys (`private_keys`). A value that is a placeholder, a reference or our own marker is no secret.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from lore.intake.private_keys import private_keys
from lore.intake.secret_context import named_secrets
from lore.intake.secret_rules import COMMANDS, PAIRS, TOKENS, URLS, Rule
from lore.intake.secret_values import is_made_up, is_placeholder, is_reference
from lore.intake.secret_words import MARKER, Found

SHORT = 100
"""Characters. Texts so short (ids, names of tools, paths) come again and again in one capture."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A text with its secrets masked."""

    text: str
    kinds: tuple[str, ...]
    """What was masked, in the order of the text."""


def mask(text: str, key: bytes) -> Masked:
    """The text with every secret replaced by a marker whose hash follows from the secret and `key`."""
    found = find_secrets(text)
    if not found:
        return Masked(text, ())
    pieces: list[str] = []
    done = 0
    for secret in found:
        digest = hmac.new(
            key, text[secret.start : secret.end].encode("utf-8", "surrogatepass"), hashlib.sha256
        ).hexdigest()
        pieces += (text[done : secret.start], f"[secret:{secret.kind}:{digest[:8]}]")
        done = secret.end
    return Masked("".join(pieces) + text[done:], tuple(secret.kind for secret in found))


def find_secrets(text: str) -> list[Found]:
    """Where the secrets stand, in order and apart; of two that overlap, the one that names its issuer names both."""
    return list(_found_before(text)) if len(text) <= SHORT else _find(text)


@lru_cache(maxsize=4096)
def _found_before(text: str) -> tuple[Found, ...]:
    return tuple(_find(text))


def _find(text: str) -> list[Found]:
    ranked = [
        (rank, found) for rank, search in enumerate(_SEARCHES) for found in search(text) if found.end > found.start
    ]
    if not ranked:
        return []
    markers = [(marker.start(), marker.end()) for marker in MARKER.finditer(text)]
    apart: list[tuple[int, Found]] = []
    for rank, found in sorted(ranked, key=lambda one: (one[1].start, -one[1].end)):
        if any(start < found.end and found.start < end for start, end in markers):
            continue
        if apart and found.start < apart[-1][1].end:
            best_rank, last = apart[-1]
            kind = found.kind if rank < best_rank else last.kind
            apart[-1] = (min(rank, best_rank), Found(last.start, max(last.end, found.end), kind))
        else:
            apart.append((rank, found))
    return [found for _, found in apart]


def _by_rules(
    rules: tuple[Rule, ...], accept: Callable[[str, re.Match[str]], bool]
) -> Callable[[str], Iterator[Found]]:
    def search(text: str) -> Iterator[Found]:
        for rule in rules:
            if not any(map(text.__contains__, rule.anchors)):
                continue
            group = "value" if "value" in rule.pattern.groupindex else 0
            for match in _matches(rule, text):
                if accept(match.group(group), match):
                    start, end = match.span(group)
                    yield Found(start, _without_escape(text, start, end), rule.kind)

    return search


def _matches(rule: Rule, text: str) -> Iterator[re.Match[str]]:
    if not rule.leading:
        yield from rule.pattern.finditer(text)
        return
    # A token starts a word. Looking there alone keeps a long word of repeated prefixes from being read once for each.
    for anchor in rule.anchors:
        start = text.find(anchor)
        while start >= 0:
            match = rule.pattern.match(text, start) if _starts_word(text, start) else None
            if match:
                yield match
            start = text.find(anchor, match.end() if match else start + len(anchor))


def _without_escape(text: str, start: int, end: int) -> int:
    """The end of a value without the `\\n` or `\\"` that JSON put behind it."""
    return end - 1 if end < len(text) and text[end - 1] == "\\" and end - start > 1 else end


def _starts_word(text: str, start: int) -> bool:
    before = text[start - 1] if start else " "
    # Behind an escaped line break (`\\nghp_…`) the letter before belongs to the escape, not to a longer word.
    return not (before.isascii() and before.isalnum()) or text[max(0, start - 2) : start] in ("\\n", "\\t", "\\r")


def _is_token(value: str, match: re.Match[str]) -> bool:
    return _starts_word(match.string, match.start()) and not is_placeholder(value)


def _is_value(value: str, match: re.Match[str]) -> bool:
    return not is_placeholder(value) and not is_reference(value)


def _is_password(value: str, match: re.Match[str]) -> bool:
    return is_made_up(value) and _is_value(value, match)


_SEARCHES: tuple[Callable[[str], Iterator[Found]], ...] = (
    private_keys,
    _by_rules(TOKENS, _is_token),
    _by_rules(URLS, _is_value),
    _by_rules(COMMANDS, _is_value),
    _by_rules(PAIRS, _is_password),
    named_secrets,
)
"""In the order of trust."""
