"""One consistent view of the derived indexes, for searching."""

from dataclasses import dataclass

from lore.index import lexical
from lore.index.catalogue import Catalogue
from lore.index.catch_up import catalogue_folder, lexical_folder, vectors_folder
from lore.index.embedder import Embedder
from lore.index.vectors import Vectors
from lore.store import Store


@dataclass(frozen=True, slots=True)
class Index:
    """What was opened; `words` is None before the first catch-up, `vectors` without an embedder."""

    words: lexical.Lexical | None
    catalogue: Catalogue
    vectors: Vectors | None
    applied: int
    """Announcements of the store up to this one are in both the word index and the catalogue."""


def open_index(store: Store, embedder: Embedder | None) -> Index:
    """Open the indexes as they are. Raises `columns.Damaged` where `catch_up` has to build one again."""
    words = lexical.open_lexical(lexical_folder(store))
    vectors = Vectors(vectors_folder(store, embedder), embedder.dimension) if embedder else None
    catalogue = Catalogue(catalogue_folder(store))
    return Index(words, catalogue, vectors, min(words.applied() if words else 0, catalogue.applied))
