"""From rows to the dataclasses of `lore.model`, and back."""

import json
from collections.abc import Callable, Sequence
from dataclasses import fields
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, cast

from lore import model
from lore.errors import StoreError
from lore.store.sqlite.connection import Row

Thing = TypeVar("Thing")

LISTS = frozenset({"tags", "concepts", "files", "aliases"})
FLAGS = frozenset({"tainted", "pinned", "code"})


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


def fact(row: Row) -> "model.Fact":
    return _build(model.Fact, row)


def evidence(row: Row) -> "model.Evidence":
    return _build(model.Evidence, row)


def link(row: Row) -> "model.Link":
    return _build(model.Link, row)


def candidate(row: Row) -> "model.Candidate":
    return _build(model.Candidate, row)


def session(row: Row) -> "model.Session":
    return _build(model.Session, row)


def turn(row: Row) -> "model.Turn":
    return _build(model.Turn, row)


def event(row: Row) -> "model.Event":
    return _build(model.Event, row)


def project(row: Row) -> "model.Project":
    return _build(model.Project, row)


def collection(row: Row) -> "model.Collection":
    return _build(model.Collection, row)


def document(row: Row) -> "model.Document":
    return _build(model.Document, row)


def chunk(row: Row) -> "model.Chunk":
    return _build(model.Chunk, row)


def run(row: Row) -> "model.Run":
    return model.Run(
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
    return tuple((field.name, _reader(field.name, field.type)) for field in fields(of))


def _reader(name: str, kind: Any) -> Callable[[Any], object] | None:
    if name in LISTS:
        return lambda value: () if value == "[]" else tuple(json.loads(value))
    if name in FLAGS:
        return bool
    return kind if isinstance(kind, type) and issubclass(kind, StrEnum) else None
