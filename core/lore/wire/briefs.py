"""What an agent is given, as JSON."""

from lore.actions import Brief, BriefItem, Receipt, Standing


def brief(given: Brief) -> dict[str, object]:
    """`lore context`, `lore recall`."""
    return {
        "items": [item(brief_item) for brief_item in given.items],
        "tokens": given.tokens,
        "left_out": len(given.left_out),
        "said": given.said or None,
    }


def receipt(found: Receipt) -> dict[str, object]:
    """`lore context --session`: as `brief`, with what each item was given for and what came of it."""
    items = [
        {**item(one.item), "why": one.why, "tokens": one.item.tokens, "given_at": one.at, "taken_up": one.taken_up}
        for one in found.items
    ]
    return {
        "items": items,
        "tokens": found.tokens,
        "left_out": 0,
        "withheld": found.withheld,
        "message_tokens": found.message_tokens,
        "session_tokens": found.session_tokens,
    }


def item(brief_item: BriefItem) -> dict[str, object]:
    """One fact, or one message, that an agent is given."""
    return {
        "id": brief_item.id,
        "type": brief_item.type.value,
        "text": brief_item.told,
        "doubt": brief_item.doubt,
        "band": brief_item.band.value if brief_item.band else None,
        "kind": brief_item.kind.value if brief_item.kind else None,
        "section": brief_item.section.value,
        "because": brief_item.because,
        "at": brief_item.at,
        "session": brief_item.session,
        "source_id": brief_item.source_id,
        "evidence": [
            {"session": quote.session, "source_id": quote.source_id, "quote": quote.quote, "role": quote.role.value}
            for quote in brief_item.evidence
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
                "id": meeting.fact.id,
                "text": meeting.fact.text,
                "layer": meeting.fact.layer.value,
                "wins": meeting.wins,
                "stands": meeting.stands,
                "same": meeting.same,
            }
            for meeting in found.meets
        ],
    }
