"""Finds secrets in a text and masks each as `[secret:kind:hash8]`. Linear in the length of the text; idempotent.

Five ways of telling: whole private keys (`private_keys`), a published format, a shape, what is built as only secrets
are behind their name (all `secret_formats`), and what stands around a value (`secret_judge`). Each reads the text as it
stands, then what its escapes, base 64 and hexadecimal digits stand for (`secret_views`). A placeholder or a reference
is no secret.
"""

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from lore.intake.keys import MARKER, is_ours, marker
from lore.intake.private_keys import private_keys
from lore.intake.secret_formats import SHAPES, Rule, Scope, built, starts_word, tokens
from lore.intake.secret_judge import judged
from lore.intake.secret_places import STEMS, Found, Places, WordScan, lowered, promises
from lore.intake.secret_shown import besides, is_id
from lore.intake.secret_values import (
    is_issued,
    is_made_up,
    is_placeholder,
    is_reference,
    is_set_apart,
    is_token_like,
)
from lore.intake.secret_views import decoded, long_words, narrow, resolved, unescaped, without

SHORT = 100
"""Characters. Texts so short (ids, names of tools, paths) come again and again in one capture."""
COOKIE = 200
"""Characters before a session in which the header says that it is a cookie."""
_ID = re.compile(r"(?<![\w:-])[cdeflr]:[a-z2-7]{6,16}(?![\w:-])", re.ASCII)
"""As `lore.store.sqlite.ids` makes them, whole or as short as a terminal shows them, and as people quote them."""
_ENDINGS = ".,;:!?)"
DEPTH = 2
"""Encodings within encodings that are looked into."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A text with its secrets masked."""

    text: str
    kinds: tuple[str, ...]
    """What was masked, in the order of the text."""


def mask(text: str, key: bytes) -> Masked:
    """The text with every secret replaced by a marker whose hash follows from the secret and `key`."""
    findings = find_secrets(text, key)
    if not findings:
        return Masked(text, ())
    pieces: list[str] = []
    done = 0
    for secret in findings:
        pieces += (text[done : secret.start], marker(text[secret.start : secret.end], secret.kind, key))
        done = secret.end
    return Masked("".join(pieces) + text[done:], tuple(secret.kind for secret in findings))


def find_secrets(text: str, key: bytes) -> list[Found]:
    """Where the secrets stand, in order and apart; of two that overlap, the one that names its issuer names both.

    key: that of the markers. A marker of another key is skipped as if it were not there.
    """
    return list(_found_before(text, key)) if len(text) <= SHORT else _find(text, key)


@lru_cache(maxsize=4096)
def _found_before(text: str, key: bytes) -> tuple[Found, ...]:
    return tuple(_find(text, key))


def _find(text: str, key: bytes) -> list[Found]:
    markers = list(MARKER.finditer(text)) if "[secret:" in text else []
    foreign = [match.span() for match in markers if not is_ours(match, key)]
    if foreign:
        view = without(text, foreign, [""] * len(foreign))
        inner = _find(view.text, key)
        return [Found(view.origin(found.start), view.origin(found.end - 1) + 1, found.kind) for found in inner]
    ours = [match.span() for match in markers]
    text = narrow(text)
    ranked = list(_ranked(text, ours, DEPTH))
    return _besides_ids(text, _apart(ranked, ours)) if ranked else []


def _besides_ids(text: str, findings: list[Found]) -> list[Found]:
    """The finds without those that are nothing but an id of a fact, a candidate or a run: it looks like a password."""
    ids = [match.span() for match in _ID.finditer(text)] if findings else []
    return [
        one
        for one in findings
        if not any(start <= one.start < end and not text[end : one.end].strip(_ENDINGS) for start, end in ids)
    ]


