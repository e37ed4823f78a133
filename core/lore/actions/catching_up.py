"""The hello of a session: what is known here, and what is new since the last one."""

from dataclasses import dataclass
from typing import Annotated

from lore.actions.engine import Engine
from lore.actions.parameters import ProjectKey, moment
from lore.actions.registry import Touches, action
from lore.actions.review import queue
from lore.memory import what_stands
from lore.model import RULE_KINDS, Fact, Kind, Session, Status
from lore.store import FactFilter, SessionFilter

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
