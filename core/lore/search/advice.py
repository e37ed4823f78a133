"""What to tell a person whose search found nothing: what was searched, and what dropping a condition would give."""

from dataclasses import replace
from typing import Any

from lore.index import Index, PassageFilter
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
    words = words_of(query)
    if index.words is None or not words:
        return tuple(notes)
    for field, name in _FIELDS.items():
        narrowed = getattr(wanted, field) not in (None, ())
        if narrowed and (found := len(index.words.search(words, _without(wanted, field), MANY))):
            notes.append(f"without `{name}` there would be {'over ' if found == MANY else ''}{found}")
    if wanted.types != PLACES["all"]:
        wider = replace(wanted, types=PLACES["all"])
        if found := len(index.words.search(words, wider, MANY)):
            notes.append(f"with `--in all` there would be {'over ' if found == MANY else ''}{found}")
    return tuple(notes)


def _without(wanted: PassageFilter, field: str) -> PassageFilter:
    fields: dict[str, Any] = {field: getattr(PassageFilter(), field)}
    return replace(wanted, **fields)
