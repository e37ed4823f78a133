"""What to tell a person whose search found nothing: what was searched, and what dropping a condition would give."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lore.index import Index, PassageFilter
from lore.index.lexical import Lexical, Words
from lore.model import PassageType
from lore.search.candidates import words_of
from lore.search.query import Query
from lore.search.request import PLACES
from lore.store import Store

MANY = 100
_NAMES = {PassageType.FACT: "facts", PassageType.TURN: "turns", PassageType.CHUNK: "document parts"}
_FIELDS = {
    "kinds": "kind", "layers": "layer", "statuses": "status", "projects": "project", "sessions": "session",
    "roles": "role", "agents": "agent", "tags": "tag", "files": "file", "tainted": "is:tainted", "pinned": "is:pinned",
    "after": "after", "before": "before", "happened_after": "happened", "happened_before": "happened",
}  # fmt: skip


def nothing_found(store: Store, index: Index, query: Query, wanted: PassageFilter) -> tuple[str, ...]:
    """Lines for the person; the first says what was searched."""
    counts = store.passages.count()
    searched = ", ".join(f"{counts.get(kind, 0):,} {_NAMES[kind]}" for kind in wanted.types)
    notes = [f"nothing found among {searched}"]
    if wanted.types == PLACES["docs"] and not counts[PassageType.CHUNK]:
        notes.append("`lore docs add FOLDER` takes documents into the search")
    if not any(counts.values()):
        return (*notes, "nothing is stored yet: `lore capture` reads transcripts, `lore add` saves a fact")
    if index.words is None:
        return tuple(notes)
    words = words_of(query)
    for change, found in _wider(index.words, words, wanted):
        if found:
            notes.append(f"{change} there would be {'over ' if found == MANY else ''}{found}")
    return tuple(notes)


def _wider(index: Lexical, words: Words, wanted: PassageFilter) -> Iterator[tuple[str, int]]:
    """What could be asked instead, and how much is found by words then."""
    for field, name in _FIELDS.items():
        if getattr(wanted, field) not in (None, ()):
            yield f"without `{name}`", _count(index, words, _without(wanted, field))
    if words.excluded:
        yield "without the words after `-`", _count(index, replace(words, excluded=()), wanted)
    if words.strict and words.phrases:
        terms = tuple(dict.fromkeys(term for phrase in words.phrases for term in phrase))
        yield "without quotes", _count(index, replace(words, terms=terms, phrases=(), strict=False), wanted)
    if wanted.types != PLACES["all"]:
        yield "with `--in all`", _count(index, words, replace(wanted, types=PLACES["all"]))


def _count(index: Lexical, words: Words, wanted: PassageFilter) -> int:
    return len(index.search(words, wanted, MANY) if words else index.matching(wanted, MANY))


def _without(wanted: PassageFilter, field: str) -> PassageFilter:
    fields: dict[str, Any] = {field: getattr(PassageFilter(), field)}
    return replace(wanted, **fields)
