"""How alike the facts of one scope are: by their vectors, or by their words where there are none."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lore.embedding import MODEL, Embedder
from lore.errors import ModelError
from lore.index import TOGETHER, embed_passages
from lore.memory import NEARNESS, HeldOpinions, Nearness, Opinion, agree
from lore.model import Fact
from lore.store import Store
from lore.text import searched_hash

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RELATED = 0.45
"""Cosine below which two facts are not about one subject, so that they need not be tested for a contradiction: 96 % of
the contradicting pairs of SICK lie above, 99 % of breaking_nli (tests/bench/bench_contradictions.py)."""
JUDGED = 4
"""The nearest facts that trained judges look at, of each: 3 ms each, 6 ms in doubt."""
BLOCK = 512
"""Rows of the similarity matrix that are in memory at once."""
MOST_BY_WORDS = 1_000
"""Facts of one scope that are compared by their words: half a million pairs, about a second."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two facts, by their place in the list that was compared, and how alike they are (0 to 1)."""

    left: int
    right: int
    likeness: float


class FactSimilarity:
    """Compares facts. Falls back to words for good, and says so, when the model cannot be had."""

    def __init__(self, store: Store, embedder: Embedder | None, nearness: Nearness = NEARNESS) -> None:
        self._store = store
        self._least_by_words = nearness.same_kind
        self._embedder = embedder
        self._held = HeldOpinions(store)
        self.note: str | None = None if embedder else "facts were compared by their words: there is no embedding model"

    def pairs(self, facts: Sequence[Fact], least: float) -> Iterator[Pair]:
        """All pairs that are at least so much alike, in the order of the list."""
        matrix = self._vectors(facts)
        if matrix is None:
            yield from _pairs_by_words(facts[:MOST_BY_WORDS], max(least, self._least_by_words))
        else:
            yield from _pairs_by_vectors(matrix, least)

    def opinions(self, facts: Sequence[Fact]) -> dict[tuple[str, str], Opinion]:
        """What trained judges hold of each fact and the nearest of those that stand after it in the list, by both ids.

        The first of two is taken for the newer. None without a model.
        """
        if self._embedder is None:
            return {}
        nearest: dict[int, list[Pair]] = defaultdict(list)
        for pair in self.pairs(facts, RELATED):
            nearest[pair.left].append(pair)
        found: dict[tuple[str, str], Opinion] = {}
        for left, pairs in nearest.items():
            judged = sorted(pairs, key=lambda pair: -pair.likeness)[:JUDGED]
            others = [facts[pair.right] for pair in judged]
            cosines = [pair.likeness for pair in judged] if self._embedder and self._embedder.name == MODEL else None
            held = self._held.of(facts[left], others, cosines)
            found |= {(facts[left].id, other.id): opinion for other, opinion in zip(others, held, strict=True)}
        return found

    def keep(self) -> None:
        """Keep the opinions for the next time."""
        self._held.keep()

    def agreeing(self, facts: Sequence[Fact], least: float) -> Iterator[Pair]:
        """The pairs that are at least so much alike and speak of the same things without a contradiction."""
        for pair in self.pairs(facts, least):
            if agree(facts[pair.left].text, facts[pair.right].text):
                yield pair

    def near(self, facts: Sequence[Fact], others: Sequence[Fact], least: float) -> set[str]:
        """The ids of the facts that agree with one of the others."""
        pairs = self.agreeing([*others, *facts], least) if others else ()
        return {facts[pair.right - len(others)].id for pair in pairs if pair.left < len(others) <= pair.right}

    def _vectors(self, facts: Sequence[Fact]) -> "NDArray[np.float32] | None":
        """One row per fact, length 1; what is missing is embedded now."""
        if self._embedder is None or not facts:
            return None
        try:
            return self._stored_or_made(facts, self._embedder)
        except ModelError as error:
            self._embedder = None
            self.note = f"facts were compared by their words: {error.message}"
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


def _pairs_by_vectors(matrix: "NDArray[np.float32]", least: float) -> Iterator[Pair]:
    import numpy as np

    for start in range(0, len(matrix), BLOCK):
        scores = matrix[start : start + BLOCK] @ matrix[start:].T
        for left, right in np.argwhere(scores >= least):
            if right > left:
                yield Pair(start + int(left), start + int(right), float(scores[left, right]))


def _pairs_by_words(facts: Sequence[Fact], least: float) -> Iterator[Pair]:
    """Words are less alike than vectors for the same meaning, so only near-identical wordings count."""
    from rapidfuzz import fuzz, process  # 20 ms
    from rapidfuzz.utils import default_process

    texts = [default_process(fact.text) for fact in facts]
    for left, text in enumerate(texts):
        for _, score, offset in process.extract(
            text,
            texts[left + 1 :],
            scorer=fuzz.token_sort_ratio,
            score_cutoff=100 * least,
            limit=None,
        ):
            yield Pair(left, left + 1 + offset, score / 100)
