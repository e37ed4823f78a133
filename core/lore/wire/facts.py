"""Facts and what was done to them, as JSON."""

from lore.actions import Moved


def moved(outcome: Moved) -> dict[str, object]:
    """`archive`, `restore`, `pin`."""
    return {"facts": [fact.id for fact in outcome.facts], "unchanged": list(outcome.unchanged)}
