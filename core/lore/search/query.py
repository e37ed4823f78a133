"""The query language, one grammar for every front end. Nothing is an error: what does not parse is text.

words        any of them; more and rarer ones count more
"a phrase"   the words in this order: must be there when the query has no other words, else counts strongly
not:word     must not be there; also not:"a phrase". A dash excludes nothing: `-j4` is text, as it was pasted
kind: layer: project: status: tag: agent: file: role: session: id:      one of these values; may be repeated
category:    facts of one of these categories
before: after: happened:   a date (2026, 2026-03, 2026-03-12) or 7d, 2w, 3m, 1y ago, today, yesterday
in:          facts, turns, docs, digests or all
is:pinned is:tainted is:stale is:contradicted is:given   and  -is:…
A field without a value at the end is still being typed, and left out.

A time among the words ("last week", "in March") narrows nothing: what was said or happened then counts a little more.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from lore.index import PassageFilter
from lore.model import Layer, PassageType, Role, Status, kind_of
from lore.text import shorten, whole_characters
from lore.timespans import Span, span_of, spans_of

PLACES = {
    **{kind.place: (kind,) for kind in PassageType},
    "all": tuple(kind for kind in PassageType if kind is not PassageType.DIGEST),
}
"""Where to search: the words of `--in`, and the passages they stand for. Digests repeat what facts and messages say:
they are searched where they are asked for."""


def always() -> bool:
    """Of a search that is never given up."""
    return True


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """One question. The query may narrow further than `filter` does."""

    query: str
    places: str = "facts"
    limit: int = 10
    group_by_session: bool = False
    """Rank sessions; each hit is the best passage of one."""
    depth: int = 2
    """1: words and vectors only; 2: also uses neighbouring turns and other projects; 3: also follows
    links and sessions."""
    project: str | None = None
    """The project of who asks. At depth 1 other projects are left out, otherwise they come after equals of this one."""
    filter: PassageFilter = field(default_factory=PassageFilter)
    session: str | None = None
    """The session that asks."""
    context: str = ""
    """What is said now beside the query: a fact that it contradicts is marked."""
    record: bool = False
    """Whether it is noted which facts were listed, and when. That is no use of them."""
    typing: bool = False
    """Whether the query is still being typed: its last word then stands for every word that begins so."""
    is_wanted: Callable[[], bool] = always
    """Asked between the steps of a search: whether anybody still waits for it."""


LONGEST = 4_000
"""Characters of a query that are looked at."""
MOST_NOTES, LONGEST_NAMED = 5, 40
"""Notes on one query, and characters of what a note names."""

_TOKEN = re.compile(r'(?P<minus>-?)(?:(?P<field>[A-Za-z_]+):)?(?:"(?P<quoted>[^"]*)"|(?P<bare>\S+))')
FLAGS = ("pinned", "tainted", "stale", "contradicted", "given")
RESOLVED = ("stale", "contradicted", "given")
"""Those that stand for facts which are found when it is asked."""


@dataclass(frozen=True, slots=True)
class Query:
    """What was asked for."""

    raw: str
    text: str = ""
    """The free words and phrases, as they stood."""
    words: str = ""
    """The free words alone."""
    last_word: str = ""
    """The free word at the very end of the query: it may not be whole yet."""
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    times: tuple[Span, ...] = ()
    """What the free words say of a time: a preference, no condition."""
    filter: PassageFilter = field(default_factory=PassageFilter)
    stale: bool | None = None
    contradicted: bool | None = None
    given: bool | None = None
    """Whether sessions of its project start with it."""
    categories: tuple[str, ...] = ()
    """The facts of any of them."""
    notes: tuple[str, ...] = ()
    """What was taken for text although it looked like something else."""


def parse(raw: str) -> Query:
    """Read a query. Never raises."""
    asked, raw = raw, whole_characters(raw[:LONGEST])
    query = Query(raw, notes=(f"only the first {LONGEST:,} characters were looked at",) if len(asked) > LONGEST else ())
    text: list[str] = []
    words: list[str] = []
    last_word = ""
    for match in _TOKEN.finditer(raw):
        quoted, named, negated = match["quoted"], match["field"], bool(match["minus"])
        if match.end() == len(raw) and match.group().removeprefix("-").lower() in UNFINISHED:
            break
        value = match["bare"] if quoted is None else quoted
        if named:
            narrowed = _narrow(query, named.lower(), value, negated=negated)
            if narrowed is not None:
                query = narrowed
                continue
            query = query if negated else _with_note(query, _unknown(named, value))
            value = f"{named}:{value}"
        if negated:
            query = _with_note(query, _meant_to_exclude(match))
        if quoted is not None and not named and not negated:
            text.append(quoted)
            query = replace(query, phrases=(*query.phrases, quoted)) if quoted.strip() else query
        else:
            text.append(match.group())
            words.append(match.group())
            last_word = match.group() if match.end() == len(raw) else ""
    free = " ".join(words)
    return replace(query, text=" ".join(text), words=free, last_word=last_word, times=spans_of(free))


def _narrow(query: Query, name: str, value: str, *, negated: bool) -> Query | None:
    """The query with one more condition, or None where this is none."""
    if name == EXCLUDED and not negated and re.search(r"\w", value):
        left_out = f"what holds `{_shown(value)}` is left out"
        return _with_note(replace(query, excluded=(*query.excluded, value)), left_out)
    if name == "is":
        return _with_flag(query, value.casefold(), not negated)
    if name == "in" and not negated and value.casefold() in PLACES:
        return replace(query, filter=_with(query.filter, "types", PLACES[value.casefold()]))
    if negated or not value:
        return None
    if name == CATEGORY:
        return replace(query, categories=(*query.categories, *_split(value)))
    if name in TIMES:
        span = span_of(value)
        return replace(query, filter=TIMES[name](query.filter, span)) if span else None
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
    flags: dict[str, Any] = {flag: state}
    return replace(query, **flags) if flag in RESOLVED else None


def _with(known: PassageFilter, attribute: str, value: Any) -> PassageFilter:
    fields: dict[str, Any] = {attribute: value}
    return replace(known, **fields)


def _with_note(query: Query, note: str | None) -> Query:
    if note is None or note in query.notes or len(query.notes) == MOST_NOTES:
        return query
    return replace(query, notes=(*query.notes, note))


def _meant_to_exclude(match: re.Match[str]) -> str | None:
    """A hint, where a dash may have been meant to leave something out: no flag of one letter or of two dashes."""
    meant = match.group()[1:]
    if not re.match(r'"?[^\W\d_]{3}', meant):
        return None
    shown = _shown(meant)
    return f"`-{shown}` was searched as text: `not:{shown}` leaves out what holds it"


def _unknown(name: str, value: str) -> str | None:
    """A hint, where the token looked like a condition rather than like a link, a path or a plain sentence."""
    shown, asked = shorten(name, LONGEST_NAMED), _shown(value)
    known = name.lower() in FIELDS
    if known and value:
        return f"`{shown}:{asked}` was taken as text: `{asked}` is not a value of `{shown}:`"
    if not known and re.match(r"\w", value):
        close = _closest_field(name.lower())
        return f"`{shown}:` is not a field and was searched as text" + (f"; `{close}:` is one" if close else "")
    return None


def _shown(value: str) -> str:
    from lore.intake import sanitise  # 5 ms, and rarely needed

    return shorten(sanitise(value), LONGEST_NAMED)


@lru_cache(maxsize=64)
def _closest_field(name: str) -> str | None:
    from difflib import get_close_matches  # 5 ms, and rarely needed

    return next(iter(get_close_matches(name[:LONGEST_NAMED], FIELDS, n=1, cutoff=0.7)), None)


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

TIMES: Mapping[str, Callable[[PassageFilter, Span], PassageFilter]] = {
    "after": lambda known, span: replace(known, after=span.start_at),
    "before": lambda known, span: replace(known, before=span.start_at),
    "happened": lambda known, span: replace(known, happened_after=span.start_at, happened_before=span.end_at),
}
CATEGORY, EXCLUDED = "category", "not"
FIELDS = (*_VALUES, *TIMES, CATEGORY, EXCLUDED, "in", "is")
UNFINISHED = tuple(f"{name}:" for name in FIELDS)
