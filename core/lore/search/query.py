"""The query language, one grammar for every front end. Nothing is an error: what does not parse is text.

words        any of them; more and rarer ones count more
"a phrase"   the words in this order: must be there when the query has no other words, else counts strongly
-word        must not be there; also -"a phrase"
kind: layer: project: status: tag: agent: file: role: session: id:      one of these values; may be repeated
before: after: happened:   a date (2026, 2026-03, 2026-03-12) or 7d, 2w, 3m, 1y ago, today, yesterday
in:          facts, turns, docs or all
is:pinned is:tainted is:stale is:contradicted   and  -is:…

A time among the words ("last week", "in March") narrows nothing: what was said or happened then counts a little more.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lore.index.filters import PassageFilter
from lore.model import Layer, Role, Status, kind_of
from lore.search.moments import Span, span_of, spans_of
from lore.search.request import PLACES

LONGEST = 4_000
"""Characters of a query that are looked at."""

_TOKEN = re.compile(r'(?P<minus>-?)(?:(?P<field>[A-Za-z_]+):)?(?:"(?P<quoted>[^"]*)"|(?P<bare>\S+))')
_FLAGS = ("pinned", "tainted", "stale", "contradicted")


@dataclass(frozen=True, slots=True)
class Query:
    """What was asked for."""

    raw: str
    text: str = ""
    """The free words and phrases, as they stood."""
    words: str = ""
    """The free words alone."""
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    times: tuple[Span, ...] = ()
    """What the free words say of a time: a preference, no condition."""
    filter: PassageFilter = field(default_factory=PassageFilter)
    stale: bool | None = None
    contradicted: bool | None = None
    notes: tuple[str, ...] = ()
    """What was taken for text although it looked like something else."""


def parse(raw: str) -> Query:
    """Read a query. Never raises."""
    # Half a character, from a broken paste, is none: nothing below could encode it.
    raw = raw[:LONGEST].encode("utf-8", "replace").decode("utf-8")
    query = Query(raw)
    text: list[str] = []
    words: list[str] = []
    for match in _TOKEN.finditer(raw):
        quoted = match["quoted"]
        value = match["bare"] if quoted is None else quoted
        if match["field"]:
            narrowed = _narrow(query, match["field"].lower(), value, negated=bool(match["minus"]))
            if narrowed is not None:
                query = narrowed
                continue
            query = replace(query, notes=(*query.notes, *_unknown(match["field"], value)))
            text.append(match.group())
            words.append(match.group())
        elif match["minus"] and re.search(r"\w", value):
            query = replace(query, excluded=(*query.excluded, value))
        elif quoted is not None:
            text.append(quoted)
            query = replace(query, phrases=(*query.phrases, quoted)) if quoted.strip() else query
        else:
            text.append(match.group())
            words.append(match.group())
    free = " ".join(words)
    return replace(query, text=" ".join(text), words=free, times=spans_of(free))


def _narrow(query: Query, name: str, value: str, *, negated: bool) -> Query | None:
    """The query with one more condition, or None where this is none."""
    if name == "is":
        return _with_flag(query, value.casefold(), not negated)
    if name == "in" and not negated and value.casefold() in PLACES:
        return replace(query, filter=_with(query.filter, "types", PLACES[value.casefold()]))
    if negated or not value:
        return None
    if name in _TIMES:
        span = span_of(value)
        return replace(query, filter=_TIMES[name](query.filter, span)) if span else None
    rule = _VALUES.get(name)
    if rule is None:
        return None
    attribute, read = rule
    try:
        values = tuple(read(part) for part in _split(value))
    except ValueError:
        return None
    return replace(query, filter=_with(query.filter, attribute, (*getattr(query.filter, attribute), *values)))


def _with_flag(query: Query, flag: str, state: bool) -> Query | None:
    if flag in ("pinned", "tainted"):
        return replace(query, filter=_with(query.filter, flag, state))
    if flag == "stale":
        return replace(query, stale=state)
    if flag == "contradicted":
        return replace(query, contradicted=state)
    return None


def _with(known: PassageFilter, attribute: str, value: Any) -> PassageFilter:
    fields: dict[str, Any] = {attribute: value}
    return replace(known, **fields)


def _unknown(name: str, value: str) -> tuple[str, ...]:
    """A hint, where the token looked like a condition rather than like a link, a path or a plain sentence."""
    known = name.lower() in FIELDS
    if known and value:
        return (f"`{name}:{value}` was taken as text: `{value}` is not a value of `{name}:`",)
    if not known and re.match(r"\w", value):
        from difflib import get_close_matches  # 5 ms, and rarely needed

        close = get_close_matches(name.lower(), FIELDS, n=1, cutoff=0.7)
        return (f"`{name}:` is no field and was taken as text" + (f"; `{close[0]}:` is one" if close else ""),)
    return ()


def _split(value: str) -> list[str]:
    return [part for part in value.split(",") if part] or [value]


def _kind(value: str) -> str:
    return kind_of(value).value


def _one_of(names: type[Layer] | type[Status] | type[Role]) -> Callable[[str], str]:
    return lambda value: names(value.casefold()).value


def _project(value: str) -> str | None:
    return None if value == "none" else value


_VALUES: Mapping[str, tuple[str, Callable[[str], str | None]]] = {
    "id": ("ids", str),
    "kind": ("kinds", _kind),
    "layer": ("layers", _one_of(Layer)),
    "status": ("statuses", _one_of(Status)),
    "role": ("roles", _one_of(Role)),
    "project": ("projects", _project),
    "session": ("sessions", str),
    "tag": ("tags", str),
    "agent": ("agents", str),
    "file": ("files", str),
}
"""Field of the grammar → field of `PassageFilter`, and how a value is read (ValueError: it is none)."""

_TIMES: Mapping[str, Callable[[PassageFilter, Span], PassageFilter]] = {
    "after": lambda known, span: replace(known, after=span.start),
    "before": lambda known, span: replace(known, before=span.start),
    "happened": lambda known, span: replace(known, happened_after=span.start, happened_before=span.end),
}
FIELDS = (*_VALUES, *_TIMES, "in", "is")
