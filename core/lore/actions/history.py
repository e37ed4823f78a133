"""What was changed, by whom, event by event and by acts, and how it is taken back."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

from lore import clock
from lore.actions import visibility
from lore.actions.engine import Engine
from lore.actions.parameters import Limit, Time, moment, run_named, subject_named
from lore.actions.registry import Touches, action
from lore.errors import NotFound, UsageError
from lore.history import (
    NEWEST_ACTS,
    Act as Act,
    Difference as Difference,
    act_of as act_of,
    acts_of,
    details as details,
    differences as differences,
    phrase as phrase,
    sentence as sentence,
    things_named as things_named,
    told,
    words_of as words_of,
)
from lore.model import AuditEvent, Fact, SubjectKind

if TYPE_CHECKING:
    from lore.history import UndoPlan

VISIT = timedelta(hours=1)
"""What is older was done in an earlier visit: a person has to confirm before it is undone."""
Agreed = Annotated[bool, "You know what is reversed. Without it, files and what an earlier visit did are only named."]
Actor = Annotated[str | None, "Only by this actor: person, hook, consolidation, agent:NAME."]


@dataclass(frozen=True, slots=True)
class Reversal:
    """What an undo or a redo reversed, or would reverse once you agreed."""

    done: bool
    act: str
    """What it is about, in words that follow "undo the": `publishing of ~/shop/CONVENTIONS.md`."""
    actor: str
    """Who had done it."""
    at: str
    """When it was done."""
    events: tuple[AuditEvent, ...]
    """Newest first."""
    unit: int | None
    """The undo unit of the reversal itself, once it is done."""
    run: str | None
    """The run that these events belong to."""
    whole_run: bool
    """Whether it is all that stands of this run."""

    @property
    def event(self) -> int:
        """The number of the newest event: names the step, to agree to exactly this."""
        return self.events[0].seq


@dataclass(frozen=True, slots=True)
class Events:
    """Events of the log."""

    events: tuple[AuditEvent, ...]


def leaves_undo(engine: Engine, units: Collection[int], run: str | None = None) -> bool:
    """Whether an undo can take back something of these units, or of this run."""
    if run is not None:
        return bool(engine.store.audit.units(actor=None, below=None, limit=1, run=run))
    newest = engine.store.audit.units(actor=None, below=max(units) + 1, limit=len(units)) if units else []
    return not set(newest).isdisjoint(units)


@action("undo", Touches.WRITES)
def undo(
    engine: Engine,
    *,
    run: Annotated[str | None, "Everything that this run did."] = None,
    event: Annotated[int | None, "The step that this event of the log belongs to."] = None,
    by: Annotated[str | None, "Undo the last change by this actor, such as `person`."] = None,
    agreed: Agreed = False,
) -> Reversal:
    """Take the last change back, whoever made it: of facts, of the queue, of published files.

    Where it touches files, swaps the store or reaches behind this visit, nothing is done until you `agreed`. Raises
    NotFound, Conflict with the reason where it cannot be, NeedsPerson where an agent would take back what a person did.
    """
    if sum(given is not None for given in (run, event, by)) > 1:
        raise UsageError("give only one of a run, an event and an actor", hint="`lore log` lists changes")
    from lore.history import plan_undo  # which loads what the first key need not wait for

    plan = plan_undo(engine.store, by=by, run=run_named(engine, run) if run else None, event=event)
    newest = plan.events[0]
    whole = run is not None or (event is None and newest.run is not None and newest.undoes is None)
    return _reversed(engine, plan, whole_run=whole, agreed=agreed)


@action("redo", Touches.WRITES)
def redo(
    engine: Engine,
    *,
    event: Annotated[int | None, "The undo that this event of the log belongs to; default: the last one."] = None,
    by: Annotated[str | None, "The last undo of this actor, such as `person`."] = None,
    agreed: Agreed = False,
) -> Reversal:
    """Undo the last undo. Asks and raises as `undo` does."""
    from lore.history import plan_redo, plan_undo

    if event is None:
        return _reversed(engine, plan_redo(engine.store, by=by), whole_run=False, agreed=agreed)
    plan = plan_undo(engine.store, event=event)
    if plan.events[0].undoes is None:
        raise UsageError(f"event {event} is not an undo", hint=f"`lore undo --id {event}` reverses it")
    return _reversed(engine, plan, whole_run=False, agreed=agreed)


@action("log", Touches.READS)
def log(
    engine: Engine,
    *,
    actor: Actor = None,
    name: Annotated[str | None, "Only this action, such as `fact.edit`, or all of `fact`."] = None,
    target: Annotated[str | None, "Only changes of this fact, candidate or file."] = None,
    run: Annotated[str | None, "Only what this run did."] = None,
    after: Time = None,
    before: Time = None,
    below: Annotated[int | None, "Only events with a lower number, such as the last one of the page before."] = None,
    limit: Limit = None,
) -> Events:
    """What was changed, newest first."""
    events = engine.store.audit.select(
        actor=actor,
        action=name,
        subject=subject_named(engine, target) if target else None,
        run=run_named(engine, run) if run else None,
        after=moment(after),
        before=moment(before),
        below_seq=below,
        limit=limit,
    )
    return Events(visibility.told(engine, events))


@action("history", Touches.READS)
def history_of(engine: Engine, thing: Annotated[str, "Its id; of a file its path."]) -> Events:
    """Every change of one fact, candidate or file, oldest first. Raises NotFound."""
    subject = subject_named(engine, thing)
    events = engine.store.audit.select(subject=subject)
    if not events:
        raise NotFound(f"nothing is recorded of `{subject}`", hint="`lore search` finds facts by their words")
    return Events(visibility.told(engine, reversed(events)))


@action("event", Touches.READS)
def event_numbered(engine: Engine, number: Annotated[int, "The number of an event of the log."]) -> AuditEvent:
    """One event of the log. Raises NotFound."""
    return visibility.told(engine, [engine.store.audit.get(number)])[0]


@action("event_numbers", Touches.READS)
def event_numbers(engine: Engine, *, limit: Limit = None) -> tuple[int, ...]:
    """The numbers of the events of the log, newest first."""
    return tuple(engine.store.audit.seqs(limit))


@action("retired", Touches.READS)
def retired_by(engine: Engine, run: Annotated[str | None, "A run; None gives nothing."]) -> tuple[Fact, ...]:
    """The facts that a run took out of force, or that came in as replaced already."""
    return tuple(visibility.seen(engine, engine.store.facts.many(engine.store.audit.retired(run)))) if run else ()


def _reversed(engine: Engine, plan: "UndoPlan", *, whole_run: bool, agreed: bool) -> Reversal:
    """Carry the plan out; where it asks first and nobody agreed, only tell."""
    from lore.history import carry_out

    done = agreed or not _asks_first(engine, plan)
    report = carry_out(engine.store, plan) if done else None
    return Reversal(
        done=done,
        act=act_of(visibility.told(engine, plan.events)),
        actor=plan.actor,
        at=plan.at,
        events=visibility.told(engine, report.events if report else plan.events),
        unit=report.unit if report else None,
        run=plan.events[0].run,
        whole_run=whole_run,
    )


def _asks_first(engine: Engine, plan: "UndoPlan") -> bool:
    """A visit is what was done through an engine that stays open, else the last hour."""
    if engine.stays_open:
        return plan.asks_first(own=engine.units)
    return plan.asks_first(since=clock.shifted(-VISIT))


Words = Annotated[str, "Only acts with a thing that says all of these words, in any case."]


@dataclass(frozen=True, slots=True)
class Acts:
    """Acts of the log, and what they may be narrowed to."""

    acts: tuple[Act, ...]
    """Newest first."""
    actors: tuple[str, ...]
    """Who did anything, by the time they did it last."""
    kinds: tuple[SubjectKind, ...]
    """The sorts of things that were changed."""


@action("acts", Touches.READS)
def list_acts(
    engine: Engine,
    *,
    actor: Actor = None,
    kind: Annotated[SubjectKind | None, "Only acts that changed such a thing."] = None,
    words: Words = "",
    limit: Limit = None,
) -> Acts:
    """The log by acts, newest first: a run, or what was done in one step; the newest 100,000 events are looked at."""
    found = acts_of(engine.store)
    saying = engine.store.statistics.acts_saying(words.split(), newest=NEWEST_ACTS) if words.strip() else None
    kept = [
        act
        for act in found
        if (actor is None or act.actor == actor)
        and (kind is None or kind in act.kinds)
        and (saying is None or act.id in saying)
    ]
    kinds = {one for act in found for one in act.kinds}
    return Acts(
        tuple(kept[:limit]),
        tuple(dict.fromkeys(act.actor for act in found)),
        tuple(one for one in SubjectKind if one in kinds),
    )


@action("act_events", Touches.READS)
def act_events(engine: Engine, act: Annotated[str, "A run, or the number of a unit."]) -> tuple[int, ...]:
    """The numbers of the events of one act, newest first."""
    return tuple(engine.store.statistics.events_of(act))


def act_told(engine: Engine, act: Act, *, width: int) -> str:
    """What an act did, in words that follow who did it: `rejected 4 proposals`. Raises NotFound, StoreError.

    width: characters of the text of a single thing at most.
    """
    return told(act, lambda number: visibility.told(engine, [engine.store.audit.get(number)])[0], width)
