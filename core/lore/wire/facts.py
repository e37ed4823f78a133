"""Facts as JSON."""

from lore.actions import Explained, FactView
from lore.brief import brief
from lore.model import Evidence


def fact(view: FactView) -> dict[str, object]:
    """`lore show`: a line of `lore export`, without its seal."""
    one = view.fact
    return {
        "schema": 1,
        "id": one.id,
        "text": one.text,
        "confidence": one.confidence,
        "band": one.band.value,
        "project": one.project,
        "tainted": one.tainted,
        "pinned": one.pinned,
        "origin": one.origin,
        "standing": one.standing,
        "approved_at": one.approved_at,
        "wrong": one.wrong,
        "right": one.right,
        "problem": one.problem,
        "solution": one.solution,
        "because": one.because,
        "created_at": one.created_at,
        "happened_at": one.happened_at,
        "expires_at": one.expires_at,
        "hash": one.hash,
        "rev": one.rev,
        "kind": one.kind.value,
        "status": one.status.value,
        "tier": one.tier.value,
        "layer": one.layer.value,
        "tags": list(one.tags),
        "concepts": list(one.concepts),
        "files": list(one.files),
        "strength": round(view.strength, 4),
        "accesses": view.usage.accesses,
        "sessions": view.usage.sessions,
        "stale": view.stale,
        "doubts": [{"at": doubt.at, "session": doubt.session, "words": doubt.words} for doubt in view.doubts],
        "evidence": [evidence(item) for item in view.evidence],
        "links": [{"kind": link.kind.value, "to": link.target} for link in view.links if link.source == one.id],
        "uses": [dict(use) for use in view.uses],
        "history": [{"at": event.at, "actor": event.actor, "action": event.action} for event in view.history],
    }


def explanation(explained: Explained) -> dict[str, object]:
    """`explain` of `lore show --explain`: what the strength of a fact is made of."""
    return {
        "policy": explained.policy,
        "parts": {name: round(value, 6) for name, value in explained.parts.items()},
        "weight": round(explained.weight, 6),
        "faded": explained.faded,
        "fades_at": explained.fades_at,
    }


def fact_list(views: tuple[FactView, ...], unconfirmed: int = 0) -> dict[str, object]:
    """`lore facts`: each fact with its short form. unconfirmed: how many more an agent is not shown."""
    listed = [{**fact(view), "short": brief(view.fact.text)} for view in views]
    return {"facts": listed, "unconfirmed": unconfirmed}


def evidence(item: Evidence) -> dict[str, object]:
    """A quotation that a fact rests on."""
    return {
        "session": item.session,
        "source_id": item.source_id,
        "role": item.role.value,
        "agent": item.agent,
        "at": item.at,
        "quote": item.quote,
    }
