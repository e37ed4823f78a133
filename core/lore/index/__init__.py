"""Everything derived from the store to find passages by: words, vectors, a catalogue to filter by. Safe to delete.

`catch_up` brings it level with the store, `embed_pending` makes the vectors that are missing, `open_index` reads.
May import `lore.store` and what lies below it.
"""

from lore.embedding.embedder import Embedder, bundled_embedder
from lore.index.catch_up import catch_up, rebuild
from lore.index.filters import PassageFilter
from lore.index.pending import EmbedReport, embed_pending, forget_progress
from lore.index.reader import Index, open_index

__all__ = [
    "EmbedReport",
    "Embedder",
    "Index",
    "PassageFilter",
    "bundled_embedder",
    "catch_up",
    "embed_pending",
    "forget_progress",
    "open_index",
    "rebuild",
]
