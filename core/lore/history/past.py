"""Which changes stand and which were reversed, and so what an undo or a redo is about."""

from collections.abc import Callable, Iterator, Sequence

from lore.errors import Conflict, NotFound
from lore.model import NOTES, AuditEvent
from lore.presence import PERSON, hand, is_agent
from lore.store import Store

PAGE = 500
_RETIRES = "fact.supersede"
_BACKGROUND = ("capture", "consolidation", "proposing", "distill", "night", "repair")
"""Kinds of runs that go on by themselves as well."""
Concerns = Callable[[Store, Sequence[AuditEvent]], bool]


def events_to_undo(store: Store, by: str | None = None) -> list[AuditEvent]:
    """The newest change of whoever types here that still stands, its whole run where it belongs to one; newest event
    first. What went on in the background is passed over, but for what retired a fact, unless nothing else is left.

    `by` looks only at changes of one actor; in an agent's shell, only its own. Raises NotFound where there is nothing
    to undo, Conflict where the last step was a purge.
    """
    past = Past(store, by or _own(hand()))
    own = None if past.by else past.newest(undone=False, concerns=_concerns_person)
    unit = past.newest(undone=False) if own is None else own
    if unit is None:
        raise NotFound("nothing to undo", hint="`lore log` lists changes")
    _refuse_behind_purge(store, past, unit)
    return past.whole(unit)


def events_to_redo(store: Store, by: str | None = None) -> list[AuditEvent]:
    """The newest undo. Raises NotFound where nothing was undone since the newest change."""
    unit = Past(store, by or _own(hand())).newest(undone=True)
    if unit is None:
        raise NotFound("nothing to redo", hint="`lore log` lists changes")
    return store.audit.of_unit(unit)


def events_of_run(store: Store, run: str) -> list[AuditEvent]:
    """What a run did that still stands. Raises NotFound where nothing of it does."""
    store.runs.get(run)
    past = Past(store, None)
    standing = [event for event in store.audit.select(run=run) if not past.is_reversed(event.unit)]
    if not standing:
        raise NotFound(f"nothing of run `{run}` is left to undo", hint=f"`lore log --run {run}` shows what it did")
    return standing


def events_of_step(store: Store, seq: int) -> list[AuditEvent]:
    """The unit an event belongs to. Raises NotFound, or Conflict where nothing of it can be undone (again)."""
    event = store.audit.get(seq)
    if Past(store, None).is_reversed(event.unit):
        raise Conflict(f"event {seq} is undone already", hint="`lore redo` takes an undo back")
    events = store.audit.of_unit(event.unit)
    if all(one.subject.kind in NOTES for one in events):
        raise Conflict(f"event {seq} ({event.action}) left nothing to bring back", hint="`lore log` shows the others")
    return events


class Past:
    """Which units stand, read from the newest backwards.

    A unit is reversed when an event of a unit that stands says that it undoes it.
    """

    def __init__(self, store: Store, by: str | None) -> None:
        self._store = store
        self.by = by
        reversals = store.audit.reversals()
        self._undoes = dict(reversals)
        reversers: dict[int, list[int]] = {}
        for unit, undone in reversals:
            reversers.setdefault(undone, []).append(unit)
        self._reversed: set[int] = set()
        # Whatever reverses a unit is newer than it: from the newest on, each answer is known when it is asked for.
        for unit in sorted(reversers, reverse=True):
            if not self._reversed.issuperset(reversers[unit]):
                self._reversed.add(unit)

    def is_reversed(self, unit: int) -> bool:
        return unit in self._reversed

    def depth(self, unit: int) -> int:
        """0 for a change, 1 for its undo, 2 for its redo, and so on."""
        count = 0
        while unit in self._undoes:
            unit = self._undoes[unit]
            count += 1
        return count

    def newest(self, *, undone: bool, concerns: Concerns | None = None) -> int | None:
        """The newest unit that an undo, or with `undone` a redo, would reverse. concerns: which of them count."""
        for unit in self._units():
            depth = self.depth(unit)
            if self.is_reversed(unit) or (concerns and not concerns(self._store, self._store.audit.of_unit(unit))):
                continue
            if depth % 2 == int(undone):
                return unit
            if undone and depth == 0:
                return None
        return None

    def whole(self, unit: int) -> list[AuditEvent]:
        """The events to reverse together: of the unit, or of its whole run as far as it stands."""
        events = self._store.audit.of_unit(unit)
        run = events[0].run
        if run is None or self.depth(unit):
            return events
        return [event for event in self._store.audit.select(run=run) if not self.is_reversed(event.unit)]

    def _units(self) -> Iterator[int]:
        below = None
        while found := self._store.audit.units(actor=self.by, below=below, limit=PAGE):
            yield from found
            below = found[-1]


def _concerns_person(store: Store, events: Sequence[AuditEvent]) -> bool:
    """Whether a person did this, by themselves, by a command or by an agent that says its undo, or a fact of theirs was
    retired."""
    if any(event.actor == PERSON or is_agent(event.actor) or event.action == _RETIRES for event in events):
        return True
    run = events[0].run
    return run is not None and store.runs.get(run).kind not in _BACKGROUND


def _own(actor: str) -> str | None:
    """Whose changes an undo looks at by itself: a person's at all of them, an agent's at its own."""
    return actor if is_agent(actor) else None


def _refuse_behind_purge(store: Store, past: Past, unit: int) -> None:
    """Raises Conflict where the last step was a purge: what was done before it is not what was just done."""
    event = store.audit.of_unit(unit)[0]
    purge = next(iter(store.audit.select(action="purge", actor=past.by, limit=1)), None)
    if purge is None or purge.seq < event.seq:
        return
    raise Conflict(
        f"the last step was a purge ({purge.at}), which cannot be undone",
        hint=f"before it came {event.action} of `{event.subject.id}`: `lore undo --id {event.seq}` takes that back",
    )
