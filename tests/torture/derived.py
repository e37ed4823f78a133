"""Whether the derived indexes hold exactly what the store holds."""

from collections.abc import Iterator
from pathlib import Path

from lore.errors import IndexDamaged
from lore.index import PassageFilter, analysis, catch_up, open_index, rebuild
from lore.index.catalogue import key_of
from lore.index.lexical import LexicalQuery
from lore.model import Passage
from lore.store import Store, open_store

PATIENCE_S = 60.0


def mismatches(home: Path) -> list[str]:
    """Catch up, as any search does, then compare. The texts are those of `work`: each begins with a word of its own."""
    with open_store(home) as store:
        if not catch_up(store, None, wait_s=PATIENCE_S):
            return ["the indexes could not be brought level"]
        passages = [passage for page in store.passages.pages() for passage in page]
        try:
            return [*_in_words(store, passages), *_in_catalogue(store, passages)]
        except IndexDamaged:
            rebuild(store, None)
            return [*_in_words(store, passages), *_in_catalogue(store, passages)]


def _in_words(store: Store, passages: list[Passage]) -> Iterator[str]:
    words = open_index(store, None).words
    if words is None:
        if passages:
            yield "there is no word index"
        return
    held = words.matching(PassageFilter(), 10 * len(passages) + 10)
    wanted = sorted(passage.id for passage in passages)
    if sorted(held) != wanted:
        yield f"the word index holds {len(held)} passages, the store {len(wanted)}"
    for passage in passages:
        (term, *_) = analysis.stems(passage.text)
        found = [name for name, _ in words.search(LexicalQuery(terms=(term,)), PassageFilter(), 10)]
        if found != [passage.id]:
            yield f"{passage.id} is found as {found}"


def _in_catalogue(store: Store, passages: list[Passage]) -> Iterator[str]:
    import numpy as np

    catalogue = open_index(store, None).catalogue
    rows = catalogue.rows_of(np.array([key_of(passage.id) for passage in passages], dtype=np.int64))
    live = catalogue.mask(PassageFilter())
    if len(live) and int(live.sum()) != len(passages):
        yield f"the catalogue shows {int(live.sum())} passages, the store {len(passages)}"
    for passage, row in zip(passages, rows, strict=True):
        if row < 0 or catalogue.ids(np.array([row])) != [passage.id]:
            yield f"{passage.id} is not in the catalogue"
    for status in {passage.status for passage in passages}:
        shown = int(catalogue.mask(PassageFilter(statuses=(status,))).sum())
        there = sum(passage.status == status for passage in passages)
        if shown != there:
            yield f"the catalogue shows {shown} passages that are {status}, the store {there}"
