"""How a fact becomes a candidate: proposed once, and never again after a person said no."""

from lore.errors import Conflict
from lore.model import Candidate, CandidateKind, CandidateStatus, Clean, Fact, Layer, LinkKind, Status
from lore.store import Store, Transaction
from lore.text import said_alike, text_hash

_DECIDED = frozenset({CandidateStatus.REJECTED, CandidateStatus.MERGED})
ROUTINE = Clean("routine")
"""The tag of a fact that tells how something is done step by step: once approved, it is a skill."""
OPEN = frozenset({CandidateStatus.WAITING, CandidateStatus.SNOOZED})
"""What a candidate is as long as nobody decided on it."""


LISTS = " for good? “"
"""In the reason of a card that lists sentences of a session; only a no to such a card is a decision on a sentence."""


def fingerprint(text: str, layer: Layer, project: str | None) -> str:
    """What is remembered of a proposal: its normalised words and where they would hold."""
    return text_hash(f"{text_hash(text)} {layer.value} {project or ''}")


def proposed_layer(fact: Fact) -> Layer:
    """Where a fact would hold once it is approved: what you said for yourself in a project, for the whole project."""
    personal = fact.layer is Layer.USER_PROJECT and fact.project is not None
    return Layer.PROJECT if personal else fact.layer


def may_propose(store: Store, fact: Fact) -> bool:
    """Whether somebody may put this fact into the queue: not approved, not waiting, never turned down."""
    return fact.approved_at is None and not was_decided(store, fact)


def may_form(store: Store, fact: Fact) -> bool:
    """Whether a machine may propose this fact unasked: only what the person said becomes a convention by itself."""
    return not fact.tainted and may_propose(store, fact)


def was_decided(store: Store, fact: Fact) -> bool:
    """Whether a person turned this fact down, in these words or others like them, or is still to decide on it."""
    candidates = [
        candidate
        for layer in {fact.layer, proposed_layer(fact)}
        for candidate in store.candidates.with_fingerprint(fingerprint(fact.text, layer, fact.project))
    ]
    earlier = [candidate for candidate in candidates if said_alike(candidate.text) == said_alike(fact.text)]
    decided = [one for one in (*earlier, *proposals_of(store, fact.id)) if one.status in _DECIDED | OPEN]
    return any(LISTS not in one.because or one.status is CandidateStatus.REJECTED for one in decided)


def proposals_of(store: Store, fact_id: str) -> list[Candidate]:
    """Every proposal of this fact, of any status; questions about it are none."""
    return [
        candidate for candidate in store.candidates.of_fact(fact_id) if candidate.kind is not CandidateKind.QUESTION
    ]


def hand_on(store: Store, transaction: Transaction, gone: str, kept: Fact) -> None:
    """Let what waits about a fact wait about the one that says the same and took its place.

    Where the other was proposed or decided on, it is withdrawn.
    """
    for candidate in proposals_of(store, gone):
        if candidate.status in OPEN and may_propose(store, kept):
            _follow(store, transaction, candidate, kept)
    withdraw_all(store, transaction, gone)


def keep_level(store: Store, transaction: Transaction, fact: Fact) -> None:
    """Let what proposes a fact have its words: whoever decides on what it said before is told that it changed."""
    for candidate in proposals_of(store, fact.id):
        if candidate.status in OPEN:
            _follow(store, transaction, candidate, fact)


def _follow(store: Store, transaction: Transaction, candidate: Candidate, fact: Fact) -> None:
    said = fingerprint(fact.text, candidate.layer, candidate.project)
    store.candidates.update(
        transaction, candidate.id, action="candidate.follow", fact=fact.id, text=fact.text, fingerprint=said
    )


def withdraw_all(store: Store, transaction: Transaction, gone: str) -> None:
    """Take back what waits about a fact that gave way: nobody could approve it, or answer what it asks."""
    for candidate in store.candidates.select(tuple(OPEN)):
        if gone == candidate.fact or (gone == candidate.replaces and candidate.kind is CandidateKind.QUESTION):
            store.candidates.update(
                transaction, candidate.id, action="candidate.withdraw", status=CandidateStatus.MERGED
            )


def refuse_superseded(store: Store, fact: Fact) -> None:
    """What was replaced would come back beside what replaced it. Raises Conflict."""
    if fact.status is not Status.SUPERSEDED:
        return
    newer = [link.source for link in store.facts.links(fact.id) if link.kind is LinkKind.SUPERSEDES]
    by = next((f" by `{name}`" for name in newer if name != fact.id), "")
    raise Conflict(f"`{fact.id}` was replaced{by}", hint=f"`lore restore {fact.id}` brings it back first")


def propose(
    store: Store,
    transaction: Transaction,
    fact: Fact,
    *,
    because: str,
    corrections: int = 0,
    sessions: int = 0,
    replaces: str | None = None,
) -> Candidate:
    """Add a fact to the review queue, in its own words. `because` is our own wording, such as "14 corrections across
    9 sessions".

    The caller asked `may_propose` before, or a person wants it whatever was decided earlier.
    """
    layer = proposed_layer(fact)
    return store.candidates.add(
        transaction,
        Candidate(
            id="",
            text=fact.text,
            fact=fact.id,
            kind=CandidateKind.SKILL if ROUTINE in fact.tags else CandidateKind.CONVENTION,
            layer=layer,
            project=fact.project,
            because=Clean(because),
            corrections=corrections,
            sessions=sessions,
            replaces=replaces,
            fingerprint=fingerprint(fact.text, layer, fact.project),
        ),
    )
