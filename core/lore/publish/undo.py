"""Undo and redo as front ends call them: published files included, and with what to tell before it is done."""

from collections.abc import Collection
from dataclasses import dataclass

from lore.memory import act_of
from lore.model import AuditEvent
from lore.presence import Person
from lore.publish.effect import PublishedFiles
from lore.publish.whole import WholeFiles
from lore.store import FILES, Effect, Store, UndoReport, undo as store_undo

EFFECTS: tuple[Effect, ...] = (PublishedFiles(), WholeFiles())


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
        wide = any(event.table in FILES or event.table == "store" for event in self.events)
        behind = own is not None and any(event.unit not in own for event in self.events)
        early = since is not None and any(event.at < since for event in self.events)
        return wide or behind or early


def plan_undo(store: Store, *, by: str | None = None, run: str | None = None, event: int | None = None) -> UndoPlan:
    """What `lore undo` would reverse: the newest change that stands (of actor `by`), a run, or the step of an event.

    Raises NotFound where nothing is left to undo, Conflict where the step is undone already.
    """
    if run is not None:
        return UndoPlan(tuple(store_undo.events_of_run(store, run)))
    if event is not None:
        return UndoPlan(tuple(store_undo.events_of_step(store, event)))
    return UndoPlan(tuple(store_undo.events_to_undo(store, by)))


def plan_redo(store: Store, *, by: str | None = None) -> UndoPlan:
    """What `lore redo` would bring back. Raises NotFound where nothing was undone since the newest change."""
    return UndoPlan(tuple(store_undo.events_to_redo(store, by)))


def carry_out(store: Store, plan: UndoPlan, who: str | Person | None = None) -> UndoReport:
    """Reverse exactly what the plan says. Raises Conflict where it is no longer as it was."""
    return store_undo.reverse(store, plan.events, who, EFFECTS)


def undo_last(store: Store, who: str | Person | None = None, *, by: str | None = None) -> UndoReport:
    """Reverse the newest change that still stands, its whole run where it belongs to one, published files included."""
    return carry_out(store, plan_undo(store, by=by), who)


def redo_last(store: Store, who: str | Person | None = None, *, by: str | None = None) -> UndoReport:
    """Take the newest undo back, published files included."""
    return carry_out(store, plan_redo(store, by=by), who)


def undo_run(store: Store, run: str, who: str | Person | None = None) -> UndoReport:
    """Reverse everything a run did that still stands, published files included."""
    return carry_out(store, plan_undo(store, run=run), who)


def undo_event(store: Store, seq: int, who: str | Person | None = None) -> UndoReport:
    """Reverse the step an event belongs to, published files included."""
    return carry_out(store, plan_undo(store, event=seq), who)
