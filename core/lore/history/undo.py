"""One undo for everything: it reverses recorded events, newest first, and is itself recorded, so that redo is its undo.

A unit is what one transaction did; a run is undone as a whole. An undo refuses, with the reason, when what it would
change is no longer as the event left it, or when something newer rests on it.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from lore.errors import Conflict, NeedsPerson
from lore.history.past import PAGE, events_of_run, events_of_step, events_to_redo, events_to_undo
from lore.history.telling import OUTSIDE, act_of, known_effects
from lore.model import NOTES, AuditEvent, Evidence, Status, SubjectKind
from lore.presence import PERSON, Person, actor_of, hand, is_agent
from lore.store import FactFilter, Store, Transaction, apply as apply_to_row, restore_backup, state_now

_ONLY_TOLD = NOTES | {SubjectKind.SESSION, SubjectKind.LEFT}
"""Nothing to bring back: what was learnt of a session (its end, its title) hides with its turns; notes only tell, and
what is left of a session is what the newest event says.
Another project of a session (`AuditEvent.is_move`) is brought back."""


@dataclass(frozen=True, slots=True)
class UndoReport:
    """What was reversed."""

    unit: int
    """The unit of the undo itself."""
    events: tuple[AuditEvent, ...]
    """The reversed events, newest first."""
    run: str | None


@dataclass(frozen=True, slots=True)
class UndoPlan:
    """What an undo or a redo is about to reverse. Nothing is changed yet."""

    events: tuple[AuditEvent, ...]
    """Newest first; one unit, or all that stands of a run."""

    @property
    def act(self) -> str:
        """What would be reversed, in words that follow "undo the": `publishing of ~/shop/CONVENTIONS.md`."""
        return act_of(self.events)

    @property
    def actor(self) -> str:
        return self.events[0].actor

    @property
    def at(self) -> str:
        """When it was done."""
        return self.events[0].at

    def asks_first(self, *, since: str | None = None, own: Collection[int] | None = None) -> bool:
        """Whether a person has to agree: it touches files, swaps the whole store, or reaches behind this visit.

        since: when this visit began (ISO 8601, UTC). own: the units that this visit wrote, where the face knows them.
        """
        wide = any(event.subject.kind in OUTSIDE or event.subject.kind is SubjectKind.STORE for event in self.events)
        behind = own is not None and any(event.unit not in own for event in self.events)
        early = since is not None and any(event.at < since for event in self.events)
        return wide or behind or early


def plan_undo(store: Store, *, by: str | None = None, run: str | None = None, event: int | None = None) -> UndoPlan:
    """What `lore undo` would reverse: the newest change that stands (of actor `by`), a run, or the step of an event.

    Raises NotFound where nothing is left to undo, Conflict where the step is undone already.
    """
    if run is not None:
        events = events_of_run(store, run)
    elif event is not None:
        events = events_of_step(store, event)
    else:
        events = events_to_undo(store, by)
    return UndoPlan(tuple(one for one in events if not one.is_seen) or tuple(events))


def plan_redo(store: Store, *, by: str | None = None) -> UndoPlan:
    """What `lore redo` would bring back. Raises NotFound where nothing was undone since the newest change."""
    return UndoPlan(tuple(events_to_redo(store, by)))


def carry_out(store: Store, plan: UndoPlan, who: str | Person | None = None) -> UndoReport:
    """Reverse exactly what the plan says, event by event, newest first, in one transaction.

    who: who does it; by default who types here. Raises Conflict with the reason where something is no longer as an
    event left it or something newer rests on it, NeedsPerson where an agent would take back what a person did.
    """
    who = who or hand()
    events = plan.events
    _refuse_agent(actor_of(who), events)
    if events[0].subject.kind is SubjectKind.STORE:
        return _go_back(store, events[0], who)
    outside = [event for event in events if event.subject.kind in OUTSIDE]
    _refuse_foreign(store, outside)
    with store.write(who) as transaction:
        # Files last, so that a refusal inside the store leaves them alone.
        for event in (*(one for one in events if one.subject.kind not in OUTSIDE), *outside):
            transaction.undoes = event.unit
            _reverse(store, transaction, event)
        withdraw_unsaid(store, transaction, events)
    return UndoReport(transaction.unit, events, events[0].run)


def undo_last(store: Store, who: str | Person | None = None, *, by: str | None = None) -> UndoReport:
    """Reverse the newest change that still stands, its whole run where it belongs to one, files included."""
    return carry_out(store, plan_undo(store, by=by), who)


def redo_last(store: Store, who: str | Person | None = None, *, by: str | None = None) -> UndoReport:
    """Take the newest undo back, files included."""
    return carry_out(store, plan_redo(store, by=by), who)


def undo_run(store: Store, run: str, who: str | Person | None = None) -> UndoReport:
    """Reverse everything a run did that still stands, files included."""
    return carry_out(store, plan_undo(store, run=run), who)


def _reverse(store: Store, transaction: Transaction, event: AuditEvent) -> None:
    """Take one event back. Raises Conflict where its thing is no longer as the event left it."""
    back = inverted(event)
    kind = event.subject.kind
    if kind in _ONLY_TOLD and not event.is_move:
        transaction.note(back.action, back.subject, back.before, back.after)
        return
    if kind not in OUTSIDE and state_now(transaction, event) != event.after:
        raise _changed_since(store, event)
    if not apply(transaction, back):
        transaction.note(back.action, back.subject, back.before, back.after)  # it is reversed, whoever did so


def _refuse_agent(actor: str, events: Sequence[AuditEvent]) -> None:
    """What an agent did, an agent may take back; everything else is a person's to take back."""
    other = next((event for event in events if not is_agent(event.actor)), None)
    if is_agent(actor) and other is not None:
        raise NeedsPerson(
            f"event {other.seq} ({other.action}) was done by `{other.actor}`: an agent undoes only what agents did",
            hint="run it yourself, in a terminal of your own",
        )


