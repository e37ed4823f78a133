"""The vectors of one model as a memory-mapped matrix, searched in two stages without any library for neighbours.

First the signs of the components, as bits: their Hamming distance to the query's bits orders a million rows in tens of
milliseconds. Then exact cosines of the best.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lore.index.catalogue import key_of
from lore.index.columns import Columns
from lore.store.vectors import VectorRow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lore.index.catalogue import Catalogue

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

EXACT_ROWS = 4_096
"""Up to this many rows are compared exactly, without the first stage."""
RESCORED = 3
"""Rows compared exactly for each passage wanted: the first 50 of 200 are then those of an exact search."""
CHUNK = 1 << 16
"""Rows whose bits are compared at once: half a megabyte, so that they stay in the cache."""
WORD = 64
LIVE, DEAD = 1, 0


class Vectors:
    """Reads one state of the matrix; `update` is for the holder of the index lock."""

    def __init__(self, folder: Path, dimension: int) -> None:
        self._words = -(-dimension // WORD)
        bits = {f"bits{word}": "u8" for word in range(self._words)}
        layout = {"vector": f"{dimension}f2", "owner": "i8", "part": "i4", "live": "u1", **bits}
        self._columns = Columns(folder, layout)
        self._dimension = dimension
        self._by_owner: tuple[Ints, Ints] | None = None

    @property
    def applied(self) -> int:
        """The sequence number of the newest vector of the store that is in the matrix."""
        return self._columns.applied

    @property
    def size(self) -> int:
        return self._columns.rows

    def open(self) -> None:
        """Open what later reads need. Raises Damaged where a column is gone or too short."""
        self._columns.open()

    def live(self, passing: "Bools") -> int:
        """How many windows of these rows of the catalogue are searched. Raises Damaged where a column is too short."""
        import numpy as np

        self._columns.open()
        live = np.asarray(self._columns["live"]) == LIVE
        return int((live & passing[self._owners()]).sum())

    def nearest(self, query: "Floats", passing: "Bools | None", limit: int) -> "Ints":
        """Rows of the catalogue most similar to the query, at most about `limit`; `passing` says which count."""
        import numpy as np

        live: Bools = np.asarray(self._columns["live"]) == LIVE
        if passing is not None:
            live &= passing[self._owners()]
        rows = np.flatnonzero(live)
        if len(rows) > EXACT_ROWS:
            rows = self._first_stage(query, live, limit * RESCORED)
        cosines = self._cosines(query, rows)
        order = np.argsort(-cosines, kind="stable")
        owners = self._owners()[rows[order]]
        _, first = np.unique(owners, return_index=True)
        return owners[np.sort(first)[:limit]]

    def similarity(self, query: "Floats", rows: "Ints") -> "tuple[Floats, Floats]":
        """Exact cosines of these rows of the catalogue, of the first window and of the most similar one.

        The first window counts by itself because a text says first what it is about. NaN where there is no vector.
        """
        import numpy as np

        best = np.full(len(rows), np.nan, dtype=np.float32)
        lead = best.copy()
        if not self.size or not len(rows):
            return lead, best
        owners, order = self._grouped()
        first, last = np.searchsorted(owners, rows, "left"), np.searchsorted(owners, rows, "right")
        counts = last - first
        which = np.repeat(np.arange(len(rows)), counts)
        offsets = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        windows = order[np.repeat(first, counts) + offsets]
        cosines = self._cosines(query, windows)
        np.fmax.at(best, which, cosines)
        leading = np.asarray(self._columns["part"])[windows] == 0
        lead[which[leading]] = cosines[leading]
        return lead, best

    def update(self, rows: Sequence[VectorRow], catalogue: "Catalogue") -> None:
        """Add vectors, in place of those their passages had. Vectors of passages that are gone are left out."""
        import numpy as np

        keys = np.array([key_of(row.passage) for row in rows], dtype=np.int64)
        owners = catalogue.rows_of(keys)
        kept = [int(place) for place in np.flatnonzero(owners >= 0)]
        if self.size and len(kept):
            replaced = np.flatnonzero(np.isin(self._owners(), owners[kept]))
            if len(replaced):
                self._columns.assign("live", replaced, DEAD)
        matrix = np.array([np.frombuffer(rows[place].vector, dtype="<f2") for place in kept], dtype=np.float16)
        matrix = matrix.reshape(len(kept), self._dimension)
        cells: dict[str, Any] = {
            "vector": matrix,
            "owner": owners[kept],
            "part": np.array([rows[place].part for place in kept], dtype=np.int32),
            "live": np.full(len(kept), LIVE, dtype=np.uint8),
            **{f"bits{word}": column for word, column in enumerate(_sign_bits(matrix, self._words))},
        }
        self._columns.append(cells)
        self._columns.commit(max(row.seq for row in rows))
        self._by_owner = None

    def _owners(self) -> "Ints":
        import numpy as np

        return np.asarray(self._columns["owner"], dtype=np.int64)

    def _grouped(self) -> "tuple[Ints, Ints]":
        """The owners of the live rows in order, and the rows."""
        import numpy as np

        if self._by_owner is None:
            live = np.flatnonzero(np.asarray(self._columns["live"]) == LIVE)
            owners = self._owners()[live]
            order = np.argsort(owners, kind="stable")
            self._by_owner = owners[order], live[order]
        return self._by_owner

    def _cosines(self, query: "Floats", rows: "Ints") -> "Floats":
        import numpy as np

        return np.asarray(self._columns["vector"][rows], dtype=np.float32) @ query

    def _first_stage(self, query: "Floats", live: "Bools", limit: int) -> "Ints":
        import numpy as np

        wanted = [column[0] for column in _sign_bits(query.reshape(1, -1), self._words)]
        columns = [np.asarray(self._columns[f"bits{word}"]) for word in range(self._words)]
        distances = np.zeros(self.size, dtype=np.uint16)
        for start in range(0, self.size, CHUNK):
            stop = start + CHUNK
            for column, bits in zip(columns, wanted, strict=True):
                distances[start:stop] += np.bitwise_count(column[start:stop] ^ bits)
        distances[~live] = np.iinfo(np.uint16).max
        # Distances are few numbers: counting them finds the limit quicker than sorting a million rows.
        counts = np.cumsum(np.bincount(distances[live], minlength=self._words * WORD + 1))
        furthest = int(np.searchsorted(counts, limit))
        nearer, ties = np.flatnonzero(distances < furthest), np.flatnonzero(distances == furthest)
        return np.concatenate([nearer, ties[: max(0, limit - len(nearer))]])


def _sign_bits(matrix: "NDArray[Any]", words: int) -> "list[NDArray[np.uint64]]":
    """One column of 64 sign bits per word."""
    import numpy as np

    signs = np.zeros((len(matrix), words * WORD), dtype=np.uint8)
    signs[:, : matrix.shape[1]] = matrix > 0
    packed = np.packbits(signs, axis=1).view(np.uint64)
    return [np.ascontiguousarray(packed[:, word]) for word in range(words)]
