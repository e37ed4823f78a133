"""One consistent view of the derived indexes, for searching."""

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from lore.embedding import Embedder
from lore.errors import Busy, IndexDamaged, Unwritable
from lore.index import file_stamps
from lore.index.catalogue import Catalogue
from lore.index.lexical_by_type import LexicalIndexes, open_words
from lore.index.refresh import catalogue_folder, derived_folder, index_lock, vectors_folder, words_folder
from lore.index.vectors import Vectors
from lore.store import Store


@dataclass(frozen=True, slots=True)
class Index:
    """What was opened; `words` is None before the first catch-up, `vectors` without an embedder."""

    words: LexicalIndexes | None
    catalogue: Catalogue
    vectors: Vectors | None
    applied: int
    """Announcements of the store up to this one are in both the word indexes and the catalogue."""
    folder: Path
    """Where they lie."""
    stuck: bool = False
    """Whether they cannot be brought level: whoever searches reads all that they lack from the store."""


def index_as_it_is(store: Store, embedder: Embedder | None) -> Index:
    """The indexes, where nobody can write to them; without any, the store alone answers."""
    folder = derived_folder(store)
    try:
        return replace(open_index(store, embedder), stuck=True)
    except (IndexDamaged, Unwritable, PermissionError):
        return Index(None, Catalogue(folder / "none"), None, 0, folder, stuck=True)


def open_index(store: Store, embedder: Embedder | None, earlier: Index | None = None) -> Index:
    """Open the indexes as they are. Raises IndexDamaged where one has to be built again.

    earlier: what was open before; what still stands of it is not worked out again.
    """
    while True:
        folder = derived_folder(store)
        try:
            check_untouched(store, folder)
            index = _open(store, embedder, folder, earlier)
        except IndexDamaged:
            if folder == derived_folder(store):
                raise
            continue
        except FileNotFoundError as error:
            if folder == derived_folder(store):
                raise IndexDamaged("the index was deleted", hint="`lore reindex` builds it again") from error
            continue
        if folder == derived_folder(store):
            return index  # nobody replaced them meanwhile: all parts are of one build


def check_untouched(store: Store, folder: Path) -> None:
    """Raises IndexDamaged where something else than Lore has written to the indexes."""
    if file_stamps.is_intact(folder):
        return
    with suppress(Busy), index_lock(store, wait_s=0):  # busy: another process is changing them just now
        file_stamps.check(folder)


def _open(store: Store, embedder: Embedder | None, folder: Path, earlier: Index | None) -> Index:
    vectors = Vectors(vectors_folder(store, embedder), embedder.dimension) if embedder else None
    catalogue = Catalogue(catalogue_folder(store), earlier.catalogue if earlier else None)
    catalogue.open()
    words = open_words(words_folder(store), catalogue=catalogue)
    if vectors:
        vectors.open()
    return Index(words, catalogue, vectors, min(words.applied() if words else 0, catalogue.applied), folder)
