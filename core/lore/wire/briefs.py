"""What an agent is given, as JSON."""

from lore.actions import Brief, BriefItem, Standing


def brief(given: Brief) -> dict[str, object]:
    """`lore context`, `lore recall`."""
    return {
        "items": [item(one) for one in given.items],
        "tokens": given.tokens,
        "left_out": len(given.left_out),
    }


def item(one: BriefItem) -> dict[str, object]:
    """One fact, or one message, that an agent is given."""
    return {
        "id": one.id,
        "type": one.type.value,
        "text": one.text,
        "kind": one.kind.value if one.kind else None,
        "section": one.section.value,
        "because": one.because,
        "at": one.at,
        "session": one.session,
        "source_id": one.source_id,
        "evidence": [
            {"session": quote.session, "source_id": quote.source_id, "quote": quote.quote, "role": quote.role.value}
            for quote in one.evidence
        ],
    }


def standing(found: Standing) -> dict[str, object]:
    """`lore why`."""
    return {
        "id": found.fact.id,
        "text": found.fact.text,
        "layer": found.fact.layer.value,
        "given": found.given,
        "why": found.why,
        "meets": [
            {
                "id": one.fact.id,
                "text": one.fact.text,
                "layer": one.fact.layer.value,
                "wins": one.wins,
                "same": one.same,
            }
            for one in found.meets
        ],
    }