def _refuse_foreign(store: Store, files: Sequence[AuditEvent]) -> None:
    """Raises Conflict where another installation, or nobody, recorded the change of a file."""
    for event in files:
        if not store.audit.is_of_here(event, store.folder):
            root = event.state.get("root", "")
            raise Conflict(
                f"event {event.seq} was not recorded by this installation:"
                f" it would write `{event.subject.id}` in `{root}`",
                hint="`lore log --json` shows it; what came before it: `lore undo --id EVENT`",
            )


def _go_back(store: Store, event: AuditEvent, who: str | Person) -> UndoReport:
    """Undo a restored backup by restoring the copy that was made before it."""
    restore_backup(store, str((event.before or {})["backup"]), by=who)
    newest = store.audit.select(action="store.restore", limit=1)[0]
    return UndoReport(newest.unit, (event,), None)


def _changed_since(store: Store, event: AuditEvent) -> Conflict:
    name = event.subject.id
    reason = f"`{name}` is no longer as event {event.seq} left it"
    for newer in store.audit.select(subject=name, kind=event.subject.kind, limit=PAGE):
        if newer.seq > event.seq:
            reason = f"`{name}` was changed since, by {newer.actor} at {newer.at} ({newer.action})"
            break
    return Conflict(reason, hint=f"`lore history {name}` shows it; undo the newer change first")


def withdraw_unsaid(store: Store, transaction: Transaction, undone: Sequence[AuditEvent]) -> None:
    """Put away the facts that others made of the messages of these undone events: a quotation of them is nowhere.

    What a person ever touched stays, and so does what anything else bears out.
    """
    sessions = {event.subject.id for event in undone if event.subject.kind is SubjectKind.TURNS}
    for session in sorted(sessions):
        resting = store.facts.select(FactFilter(session=session, statuses=(Status.ACTIVE, Status.PENDING)))
        evidence = store.facts.evidence([fact.id for fact in resting])
        for fact in resting:
            is_said = any(_is_there(store, item) for item in evidence[fact.id])
            if not is_said and not store.audit.select(actor=PERSON, subject=fact.id, limit=1):
                store.facts.update(transaction, fact.id, action="fact.withdraw", status=Status.ARCHIVED)


def _is_there(store: Store, item: Evidence) -> bool:
    """Whether a quotation is of no message, or of one that is stored and not withdrawn."""
    if item.session is None or item.source_id is None:
        return True
    return store.sessions.turn(item.session, item.source_id) is not None


def apply(transaction: Transaction, event: AuditEvent) -> bool:
    """Bring the thing to the state after the event and record it; applying it again changes nothing.

    False where nothing was to be done. Raises Conflict where the thing is in neither state of the event, or something
    newer rests on what would go.
    """
    if event.subject.kind not in OUTSIDE:
        return apply_to_row(transaction, event)
    if not known_effects()[event.subject.kind].restore(event.subject.id, event.before, event.after):
        return False
    transaction.note(event.action, event.subject, event.before, event.after)
    return True


def inverted(event: AuditEvent) -> AuditEvent:
    """The event that takes this one back; the inverse of an undo is a redo."""
    return replace(
        event,
        seq=0,
        action=_undo_action(event.action),
        before=event.after,
        after=event.before,
        installation="",
        number=0,
    )


def _undo_action(action: str) -> str:
    """`undo fact.edit`; the undo of an undo reads `redo fact.edit`."""
    verb, space, rest = action.partition(" ")
    if not space:
        return f"undo {action}"
    return f"redo {rest}" if verb == "undo" else f"undo {rest}"
