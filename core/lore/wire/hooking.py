"""How hooks fare, and what conventions are heeded, as JSON."""

from lore.actions import HeedList, HookState


def hooks(found: HookState) -> dict[str, object]:
    """`lore hooks`."""
    return {
        "in_use": found.in_use,
        "waiting": found.waiting,
        "oldest_seconds": round(found.oldest_s, 1),
        "sessions": found.talks,
        "off": list(found.off),
        "faults": list(found.faults),
    }


def heeds(found: HeedList) -> dict[str, object]:
    """`lore stats --heed`."""
    return {
        "conventions": [
            {
                "id": one.fact.id,
                "text": one.fact.text,
                "given": one.given,
                "taken_up": one.taken_up,
                "first_given": one.first_given,
                "before": one.before,
                "after": one.after,
                "heeded": one.is_heeded,
                "advice": one.advice,
            }
            for one in found.heeds
        ]
    }
