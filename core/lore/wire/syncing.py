"""What is new since the last session, as JSON."""

from lore.actions import News
from lore.brief import brief
from lore.model import Fact


def news(found: News) -> dict[str, object]:
    """What a session begins with."""
    return {
        "project": found.project,
        "since": found.since,
        "last_session": found.last.id if found.last else None,
        "memories": found.memories,
        "rules": found.rules,
        "added": [_line(fact) for fact in found.added],
        "retired": [_line(fact) for fact in found.retired],
        "open": [_line(fact) for fact in found.open],
        "waiting": found.waiting,
        "unconfirmed": found.unconfirmed,
    }


def _line(fact: Fact) -> dict[str, object]:
    return {
        "id": fact.id,
        "kind": fact.kind.value,
        "text": brief(fact.text),
        "status": fact.status.value,
        "at": fact.created_at,
    }
