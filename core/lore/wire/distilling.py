"""What a model read and what was kept of it, as JSON."""

from typing import TYPE_CHECKING

from lore.actions import Distilling

if TYPE_CHECKING:
    from lore.distill import Kept, ReaderState, Refused


def distilled(outcome: Distilling) -> dict[str, object]:
    """`distill`."""
    done = outcome.done
    return {
        "with": outcome.way.label,
        "sessions": [
            {
                "session": waiting.session.id,
                "messages": waiting.request.messages,
                "left_out": waiting.request.left_out,
                "tokens": waiting.request.tokens,
            }
            for waiting in outcome.waiting
        ],
        "tokens": outcome.tokens,
        "read": done.read if done else 0,
        "left": done.left if done else len(outcome.waiting),
        "notes": [_kept(kept) for kept in done.kept] if done else [],
        "refused": [_refused(refused) for refused in done.refused] if done else [],
        "run": done.run if done else None,
        "projects_left_out": dict(outcome.left_out),
        "projects_named": list(outcome.named),
    }


def reader(state: "ReaderState") -> dict[str, object]:
    """`distill --status`."""
    agreement = state.agreement
    return {
        "answer": agreement.answer.value if agreement.answer else None,
        "with": agreement.way.label if agreement.way else None,
        "waiting": len(state.waiting),
        "given_up": state.given_up,
        "not_read": list(state.apart),
        "reading": {"done": state.progress[0], "of": state.progress[1]} if state.progress else None,
        "questions_today": state.asked_today,
        "questions_a_day": state.a_day,
        "tokens_today": state.tokens_today,
        "problem": state.problem or None,
        "again": state.again or None,
        "readers": [
            {
                "with": one.label,
                "read": one.read,
                "failed": one.failed,
                "tokens": one.tokens,
                "notes": one.notes,
                "kept": one.kept,
                "refused": round(one.refused, 3),
            }
            for one in state.figures
        ],
        "newest": [
            {
                "session": one.session,
                "at": one.at,
                "with": one.label,
                "tokens": one.tokens,
                "notes": one.notes,
                "kept": one.kept,
                "failed": one.failed or None,
                "run": one.run,
            }
            for one in state.newest
        ],
    }


def _kept(kept: "Kept") -> dict[str, object]:
    return {
        "id": kept.fact.id,
        "action": kept.action,
        "kind": kept.fact.kind.value,
        "layer": kept.fact.layer.value,
        "text": kept.fact.text,
        "note": kept.note.text,
        "quote": kept.note.quote,
        "tainted": kept.fact.tainted,
        "proposed": kept.proposed,
    }


def _refused(refused: "Refused") -> dict[str, object]:
    return {"note": refused.note.text, "quote": refused.note.quote, "reason": refused.reason}
