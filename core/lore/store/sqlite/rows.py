"""From rows to the dataclasses of `lore.model`, and back."""

import json
from collections.abc import Callable, Sequence
from dataclasses import fields
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, cast, get_args

from lore import model
from lore.errors import StoreError
from lore.store.sqlite.connection import Row

Thing = TypeVar("Thing")

LISTS = frozenset({"tags", "concepts", "files", "aliases", "lines", "sources"})
FLAGS = frozenset({"tainted", "pinned", "standing", "code"})
_KEPT_AS: dict[Any, type] = {int: int, float: float, bool: int, type(None): type(None)}
"""What is not kept as text."""
_FITTING: set[tuple[object, ...]] = set()
"""What rows were checked and fit, by columns and types: those of one query are nearly always the same."""


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


def digest(row: Row) -> "model.Digest":
    return _build(model.Digest, row)


def run(row: Row) -> "model.Run":
    return _build(model.Run, row)


def _build(of: type[Thing], row: Row) -> Thing:
    try:
        names, values = tuple(row.keys()), tuple(row)
        if (held := (of, names, tuple(map(type, values)))) not in _FITTING:
            _check(of, row)
            _FITTING.add(held)
        plan = _plan(cast(Any, of), names)
        return of(**{name: read(values[place]) if read else values[place] for name, place, read in plan})
    except (ValueError, TypeError, RecursionError) as error:
        raise StoreError(
            f"a row of the {of.__name__.lower()}s is damaged on disk: {error}",
            hint="run `lore doctor`, or `lore restore-backup`",
        ) from error


def _check(of: type[Thing], row: Row) -> None:
    """Raises TypeError where SQLite holds a value of another type than a field has: columns take any."""
    for name, allowed in _types(cast(Any, of)):
        if not isinstance(row[name], allowed):
            raise TypeError(f"`{name}` is of type {type(row[name]).__name__}")


@cache
def _types(of: Any) -> tuple[tuple[str, tuple[type, ...]], ...]:
    """The fields of a dataclass, each with the types that its column may have."""
    return tuple((field.name, _allowed(field.name, field.type)) for field in fields(of))


def _allowed(name: str, kind: Any) -> tuple[type, ...]:
    if name in FLAGS:
        return (int,)
    parts = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    found = {_KEPT_AS.get(part, str) for part in parts}
    return tuple(found | {int}) if float in found else tuple(found)


@cache
def _plan(of: Any, columns: tuple[str, ...]) -> tuple[tuple[str, int, Callable[[Any], object] | None], ...]:
    """The fields of a dataclass, each with the place of its column in a row, and what turns that into its value."""
    return tuple((field.name, columns.index(field.name), _reader(field.name, field.type)) for field in fields(of))


def _reader(name: str, kind: Any) -> Callable[[Any], object] | None:
    if name in LISTS:
        return lambda value: () if value == "[]" else _listed(value)
    if name in FLAGS:
        return bool
    if name == "summary":
        return _summary
    parts = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    named = [part for part in parts if isinstance(part, type) and issubclass(part, StrEnum)]
    return None if not named else _named(named[0]) if len(parts) == 1 else _named_or_nothing(named[0])


def _named_or_nothing(kind: type[StrEnum]) -> Callable[[str | None], StrEnum | None]:
    read = _named(kind)
    return lambda value: None if value is None else read(value)


def _named(kind: type[StrEnum]) -> Callable[[str], StrEnum]:
    """What turns a value into a member of an enumeration: five times as fast as calling it, with its errors."""
    known = {one.value: one for one in kind}
    return lambda value: known.get(value) or kind(value)


def _listed(value: str) -> tuple[str, ...]:
    found = json.loads(value)
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise ValueError("a list of texts holds something else")
    return tuple(found)


def _summary(value: str) -> dict[str, object]:
    found = json.loads(value)
    if not isinstance(found, dict):
        raise ValueError("a summary holds something else")
    return found
