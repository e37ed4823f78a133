"""From rows to the dataclasses of `lore.model`, and back."""

import json
from collections.abc import Callable, Sequence
from dataclasses import fields
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, cast

from lore.errors import StoreError
from lore.model import (
    Candidate,
    CandidateKind,
    CandidateStatus,
    Chunk,
    Collection,
    Document,
    Event,
    EventKind,
    Evidence,
    Fact,
    Kind,
    Layer,
    Link,
    LinkKind,
    Project,
    Role,
    Run,
    Session,
    Status,
    Tier,
    Turn,
)
from lore.store.sqlite.connection import Row

Thing = TypeVar("Thing")

LISTS = frozenset({"tags", "concepts", "files", "aliases"})
FLAGS = frozenset({"tainted", "pinned", "code"})
_ENUMS: dict[type, dict[str, type[StrEnum]]] = {
    Fact: {"kind": Kind, "status": Status, "tier": Tier, "layer": Layer},
    Evidence: {"role": Role},
    Link: {"kind": LinkKind},
    Candidate: {"kind": CandidateKind, "status": CandidateStatus, "layer": Layer},
    Turn: {"role": Role},
    Event: {"kind": EventKind},
}


def columns(thing: Any, names: Sequence[str] | None = None) -> dict[str, object]:
    """The column values of a dataclass, or of some of its fields."""
    wanted = names if names is not None else [field.name for field in fields(thing)]
    return {name: column(getattr(thing, name)) for name in wanted}


def column(value: object) -> object:
    """One value in the form in which SQLite keeps it: lists as JSON, names as text, flags as 0 and 1."""
    if isinstance(value, tuple):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, StrEnum):
        return value.value
    return int(value) if isinstance(value, bool) else value


def fact(row: Row) -> Fact:
    return _build(Fact, row)


def evidence(row: Row) -> Evidence:
    return _build(Evidence, row)


def link(row: Row) -> Link:
    return _build(Link, row)


def candidate(row: Row) -> Candidate:
    return _build(Candidate, row)


def session(row: Row) -> Session:
    return _build(Session, row)


def turn(row: Row) -> Turn:
    return _build(Turn, row)


def event(row: Row) -> Event:
    return _build(Event, row)


def project(row: Row) -> Project:
    return _build(Project, row)


def collection(row: Row) -> Collection:
    return _build(Collection, row)


def document(row: Row) -> Document:
    return _build(Document, row)


def chunk(row: Row) -> Chunk:
    return _build(Chunk, row)


def run(row: Row) -> Run:
    return Run(
        id=row["id"],
        kind=row["kind"],
        actor=row["actor"],
        started_at=row["started_at"],
        finished_at=row["finished_at"],
        summary=json.loads(row["summary"]),
    )


def _build(of: type[Thing], row: Row) -> Thing:
    try:
        return of(**{name: read(row[name]) if read else row[name] for name, read in _plan(cast(Any, of))})
    except (ValueError, TypeError) as error:
        raise StoreError(
            f"a row of the {of.__name__.lower()}s is damaged on disk: {error}",
            hint="run `lore doctor`, or `lore restore-backup`",
        ) from error


@cache
def _plan(of: Any) -> tuple[tuple[str, Callable[[Any], object] | None], ...]:
    """The fields of a dataclass, each with what turns its column into its value."""
    return tuple((field.name, _reader(of, field.name)) for field in fields(of))


def _reader(of: type, name: str) -> Callable[[Any], object] | None:
    if name in LISTS:
        return lambda value: () if value == "[]" else tuple(json.loads(value))
    return bool if name in FLAGS else _ENUMS.get(of, {}).get(name)
