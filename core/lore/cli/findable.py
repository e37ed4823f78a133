"""What commands do with new passages: they are made ready to be found."""

from lore.cli import console
from lore.errors import ModelError
from lore.store import Store

EMBED_BUDGET_S = 120.0
"""Seconds a command gives to embedding; what is left is done by later searches."""


def make_findable(store: Store, budget_s: float = EMBED_BUDGET_S) -> None:
    """Make what is new ready to be found, by words and, as far as the budget goes, by meaning."""
    from lore.index import catch_up, embed_pending
    from lore.index.models import embedder_in_use

    catch_up(store, None, wait_s=30.0)
    embedder = embedder_in_use(store)
    try:
        with console.progress("embedding") as progress:
            report = embed_pending(store, embedder, budget_s=budget_s, progress=progress)
        catch_up(store, embedder, wait_s=30.0)
    except ModelError as error:
        console.warn(f"{error.message}: what is new is found by its words alone")
        return
    if not report.complete:
        console.note("embedding goes on with later searches; until then some of it is found by its words alone")
