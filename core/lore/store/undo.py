"""One undo for everything: it reverses recorded events, newest first, and is itself recorded.

A unit is what one transaction did; a run is undone as a whole. An undo refuses, with the reason, when what it would
change is no longer as the event left it, or when something newer rests on it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lore.errors import Conflict, NeedsPerson, NotFound
from lore.model import AuditEvent, PassageType
from lore.presence import Person, actor_of, hand, is_agent
from lore.store import rows
from lore.store.changes import AUDITED, NOTES, WITHDRAWN, Change, Values, is_marked
from lore.store.sqlite.connection import IntegrityError
from lore.store.sqlite.reading import marks

if TYPE_CHECKING:
    from lore.store.local.store import Store

PAGE = 500
NOT_ROWS = ("sessions", *NOTES)
"""Nothing to bring back: what was learnt of a session (its end, its title) hides with its turns; notes only tell."""


class Effect(Protocol):
    """What an event changed outside the store, such as a published file."""

    table: str
    """The `table` of the events that belong to it."""

    def restore(self, target: str, found: Values | None, wanted: Values | None) -> None:
        """Bring `target` from the state `found` to `wanted`. Raises Conflict where it is not in `found`."""


@dataclass(frozen=True, slots=True)
class UndoReport:
    """What was reversed."""

    unit: int
    """The unit of the undo itself."""
    events: tuple[AuditEvent, ...]
    """The reversed events, newest first."""
    run: str | None


def undo_last(
    store: "Store", who: str | Person | None = None, *, by: str | None = None, effects: Sequence[Effect] = ()
) -> UndoReport:
    """Reverse the newest change that still stands, its whole run where it belongs to one.

    Raises as `events_to_undo` does, and Conflict with the reason where it cannot be.
    """
    return reverse(store, events_to_undo(store, by), who, effects)


def redo_last(
    store: "Store", who: str | Person | None = None, *, by: str | None = None, effects: Sequence[Effect] = ()
) -> UndoReport:
    """Take the newest undo back. Raises as `events_to_redo` does."""
    return reverse(store, events_to_redo(store, by), who, effects)


def undo_run(
    store: "Store", run: str, who: str | Person | None = None, *, effects: Sequence[Effect] = ()
) -> UndoReport:
    """Reverse everything a run did that still stands. Raises as `events_of_run` does."""
    return reverse(store, events_of_run(store, run), who, effects)


def undo_event(
    store: "Store", seq: int, who: str | Person | None = None, *, effects: Sequence[Effect] = ()
) -> UndoReport:
    """Reverse the unit an event belongs to. Raises as `events_of_step` does."""
    return reverse(store, events_of_step(store, seq), who, effects)


def events_to_undo(store: "Store", by: str | None = None) -> list[AuditEvent]:
    """The newest change that still stands, its whole run where it belongs to one; newest event first.

    `by` looks only at changes of one actor; in an agent's shell, only its own. Raises NotFound where there is nothing
    to undo, Conflict where the last step was a purge.
    """
    history = _History(store, by or _own(hand()))
    unit = history.newest(undone=False)
    if unit is None:
        raise NotFound("there is nothing to undo", hint="`lore log` shows what was changed")
    _refuse_behind_purge(store, history, unit)
    return history.whole(unit)


def events_to_redo(store: "Store", by: str | None = None) -> list[AuditEvent]:
    """The newest undo. Raises NotFound where nothing was undone since the newest change."""
    unit = _History(store, by or _own(hand())).newest(undone=True)
    if unit is None:
        raise NotFound("there is nothing to redo", hint="`lore log` shows what was changed")
    return _events_of_unit(store, unit)


def events_of_run(store: "Store", run: str) -> list[AuditEvent]:
    """What a run did that still stands. Raises NotFound where nothing of it does."""
    store.runs.get(run)
    history = _History(store, None)
    standing = [event for event in store.audit.select(run=run) if not history.is_reversed(event.unit)]
    if not standing:
        raise NotFound(f"nothing of run `{run}` is left to undo", hint=f"`lore log --run {run}` shows what it did")
    return standing


def events_of_step(store: "Store", seq: int) -> list[AuditEvent]:
    """The unit an event belongs to. Raises NotFound, or Conflict where nothing of it can be undone (again)."""
    event = store.audit.get(seq)
    if _History(store, None).is_reversed(event.unit):
        raise Conflict(f"event {seq} is undone already", hint="`lore redo` takes an undo back")
    events = _events_of_unit(store, event.unit)
    if all(one.table in NOTES for one in events):
        raise Conflict(f"event {seq} ({event.action}) left nothing to bring back", hint="`lore log` shows the others")
    return events


class _History:
    """Which units stand and which were reversed, read from the newest backwards.

    A unit is reversed when an event of a unit that stands says that it undoes it.
    """

    def __init__(self, store: "Store", by: str | None) -> None:
        self._store = store
        self.by = by
        found = store.audit._all("SELECT DISTINCT unit, undoes FROM audit WHERE undoes IS NOT NULL")
        self._undoes: dict[int, int] = {row["unit"]: row["undoes"] for row in found}
        reversers: dict[int, list[int]] = {}
        for row in found:
            reversers.setdefault(row["undoes"], []).append(row["unit"])
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

    def newest(self, *, undone: bool) -> int | None:
        """The newest unit that an undo, or with `undone` a redo, would reverse."""
        for unit in self._units():
            depth = self.depth(unit)
            if self.is_reversed(unit):
                continue
            if depth % 2 == int(undone):
                return unit
            if undone and depth == 0:
                return None
        return None

    def whole(self, unit: int) -> list[AuditEvent]:
        """The events to reverse together: of the unit, or of its whole run as far as it stands."""
        events = _events_of_unit(self._store, unit)
        run = events[0].run
        if run is None or self.depth(unit):
            return events
        return [event for event in self._store.audit.select(run=run) if not self.is_reversed(event.unit)]

    def _units(self) -> Iterable[int]:
        below = None
        while True:
            found = self._store.audit._all(
                f'SELECT DISTINCT unit FROM audit WHERE "table" NOT IN ({marks(NOTES)}) AND (? IS NULL OR actor = ?)'
                " AND (? IS NULL OR unit < ?)"
                " ORDER BY unit DESC LIMIT ?",
                *NOTES, self.by, self.by, below, below, PAGE,
            )  # fmt: skip
            if not found:
                return
            for row in found:
                yield row["unit"]
            below = found[-1]["unit"]


def _events_of_unit(store: "Store", unit: int) -> list[AuditEvent]:
    found = store.audit._all("SELECT * FROM audit WHERE unit = ? ORDER BY seq DESC", unit)
    return [rows.audit_event(row) for row in found]


def reverse(
    store: "Store", events: Sequence[AuditEvent], who: str | Person | None = None, effects: Sequence[Effect] = ()
) -> UndoReport:
    """Bring back what was before, event by event, newest first, in one transaction.

    who: who does it; by default who types here. Raises Conflict with the reason where something is no longer as an
    event left it or something newer rests on it, NeedsPerson where an agent would take back what a person did.
    """
    who = who or hand()
    _refuse_agent(actor_of(who), events)
    if events[0].table == "store":
        return _go_back(store, events[0], who)
    outside = {effect.table: effect for effect in effects}
    files = [event for event in events if event.table in outside]
    _refuse_foreign(store, files)
    try:
        with store.write(who) as change:
            for event in events:
                change.undoes = event.unit
                if event.table not in outside:
                    _restore(store, change, event)
            # Last, so that a refusal inside the store leaves the files alone.
            for event in files:
                change.undoes = event.unit
                outside[event.table].restore(event.target, event.after, event.before)
                change.record(_undo_action(event), event.table, event.target, event.after, event.before)
    except IntegrityError as error:
        raise Conflict(
            "something newer rests on what would be undone", hint="`lore log` shows it; undo the newer change first"
        ) from error
    return UndoReport(change.unit, tuple(events), events[0].run)


def _own(actor: str) -> str | None:
    """Whose changes an undo looks at by itself: a person's at all of them, an agent's at its own."""
    return actor if is_agent(actor) else None


def _refuse_agent(actor: str, events: Sequence[AuditEvent]) -> None:
    """What an agent did, an agent may take back; everything else is a person's to take back."""
    other = next((event for event in events if not is_agent(event.actor)), None)
    if is_agent(actor) and other is not None:
        raise NeedsPerson(
            f"event {other.seq} ({other.action}) was done by `{other.actor}`: an agent undoes only what agents did",
            hint="run it yourself, in a terminal of your own",
        )


