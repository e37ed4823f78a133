"""Applying one event, whatever it is about: what undo, redo and an exchange between installations have in common."""

from dataclasses import replace

from lore.history.effects import OUTSIDE, known_effects
from lore.model import AuditEvent
from lore.store import Transaction, apply as apply_to_row


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
