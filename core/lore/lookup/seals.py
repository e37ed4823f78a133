"""The hash of a row, by which damage is noticed that SQLite's own check does not see. Hooks and the store share it."""

import json

from lore.lazy import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SEAL = "row_hash"
_WRITTEN = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=repr)  # bytes are never written


def is_sound(row: "Mapping[str, object]") -> bool:
    """Whether a row, by its columns, holds what its own hash was made of."""
    return hash_of([row[name] for name in sorted(row) if name != SEAL]) == row[SEAL]


def hash_of(values: "Sequence[object]") -> str:
    """Hash of the values of a row, in the order of their columns' names: 16 hexadecimal digits."""
    from hashlib import blake2b

    written = _WRITTEN.encode(values).encode("utf-8", "surrogatepass")
    return blake2b(written, digest_size=8).hexdigest()
