"""The decisions of a person on the review queue. The command line and the app call these; each call is one undo unit.

One verb for yes and one for no, whatever waits: a proposal becomes a convention, a statement that nobody confirmed (it
waits under the id of its fact) becomes the person's own. A decision on a statement is kept as one on a proposal is.

Each takes the proof that a person decides (`by`). A decision that is made on an old view of a candidate (its `rev`) is
refused, and so is a second one on the same candidate. What has warnings is approved only where each was acknowledged by
its name, card by card: what decides on several leaves such candidates where they are and tells which.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from lore import clock
from lore.errors import Conflict, NeedsPerson, UsageError
from lore.intake import clean
from lore.memory.authority import Authority, held_by
from lore.memory.confirming import confirm, govern, put_away
from lore.memory.entering import fold, supersede
from lore.memory.marked import listed_beside, note_refusal
from lore.memory.proposals import fingerprint, hand_on, refuse_superseded, withdraw_all
from lore.memory.questions import ask_next, both_hold
from lore.memory.risks import insist, risks_of
from lore.memory.waiting import open_one, queue as queue, stored, what_is
from lore.model import Candidate, CandidateKind, CandidateStatus, Clean, Fact, Layer, Origin, Status, taints
from lore.presence import Person
from lore.store import Store, Transaction


class Holds(StrEnum):
    """What a person answers about two facts."""

    SAME = "same"
    """One is enough: the newer stays, with what the older rests on."""
    INSTEAD = "instead"
    """The newer takes the place of the older."""
    OLDER = "older"
    """The older holds, and the newer does not."""
    BOTH = "both"
    """What a plain yes or no means."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A candidate after the decision, its fact, and what that took out of force."""

    candidate: Candidate
    fact: Fact
    retired: tuple[Fact, ...] = ()
    """The facts that gave way, as they are now: `lore undo` brings each back."""

    @property
    def stays(self) -> bool:
        """Whether a proposal was turned down whose fact holds on: it rests on what the person said."""
        is_proposal = self.candidate.kind in (CandidateKind.CONVENTION, CandidateKind.SKILL)
        return is_proposal and self.candidate.status is CandidateStatus.REJECTED and self.fact.status is Status.ACTIVE


@dataclass(frozen=True, slots=True)
class Approval:
    """A candidate to approve: as it was seen, in the words it shall have, with the warnings that were acknowledged."""

    candidate: str
    rev: int
    text: str | None = None
    """None: as it is proposed."""
    acknowledged: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Decided:
    """What came of a decision on several candidates."""

    decisions: tuple[Decision, ...]
    left: Mapping[str, NeedsPerson]
    """The candidates that were left where they are, each with the warnings that nobody acknowledged."""


Seen = Mapping[str, int]
"""Candidates by id, each with its `rev` as it was seen."""


def seen(store: Store, candidate_ids: Iterable[str]) -> Seen:
    """What waits, as it is now. Raises NotFound."""
    return {name: what_is(store, name).rev for name in candidate_ids}


def approve(
    store: Store, candidate_id: str, *, by: Person, rev: int | None = None, acknowledged: Collection[str] = ()
) -> Decision:
    """Make the proposed fact a convention in its own words, in the place of what it replaces; a statement theirs.

    acknowledged: ids of the warnings on the card. Raises NotFound, Conflict when the candidate is decided already or
    changed since `rev`, NeedsConfirmation where a warning is missing among `acknowledged`.
    """
    with store.write(by) as transaction:
        return _approve(store, transaction, by, open_one(store, candidate_id, rev), acknowledged)


def approve_all(store: Store, wanted: Seen, *, by: Person) -> Decided:
    """Approve several as one unit under one run: all that have no warning, or none with the reason.

    Of a question both facts stay.
    """
    return decide(store, [Approval(name, rev) for name, rev in wanted.items()], {}, by=by)


def edit_and_approve(
    store: Store,
    candidate_id: str,
    text: str,
    *,
    by: Person,
    rev: int | None = None,
    acknowledged: Collection[str] = (),
) -> Decision:
    """Approve in other words: these become a fact of their own, which takes the place of the one that was proposed.

    Raises as `approve` does, and UsageError when no text is left.
    """
    words = _words(text)
    with store.write(by) as transaction:
        candidate = _reworded(store, transaction, open_one(store, candidate_id, rev), words)
        return _approve(store, transaction, by, candidate, acknowledged)


