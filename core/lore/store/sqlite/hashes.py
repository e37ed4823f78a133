"""The hashes of rows: by them damage is noticed that SQLite's own check does not see."""

import hashlib
import json
from collections.abc import Mapping

from lore.store.sqlite.connection import Row

Values = Mapping[str, object]


def content(row: Row) -> dict[str, object]:
    """A row as a dictionary, without its hash."""
    return {name: row[name] for name in row.keys() if name != "row_hash"}  # noqa: SIM118 -- a Row iterates over values


def row_hash(row: Values) -> str:
    """Hash of what a row holds, 16 hexadecimal digits: notices damage that SQLite's own check does not."""
    values = [row[name] for name in sorted(row)]
    sealed = json.dumps(values, ensure_ascii=False, separators=(",", ":"), default=repr)  # bytes are never written
    return hashlib.blake2b(sealed.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def entry_hash(row: Values) -> str:
    """Hash of a row of `HASHED` tables: of all that never changes in it."""
    return row_hash({name: value for name, value in row.items() if name not in ("seq", "withdrawn", "row_hash")})
