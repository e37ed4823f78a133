"""What was done to facts by hand, as JSON."""

from lore.actions import Moved, Proposed, Saved, Superseded


def saved(outcome: Saved) -> dict[str, object]:
    """`lore add`, `lore edit`."""
    replaces, disputed = [fact.id for fact in outcome.retired], [fact.id for fact in outcome.disputed]
    return {
        "id": outcome.fact.id,
        "action": outcome.action.value,
        "text": outcome.fact.text,
        "changed": outcome.changed,
        "others": replaces or disputed,
        "replaces": replaces,
        "disputed": disputed,
        "alike": [fact.id for fact in outcome.alike],
    }


def moved(outcome: Moved) -> dict[str, object]:
    """`lore archive`, `restore`, `pin`."""
    return {"facts": [fact.id for fact in outcome.facts], "unchanged": list(outcome.unchanged)}


def superseded(outcome: Superseded) -> dict[str, object]:
    """`lore supersede`."""
    return {
        "old": outcome.old.id,
        "new": outcome.new.id,
        "text": outcome.new.text,
        "retired": [fact.id for fact in outcome.retired],
    }


def proposed(outcome: Proposed) -> dict[str, object]:
    """`lore propose`."""
    waiting = outcome.candidates
    return {
        "candidates": [{"id": candidate.id, "fact": candidate.fact, "text": candidate.text} for candidate in waiting]
    }