def _ranked(text: str, ours: list[tuple[int, int]], depth: int) -> Iterator[tuple[int, Found]]:
    """Every find with its rank, lowest the most trusted."""
    json = resolved(text)
    if json:
        # What JSON wrote is read as it was before: once, and its marks of other kinds for themselves.
        inside = [match.span() for match in MARKER.finditer(json.text)]
        for rank, found in _ranked(json.text, inside, depth):
            yield rank, Found(json.origin(found.start), json.origin(found.end - 1) + 1, found.kind)
        return
    look = _look(text)
    yield from _plainly(look, ours)
    for view in unescaped(text):
        inside = [match.span() for match in MARKER.finditer(view.text)]
        seen = _look(view.text)
        for rank, found in _plainly(seen, inside):
            yield rank, Found(view.origin(found.start), view.origin(found.end - 1) + 1, found.kind)
        if depth:
            yield from _within(seen, depth, view.origin)
    if depth:
        yield from _within(look, depth, int)


def _within(look: "_Look", depth: int, origin: Callable[[int], int]) -> Iterator[tuple[int, Found]]:
    """The runs of base 64 and hexadecimal digits that hold a secret."""
    for start, end, inside in decoded(look.text, look.dense):
        first = next(_ranked(inside, [], depth - 1), None)
        if first is not None:
            yield first[0], Found(origin(start), origin(end - 1) + 1, first[1].kind)


def _plainly(look: "_Look", ours: list[tuple[int, int]]) -> Iterator[tuple[int, Found]]:
    for found in private_keys(look.text, look.dense):
        yield 0, found
    for found in besides(look.text, tokens(look.text, look.dense)):
        yield 1, found
    for rank, rule, anchors in look.rules:
        for found in besides(look.text, _matches(look, rule, anchors, _ACCEPTS[rank][1])):
            yield rank + 2, found
    words = promises(look.text, look.lowered, look.places)
    around = chain(built(words), judged(look.text, words, ours))
    for found in besides(look.text, around):
        yield len(_ACCEPTS) + 2, found


def _apart(ranked: list[tuple[int, Found]], ours: list[tuple[int, int]]) -> list[Found]:
    """The finds in order, overlapping ones as one, without those that touch a marker."""
    apart: list[tuple[int, Found]] = []
    place = 0
    for rank, found in sorted(ranked, key=lambda one: (one[1].start, -one[1].end)):
        while place < len(ours) and ours[place][1] <= found.start:
            place += 1
        if place < len(ours) and ours[place][0] < found.end:
            continue
        if apart and found.start < apart[-1][1].end:
            best_rank, last = apart[-1]
            kind = found.kind if rank < best_rank else last.kind
            apart[-1] = (min(rank, best_rank), Found(last.start, max(last.end, found.end), kind))
        else:
            apart.append((rank, found))
    return [found for _, found in apart]


def _matches(
    look: "_Look", rule: Rule, anchors: tuple[str, ...], accept: Callable[[str, re.Match[str]], bool]
) -> Iterator[Found]:
    group = "value" if "value" in rule.pattern.groupindex else 0
    for match in _candidates(look, rule, anchors):
        if accept(match.group(group), match):
            start, end = match.span(group)
            end = _without_escape(look.text, start, end)
            if end > start:
                yield Found(start, end, rule.kind)


def _candidates(look: "_Look", rule: Rule, anchors: tuple[str, ...]) -> Iterator[re.Match[str]]:
    """Where the expression of the rule matches, each place once."""
    if rule.scope is Scope.LONG_WORD:
        if rule.pattern.search(look.dense):
            yield from rule.pattern.finditer(look.text)
    elif not rule.at_anchor:
        yield from rule.pattern.finditer(look.text)
    else:
        for anchor in anchors:
            done = 0
            for at in look.places[anchor]:
                match = rule.pattern.match(look.text, at) if at >= done else None
                if match:
                    done = match.end()
                    yield match


def _without_escape(text: str, start: int, end: int) -> int:
    """The end of a value without the `\\n` or `\\"` that JSON put behind it."""
    return end - 1 if end < len(text) and text[end - 1] == "\\" and end - start > 1 else end


