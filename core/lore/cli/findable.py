"""What commands do with new passages: they are made ready to be found."""

from lore.cli import console
from lore.cli.console import Progress
from lore.errors import ModelError
from lore.store import Store

EMBED_BUDGET_S = 120.0
"""Seconds a command gives to embedding; what is left is done by later searches."""


def make_findable(store: Store) -> None:
    """Make what is new ready to be found, by words and, as far as the budget goes, by meaning."""
    try:
        with console.progress("embedding") as progress:
            complete = index(store, EMBED_BUDGET_S, progress, wait_s=30.0)
    except ModelError as error:
        console.warn(f"{error.message}: what is new is found by its words alone")
        return
    if not complete:
        console.note("embedding goes on with later searches; until then some of it is found by its words alone")


def index(store: Store, budget_s: float, progress: Progress, *, wait_s: float) -> bool:
    """Bring the indexes level with the store; whether the budget was enough for all meanings.

    wait_s: how long to wait for another process that does it already. Raises ModelError where meanings cannot be had:
    what is new is then found by its words.
    """
    from lore.index import catch_up, embed_pending
    from lore.index.models import embedder_in_use

    catch_up(store, None, wait_s=wait_s)
    embedder = embedder_in_use(store)
    report = embed_pending(store, embedder, budget_s=budget_s, progress=progress)
    catch_up(store, embedder, wait_s=wait_s)
    return report.complete