def _refuse_behind_purge(store: "Store", history: _History, unit: int) -> None:
    """Raises Conflict where the last step was a purge: what was done before it is not what was just done."""
    step = store.audit._one(
        "SELECT * FROM audit WHERE (action = 'purge' OR unit = ?) AND (? IS NULL OR actor = ?)"
        " ORDER BY seq DESC LIMIT 1",
        unit, history.by, history.by,
    )  # fmt: skip
    if step is None or step["action"] != "purge":
        return
    event = _events_of_unit(store, unit)[0]
    raise Conflict(
        f"the last step was a purge ({step['at']}), which cannot be undone",
        hint=f"before it came {event.action} of `{event.target}`: `lore undo --id {event.seq}` takes that back",
    )


def _refuse_foreign(store: "Store", files: Sequence[AuditEvent]) -> None:
    """Raises Conflict where another installation, or nobody, recorded the change of a file."""
    for event in files:
        if not is_marked(store.folder, event):
            root = (event.after or event.before or {}).get("root", "")
            raise Conflict(
                f"event {event.seq} was not recorded by this installation: it would write `{event.target}` in `{root}`",
                hint="`lore log --json` shows it; what came before it: `lore undo --id EVENT`",
            )


def _go_back(store: "Store", event: AuditEvent, who: str | Person) -> UndoReport:
    """Undo a restored backup by restoring the copy that was made before it."""
    from lore.store.local.backup import restore_backup  # only the undo of a restore needs it

    before = event.before or {}
    restore_backup(store, str(before["backup"]), by=who)
    newest = store.audit.select(action="store.restore", limit=1)[0]
    return UndoReport(newest.unit, (event,), None)


