"""The hashes of rows: by them damage is noticed that SQLite's own check does not see."""

from collections.abc import Mapping, Sequence
from functools import cache

from lore.lookup import SEAL, hash_of
from lore.store.sqlite.connection import Row

Values = Mapping[str, object]


def content(row: Row) -> dict[str, object]:
    """A row as a dictionary, without its hash."""
    return {name: row[name] for name in row.keys() if name != SEAL}  # noqa: SIM118 -- a Row iterates over values


def row_hash(row: Values) -> str:
    """Hash of what a row holds, 16 hexadecimal digits: notices damage that SQLite's own check does not."""
    return hash_of([row[name] for name in sorted(row)])


def is_sound(row: Row) -> bool:
    """Whether a row holds what its own hash was made of."""
    values = tuple(row)
    order, seal = _order(tuple(row.keys()))
    return bool(hash_of([values[place] for place in order]) == values[seal])


def entry_hash(row: Values) -> str:
    """Hash of a row of `HASHED` tables: of all that never changes in it."""
    return row_hash({name: value for name, value in row.items() if name not in ("seq", "withdrawn", SEAL)})


@cache
def _order(columns: Sequence[str]) -> tuple[tuple[int, ...], int]:
    """The places of the columns that are hashed, by name, and that of the hash."""
    hashed = sorted(name for name in columns if name != SEAL)
    return tuple(columns.index(name) for name in hashed), columns.index(SEAL)
