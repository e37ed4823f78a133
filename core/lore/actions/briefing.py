"""What an agent is given: at the start of a session, and with a prompt."""

from typing import Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import ProjectKey
from lore.actions.registry import Touches, action
from lore.config import CONTEXT_BUDGET, in_force
from lore.context import Brief as Brief, BriefItem as BriefItem, recall as recall_now, session_start

SessionName = Annotated[str | None, "The session that is given it, by the agent's own id."]


@action("context", Touches.READS)
def context(
    engine: Engine,
    *,
    project: ProjectKey = None,
    session: SessionName = None,
    budget: Annotated[int | None, "Tokens at most; default: the setting `context.budget`."] = None,
) -> Brief:
    """Show what an agent is given when a session starts."""
    chosen = in_force(engine.store)
    return session_start(
        engine.store, project or engine.project, budget=chosen[CONTEXT_BUDGET] if budget is None else budget
    )


@action("recall", Touches.READS)
def recall(
    engine: Engine,
    prompt: Annotated[str, "What you ask the agent to do, in your words."],
    *,
    project: ProjectKey = None,
    session: SessionName = None,
) -> Brief:
    """Give what answers a prompt, or nothing."""
    return recall_now(engine.store, engine.searcher, prompt, project or engine.project, session)
