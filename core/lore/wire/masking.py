"""What stands masked, as JSON."""

from typing import TYPE_CHECKING

from lore.actions import MaskedList

if TYPE_CHECKING:
    from lore.capture import Masked


def masked(outcome: MaskedList, limit: int) -> dict[str, object]:
    """`lore masked`."""
    return {
        "counts": dict(outcome.counts),
        "masked": [_masked(one, outcome) for one in outcome.found[:limit]],
        "more": max(0, len(outcome.found) - limit),
    }


def _masked(one: "Masked", outcome: MaskedList) -> dict[str, object]:
    session = outcome.sessions.get(one.text.session or "")
    return {
        "kind": one.kind,
        "id": one.text.id,
        "field": one.text.field,
        "session": one.text.session,
        "title": session.title if session else None,
        "at": session.started_at if session else None,
        "fact": one.text.fact,
        "around": one.around,
        "today": None,  # what earlier releases judged; a name of JSON is never dropped
    }
