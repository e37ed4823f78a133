"""The log, and what was taken back, as JSON."""

from lore.actions import Events, Reversal
from lore.model import AuditEvent


def events(found: Events) -> dict[str, object]:
    """`lore log`, `lore history`."""
    return {"events": [event(one) for one in found.events]}


def event(one: AuditEvent) -> dict[str, object]:
    """One recorded change."""
    return {
        "seq": one.seq,
        "installation": one.installation,
        "at": one.at,
        "actor": one.actor,
        "action": one.action,
        "subject": {"kind": one.subject.kind.value, "id": one.subject.id},
        "before": one.before,
        "after": one.after,
        "unit": one.unit,
        "run": one.run,
        "undoes": one.undoes,
    }


def reversal(outcome: Reversal) -> dict[str, object]:
    """`lore undo`, `lore redo`."""
    return {
        "done": outcome.done,
        "act": outcome.act,
        "actor": outcome.actor,
        "at": outcome.at,
        "unit": outcome.unit,
        "run": outcome.run,
        "events": [
            {"id": one.seq, "action": one.action, "kind": one.subject.kind.value, "target": one.subject.id}
            for one in outcome.events
        ],
    }
