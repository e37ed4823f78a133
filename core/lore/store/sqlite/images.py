"""Between the rows of the log and the domain: what an event holds of a row, as named fields with JSON values.

The log keeps images of rows (columns, lists as JSON text, flags as 0 and 1). Nobody outside the store sees them: an
event that leaves it speaks of things and their fields, and one that is applied comes back through here.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from lore.errors import StoreError
from lore.model import AuditEvent, Candidate, Collection, Digest, Evidence, Fact, Link, Project, Session
from lore.store.sqlite import rows
from lore.store.sqlite.connection import Row
from lore.store.sqlite.hashes import Values
from lore.store.sqlite.subjects import subject_of
from lore.store.sqlite.transaction import FILES, SEAL

State = Mapping[str, Any]
_LATER: Mapping[str, frozenset[str]] = {"facts": frozenset({"because", "origin", "standing"})}
"""Fields that images of older releases lack: in them they were empty."""
_AS_KEPT = ("seq", "at", "actor", "action", "unit", "run", "undoes", "installation", "number")


@dataclass(frozen=True, slots=True)
class _Shape:
    """The fields of a thing that are columns of its row."""

    names: tuple[str, ...]
    lists: frozenset[str]
    flags: frozenset[str]
    json: frozenset[str] = frozenset()


_THINGS: Mapping[str, type] = {
    "facts": Fact,
    "evidence": Evidence,
    "links": Link,
    "candidates": Candidate,
    "projects": Project,
    "collections": Collection,
    "digests": Digest,
    "sessions": Session,
}
_PLAIN: Mapping[str, _Shape] = {
    "settings": _Shape(("key", "value"), frozenset(), frozenset(), frozenset({"value"})),
    "sources": _Shape(("path", "size", "offset", "fingerprint", "session"), frozenset(), frozenset()),
}


def event_of(row: Row) -> AuditEvent:
    """An entry of the log in the words of the domain. Raises StoreError where it cannot be read."""
    before, after = (image_in(row, name) for name in ("before", "after"))
    return AuditEvent(
        **{name: row[name] for name in _AS_KEPT},
        subject=subject_of(row["table"], row["target"]),
        before=state_of(row["table"], before),
        after=state_of(row["table"], after),
    )


def image_in(row: Row, name: str) -> Values | None:
    """The image of a row in a column of the log. Raises StoreError where it is damaged."""
    try:
        image = json.loads(row[name]) if row[name] else None
    except ValueError as error:
        raise _unreadable(row["seq"]) from error
    if image is not None and not isinstance(image, dict):
        raise _unreadable(row["seq"])
    return image


def state_of(table: str, image: Values | None) -> State | None:
    """What the image of a row says in the words of the domain. Raises StoreError where it cannot be read."""
    if image is None:
        return None
    shape = _shape(table)
    if shape is not None:
        whole = {**dict.fromkeys(_LATER.get(table, ())), **image}
        return {name: _field(shape, name, whole[name]) for name in shape.names if name in whole}
    if table in ("turns", "events"):
        return {"numbers": image["seqs"]}
    return {name: value for name, value in image.items() if name != SEAL} if table in FILES else {**image}


def image_of(table: str, state: State) -> Values:
    """The columns of a row that hold these fields; without its number, which the store gives."""
    shape = _shape(table)
    if shape is None:
        return {"seqs": state["numbers"]} if table in ("turns", "events") else {**state}
    return {name: _column(shape, name, value) for name, value in state.items() if name in shape.names}


def _unreadable(seq: int) -> StoreError:
    return StoreError(f"event {seq} is damaged on disk", hint="run `lore doctor`, or `lore restore-backup`")


def _field(shape: _Shape, name: str, value: object) -> object:
    try:
        if name in shape.lists or name in shape.json:
            return json.loads(value) if isinstance(value, str) else value
    except ValueError as error:
        raise StoreError(f"the log has a `{name}` that cannot be read", hint="run `lore doctor`") from error
    return bool(value) if name in shape.flags else value


def _column(shape: _Shape, name: str, value: object) -> object:
    if name in shape.lists or name in shape.json:
        return json.dumps(value, ensure_ascii=False)
    return int(bool(value)) if name in shape.flags else value


@cache
def _shape(table: str) -> _Shape | None:
    if table not in _THINGS:
        return _PLAIN.get(table)
    names = tuple(field.name for field in fields(_THINGS[table]))
    return _Shape(names, frozenset(names) & rows.LISTS, frozenset(names) & rows.FLAGS)
