"""The review queue: in the order of what speaks for a proposal, decided on under a revision."""

import pytest

from lore.errors import Conflict, NotFound
from lore.model import CandidateKind, CandidateStatus, Clean, Status
from store_contract.making import ACTOR, AnyMemory, a_fact, add_candidate, add_fact


def test_the_queue_is_in_the_order_of_review(memory: AnyMemory) -> None:
    fact = add_fact(memory)
    weak, many, strong, later = (
        add_candidate(memory, fact, corrections=corrections, sessions=sessions).id
        for corrections, sessions in ((0, 1), (2, 3), (2, 9), (0, 1))
    )
    assert memory.candidates.ids() == [strong, many, weak, later]
    assert [candidate.id for candidate in memory.candidates.select()] == memory.candidates.ids()


def test_a_candidate_comes_back_and_is_found_by_what_it_proposes(memory: AnyMemory) -> None:
    fact = add_fact(memory)
    candidate = add_candidate(memory, fact, fingerprint="fp", because=Clean("said twice"), corrections=2)
    assert memory.candidates.get(candidate.id) == candidate
    assert candidate.created_at == "2026-03-12T09:00:00Z"
    assert memory.candidates.of_fact(fact.id) == memory.candidates.with_fingerprint("fp") == [candidate]
    assert memory.candidates.many(["c:nothere", candidate.id]) == [candidate]
    assert memory.candidates.of_fact("f:nothere") == memory.candidates.with_fingerprint("") == []
    with pytest.raises(NotFound):
        memory.candidates.get("c:nothere")


def test_a_decision_counts_the_revision_and_an_old_view_is_refused(memory: AnyMemory) -> None:
    candidate = add_candidate(memory, add_fact(memory))
    with memory.write(ACTOR) as transaction:
        decided = memory.candidates.update(
            transaction,
            candidate.id,
            action="candidate.reject",
            rev=1,
            status=CandidateStatus.REJECTED,
            reason=Clean("no"),
        )
    assert (decided.status, decided.reason, decided.rev) == (CandidateStatus.REJECTED, "no", 2)
    with memory.write(ACTOR) as transaction, pytest.raises(Conflict):
        memory.candidates.update(
            transaction, candidate.id, action="candidate.approve", rev=1, status=CandidateStatus.APPROVED
        )
    assert memory.candidates.ids() == []
    assert memory.candidates.ids([CandidateStatus.REJECTED]) == [candidate.id]


def test_a_question_waits_only_while_both_facts_hold(memory: AnyMemory) -> None:
    fact, other = add_fact(memory), add_fact(memory, a_fact("Use pip"))
    asked = add_candidate(memory, fact, kind=CandidateKind.QUESTION, replaces=other.id)
    assert memory.candidates.ids() == [asked.id]
    with memory.write(ACTOR) as transaction:
        memory.facts.update(transaction, other.id, status=Status.ARCHIVED)
    assert memory.candidates.ids() == []
    with memory.write(ACTOR) as transaction:
        memory.facts.update(transaction, other.id, status=Status.ACTIVE)
    assert memory.candidates.ids() == [asked.id]
