"""A table of numbers on disk: one growing file per column, read through memory maps, written by one process at a time.

Rows are added at the end and changed in place, never moved. `state.json` says how many rows count and which changes of
the store they hold; what lies behind these rows in the files is the rest of an interrupted addition.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, TYPE_CHECKING, TypeVar

from lore import small_files
from lore.errors import IndexDamaged
from lore.platform import FLAGS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.generic]


class Columns:
    """Columns by name, each with the type and the width of one row: `{"at": "i8", "vector": "384f2"}`."""

    def __init__(self, folder: Path, layout: Mapping[str, str]) -> None:
        self._folder = folder
        self._layout = layout
        self.rows, self.applied, self.seen = self._read_state()
        self._maps: dict[str, Array] = {}

    def __getitem__(self, name: str) -> "Array":
        """A column as a read-only array of `rows` rows. Raises IndexDamaged where its file is too short."""
        if name not in self._maps:
            self._maps[name] = self._read_only(name)
        return self._maps[name]

    def open(self) -> None:
        """Open every column, to be read whatever becomes of its file. Raises IndexDamaged."""
        for name in self._layout:
            self._maps[name] = self._read_only(name)

    def append(self, values: "Mapping[str, Array]") -> None:
        """Add rows; they count after `commit`."""
        import numpy as np

        count = 0
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name, kind in self._layout.items():
            cell = np.dtype(kind)
            block = np.ascontiguousarray(values[name], dtype=cell.base)
            count = len(block)
            with self._open(name) as file:
                file.seek(self.rows * cell.itemsize)
                file.write(block.tobytes())
        self.rows += count
        self._maps.clear()

    def assign(self, name: str, rows: "Array", values: "Array | int") -> None:
        """Change a column of existing rows in place."""
        column = self._map(name, "r+")
        column[rows] = values
        column.flush()  # type: ignore[attr-defined]  # a memory map

    def commit(self, applied: int, seen: int = 0) -> None:
        """Make the added rows count, and remember which change of the store was the last.

        seen: how many rows of another table were looked at; whatever its owner means by it.
        """
        small_files.write(self._folder / "state.json", {"rows": self.rows, "applied": applied, "seen": seen})
        self.applied, self.seen = applied, seen

    def _read_only(self, name: str) -> "Array":
        """The map as a plain array: a `memmap` makes another of itself for every row that is looked at."""
        import numpy as np

        return self._map(name, "r").view(np.ndarray)

    def _map(self, name: str, mode: str) -> "Array":
        import numpy as np

        cell = np.dtype(self._layout[name])
        shape = (self.rows, *cell.shape)
        if not self.rows:
            return np.zeros(shape, dtype=cell.base)
        path = self._folder / name
        try:
            return np.memmap(path, dtype=cell.base, mode=mode, shape=shape)  # type: ignore[call-overload, no-any-return]
        except (OSError, ValueError) as error:
            raise IndexDamaged(f"`{path}` is damaged: {error}", hint="`lore reindex` builds it again") from error

    def _open(self, name: str) -> IO[bytes]:
        path = self._folder / name
        return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | FLAGS.binary, 0o600), "r+b")

    def _read_state(self) -> tuple[int, int, int]:
        path = self._folder / "state.json"
        try:
            state = small_files.values(path)
            return int(state["rows"]), int(state["applied"]), int(state.get("seen", 0))
        except FileNotFoundError:
            return 0, 0, 0
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise IndexDamaged(f"`{path}` is damaged: {error}", hint="`lore reindex` builds it again") from error


# A small cache of answers that readers on other threads may hold on to


Key = TypeVar("Key")
Answer = TypeVar("Answer")


def bounded_update(known: Mapping[Key, Answer], key: Key, answer: Answer, most: int) -> dict[Key, Answer]:
    """The newest `most` of what is known and this answer. `known` stays as it is: other threads may be reading it."""
    return dict([*known.items(), (key, answer)][-most:])
