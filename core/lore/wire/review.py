"""The review queue and the decisions on it, as JSON."""

from collections.abc import Iterable, Mapping, Sequence

from lore.actions import Decided, Held, ReviewCard, Snoozed
from lore.model import Candidate
from lore.wire.facts import evidence


def card(found: ReviewCard) -> dict[str, object]:
    """`lore review show`: what waits, with what speaks for and against it."""
    candidate = found.candidate
    return {
        "id": candidate.id,
        "kind": candidate.kind.value,
        "text": candidate.text,
        "fact": candidate.fact,
        "layer": candidate.layer.value,
        "project": candidate.project,
        "because": candidate.because,
        "consequence": found.consequence,
        "otherwise": found.otherwise,
        "corrections": candidate.corrections,
        "sessions": candidate.sessions,
        "rev": candidate.rev,
        "tainted": found.fact.tainted,
        "worded": found.is_worded,
        "evidence": [evidence(quote.evidence) for quote in found.evidence],
        "warnings": [risk.text for risk in found.risks],
        "risks": [risk.id for risk in found.risks],
        "replaces": candidate.replaces,
        "similar": [{"id": similar.fact.id, "text": similar.fact.text} for similar in found.similar],
    }


def queue(cards: Iterable[ReviewCard], more: int, stated: Mapping[str | None, Sequence[str]]) -> dict[str, object]:
    """`lore review`, `lore review list`, `lore unconfirmed`.

    more: how many wait behind these. stated: what agents stated, by project, and these do not hold.
    """
    agents = [{"project": project, "statements": len(ids)} for project, ids in stated.items()]
    return {"candidates": [card(one) for one in cards], "more": more, "agents": agents}


def decided(outcome: Decided) -> dict[str, object]:
    """`lore review approve`, `edit`, `reject`, `merge`, `answer`."""
    return {
        "decisions": [
            {
                "candidate": decision.candidate.id,
                "kind": decision.candidate.kind.value,
                "status": decision.candidate.status.value,
                "reason": decision.candidate.reason,
                "fact": decision.fact.id,
                "text": decision.fact.text,
                "stays": decision.stays,
                "replaced": [{"id": fact.id, "text": fact.text} for fact in decision.retired],
            }
            for decision in outcome.decisions
        ],
        "left": [{"candidate": name, "because": error.message} for name, error in outcome.left.items()],
    }


def snoozed(outcome: Snoozed) -> dict[str, object]:
    """`lore review snooze`."""
    return {"candidates": [candidate.id for candidate in outcome.candidates], "until": outcome.until}


def rescoped(candidate: Candidate) -> dict[str, object]:
    """`lore review rescope`."""
    return {"id": candidate.id, "layer": candidate.layer.value, "project": candidate.project, "rev": candidate.rev}


def held(outcome: Held) -> dict[str, object]:
    """`lore review both`."""
    return {"facts": [fact.id for fact in outcome.facts]}
