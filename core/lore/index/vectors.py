"""The vectors of one model as a memory-mapped matrix, searched in two stages without any library for neighbours.

First the signs of the components, as bits: their Hamming distance to the query's bits orders a million rows in tens of
milliseconds. Then exact cosines of the best.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lore.index.catalogue import key_of
from lore.index.columns import Columns, bounded_update
from lore.index.filters import PassageFilter
from lore.store import VectorRow

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lore.index.catalogue import Catalogue

    Bools = NDArray[np.bool_]
    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]

EXACT_ROWS = 1_024
"""Up to this many rows are compared exactly, without the first stage."""
FEW = 8
"""Up to this part of all rows are picked out before the first stage; more are skipped in passing."""
RESCORED = 8
"""Rows compared exactly for each passage wanted. Of 18,000 sentences of sessions, 128 wanted, these are then as in an
exact search: 99.9 % of the first 10, 99.4 % of the first 50, 97 % of all; with 3: 99.7, 97.0 and 88 %, no quicker."""
FIRST_CHUNK, CHUNK = 1 << 12, 1 << 16
"""Rows whose bits are compared at once: half a megabyte, so that they stay in the cache; and a few before all others,
after which most rows are known to be too far."""
WORD = 64
FAR = 0x8000
"""Further than any distance."""
LIVE, DEAD = 1, 0
KEPT_FILTERS = 8
"""Filters whose rows are remembered."""
WASTED = 20_000
"""Rows that are no longer used and do no harm yet: 16 MB. A visit of the doctor adds one."""


class Vectors:
    """Reads one state of the matrix; `update` is for the holder of the index lock."""

    def __init__(self, folder: Path, dimension: int) -> None:
        self._words = -(-dimension // WORD)
        bits = {f"bits{word}": "u8" for word in range(self._words)}
        layout = {"vector": f"{dimension}f2", "owner": "i8", "part": "i4", "live": "u1", **bits}
        self._columns = Columns(folder, layout)
        self._dimension = dimension
        self._by_owner: tuple[Ints, Ints] | None = None
        self._remembered: dict[int, _Searched] = {}

    @property
    def applied(self) -> int:
        """The sequence number of the newest vector of the store that is in the matrix."""
        return self._columns.applied

    @property
    def seen(self) -> int:
        """How many rows of the catalogue were looked at for vectors."""
        return self._columns.seen

    @property
    def size(self) -> int:
        return self._columns.rows

    def open(self) -> None:
        """Open what later reads need. Raises IndexDamaged where a column is gone or too short."""
        self._columns.open()

    def live(self, passing: "Bools") -> int:
        """How many windows of these rows of the catalogue are searched. Raises IndexDamaged where a column is short."""
        import numpy as np

        self._columns.open()
        live = np.asarray(self._columns["live"]) == LIVE
        return int((live & passing[self._owners()]).sum())

    def is_wasteful(self, catalogue: "Catalogue") -> bool:
        """Whether most rows are of what is gone or was replaced, and so many that building them again is worth it."""
        if self.size <= WASTED:
            return False
        live = self.live(catalogue.mask(PassageFilter()))
        return self.size - live > max(WASTED, live)

    def nearest(self, query: "Floats", passing: "Bools | None", limit: int) -> "Ints":
        """Rows of the catalogue most similar to the query, at most about `limit`; `passing` says which count.

        What a `passing` stands for is remembered: do not change the array.
        """
        import numpy as np

        searched = self._searched(passing)
        rows = searched.rows
        if rows is None or len(rows) > EXACT_ROWS:
            rows = self._first_stage(query, searched, limit * RESCORED)
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
        self._columns.commit(max([self.applied, *(row.seq for row in rows)]), self.seen)
        self._by_owner = None
        self._remembered = {}

    def lacking(self, catalogue: "Catalogue") -> list[str]:
        """The passages that came into the catalogue since `look_up_to` and have no vector here."""
        import numpy as np

        new = np.arange(self.seen, catalogue.size)
        return catalogue.ids(new[~np.isin(new, self._owners())])

    def look_up_to(self, catalogue: "Catalogue") -> None:
        """Remember that every row the catalogue has now was looked at."""
        self._columns.commit(self.applied, catalogue.size)

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

        # Not `@`: the threads of OpenBLAS take ten times the processor time of so small a product.
        cosines: Floats = np.einsum("ij,j->i", single_precision(self._columns["vector"][rows]), query)
        return cosines

    def _searched(self, passing: "Bools | None") -> "_Searched":
        import numpy as np

        searched = self._remembered.get(id(passing))
        if searched is None or searched.passing is not passing:
            live: Bools = np.asarray(self._columns["live"]) == LIVE
            if passing is not None:
                live &= passing[self._owners()]
            count = int(np.count_nonzero(live))
            rows = np.flatnonzero(live) if count <= max(EXACT_ROWS, self.size // FEW) else None
            penalty = None if rows is not None or count == self.size else np.where(live, 0, FAR).astype(np.uint16)
            searched = _Searched(passing, rows, penalty)
            self._remembered = bounded_update(self._remembered, id(passing), searched, KEPT_FILTERS)
        return searched

    def _first_stage(self, query: "Floats", searched: "_Searched", limit: int) -> "Ints":
        """The rows with the most sign bits of the query; of equals, the first ones."""
        import numpy as np

        rows, penalty = searched.rows, searched.penalty
        columns = [np.asarray(self._columns[f"bits{word}"]) for word in range(self._words)]
        if rows is not None:
            columns = [column[rows] for column in columns]
        wanted = [column[0] for column in _sign_bits(query.reshape(1, -1), self._words)]
        best, nearness = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.uint16)
        bound = FAR
        size = len(columns[0])
        for start, end in pairwise((0, *range(min(FIRST_CHUNK, size), size, CHUNK), size)):
            distances = np.zeros(end - start, dtype=np.uint16)
            differing = np.empty(end - start, dtype=np.uint64)
            for column, bits in zip(columns, wanted, strict=True):
                np.bitwise_xor(column[start:end], bits, out=differing)
                distances += np.bitwise_count(differing)
            if penalty is not None:
                distances |= penalty[start:end]
            near = np.flatnonzero(distances < bound)
            best, nearness = np.concatenate([best, near + start]), np.concatenate([nearness, distances[near]])
            if len(best) > 2 * limit:
                order = np.argsort(nearness, kind="stable")[:limit]
                best, nearness = best[order], nearness[order]
                bound = int(nearness[-1])  # later rows that are as near as the last come after it
        best = best[np.argsort(nearness, kind="stable")[:limit]]
        return best if rows is None else rows[best]


@dataclass(frozen=True, slots=True)
class _Searched:
    """The rows that one filter leaves to search."""

    passing: "Bools | None"
    rows: "Ints | None"
    """Where they are few: these."""
    penalty: "NDArray[np.uint16] | None"
    """Where they are many: `FAR` for every row that does not count; None where all do."""


def single_precision(halves: "NDArray[Any]") -> "Floats":
    """Numbers of half precision in single precision, exactly: six times as quick as numpy, which takes one by one.

    Sign, exponent and fraction go where they stand in single precision, whose exponent counts from 112 lower.
    """
    import numpy as np

    moved = halves.view(np.int16).astype(np.int32)
    moved <<= 13
    moved &= np.int32(-0x70002000)  # all but the copies of the sign
    numbers: Floats = moved.view(np.float32)
    numbers *= np.float32(2**112)
    return numbers


def _sign_bits(matrix: "NDArray[Any]", words: int) -> "list[NDArray[np.uint64]]":
    """One column of 64 sign bits per word."""
    import numpy as np

    signs = np.zeros((len(matrix), words * WORD), dtype=np.uint8)
    signs[:, : matrix.shape[1]] = matrix > 0
    packed = np.packbits(signs, axis=1).view(np.uint64)
    return [np.ascontiguousarray(packed[:, word]) for word in range(words)]
