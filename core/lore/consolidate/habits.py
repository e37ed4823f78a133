"""The step that reads the journal: what several sessions show becomes facts of their own.

Each fact is found again by its tag and its concepts, and brought up to date.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from lore.clean import NOTHING
from lore.config import AGENT_SAID, in_force
from lore.consolidate.context import SHOWN, Context
from lore.consolidate.observed import COMMIT, Ran, checks, repairs, steps
from lore.consolidate.planned_changes import Archive, PlannedChange, Restate
from lore.consolidate.routines import routines
from lore.consolidate.step import Unit
from lore.intake import clean
from lore.memory import ROUTINE, Authority, held_by_each
from lore.model import Clean, Event, Evidence, Fact, Kind, Origin, Role, Session, Status, Tier
from lore.store import SessionFilter
from lore.text import shorten

OBSERVED = Clean("observed")
"""What marks a fact that follows from what was done."""
HELD = 100
"""The newest sessions of a project whose events are looked at: half a second."""


def observe(context: Context, unit: Unit) -> Iterator[PlannedChange]:
    """What runs before commits, and what helped when a command failed: tainted, until a person says that it is so."""
    assert unit.project is not None
    newest = context.store.sessions.select(SessionFilter(unit.project), limit=HELD)
    if newest:
        yield from _observations(context, unit.project, newest)


def _observations(context: Context, project: str, sessions: Sequence[Session]) -> Iterator[PlannedChange]:
    known, once = {}, set[str]()
    for session in sorted(sessions, key=lambda one: (one.started_at or "", one.id)):
        events = [event for event in context.store.sessions.events(session.id) if event.source_id not in once]
        once.update(event.source_id for event in events)
        known[session.id] = steps(events, session.cwd)
    agents = {session.id: session.agent for session in sessions}
    earlier = made_before(context, project, OBSERVED)
    found = {fact.concepts: (fact, seen) for fact, seen in _shown(known, project, in_force(context.store)[AGENT_SAID])}
    for concepts, (fact, seen) in found.items():
        before = earlier.get(concepts)
        evidence = [
            Evidence(event.name, event.session, event.source_id, Role.TOOL, agents[event.session], event.at)
            for event in seen
        ]
        yield Restate(fact, evidence, shorten(fact.text, SHOWN), before.id if before else None)
    yield from no_longer_shown(context, [fact for concepts, fact in earlier.items() if concepts not in found])


def _shown(
    sessions: Mapping[str, Sequence[Ran]], project: str, confidence: float
) -> Iterator[tuple[Fact, tuple[Event, ...]]]:
    """The facts that the sessions of a project show, each with the events it rests on."""
    plain = Fact(
        "", NOTHING, Kind.SOLUTION, tier=Tier.SEMANTIC, project=project, confidence=confidence, tainted=True,
        origin=Origin.SEEN, tags=(OBSERVED,),
    )  # fmt: skip
    if (ran := checks(sessions)) is not None:
        text = clean(f"Before a commit: {_in_turn(ran.names)} (before {ran.commits} of {ran.of} commits).")
        yield _dated(replace(plain, text=text, kind=Kind.CONVENTION, concepts=(clean(COMMIT),)), ran.seen)
    for routine in routines(sessions, ran.names if ran else ()):
        text = clean(f"Recurring steps: {_in_turn(routine.names)} (in {routine.sessions} sessions).")
        subject = tuple(map(clean, routine.names))
        steps_here = replace(plain, text=text, kind=Kind.CONVENTION, concepts=subject, tags=(OBSERVED, ROUTINE))
        yield _dated(steps_here, routine.seen)
    for repair in repairs(sessions):
        helps = f"a change of `{repair.by}` helped" if repair.is_file else f"`{repair.by}` helped"
        text = clean(f"When `{repair.failing}` failed, {helps} (in {repair.sessions} sessions).")
        yield _dated(
            replace(
                plain,
                text=text,
                concepts=(clean(repair.failing), clean(repair.by)),
                problem=clean(f"`{repair.failing}`: {repair.error}"),
                solution=clean(f"`{repair.by}`"),
                files=(clean(repair.by),) if repair.is_file else (),
            ),
            repair.seen,
        )


def _in_turn(names: Sequence[str]) -> str:
    return ", then ".join(f"`{name}`" for name in names)


def _dated(fact: Fact, seen: tuple[Event, ...]) -> tuple[Fact, tuple[Event, ...]]:
    return replace(fact, created_at=min((event.at for event in seen if event.at), default="")), seen


def made_before(context: Context, project: str, tag: Clean) -> dict[tuple[Clean, ...], Fact]:
    """What an earlier run said of a project under this tag, by its subject; of several the one in force."""
    facts = [fact for fact in context.tagged(tag) if fact.project == project]
    return {fact.concepts: fact for fact in sorted(facts, key=lambda fact: (fact.status is Status.ACTIVE, fact.id))}


def no_longer_shown(context: Context, facts: Sequence[Fact]) -> Iterator[PlannedChange]:
    """What the sessions no longer show is archived, but for what a person decided on or changed."""
    active = [fact for fact in facts if fact.status is Status.ACTIVE]
    behind = held_by_each(context.store, active, context.store.facts.evidence([fact.id for fact in active]))
    for fact in active:
        if behind[fact.id] is not Authority.GOVERNED:
            yield Archive(fact.id, f"no longer shown: {shorten(fact.text, SHOWN)}", fact.rev)
