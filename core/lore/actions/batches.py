"""Many questions at once: one JSON object a line, answered by the searcher of the engine."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from lore.actions.engine import Engine
from lore.actions.searching import DEPTHS, PLACES, Conditions, answered, request_of
from lore.errors import BadInput
from lore.model import Kind, Layer, SearchResult, Status
from lore.text import fault_in_json, shorten

LONGEST_SHOWN = 80
"""Characters of what is wrong with a line."""
LISTS = {"kind": "kinds", "layer": "layers", "status": "statuses", "project": "projects"}
"""Options of a line that may be repeated → the condition they are."""
PLAIN = {"in": "places", "limit": "limit", "depth": "depth"}


@dataclass(frozen=True, slots=True)
class Answered:
    """One line of a batch: its answer, or why it has none."""

    number: int
    """Of the line, from 1."""
    qid: object = None
    """What the line calls itself, as it was given."""
    result: SearchResult | None = None
    problem: BadInput | None = None


def answer_batch(engine: Engine, lines: Iterable[bytes], asked: Conditions) -> Iterator[Answered]:
    """Answer every line that holds a question; what a line leaves out is as in `asked`. Empty lines are passed over.

    First embeds whatever has no vector yet: many answers are worth the wait. Nothing that is found counts as used.
    """
    engine.reporter.stage("embedding")
    engine.searcher.prepare(engine.reporter.progress)
    engine.reporter.stage("")
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            values = _question(line)
            narrowed = _narrowed(asked, values)
            request_of(engine, values["query"], narrowed)
        except BadInput as error:
            yield Answered(number, problem=error)
        else:
            found = answered(engine, values["query"], narrowed, engine.searcher.search)
            yield Answered(number, values.get("qid"), found)


def _question(line: bytes) -> dict[str, Any]:
    """The question of one line. Raises BadInput where there is none."""
    try:
        values = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"not JSON: {fault_in_json(error)}") from error
    if not isinstance(values, dict) or not isinstance(values.get("query"), str):
        raise BadInput("there is no `query`")
    return values


def _narrowed(asked: Conditions, values: Mapping[str, Any]) -> Conditions:
    """The conditions with the options that a line names. Raises BadInput for a value of another type."""
    for name, check in _CHECKS.items():
        if name in values and not check(values[name]):
            given = shorten(json.dumps(values[name]), LONGEST_SHOWN)
            raise BadInput(f"`{name}` cannot be `{given}`")
    named: dict[str, Any] = {field: _several(values[name]) for name, field in LISTS.items() if name in values}
    named |= {field: values[name] for name, field in PLAIN.items() if name in values}
    if "group" in values:
        named["group_by_session"] = values["group"] == "session"
    return replace(asked, **named)


def _is_one_of(known: Iterable[str]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in known


def _all_of(kinds: type[StrEnum]) -> Callable[[Any], bool]:
    return lambda value: all(map(_is_one_of(list(kinds)), _several(value)))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _several(value: Any) -> Sequence[Any]:
    """What a line gives for an option that may be repeated."""
    return value if isinstance(value, list) else [value]


_CHECKS: Mapping[str, Callable[[Any], bool]] = {
    "in": _is_one_of(PLACES),
    "group": lambda value: value is None or value == "session",
    "depth": lambda value: _is_whole(value) and value in DEPTHS,
    "limit": lambda value: _is_whole(value) and value > 0,
    "kind": _all_of(Kind),
    "layer": _all_of(Layer),
    "status": _all_of(Status),
    "project": lambda value: all(isinstance(key, str) for key in _several(value)),
}