def reject(store: Store, unwanted: Seen, *, by: Person, reason: str = "") -> list[Decision]:
    """Turn candidates down, as one unit; the same proposal does not come back.

    A no ends the proposal. The fact stays as it is where it rests on what the person said, saved or decided; what
    nobody confirmed goes out of the agents' sight. A statement is archived, and so is what waited to take the place of
    what the person decided otherwise. Raises NotFound, Conflict as `approve` does.
    """
    words = Clean(clean(reason).strip()) if reason else None
    with store.write(by) as transaction:
        opened = [open_one(store, name, rev) for name, rev in unwanted.items()]
        if len(unwanted) > 1:
            transaction.run = store.runs.start(transaction, "rejection").id
        decisions = [_reject(store, transaction, candidate, words or None) for candidate in opened]
        if transaction.run:
            store.runs.finish(transaction, transaction.run, {"rejected": len(decisions)})
        return decisions


def decide(store: Store, approvals: Sequence[Approval], rejections: Seen, *, by: Person) -> Decided:
    """Approve some candidates and turn others down: one unit under one run.

    Left is what has a warning that nobody acknowledged. Apart from that all of it, or none with the reason. Raises as
    `approve` and `edit_and_approve` do.
    """
    left: dict[str, NeedsPerson] = {}
    decisions: list[Decision] = []
    with store.write(by) as transaction:
        ready = []
        for approval in approvals:
            candidate = open_one(store, approval.candidate, approval.rev)
            try:
                _insist(store, by, _in_words(candidate, approval.text), approval.acknowledged)
                ready.append((candidate, approval))
            except NeedsPerson as warning:
                left[candidate.id] = warning
        refused = [open_one(store, name, rev) for name, rev in rejections.items()]
        if ready or refused:
            transaction.run = store.runs.start(transaction, "review").id
        for candidate, approval in ready:
            if approval.text is not None:
                candidate = _reworded(store, transaction, candidate, _words(approval.text))
            decisions.append(_approve(store, transaction, by, candidate, approval.acknowledged))
        decisions += [_reject(store, transaction, candidate, None) for candidate in refused]
        if transaction.run:
            store.runs.finish(transaction, transaction.run, {"approved": len(ready), "rejected": len(rejections)})
    return Decided(tuple(decisions), left)


def merge(
    store: Store, candidate_id: str, into: str, *, by: Person, rev: int | None = None, into_rev: int | None = None
) -> Decision:
    """Say that a stored fact says the same: it takes over the evidence, and the candidate's fact gives way to it; of a
    question the other of the two.

    Returns the fact that stays. Raises NotFound, Conflict as `approve` does and where that fact is out of force or no
    longer at `into_rev`, UsageError when both ids are the same fact.
    """
    with store.write(by) as transaction:
        candidate = open_one(store, candidate_id, rev)
        if candidate.asks:
            return _answer(store, transaction, candidate, Holds.SAME, keep=into)
        if candidate.fact == into:
            raise UsageError(f"`{candidate_id}` proposes `{into}` itself", hint="name another fact to merge into")
        kept = store.facts.get(into)
        if kept.status is not Status.ACTIVE or into_rev not in (None, kept.rev):
            state = "changed meanwhile" if kept.status is Status.ACTIVE else f"is {kept.status}"
            raise Conflict(f"`{into}` {state}: nothing was merged into it", hint=f"`lore show {into}` shows it")
        _take_evidence(store, transaction, candidate.fact, kept)
        gone = fold(store, transaction, candidate.fact, into)
        decided = _decide(store, transaction, candidate, CandidateStatus.MERGED, "candidate.merge")
        return Decision(decided, kept, (gone,))


