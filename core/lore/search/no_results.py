"""What to tell a person whose search found nothing: what was searched, and what dropping a condition would give."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lore.index import Index, LexicalIndexes, LexicalQuery, PassageFilter
from lore.model import ONLY_NEAR, FoundBy, Hit, PassageType, Status
from lore.search.candidates import words_of
from lore.search.query import PLACES, RESOLVED, Query
from lore.store import Store

MANY = 100
_CONDITIONS: Mapping[str, tuple[str, ...]] = {
    "id": ("ids",),
    "kind": ("kinds",),
    "layer": ("layers",),
    "project": ("projects",),
    "session": ("sessions",),
    "role": ("roles",),
    "agent": ("agents",),
    "tag": ("tags",),
    "file": ("files",),
    "is:tainted": ("tainted",),
    "is:pinned": ("pinned",),
    "after": ("after",),
    "before": ("before",),
    "happened": ("happened_after", "happened_before"),
}
"""What a person calls a condition → the fields of the filter that it sets."""
_ACTIVE = (Status.ACTIVE.value,)


def nothing_found(store: Store, index: Index, query: Query, wanted: PassageFilter) -> tuple[str, ...]:
    """Lines for the person; the first says what was searched."""
    counts, notes = store.passages.count(), [searched(store, wanted)]
    if wanted.types == PLACES["docs"] and not counts[PassageType.CHUNK]:
        notes.append("`lore docs add FOLDER` takes documents into the search")
    if not any(counts.values()):
        return (*notes, "nothing is stored yet: `lore capture` reads transcripts, `lore add` saves a fact")
    if index.words is None:
        return tuple(notes)
    words = words_of(query)
    for change, found in _wider(index.words, query, words, wanted):
        if found:
            notes.append(f"{change} there would be {'at least ' if found == MANY else ''}{found}")
    return tuple(notes)


def only_near(hits: Sequence[Hit]) -> tuple[str, ...]:
    """A line for the person where no hit holds a word of the query."""
    if hits and all(hit.by is FoundBy.MEANING for hit in hits):
        return (ONLY_NEAR,)
    return ()


def searched(store: Store, wanted: PassageFilter) -> str:
    """How much was searched in vain."""
    counts = store.passages.count()
    return f"no match among {', '.join(f'{counts.get(kind, 0):,} {kind.plural}' for kind in wanted.types)}"


def _wider(
    index: LexicalIndexes, query: Query, words: LexicalQuery, wanted: PassageFilter
) -> Iterator[tuple[str, int]]:
    """What could be asked instead, and how much is found by words then."""
    dropped = dict(_dropped(query, wanted))
    counts = {change: _count(index, words, without) for change, without in dropped.items()}
    yield from counts.items()
    if len(dropped) > 1 and not any(counts.values()):
        yield "without all conditions", _count(index, words, PassageFilter(types=wanted.types, statuses=_ACTIVE))
    if words.excluded:
        yield "without `not:`", _count(index, replace(words, excluded=()), wanted)
    if words.strict and words.phrases:
        terms = tuple(dict.fromkeys(term for phrase in words.phrases for term in phrase))
        yield "without quotes", _count(index, replace(words, terms=terms, phrases=(), strict=False), wanted)
    if wanted.statuses == _ACTIVE:
        yield "of any status", _count(index, words, replace(wanted, statuses=()))
    if wanted.types != PLACES["all"]:
        yield "with `--in all`", _count(index, words, replace(wanted, types=PLACES["all"]))


def _dropped(query: Query, wanted: PassageFilter) -> Iterator[tuple[str, PassageFilter]]:
    """The filter without each of its conditions."""
    flags = [name for name in RESOLVED if getattr(query, name) is not None]
    plain = replace(wanted, ids=query.filter.ids, not_ids=query.filter.not_ids) if flags else wanted
    if flags:  # these stand in the filter as the facts that they hold for
        yield f"without {' and '.join(f'`is:{name}`' for name in flags)}", plain
    for name, fields in _CONDITIONS.items():
        without = _without(wanted, fields)
        if without != wanted and (name != "id" or plain.ids):
            yield f"without `{name}`", without
    if wanted.statuses not in ((), _ACTIVE):
        yield "without `status`", replace(wanted, statuses=_ACTIVE)


def _count(index: LexicalIndexes, words: LexicalQuery, wanted: PassageFilter) -> int:
    return len(index.search(words, wanted, MANY) if words else index.matching(wanted, MANY))


def _without(wanted: PassageFilter, fields: Sequence[str]) -> PassageFilter:
    nothing: dict[str, Any] = {field: getattr(PassageFilter(), field) for field in fields}
    return replace(wanted, **nothing)
