"""What may be seen, by who asks: a person sees everything; an agent nothing that no person has confirmed.

But an agent finds again what its own running session saved. What is left out is counted and told, so that a person can
be asked about it. Every action that reads facts asks here; no face does.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from lore.actions.engine import Engine
from lore.errors import NeedsPerson
from lore.model import AuditEvent, Fact, Hit, PassageType, SearchResult, SubjectKind
from lore.presence import agent_here, session_here
from lore.store import SAVED
from lore.text import counted


def note_saved(engine: Engine, fact: Fact) -> None:
    """Note that the session of the agent that asks saved a fact, so that it finds it again."""
    session = session_here()
    if agent_here() is not None and fact.tainted and session:
        engine.store.accesses.save([fact.id], session)


def is_bounded() -> bool:
    """Whether whoever asks sees only what a person has confirmed, and what its own session saved."""
    return agent_here() is not None


def of_own_session(engine: Engine) -> frozenset[str]:
    """The facts that the running session of the agent that asks saved; none where it does not say which it is."""
    session = session_here()
    return frozenset(name for name, _, _ in engine.store.accesses.noted(SAVED, session=session)) if session else NONE


NONE: frozenset[str] = frozenset()


def seen(engine: Engine, facts: Sequence[Fact]) -> list[Fact]:
    """Those of the facts that whoever asks may see."""
    if not is_bounded() or not any(fact.tainted for fact in facts):
        return list(facts)
    own = of_own_session(engine)
    return [fact for fact in facts if not fact.tainted or fact.id in own]


def insist_on_seeing(engine: Engine, fact: Fact) -> Fact:
    """The fact. Raises NeedsPerson where whoever asks may not see it."""
    if not seen(engine, [fact]):
        raise NeedsPerson(
            f"no person has confirmed `{fact.id}`, so no agent is shown it",
            hint="`lore review` shows it to the person, `lore accept` confirms it",
        )
    return fact


def told(engine: Engine, events: Iterable[AuditEvent]) -> tuple[AuditEvent, ...]:
    """The events, without what stood in facts that whoever asks may not see."""
    found = tuple(events)
    if not is_bounded():
        return found
    own, kinds = of_own_session(engine), (SubjectKind.FACT,)
    named = [event.subject.id for event in found if event.subject.kind in kinds]
    trusted = {fact.id for fact in engine.store.facts.many(named) if not fact.tainted or fact.id in own}
    return tuple(one if one.subject.id in trusted else replace(one, before=None, after=None) for one in found)


def searched(
    engine: Engine, find: Callable[[bool | None], SearchResult], tainted: bool | None, limit: int
) -> SearchResult:
    """The answer of a search as whoever asks may see it. find: searches among the unconfirmed, the rest, or both."""
    if not is_bounded():
        return find(tainted)
    own = of_own_session(engine)
    beside = find(True)
    mine = [hit for hit in beside.hits if hit.passage.id in own]
    answer = beside if tainted else find(False)
    hits = [] if tainted else [hit for hit in answer.hits if _may_be_seen(hit, own)]
    known = {hit.passage.id for hit in hits}
    if tainted is not False:
        hits = sorted([*hits, *(hit for hit in mine if hit.passage.id not in known)], key=lambda hit: -hit.score)
    hidden = [hit for hit in beside.matches if _is_fact(hit) and hit.passage.id not in own]
    notes = (*answer.notes, *unconfirmed_note(len(hidden)))
    return replace(answer, hits=tuple(hits[:limit]), notes=notes, unconfirmed=len(hidden))


def unconfirmed_note(count: int) -> tuple[str, ...]:
    """What an agent is told of what it is not shown; nothing where there is nothing."""
    if not count:
        return ()
    return (f"{counted(count, 'unconfirmed fact')} {'matches' if count == 1 else 'match'}: `lore review`",)


def _is_fact(hit: Hit) -> bool:
    return hit.passage.type is PassageType.FACT


def _may_be_seen(hit: Hit, own: frozenset[str]) -> bool:
    return not hit.passage.tainted or hit.passage.id in own
