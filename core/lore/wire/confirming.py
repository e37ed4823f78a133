"""What nobody has confirmed, and the answers, as JSON."""

from collections.abc import Iterable

from lore.actions import Confirmed, Unconfirmed
from lore.wire.facts import evidence


def unconfirmed(entries: Iterable[Unconfirmed], more: int) -> dict[str, object]:
    """`lore unconfirmed`. more: how many subjects stand behind these."""
    return {"facts": [_entry(one) for one in entries], "more": more}


def confirmed(outcome: Confirmed) -> dict[str, object]:
    """`lore unconfirmed accept`, `drop`."""
    return {
        "facts": [fact.id for fact in outcome.facts],
        "same": [fact.id for fact in outcome.retired],
        "left": [{"fact": name, "because": error.message} for name, error in outcome.left.items()],
    }


def _entry(entry: Unconfirmed) -> dict[str, object]:
    fact = entry.fact
    return {
        "id": fact.id,
        "text": fact.text,
        "kind": fact.kind.value,
        "layer": fact.layer.value,
        "project": fact.project,
        "problem": fact.problem,
        "solution": fact.solution,
        "rev": fact.rev,
        "because": entry.because,
        "same": [other.id for other in entry.others],
        "risks": [risk.id for risk in entry.risks],
        "warnings": [risk.text for risk in entry.risks],
        "evidence": [evidence(item) for item in entry.evidence],
    }
