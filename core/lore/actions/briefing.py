"""What an agent is given: at the start of a session, and with a prompt."""

from dataclasses import dataclass, replace
from typing import Annotated

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.parameters import FactId, ProjectKey, fact_named
from lore.actions.registry import Touches, action
from lore.config import CONTEXT_BUDGET, RECALL_BUDGET, in_force
from lore.context import (
    Brief as Brief,
    BriefItem as BriefItem,
    Heed as Heed,
    Receipt as Receipt,
    Standing as Standing,
    explain_giving,
    heeds,
    note,
    receipt_of,
    session_start,
    was_given,
)


@dataclass(frozen=True, slots=True)
class HeedList:
    """What became of each convention."""

    heeds: tuple[Heed, ...]


ProjectHere = Annotated[str | None, "The project; default: that of this folder."]
SessionName = Annotated[str | None, "The session that is given it, by the agent's own id."]


@action("context", Touches.READS)
def context(
    engine: Engine,
    *,
    project: ProjectHere = None,
    session: SessionName = None,
    budget: Annotated[int | None, "Tokens at most; default: the setting `context.budget`."] = None,
    give: Annotated[bool, "Record that the session has this now, so that no prompt recalls it again."] = False,
) -> Brief:
    """Show what an agent is given when a session starts, or was given in a session."""
    store, key = engine.store, project or engine.project
    if session and (given := was_given(store, session, key)).items:
        return given
    brief = session_start(store, key, budget=in_force(store)[CONTEXT_BUDGET] if budget is None else budget)
    if project is None and (said := engine.said_here):
        brief = replace(brief, said=said)
    if give and session:
        note(store, session, brief)
    return brief


@action("receipt", Touches.READS)
def receipt(
    engine: Engine,
    session: Annotated[str, "The session, by the agent's own id."],
    *,
    project: ProjectKey = None,
) -> Receipt:
    """Show what a session was given, why, what it cost, and what reading the sources would have cost."""
    return receipt_of(engine.store, session, project or engine.project)


@action("heed", Touches.READS)
def heeded(engine: Engine, *, project: ProjectKey = None) -> HeedList:
    """Say for each convention how often agents were corrected on its subject, before they were given it and after."""
    return HeedList(tuple(heeds(engine.store, project)))


@action("recall", Touches.READS)
def recall(
    engine: Engine,
    prompt: Annotated[str, "What you ask the agent to do, in your words."],
    *,
    project: ProjectHere = None,
    session: SessionName = None,
) -> Brief:
    """Give what answers a prompt, or nothing."""
    from lore.context import recall as recall_now  # a whole search, which what stands does not need

    store, budget = engine.store, in_force(engine.store)[RECALL_BUDGET]
    brief = recall_now(store, engine.searcher, prompt, project or engine.project, session, budget)
    if session:
        note(store, session, brief)
    return brief


@action("why", Touches.READS)
def why(engine: Engine, fact: FactId, *, project: ProjectKey = None) -> Standing:
    """Say why a session starts with a fact, or does not, and which rules of other layers it meets."""
    found = visibility.insist_on_seeing(engine, engine.store.facts.get(fact_named(engine, fact)))
    standing = explain_giving(engine.store, found, project or found.project or engine.project)
    others = visibility.veiled(engine, [meeting.fact for meeting in standing.meets])
    meets = (replace(meeting, fact=other) for meeting, other in zip(standing.meets, others, strict=True))
    return replace(standing, meets=tuple(meets))
