"""The door in front of the tables: a text passes intake on its way into a row, whatever table and column it is for.

Nobody else writes an INSERT or an UPDATE of a row that holds text; so a new table, column or caller cannot forget it.
What `intake.clean` made is only looked at, not masked again: that costs a microsecond instead of 0.4 ms a kilobyte.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from lore import intake
from lore.model import Clean
from lore.store.sqlite.connection import Connection, Cursor

Values = Mapping[str, object]
Thing = TypeVar("Thing")

JSON_COLUMNS = frozenset({"tags", "concepts", "files", "aliases", "lines", "sources", "value", "summary", "measures"})
"""Columns that hold JSON: each text inside it passes by itself."""
NAMES = frozenset({"source_id"})
"""Columns that name what may have no name of its own: then Lore makes one, and that is no secret."""
AS_RECORDED: Mapping[str, str] = {
    "before": "what a row or file was: undo brings it back byte for byte, and what it holds passed when it was written",
    "after": "what a row or file became, for the same reason",
}
"""Columns of the log that stay as `Transaction.record` gives them, each with the reason."""

_HARMLESS = re.compile(
    r"\d{4}-\d\d-\d\dT[\d:.]+Z"  # a time
    r"|[a-z]:[a-z0-9]{1,16}|[a-z]:\d{1,18}|[0-9a-f]{16}|[0-9a-f]{32}"  # an id or a hash as Lore makes them
    r"|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"  # a session
    r"|/?(?>(?:[A-Za-z_-]{1,60}|[\w-]{1,19})(?![\w-])[/.]{0,2})++",  # a word, a project, a folder
    re.ASCII,
)
"""Names too short or too plain for a secret of any rule: looking for one takes 40 ms the first time."""
_SHORT = 200


def insert(connection: Connection, table: str, values: Values, *, conflict: str = "", ready: bool = False) -> Cursor:
    """Add a row. `conflict`: what stands behind its values; `ready`: it has passed, or an undo brings it back."""
    row = values if ready else passed_row(values)
    names = ", ".join(f'"{name}"' for name in row)
    marks = ", ".join("?" * len(row))
    return connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks}) {conflict}", [*row.values()])


def update(
    connection: Connection, table: str, values: Values, key: str, wanted: object, *, ready: bool = False
) -> None:
    """Change columns of the rows whose column `key` is `wanted`; `ready` as in `insert`."""
    row = values if ready else passed_row(values)
    settings = ", ".join(f'"{name}" = ?' for name in row)
    connection.execute(f"UPDATE {table} SET {settings} WHERE {key} = ?", [*row.values(), wanted])


def enqueue_for_index(connection: Connection, passages: Iterable[str]) -> None:
    """Tell the derived indexes of passages, by the ids that Lore gave them."""
    connection.executemany("INSERT INTO outbox (passage) VALUES (?)", [(passage,) for passage in passages])


def passed_row(values: Values) -> dict[str, object]:
    """The values of a row as they may be stored."""
    return {name: value if name in AS_RECORDED else _passed_value(name, value) for name, value in values.items()}


def passed_fields(thing: Thing) -> Thing:
    """A dataclass as it may be stored: its texts and its tuples of texts have passed."""
    changed = {}
    for field in fields(cast(Any, thing)):
        value = getattr(thing, field.name)
        new = (
            tuple(map(passed, value))
            if isinstance(value, tuple)
            else passed(value)
            if type(value) in (str, Clean) and not is_harmless(value, field.name)
            else value
        )
        if new != value:
            changed[field.name] = new
    return replace(cast(Any, thing), **changed) if changed else thing


def passed(text: str) -> Clean:
    """A text as it may be stored. What has passed comes back as it is."""
    if isinstance(text, Clean):
        safe = intake.sanitise(text)
        return text if safe == text else intake.clean(safe)
    return _passed_short(text) if len(text) <= _SHORT else intake.clean(text)


def passed_state(values: Values | None) -> Values | None:
    """What an event tells, as it may be stored."""
    return None if values is None else cast(Values, passed_json(values))


def passed_json(value: object) -> object:
    """A value of JSON as it may be stored: each text and each name in it has passed."""
    if isinstance(value, str):
        return str(passed(value))
    if isinstance(value, Mapping):
        return {str(passed(str(name))): _passed_item(str(name), item) for name, item in value.items()}
    return [passed_json(item) for item in value] if isinstance(value, Sequence) else value


def is_harmless(text: str, column: str = "") -> bool:
    """Whether a text is too plain to hold a secret or anything that acts, or a name that Lore made for this column.

    What the door lets pass by it, no check takes for a secret later.
    """
    if not text or (len(text) <= _SHORT and _HARMLESS.fullmatch(text) is not None):
        return True
    return column in NAMES and intake.is_made_name(text)


def spellings(name: str) -> tuple[str, ...]:
    """A name as it was given, and as it would be stored where that is another: rows are looked for under both."""
    stored = passed(name)
    return (name,) if stored == name else (name, stored)


@lru_cache(maxsize=4096)
def _passed_short(text: str) -> Clean:
    """Names and ids come again and again in one capture."""
    return Clean(text) if is_harmless(text) else intake.clean(text)


def _passed_item(name: str, value: object) -> object:
    return value if isinstance(value, str) and is_harmless(value, name) else passed_json(value)


def _passed_value(name: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    if is_harmless(value, name):
        return value
    if name not in JSON_COLUMNS or value in ("[]", "{}"):
        return passed(value)
    held = json.loads(value)
    safe = passed_json(held)
    return value if safe == held else json.dumps(safe, ensure_ascii=False)
