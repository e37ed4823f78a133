"""Making what is new in the store ready to be found: by its words, then by its meaning."""

from lore.embedding import Embedder, embedder_in_use
from lore.index.pending import embed_pending
from lore.index.refresh import catch_up
from lore.progress import Progress
from lore.store import Store


def bring_level(
    store: Store,
    embedder: Embedder | None = None,
    *,
    budget_s: float | None = None,
    most: int | None = None,
    wait_s: float = 30.0,
    progress: Progress | None = None,
) -> int:
    """Take in every change by its words, embed what has no vector, take the vectors in.

    embedder: default the model in use. budget_s, most: seconds of embedding, and passages to embed, at most. wait_s:
    seconds to wait for another process that does it already. Returns how many passages are still to embed at most.
    Raises ModelError where meanings cannot be had: what is new is then found by its words.
    """
    catch_up(store, None, wait_s=wait_s)
    used = embedder or embedder_in_use(store)
    report = embed_pending(store, used, budget_s=budget_s, most=most, progress=progress)
    catch_up(store, used, wait_s=wait_s)
    return 0 if report.complete else store.vectors.pending(used.name)