def _restore(store: "Store", change: Change, event: AuditEvent) -> None:
    action = _undo_action(event)
    if event.table in WITHDRAWN:
        _withdraw(store, change, event, action)
        return
    if event.table not in AUDITED:
        if event.table not in NOT_ROWS:
            raise Conflict(f"event {event.seq} changed something outside the store", hint="`lore undo` can reverse it")
        change.record(action, event.table, event.target, event.after, event.before)
        return
    found = change.row(event.table, event.target)
    if found != event.after:
        raise _changed_since(store, event)
    if event.before is None:
        change.delete(event.table, event.target, action)
    elif event.after is None:
        change.insert(event.table, event.before, action)
    else:
        change.update(event.table, event.target, event.before, action)


def _withdraw(store: "Store", change: Change, event: AuditEvent, action: str) -> None:
    state: Mapping[str, object] = event.after or event.before or {}
    withdrawn = event.after is not None
    ranges = state["seqs"]
    if not isinstance(ranges, list):
        raise Conflict(f"event {event.seq} cannot be read", hint="run `lore doctor`")
    for first, last in ranges:
        moved = change._connection.execute(
            f"UPDATE {event.table} SET withdrawn = ? WHERE session = ? AND seq BETWEEN ? AND ? AND withdrawn != ?",
            [int(withdrawn), event.target, first, last, int(withdrawn)],
        )
        if moved.rowcount != last - first + 1:
            raise _changed_since(store, event)
        if event.table == "turns":
            change.announce(PassageType.TURN.ids_of(range(first, last + 1)))
    change.record(action, event.table, event.target, event.after, event.before)


def _undo_action(event: AuditEvent) -> str:
    """`undo fact.edit`; the undo of an undo reads `redo fact.edit`."""
    verb, space, rest = event.action.partition(" ")
    if not space:
        return f"undo {event.action}"
    return f"redo {rest}" if verb == "undo" else f"undo {rest}"


def _changed_since(store: "Store", event: AuditEvent) -> Conflict:
    reason = f"`{event.target}` is no longer as event {event.seq} left it"
    for newer in store.audit.select(target=event.target, limit=PAGE):
        if newer.seq > event.seq and newer.table == event.table:
            reason = f"`{event.target}` was changed since, by {newer.actor} at {newer.at} ({newer.action})"
            break
    return Conflict(reason, hint=f"`lore history {event.target}` shows it; undo the newer change first")
