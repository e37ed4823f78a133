"""Nights as JSON."""

from lore.actions import Night, Schedule
from lore.wire.health import consolidated


def night(outcome: Night) -> dict[str, object]:
    """`schedule run`."""
    done = outcome.consolidated
    return {
        "due": outcome.due,
        "busy": outcome.is_busy,
        "events": outcome.events,
        "consolidated": consolidated(done) if done else None,
        "backup": outcome.backup,
        "wrong": dict(outcome.wrong),
        "news": list(outcome.news),
    }


def schedule(found: Schedule) -> dict[str, object]:
    """`schedule status`."""
    return {"timer": found.timer, "hour": found.hour, "last": found.last, "due": found.due, "news": list(found.news)}