def answer(store: Store, candidate_id: str, holds: Holds, *, by: Person, rev: int | None = None) -> Decision:
    """Say which of two facts holds, or that both do; nobody is asked again.

    Raises NotFound, Conflict as `approve` does, UsageError when the candidate is no question.
    """
    with store.write(by) as transaction:
        question = open_one(store, candidate_id, rev)
        if not question.asks:
            hint = f"`lore supersede ID --by {question.fact}` lets it take the place of a fact"
            raise UsageError(f"`{candidate_id}` is not a question", hint=hint)
        return _answer(store, transaction, question, holds)


def snooze(store: Store, unwanted: Seen, until: str, *, by: Person) -> list[Candidate]:
    """Hide candidates from the queue until a time (ISO 8601, UTC), as one unit."""
    with store.write(by) as transaction:
        opened = [open_one(store, name, rev) for name, rev in unwanted.items()]
        return [
            store.candidates.update(
                transaction,
                stored(store, transaction, candidate).id,
                action="candidate.snooze",
                status=CandidateStatus.SNOOZED,
                snoozed_until=until,
            )
            for candidate in opened
        ]


def rescope(
    store: Store, candidate_id: str, *, layer: Layer, project: str | None, by: Person, rev: int | None = None
) -> Candidate:
    """Let a candidate hold in another layer or project. Raises NotFound, Conflict as `approve` does."""
    with store.write(by) as transaction:
        candidate = open_one(store, candidate_id, rev)
        _refuse_question(candidate)
        return store.candidates.update(
            transaction,
            stored(store, transaction, candidate).id,
            action="candidate.scope",
            layer=layer,
            project=project,
            fingerprint=fingerprint(candidate.text, layer, project),
        )


def _refuse_question(candidate: Candidate) -> None:
    if candidate.asks:
        raise Conflict(f"`{candidate.id}` asks about two facts", hint=f"`lore edit {candidate.fact}` changes its words")


def _words(text: str) -> Clean:
    words = Clean(clean(text).strip())
    if not words:
        raise UsageError("a convention needs a text", hint="`lore review reject` turns a candidate down")
    return words


def _in_words(candidate: Candidate, text: str | None) -> Candidate:
    return candidate if text is None else replace(candidate, text=_words(text))


def _reworded(store: Store, transaction: Transaction, candidate: Candidate, words: Clean) -> Candidate:
    if candidate.asks and words == candidate.text:
        return candidate
    _refuse_question(candidate)
    return store.candidates.update(
        transaction,
        stored(store, transaction, candidate).id,
        action="candidate.edit",
        text=words,
        fingerprint=fingerprint(words, candidate.layer, candidate.project),
    )


def _insist(store: Store, by: Person, candidate: Candidate, acknowledged: Collection[str]) -> None:
    fact = store.facts.get(candidate.fact)
    evidence = store.facts.evidence([fact.id])[fact.id]
    insist(by, candidate.id, risks_of(candidate, fact, evidence), acknowledged)


def _approve(
    store: Store, transaction: Transaction, by: Person, candidate: Candidate, acknowledged: Collection[str]
) -> Decision:
    if candidate.asks:
        return _answer(store, transaction, candidate, Holds.BOTH)
    _insist(store, by, candidate, acknowledged)
    if candidate.kind is CandidateKind.STATEMENT:
        fact = confirm(store, transaction, candidate)
        return Decision(_decide(store, transaction, candidate, CandidateStatus.APPROVED, "candidate.approve"), fact)
    proposed = store.facts.get(candidate.fact)
    refuse_superseded(store, proposed)
    fact = proposed if candidate.text == proposed.text else _in_new_words(store, transaction, proposed, candidate.text)
    for listed in listed_beside(store, candidate) if fact is proposed else ():
        govern(store, transaction, listed, candidate)
    fact = govern(store, transaction, fact, candidate)
    gone = []
    if candidate.replaces and store.facts.get(candidate.replaces).status is not Status.SUPERSEDED:
        gone.append(supersede(store, transaction, candidate.replaces, fact.id))
    decided = _decide(store, transaction, candidate, CandidateStatus.APPROVED, "candidate.approve", fact=fact.id)
    if fact.id != proposed.id:
        gone.append(fold(store, transaction, proposed.id, fact.id))
        hand_on(store, transaction, proposed.id, fact)
    return Decision(decided, fact, tuple(gone))


