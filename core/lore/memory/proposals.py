"""How a fact becomes a candidate: proposed once, and never again after a person said no."""

from lore.model import Candidate, CandidateKind, CandidateStatus, Clean, Fact, Layer
from lore.store import Change, Store
from lore.text import text_hash

_DECIDED = frozenset({CandidateStatus.REJECTED, CandidateStatus.MERGED})
_OPEN = frozenset({CandidateStatus.WAITING, CandidateStatus.SNOOZED})


def fingerprint(text: str, layer: Layer, project: str | None) -> str:
    """What is remembered of a proposal: its normalised words and where they would hold."""
    return text_hash(f"{text_hash(text)} {layer.value} {project or ''}")


def may_propose(store: Store, fact: Fact) -> bool:
    """Whether a machine may put this fact into the queue: trusted, not approved, not waiting, never turned down.

    No convention is formed from what the person did not say; who wants one of it proposes it by hand.
    """
    if fact.tainted or fact.approved_at is not None:
        return False
    earlier = store.candidates.with_fingerprint(fingerprint(fact.text, fact.layer, fact.project))
    return not any(candidate.status in _DECIDED | _OPEN for candidate in (*earlier, *store.candidates.of_fact(fact.id)))


def propose(
    store: Store,
    change: Change,
    fact: Fact,
    *,
    because: str,
    corrections: int = 0,
    sessions: int = 0,
    replaces: str | None = None,
) -> Candidate:
    """Put a fact into the review queue. `because` is our own wording, such as "14 corrections across 9 sessions".

    The caller asked `may_propose` before, or a person wants it whatever was decided earlier.
    """
    return store.candidates.add(
        change,
        Candidate(
            id="",
            text=fact.text,
            fact=fact.id,
            kind=CandidateKind.CONVENTION,
            layer=fact.layer,
            project=fact.project,
            because=Clean(because),
            corrections=corrections,
            sessions=sessions,
            replaces=replaces,
            fingerprint=fingerprint(fact.text, fact.layer, fact.project),
        ),
    )
