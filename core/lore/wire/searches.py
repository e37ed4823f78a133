"""What a search finds, as JSON."""

from lore.brief import brief
from lore.model import Hit, PassageType, SearchResult


def search_result(answer: SearchResult) -> dict[str, object]:
    """`search`, `about`, `decisions`, `recent`, `by-date`, `docs search`; of a batch each line, with its `qid`."""
    return {
        "query": answer.query,
        "took_ms": round(answer.took_ms, 1),
        "mode": answer.mode,
        "notes": list(answer.notes),
        "unconfirmed": answer.unconfirmed,
        "hits": [hit(one) for one in answer.hits],
    }


def hit(found: Hit) -> dict[str, object]:
    """One passage that a search found."""
    passage = found.passage
    return {
        "id": passage.id,
        "type": passage.type.value,
        "kind": passage.kind,
        "text": passage.text,
        "short": brief(passage.text) if passage.type is PassageType.FACT else None,
        "because": passage.because,
        "layer": passage.layer,
        "project": passage.project,
        "session": passage.session,
        "source_id": passage.source_id,
        "at": passage.at,
        "by": None if found.by is None else found.by.value,
        "score": round(found.score, 4),
        "strength": None if found.strength is None else round(found.strength, 4),
        "status": passage.status,
        "doubt": found.doubt,
        "tainted": passage.tainted,
        "messages": [message.id for message in found.messages],
        "explain": {name: round(value, 4) for name, value in found.explain.items()},
    }
