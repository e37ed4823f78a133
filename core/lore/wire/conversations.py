"""Sessions as JSON."""

from lore.actions import Conversation, Sessions, Timeline, Told
from lore.model import Event, Session, Turn


def sessions(outcome: Sessions) -> dict[str, object]:
    """`sessions list`."""
    return {"sessions": [session(one) for one in outcome.sessions]}


def session(one: Session) -> dict[str, object]:
    """One session, without its messages."""
    return {
        "id": one.id,
        "agent": one.agent,
        "project": one.project,
        "cwd": one.cwd,
        "title": one.title,
        "started_at": one.started_at,
        "ended_at": one.ended_at,
        "parent": one.parent,
    }


def conversation(outcome: Conversation) -> dict[str, object]:
    """`sessions show`: the text as it is stored."""
    return {
        "session": session(outcome.session),
        "turns": [
            {"source_id": turn.source_id, "role": turn.role.value, "at": turn.at, "text": turn.text}
            for turn in outcome.turns
        ],
        "events": [_event(event) for event in outcome.events],
    }


def narrative(outcome: Told) -> dict[str, object]:
    """`sessions narrative`."""
    return {
        "session": outcome.session.id,
        "intent": outcome.intent,
        "decisions": list(outcome.decisions),
        "outcomes": list(outcome.outcomes),
        "lessons": list(outcome.lessons),
        "open": list(outcome.open),
        "by": outcome.by or None,
    }


def timeline(outcome: Timeline) -> dict[str, object]:
    """`timeline`."""
    return {"session": outcome.session.id, "steps": [_step(step) for step in outcome.steps]}


def _step(step: Turn | Event) -> dict[str, object]:
    if isinstance(step, Event):
        return _event(step)
    return {"kind": step.role.value, "source_id": step.source_id, "at": step.at, "text": step.text}


def _event(event: Event) -> dict[str, object]:
    return {
        "kind": event.kind.value,
        "source_id": event.source_id,
        "at": event.at,
        "name": event.name,
        "detail": event.detail,
    }
