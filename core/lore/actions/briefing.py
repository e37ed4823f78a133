"""What an agent is given: at the start of a session, with a prompt, and what is new since the last one."""

from dataclasses import dataclass, replace
from typing import Annotated

from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.parameters import FactId, ProjectKey, fact_named, moment
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
from lore.memory import what_stands
from lore.model import RULE_KINDS, Fact, Kind, Session, Status
from lore.store import FactFilter, SessionFilter


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


NEWEST = 20
"""Facts of each list, at most."""
_OPEN = (Kind.TASK, Kind.BLOCKER)


@dataclass(frozen=True, slots=True)
class News:
    """What a session begins with. Every list holds what agents may be given, newest first, at most 20."""

    project: str | None
    since: str | None
    """The end of the last session; None where there was none."""
    last: Session | None
    memories: int
    """The active facts in scope that agents may be given."""
    rules: int
    """Those of them that stand over every session."""
    added: tuple[Fact, ...]
    """What came since."""
    retired: tuple[Fact, ...]
    """What came to hold no more since."""
    open: tuple[Fact, ...]
    """Tasks and blockers that still stand."""
    waiting: int
    """Proposals for you to decide on."""
    unconfirmed: int
    """Facts in scope that no person has confirmed: no agent is given them."""


@action("sync", Touches.READS)
def sync(
    engine: Engine,
    *,
    project: ProjectKey = None,
    session: Annotated[str | None, "The session that begins, by the agent's own id: it is not the last one."] = None,
    since: Annotated[str | None, "A time, such as 2026-03-01; default: the end of the last session."] = None,
) -> News:
    """Say what is known here, and what is new since the last session of the project."""
    from lore.actions.review import queue  # which what stands does not need

    facts, key = engine.store.facts, project or engine.project
    before = engine.store.sessions.select(SessionFilter(project=key), limit=2)
    last = next((one for one in before if one.id != session), None)
    start = moment(since) or ((last.ended_at or last.started_at) if last else None)
    given = FactFilter(projects=(key, None), tainted=False)
    changed = engine.store.audit.select(after=start, limit=500) if start else []
    gone = facts.many(list(dict.fromkeys(event.subject.id for event in changed)))
    return News(
        project=key,
        since=start,
        last=last,
        memories=facts.count(given),
        rules=sum(not one.left for one in what_stands(engine.store, key)),
        added=_newest(engine, after=start, project=key) if start else (),
        retired=tuple(one for one in gone if _is_retired(one, key))[:NEWEST],
        open=tuple(
            facts.select(FactFilter(kinds=_OPEN, projects=(key, None), tainted=False), limit=NEWEST),
        ),
        waiting=len(queue(engine)),
        unconfirmed=facts.count(FactFilter(projects=(key, None), tainted=True)),
    )


def _newest(engine: Engine, *, after: str, project: str | None) -> tuple[Fact, ...]:
    """The facts that came since, the rules first: they stand anyway, and a change of one matters most."""
    found = engine.store.facts.select(FactFilter(projects=(project, None), tainted=False, after=after), limit=NEWEST)
    return tuple(sorted(found, key=lambda fact: fact.kind not in RULE_KINDS))


def _is_retired(fact: Fact, project: str | None) -> bool:
    return fact.status in (Status.SUPERSEDED, Status.ARCHIVED) and not fact.tainted and fact.project in (project, None)
