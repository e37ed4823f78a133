"""How alike the facts of one scope are, by their vectors."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore.embedding import Embedder
from lore.errors import ModelError
from lore.index import TOGETHER, embed_passages
from lore.model import Fact
from lore.store import Store
from lore.text import searched_hash

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RELATED = 0.45
"""Cosine below which two facts are not about one subject, so that they need not be tested for a contradiction: 96 % of
the contradicting pairs of SICK lie above, 99 % of breaking_nli."""
NEAREST, GROUPED = 8, 32
"""The nearest facts that each is held against, and those that it may form a group with: so the work grows with the
number of facts, not with its square."""
BLOCK = 512
"""Rows of the similarity matrix that are in memory at once."""
MANY = 4_096
"""Pairs whose likeness is worked out at once."""
PER_PART = 2
"""Groups that a scope is parted into, for each time that it is too large."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two facts, by their place in the list that was compared, and how alike they are (0 to 1)."""

    left: int
    right: int
    likeness: float


class FactSimilarity:
    """Compares facts. Finds nothing near, and says so, when the model cannot be had."""

    def __init__(self, store: Store, embedder: Embedder | None) -> None:
        self._store = store
        self._embedder = embedder
        self.note: str | None = None if embedder else "facts were not compared: there is no embedding model"

    def pairs(self, facts: Sequence[Fact], least: float, nearest: int = GROUPED) -> Iterator[Pair]:
        """The pairs that are at least so much alike, in the order of the list.

        nearest: of each fact, so many of those that are likest to it; a pair counts where it does for one of the two.
        """
        matrix = self._vectors(facts) if len(facts) > 1 else None
        if matrix is not None:
            yield from _pairs_by_vectors(matrix, least, nearest)

    def parts(self, ids: Sequence[str], most: int) -> list[list[str]]:
        """The facts of these ids in groups of what is alike, `most` at once; each group in the order that was given.

        Each fact goes to the nearest of a few facts that are spread over the list: as much work as there are facts.
        Without vectors the list is cut as it is.
        """
        import numpy as np  # 90 ms

        centres = [round(place) for place in np.linspace(0, len(ids) - 1, -(-len(ids) * PER_PART // most))]
        around = self._vectors(self._store.facts.many([ids[place] for place in centres]))
        groups: dict[int, list[str]] = defaultdict(list)
        for start in range(0, len(ids), most):
            page = list(ids[start : start + most])
            rows = None if around is None else self._vectors(self._store.facts.many(page))
            if around is None or rows is None or len(rows) != len(page):
                groups[-1 - start] += page
                continue
            for name, centre in zip(page, (rows @ around.T).argmax(axis=1), strict=True):
                groups[int(centre)].append(name)
        return [
            group[start : start + most] for _, group in sorted(groups.items()) for start in range(0, len(group), most)
        ]

    def _vectors(self, facts: Sequence[Fact]) -> "NDArray[np.float32] | None":
        """One row per fact, length 1; what is missing is embedded now."""
        if self._embedder is None or not facts:
            return None
        try:
            return self._stored_or_made(facts, self._embedder)
        except ModelError as error:
            self._embedder = None
            self.note = f"facts were not compared: {error.message}"
            return None

    def _stored_or_made(self, facts: Sequence[Fact], embedder: Embedder) -> "NDArray[np.float32]":
        import numpy as np  # 90 ms

        found = self._stored(facts, embedder)
        missing = [fact.id for fact in facts if fact.id not in found]
        for start in range(0, len(missing), TOGETHER):
            passages = self._store.passages.many(missing[start : start + TOGETHER])
            self._store.vectors.put(embed_passages(embedder, list(passages.values())))
        if missing:
            found = self._stored(facts, embedder)
        matrix = np.zeros((len(facts), embedder.dimension), dtype=np.float32)
        for place, fact in enumerate(facts):
            if fact.id in found:
                matrix[place] = np.frombuffer(found[fact.id], dtype="<f2")
        norms = np.linalg.norm(matrix, axis=1, keepdims=True)
        matrix /= np.where(norms > 0, norms, 1)
        return matrix

    def _stored(self, facts: Sequence[Fact], embedder: Embedder) -> dict[str, bytes]:
        wanted = {fact.id: searched_hash(fact.text, fact.details) for fact in facts}
        rows = self._store.vectors.of(list(wanted), embedder.name)
        return {row.passage: row.vector for row in rows if row.part == 0 and row.text_hash == wanted[row.passage]}


def _pairs_by_vectors(matrix: "NDArray[np.float32]", least: float, nearest: int) -> Iterator[Pair]:
    import numpy as np

    size = len(matrix)
    found: list[NDArray[np.int64]] = []
    for start in range(0, size, BLOCK):
        scores = matrix[start : start + BLOCK] @ matrix.T
        rows = np.arange(len(scores))
        scores[rows, rows + start] = -1.0
        if size > nearest:
            columns = np.argpartition(scores, -nearest, axis=1)[:, -nearest:]
            places, kept = np.nonzero(np.take_along_axis(scores, columns, axis=1) >= least)
            others = columns[places, kept]
        else:
            places, others = np.nonzero(scores >= least)
        left, right = np.minimum(places + start, others), np.maximum(places + start, others)
        found.append(left * size + right)
    codes = np.unique(np.concatenate(found)) if found else np.empty(0, np.int64)
    for start in range(0, len(codes), MANY):
        firsts, seconds = np.divmod(codes[start : start + MANY], size)
        likeness = np.einsum("ij,ij->i", matrix[firsts], matrix[seconds])
        yield from map(Pair, firsts.tolist(), seconds.tolist(), likeness.tolist())
