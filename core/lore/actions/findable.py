"""What every action does after it stored something: what is new is made ready to be found."""

from lore.actions.engine import Engine
from lore.config import EMBED_BUDGET, in_force
from lore.errors import ModelError

WITHOUT_NEWS = 64
"""Passages of an earlier backlog that an action embeds which stored nothing new: about a second."""


def make_findable(engine: Engine, *, news: bool = True, budget_s: float | None = None, wait_s: float = 30.0) -> int:
    """Make what is new ready to be found, by words and, as far as the budget goes, by meaning.

    news: whether there is anything new. budget_s: seconds of embedding, default the setting `embedding.budget`. wait_s:
    seconds to wait for another process that does it already. Returns how many passages are still to embed at most.
    Where the model cannot be had, warns, and returns 0.
    """
    from lore.index import bring_level

    reporter = engine.reporter
    reporter.stage("embedding")
    try:
        return bring_level(
            engine.store,
            budget_s=in_force(engine.store)[EMBED_BUDGET] if budget_s is None else budget_s,
            most=None if news else WITHOUT_NEWS,
            wait_s=wait_s,
            progress=reporter.progress,
        )
    except ModelError as error:
        reporter.warn(ModelError(f"{error.message}: new facts are found by keyword only", hint=error.hint))
        return 0


def embed_more(engine: Engine, budget_s: float) -> bool:
    """Go on for so many seconds with the passages that wait for their vectors; tell whether some still do.

    For a program that stays open, between two things that it is asked for. Raises ModelError.
    """
    from lore.embedding import embedder_in_use
    from lore.index import embed_pending

    return not embed_pending(engine.store, embedder_in_use(engine.store), budget_s=budget_s).complete