def _is_token(value: str, match: re.Match[str]) -> bool:
    return starts_word(match.string, match.start()) and is_issued(value)


def _is_value(value: str, match: re.Match[str]) -> bool:
    return not is_placeholder(value) and not is_reference(value)


def _is_session(value: str, match: re.Match[str]) -> bool:
    in_header = "ookie" in match.string[max(0, match.start() - COOKIE) : match.start()]
    return (in_header or not is_id(value)) and _is_value(value, match)


def _is_password(value: str, match: re.Match[str]) -> bool:
    return is_made_up(value) and _is_value(value, match)


def _is_given(value: str, match: re.Match[str]) -> bool:
    """A password, and no port or address."""
    return bool(value.strip("0123456789.:/-")) and (_is_password(value, match) or is_set_apart(value))


def _is_signer(value: str, match: re.Match[str]) -> bool:
    """Whether it is a token, or what signs is given a password."""
    signs = match[0][0] not in ":/ -\n"
    return is_token_like(value) or (signs and (is_set_apart(value) or _is_password(value, match)))


_ACCEPTS: tuple[tuple[tuple[Rule, ...], Callable[[str, re.Match[str]], bool]], ...] = (
    (SHAPES["tokens"], _is_token),
    (SHAPES["urls"], _is_value),
    (SHAPES["commands"], _is_value),
    (SHAPES["sessions"], _is_session),
    (SHAPES["signers"], _is_signer),
    (SHAPES["given"], _is_given),
)
"""In the order of trust, behind whole keys and published formats; what only its surroundings betray comes last."""
_RULES = tuple((rank, rule) for rank, (rules, _) in enumerate(_ACCEPTS) for rule in rules)
_OPTION = re.compile(r"-(?:(?<![\w-]-)|(?<=\\[nrt]-))[A-Za-z-]")


def _of_scope(*scopes: Scope) -> tuple[tuple[int, Rule], ...]:
    return tuple((rank, rule) for rank, rule in _RULES if rule.scope in scopes)


def _anchors(*scopes: Scope) -> frozenset[str]:
    return frozenset(anchor for _, rule in _of_scope(*scopes) for anchor in rule.anchors)


_PLAIN, _PLACED, _OPTIONAL = _of_scope(Scope.TEXT, Scope.LONG_WORD), _of_scope(Scope.LOWERED), _of_scope(Scope.OPTION)
_ANCHORS, _LONG = _anchors(Scope.TEXT), _anchors(Scope.LONG_WORD)
_SCAN = WordScan((*STEMS, *_anchors(Scope.LOWERED, Scope.OPTION)))


@dataclass(frozen=True, slots=True)
class _Look:
    """What one cheap look at a text says about the thorough ones."""

    text: str
    lowered: str
    """The same in small letters, each at its place."""
    dense: str
    """Its long words."""
    places: Places
    """Where anchors and what words that promise a secret have in common stand in the text."""
    rules: tuple[tuple[int, Rule, tuple[str, ...]], ...]
    """Those with an anchor in the text, each with its rank and these anchors."""


def _look(text: str) -> _Look:
    dense, small = long_words(text), lowered(text)
    places = _SCAN.places(small)
    anchored = {anchor for anchor in _ANCHORS if anchor in text} | {anchor for anchor in _LONG if anchor in dense}
    live: list[tuple[int, Rule, tuple[str, ...]]] = []
    for scopes, there in ((_PLAIN, anchored), (_PLACED, places), (_OPTIONAL, places if _OPTION.search(text) else ())):
        live += [(rank, rule, known) for rank, rule in scopes if (known := _of(rule.anchors, there))]
    live.sort(key=_rank)
    return _Look(text, small, dense, places, tuple(live))


def _of(anchors: tuple[str, ...], there: Container[str]) -> tuple[str, ...]:
    return tuple([anchor for anchor in anchors if anchor in there])


def _rank(live: tuple[int, Rule, tuple[str, ...]]) -> int:
    return live[0]
