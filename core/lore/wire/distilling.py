"""What a model read and what was kept of it, as JSON."""

from typing import TYPE_CHECKING

from lore.actions import Distilling

if TYPE_CHECKING:
    from lore.distill import Kept, Refused


def distilled(outcome: Distilling) -> dict[str, object]:
    """`distill`."""
    done = outcome.done
    return {
        "with": outcome.way.label,
        "sessions": [
            {
                "session": one.session.id,
                "messages": one.request.messages,
                "left_out": one.request.left_out,
                "tokens": one.request.tokens,
            }
            for one in outcome.waiting
        ],
        "tokens": outcome.tokens,
        "read": done.read if done else 0,
        "left": done.left if done else len(outcome.waiting),
        "notes": [_kept(one) for one in done.kept] if done else [],
        "refused": [_refused(one) for one in done.refused] if done else [],
        "run": done.run if done else None,
    }


def _kept(one: "Kept") -> dict[str, object]:
    return {
        "id": one.fact.id,
        "action": one.action,
        "kind": one.fact.kind.value,
        "layer": one.fact.layer.value,
        "text": one.fact.text,
        "note": one.note.text,
        "quote": one.note.quote,
        "tainted": one.fact.tainted,
        "proposed": one.proposed,
    }


def _refused(one: "Refused") -> dict[str, object]:
    return {"note": one.note.text, "quote": one.note.quote, "reason": one.reason}
