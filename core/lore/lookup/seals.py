"""The hash of a row, by which damage is noticed that SQLite's own check does not see. Hooks and the store share it."""

from lore.handover import jsons
from lore.lazy import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

try:  # `hashlib` loads OpenSSL, which this needs nothing of
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

SEAL = "row_hash"


def is_sound(row: "Mapping[str, object]") -> bool:
    """Whether a row, by its columns, holds what its own hash was made of."""
    return hash_of([row[name] for name in sorted(row) if name != SEAL]) == row[SEAL]


def hash_of(values: "Sequence[object]") -> str:
    """Hash of the values of a row, in the order of their columns' names: 16 hexadecimal digits."""
    written = jsons.compact(values, repr).encode("utf-8", "surrogatepass")
    return blake2b(written, digest_size=8).hexdigest()