def _in_new_words(store: Store, transaction: Transaction, proposed: Fact, words: Clean) -> Fact:
    """The fact in the words of the person who approves it, resting on what it rested on; the former one is kept."""
    own = replace(proposed, id="", text=words, origin=Origin.TOLD, created_at=clock.now())
    return store.facts.add(transaction, own, store.facts.evidence([proposed.id])[proposed.id])


def _reject(store: Store, transaction: Transaction, candidate: Candidate, reason: Clean | None) -> Decision:
    if candidate.asks:
        return _answer(store, transaction, candidate, Holds.BOTH, CandidateStatus.REJECTED)
    fact = store.facts.get(candidate.fact)
    if candidate.kind is CandidateKind.STATEMENT:
        fact = put_away(store, transaction, fact.id)
    else:
        behind = held_by(store, fact, store.facts.evidence([fact.id])[fact.id])
        if behind < Authority.USER:
            fact = store.facts.update(transaction, fact.id, action="fact.reject", status=Status.REJECTED)
        elif fact.status is Status.PENDING:
            fact = put_away(store, transaction, fact.id)
    note_refusal(store, transaction, candidate)
    decided = _decide(store, transaction, candidate, CandidateStatus.REJECTED, "candidate.reject", reason)
    return Decision(decided, fact)


def _answer(
    store: Store,
    transaction: Transaction,
    question: Candidate,
    holds: Holds,
    status: CandidateStatus = CandidateStatus.APPROVED,
    *,
    keep: str | None = None,
) -> Decision:
    """Carry out what a person said of two facts. keep: of two that are the same, the one that stays."""
    pair = [question.fact, *([question.replaces] if question.replaces else [])]
    if keep not in (None, *pair):
        raise UsageError(f"`{question.id}` does not ask about `{keep}`", hint=f"`lore review show {question.id}`")
    kept = keep or (pair[-1] if holds is Holds.OLDER else pair[0])
    gone = () if holds is Holds.BOTH else tuple(name for name in pair if name != kept)
    if holds is Holds.BOTH:
        for other in pair[1:]:
            both_hold(store, transaction, kept, other)
    decided = _decide(store, transaction, question, CandidateStatus.MERGED if gone else status, f"question.{holds}")
    retired = tuple(_retire(store, transaction, name, kept, holds) for name in gone)
    ask_next(store, transaction, kept)
    return Decision(decided, store.facts.get(kept), retired)


def _retire(store: Store, transaction: Transaction, gone: str, kept: str, holds: Holds) -> Fact:
    """Let the fact that stays stand for the other, with its quotations and cards where both say the same."""
    if holds is not Holds.SAME:
        _hand_on_approval(store, transaction, store.facts.get(gone), store.facts.get(kept))
        fact = supersede(store, transaction, gone, kept)
        withdraw_all(store, transaction, gone)
        return fact
    _take_evidence(store, transaction, gone, store.facts.get(kept))
    fact = fold(store, transaction, gone, kept)
    hand_on(store, transaction, gone, store.facts.get(kept))
    return fact


def _hand_on_approval(store: Store, transaction: Transaction, gone: Fact, kept: Fact) -> None:
    """Let what a person put in the place of an approved fact be approved where that was: they decided on both."""
    if gone.approved_at and not kept.approved_at:
        govern(store, transaction, kept, gone)
        withdraw_all(store, transaction, kept.id)


def _take_evidence(store: Store, transaction: Transaction, gone: str, kept: Fact) -> None:
    """Let the fact that stays rest on what the other rested on: what no person said supports no person's fact."""
    for item in store.facts.evidence([gone])[gone]:
        if kept.tainted or not taints([item]):
            store.facts.add_evidence(transaction, kept.id, item)


def _decide(
    store: Store,
    transaction: Transaction,
    candidate: Candidate,
    status: CandidateStatus,
    action: str,
    reason: Clean | None = None,
    fact: str | None = None,
) -> Candidate:
    return store.candidates.update(
        transaction,
        stored(store, transaction, candidate).id,
        action=action,
        status=status,
        reason=reason,
        decided_at=clock.now(),
        snoozed_until=None,
        fact=fact or candidate.fact,
    )
