"""What commands do with new passages: they are made ready to be found."""

from lore.cli import console
from lore.config import EMBED_BUDGET, in_force
from lore.errors import ModelError
from lore.progress import Progress
from lore.store import Store

WITHOUT_NEWS = 64
"""Passages of an earlier backlog that a command embeds which brought nothing new: about a second."""


def make_findable(store: Store, *, news: bool = True) -> int:
    """Make what is new ready to be found, by words and, as far as the budget goes, by meaning.

    Says how many passages are still to embed at most, and returns it. news: whether there is anything new.
    """
    budget_s = in_force(store)[EMBED_BUDGET]
    try:
        with console.progress("embedding") as progress:
            left = index(store, budget_s, progress, wait_s=30.0, most=None if news else WITHOUT_NEWS)
    except ModelError as error:
        console.warn(f"{error.message}: what is new is found by its words alone")
        return 0
    if left:
        console.note(f"up to {left:,} passages still to embed: searches embed the rest, `lore reindex` all of it now")
    return left


def index(store: Store, budget_s: float, progress: Progress, *, wait_s: float, most: int | None = None) -> int:
    """Bring the indexes level with the store; returns how many passages are still to embed at most.

    wait_s: how long to wait for another process that does it already. most: passages to embed. Raises ModelError where
    meanings cannot be had: what is new is then found by its words.
    """
    from lore.embedding import embedder_in_use
    from lore.index import catch_up, embed_pending

    catch_up(store, None, wait_s=wait_s)
    embedder = embedder_in_use(store)
    report = embed_pending(store, embedder, budget_s=budget_s, most=most, progress=progress)
    catch_up(store, embedder, wait_s=wait_s)
    return 0 if report.complete else store.vectors.pending(embedder.name)
