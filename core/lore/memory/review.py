"""The decisions of a person on the review queue. The command line and the app call these; each call is one undo unit.

A decision that is made on an old view of a candidate (`rev`) is refused, and so is a second one on the same candidate.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lore import clock
from lore.errors import Conflict, UsageError
from lore.intake import clean
from lore.memory.authority import Authority, held_by
from lore.memory.proposals import fingerprint
from lore.memory.remember import supersede
from lore.memory.strength import APPROVED
from lore.model import Candidate, CandidateStatus, Clean, Fact, LinkKind, Status, Tier
from lore.presence import PERSON
from lore.store import Change, Store

_OPEN = frozenset({CandidateStatus.WAITING, CandidateStatus.SNOOZED})


@dataclass(frozen=True, slots=True)
class Decision:
    """A candidate after the decision, and its fact."""

    candidate: Candidate
    fact: Fact


def queue(store: Store) -> list[str]:
    """The ids of what waits now, in the order of review: most corrections, then most sessions, then oldest.

    What was snoozed and is due comes last.
    """
    now = clock.now()
    snoozed = store.candidates.select((CandidateStatus.SNOOZED,))
    due = [candidate.id for candidate in snoozed if (candidate.snoozed_until or "") <= now]
    return [*store.candidates.ids(), *due]


def approve(store: Store, candidate_id: str, *, rev: int | None = None, actor: str = PERSON) -> Decision:
    """Make the proposed fact a convention, superseding what it replaces.

    Raises NotFound, Conflict when the candidate is decided already or changed since `rev`.
    """
    with store.write(actor) as change:
        return _approve(store, change, candidate_id, rev)


def approve_all(store: Store, candidate_ids: Sequence[str], *, actor: str = PERSON) -> list[Decision]:
    """Approve several as one unit under one run: all of them, or none with the reason."""
    with store.write(actor) as change:
        change.run = store.runs.start(change, "approval").id
        decisions = [_approve(store, change, name, None) for name in candidate_ids]
        store.runs.finish(change, change.run, {"approved": len(decisions)})
        return decisions


def edit_and_approve(
    store: Store, candidate_id: str, text: str, *, rev: int | None = None, actor: str = PERSON
) -> Decision:
    """Approve in other words. Raises as `approve` does, and UsageError when no text is left."""
    words = _words(text)
    with store.write(actor) as change:
        _open_one(store, candidate_id, rev)
        return _approve_as(store, change, candidate_id, words)


def reject(
    store: Store, candidate_ids: Sequence[str], *, reason: str = "", rev: int | None = None, actor: str = PERSON
) -> list[Decision]:
    """Turn candidates down, as one unit; the same proposal does not come back.

    A fact that a machine proposed goes out of the agents' sight with it; one that a person saved, approved or pinned
    stays as it is.
    """
    words = Clean(clean(reason).strip()) if reason else None
    with store.write(actor) as change:
        if len(candidate_ids) > 1:
            change.run = store.runs.start(change, "rejection").id
        decisions = [_reject(store, change, name, words or None, rev) for name in candidate_ids]
        if change.run:
            store.runs.finish(change, change.run, {"rejected": len(decisions)})
        return decisions


def decide(
    store: Store, approvals: Mapping[str, str], rejections: Sequence[str], *, actor: str = PERSON
) -> list[Decision]:
    """Approve some candidates, each with the text it shall have, and turn others down: one unit under one run.

    All of it, or none with the reason. Raises as `approve` and `edit_and_approve` do.
    """
    words = {name: _words(text) for name, text in approvals.items()}
    with store.write(actor) as change:
        change.run = store.runs.start(change, "review").id
        decisions = [_approve_as(store, change, name, text) for name, text in words.items()]
        decisions += [_reject(store, change, name, None, None) for name in rejections]
        store.runs.finish(change, change.run, {"approved": len(approvals), "rejected": len(rejections)})
        return decisions


def merge(store: Store, candidate_id: str, into: str, *, rev: int | None = None, actor: str = PERSON) -> Decision:
    """Say that a stored fact says the same: it takes over the evidence, and the candidate's fact gives way to it.

    Returns the fact that stays. Raises NotFound, Conflict as `approve` does, UsageError when both are one fact.
    """
    with store.write(actor) as change:
        candidate = _open_one(store, candidate_id, rev)
        if candidate.fact == into:
            raise UsageError(f"`{candidate_id}` proposes `{into}` itself", hint="name another fact to merge into")
        kept = store.facts.get(into)
        for item in store.facts.evidence([candidate.fact])[candidate.fact]:
            store.facts.add_evidence(change, into, item)
        supersede(store, change, candidate.fact, into)
        decided = _decide(store, change, candidate_id, CandidateStatus.MERGED, "candidate.merge")
        return Decision(decided, kept)


def snooze(
    store: Store, candidate_ids: Sequence[str], until: str, *, rev: int | None = None, actor: str = PERSON
) -> list[Candidate]:
    """Hide candidates from the queue until a time (ISO 8601, UTC), as one unit."""
    with store.write(actor) as change:
        for name in candidate_ids:
            _open_one(store, name, rev)
        return [
            store.candidates.update(
                change, name, action="candidate.snooze", status=CandidateStatus.SNOOZED, snoozed_until=until
            )
            for name in candidate_ids
        ]


def rescope(store: Store, candidate_id: str, scope: Candidate, *, actor: str = PERSON) -> Candidate:
    """Let a candidate hold elsewhere: `scope` is a changed copy with another layer or project; its `rev` is checked."""
    with store.write(actor) as change:
        _open_one(store, candidate_id, scope.rev)
        return store.candidates.update(
            change,
            candidate_id,
            action="candidate.scope",
            layer=scope.layer,
            project=scope.project,
            fingerprint=fingerprint(scope.text, scope.layer, scope.project),
        )


def _open_one(store: Store, candidate_id: str, rev: int | None) -> Candidate:
    candidate = store.candidates.get(candidate_id)
    if rev is not None and candidate.rev != rev:
        raise Conflict(f"`{candidate_id}` changed while you read it", hint="look at it again, then decide")
    if candidate.status not in _OPEN:
        raise Conflict(f"`{candidate_id}` is {candidate.status} already", hint="`lore undo` takes a decision back")
    return candidate


def _words(text: str) -> Clean:
    words = Clean(clean(text).strip())
    if not words:
        raise UsageError("a convention needs a text", hint="`lore review reject` turns a candidate down")
    return words


def _approve_as(store: Store, change: Change, candidate_id: str, words: Clean) -> Decision:
    candidate = _open_one(store, candidate_id, None)
    store.candidates.update(
        change,
        candidate_id,
        action="candidate.edit",
        text=words,
        fingerprint=fingerprint(words, candidate.layer, candidate.project),
    )
    return _approve(store, change, candidate_id, None)


def _approve(store: Store, change: Change, candidate_id: str, rev: int | None) -> Decision:
    candidate = _open_one(store, candidate_id, rev)
    fact = store.facts.update(
        change,
        candidate.fact,
        action="fact.approve",
        text=candidate.text,
        layer=candidate.layer,
        project=candidate.project,
        status=Status.ACTIVE,
        tier=Tier.SEMANTIC,
        confidence=APPROVED,
        tainted=False,
        approved_at=clock.now(),
    )
    if candidate.replaces and store.facts.get(candidate.replaces).status is not Status.SUPERSEDED:
        supersede(store, change, candidate.replaces, fact.id)
    for link in store.facts.links(fact.id):
        _settle(store, change, fact.id, link.kind, link.target)
    return Decision(_decide(store, change, candidate_id, CandidateStatus.APPROVED, "candidate.approve"), fact)


def _settle(store: Store, change: Change, approved: str, kind: LinkKind, target: str) -> None:
    """Episodes a convention was made of stay; a dispute with an ordinary fact is settled by the approval."""
    if kind is not LinkKind.CONTRADICTS or target == approved:
        return
    other = store.facts.get(target)
    if other.status is Status.ACTIVE and other.approved_at is None and not other.pinned:
        supersede(store, change, target, approved)


def _reject(store: Store, change: Change, candidate_id: str, reason: Clean | None, rev: int | None) -> Decision:
    candidate = _open_one(store, candidate_id, rev)
    fact = store.facts.get(candidate.fact)
    evidence = store.facts.evidence([fact.id])[fact.id]
    if fact.status is Status.PENDING or held_by(store, fact, evidence) < Authority.GOVERNED:
        fact = store.facts.update(change, fact.id, action="fact.reject", status=Status.REJECTED)
    return Decision(_decide(store, change, candidate_id, CandidateStatus.REJECTED, "candidate.reject", reason), fact)


def _decide(
    store: Store,
    change: Change,
    candidate_id: str,
    status: CandidateStatus,
    action: str,
    reason: Clean | None = None,
) -> Candidate:
    return store.candidates.update(
        change, candidate_id, action=action, status=status, reason=reason, decided_at=clock.now(), snoozed_until=None
    )
