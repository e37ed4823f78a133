"""The word indexes, one for each type of passage: how rare a word is, is counted among what is searched.

There may be a hundred times as many of one type as of another, and what messages or documents say must not change the
order of the facts. (What `lore capture` makes of LoCoMo, BEAM and commit2session, turns searched: recall@10 0.801 and
0.628, MRR 0.728; with one index for turns and facts 0.796, 0.620 and 0.712.)
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from lore.index.catalogue import Catalogue
from lore.index.filters import PassageFilter
from lore.index.lexical import (
    APPLIED,
    LexicalIndex,
    LexicalQuery,
    applied_document,
    document,
    guarded,
    open_lexical,
)
from lore.lookup import rarity
from lore.model import Passage, PassageType

if TYPE_CHECKING:
    import tantivy


def open_words(folder: Path, *, create: bool = False, catalogue: Catalogue | None = None) -> "LexicalIndexes | None":
    """The indexes in a folder, or None where one of them is missing. Raises IndexDamaged where one cannot be opened."""
    if create:
        folder.parent.mkdir(mode=0o700, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    found = {kind: open_lexical(folder / kind.value, create=create, catalogue=catalogue) for kind in PassageType}
    whole = {kind: index for kind, index in found.items() if index is not None}
    return LexicalIndexes(whole) if len(whole) == len(found) else None


class LexicalIndexes:
    """One opened state of the word indexes. Where types are named, only those count; none stands for all."""

    def __init__(self, by_type: Mapping[PassageType, LexicalIndex]) -> None:
        self._by_type = by_type

    def size(self, types: Iterable[PassageType] = ()) -> int:
        """How many passages there are."""
        return sum(index.size for index in self._of(types))

    def applied(self) -> int:
        """The last change of the store that came into any of them: the others had nothing to take in since theirs."""
        return max(index.applied() for index in self._by_type.values())

    def keep(self, last: int, types: Iterable[PassageType]) -> bool:
        """Whether these hold the change that was written to them last."""
        return all(index.applied() == last for index in self._of(types))

    def search(
        self, words: LexicalQuery, wanted: PassageFilter, limit: int, weights: Mapping[str, float] | None = None
    ) -> list[tuple[str, float]]:
        """The ids of the best passages with their BM25 scores.

        weights: the rarity of each term, where more is searched than this, so that scores of several types compare.
        """
        whole = sum((weights or self.rarity(words.terms, wanted.types)).values())
        found = []
        for index in self._of(wanted.types):
            alone = sum(index.rarity(words.terms))
            scale = whole / alone if alone else 1.0
            found += [(name, scale * score) for name, score in index.search(words, wanted, limit)]
        return sorted(found, key=lambda hit: -hit[1])[:limit]

    def matching(self, wanted: PassageFilter, limit: int) -> list[str]:
        """The ids of passages that pass a filter, in no order."""
        found = [name for index in self._of(wanted.types) for name in index.matching(wanted, limit + 1)]
        return [name for name in found if name != APPLIED][:limit]

    def terms_held(self, ids: Sequence[str], terms: Sequence[str]) -> dict[str, int]:
        """Which of the terms each passage holds, as bits; passages that hold none are left out."""
        found: dict[str, int] = {}
        for kind, index in self._by_type.items():
            found |= index.terms_held([name for name in ids if PassageType.of(name) is kind], terms)
        return found

    def frequencies(self, terms: Sequence[str], types: Iterable[PassageType] = ()) -> list[int]:
        """In how many passages each term stands, or its other form where that is more frequent."""
        counted = [index.frequencies(terms) for index in self._of(types)]
        return [sum(counts) for counts in zip(*counted, strict=True)]

    def rarity(self, terms: Sequence[str], types: Iterable[PassageType] = ()) -> dict[str, float]:
        """The inverse document frequency of each term, as BM25 has it; 1 while nothing is indexed."""
        size = self.size(types)
        counts = zip(terms, self.frequencies(terms, types), strict=True)
        return {term: rarity(size, count) for term, count in counts}

    @contextmanager
    def writing(self, heap_bytes: int) -> "Iterator[Writing]":
        """Change the indexes; nothing counts before `Writing.commit`. For the holder of the index lock."""
        writing = Writing(self._by_type, heap_bytes)
        try:
            yield writing
        finally:
            writing.close()

    def _of(self, types: Iterable[PassageType]) -> list[LexicalIndex]:
        return [self._by_type[kind] for kind in types] or list(self._by_type.values())


class Writing:
    """Passages on their way into the word indexes; one that nothing is written to is not opened."""

    def __init__(self, by_type: Mapping[PassageType, LexicalIndex], heap_bytes: int) -> None:
        self._by_type = by_type
        self._heap_bytes = heap_bytes
        self._writers: dict[PassageType, tantivy.IndexWriter] = {}

    def remove(self, name: str) -> None:
        """Leave out the passage of this id, if it is there."""
        self._writer(PassageType.of(name)).delete_documents_by_term("id", name)

    def add(self, passage: Passage) -> None:
        self._writer(passage.type).add_document(document(passage))

    def commit(self, last: int) -> list[PassageType]:
        """Make it count as the changes up to `last`. Returns the types whose index remembers that, at least one."""
        if not self._writers:
            self._writer(PassageType.FACT)
        for writer in self._writers.values():
            writer.delete_documents_by_term("id", APPLIED)
            writer.add_document(applied_document(last))
            writer.commit()
        return list(self._writers)

    def close(self) -> None:
        with guarded():
            for writer in self._writers.values():
                writer.wait_merging_threads()

    def _writer(self, kind: PassageType) -> "tantivy.IndexWriter":
        if kind not in self._writers:
            self._writers[kind] = writer = self._by_type[kind].writer(self._heap_bytes)
            # Removes the rest of a commit that was killed: without it the next commit can fail for ever.
            writer.garbage_collect_files()
        return self._writers[kind]
