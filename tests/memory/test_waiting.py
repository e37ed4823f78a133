"""The one queue: its order, everything in it once, and no decision on it leaves the doctor worse off."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from lore.doctor.check import Group, Inspection
from lore.doctor.registry import CHECKS
from lore.history import undo_last
from lore.memory import decisions
from lore.memory.opinion import Ground
from lore.memory.proposals import propose
from lore.memory.questions import dispute
from lore.memory.waiting import Place, everything_waiting, queue, what_waits
from lore.model import CandidateKind, CandidateStatus, Clean, Evidence, Fact, Kind, Origin, Role, Session, Status, Turn
from lore.presence import PERSON
from lore.store import FactFilter, Store
from support.person import me, warned

WEB, SHOP = "github.com/me/web", "github.com/me/shop"


def said(
    store: Store,
    text: str,
    sessions: int = 1,
    *,
    month: int = 6,
    role: Role = Role.USER,
    kind: Kind = Kind.CONVENTION,
    project: str = WEB,
    origin: Origin | None = None,
    approved: bool = False,
) -> Fact:
    quotes = [
        Evidence(Clean(text), f"{text[:5]}{number}", f"m{text}", role, at=f"2026-{month:02d}-1{number}T10:00:00Z")
        for number in range(sessions)
    ]
    with store.write("hook") as transaction:
        for quote in quotes:
            store.sessions.put(transaction, Session(quote.session or "", "codex", project=project))
            store.sessions.add_turns(
                transaction, quote.session or "", [Turn(quote.session or "", f"m{text}", role, quote.quote, quote.at)]
            )
        fact = Fact("", Clean(text), kind, project=project, tainted=role is not Role.USER, origin=origin)
        made = store.facts.add(transaction, fact, quotes)
        if approved:
            store.facts.update(transaction, made.id, action="fact.approve", approved_at="2026-05-01T00:00:00Z")
        return made


def test_the_order_of_the_queue(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What contradicts what you approved, yours, the most often said first, counted, proposed by others, stated."""
    monkeypatch.setenv("LORE_NOW", "2026-06-20T00:00:00Z")
    stated = said(store, "The cache lies in a folder of its own", 5, role=Role.ASSISTANT)
    proposed = said(store, "Logs go to standard error", role=Role.FILE)
    counted = said(store, "Before a commit: make check", 4, role=Role.TOOL, origin=Origin.SEEN)
    once = said(store, "Write dates as year, month, day")
    long_ago = said(store, "Name a branch after its ticket", 3, month=1)
    often = said(store, "Ask before you push to main", 3)
    corrected = said(store, "Use pnpm here", kind=Kind.CORRECTION)
    approved = said(store, "Tag a release by hand", month=5, approved=True)
    newer = said(store, "Never tag a release by hand")
    with store.write("consolidation") as transaction:
        for fact in (proposed, once, long_ago, often, corrected):
            propose(store, transaction, fact, because="said", sessions=1)
        dispute(store, transaction, newer, approved, Ground.REPLACED)
    facts = [one.fact for one in what_waits(store, queue(store, folded=True))]
    assert facts == [fact.id for fact in (newer, often, long_ago, once, corrected, counted, proposed, stated)]
    assert queue(store) == queue(store, folded=True)[:-1]
    assert [one.place for one in everything_waiting(store)] == [
        Place.CONTRADICTS, *[Place.YOURS] * 4, Place.SEEN, Place.PROPOSED, Place.AGENTS,
    ]  # fmt: skip


def test_a_fact_that_was_proposed_waits_as_its_proposal_and_by_either_id(store: Store) -> None:
    """`review approve` takes both ids, and only once."""
    fact = said(store, "Logs go to standard error", role=Role.ASSISTANT)
    with store.write("consolidation") as transaction:
        candidate = propose(store, transaction, fact, because="proposed by codex")
    assert queue(store, folded=True) == [candidate.id]
    done = decisions.approve(store, fact.id, by=me(), acknowledged=["tainted"])
    assert (done.candidate.id, done.fact.approved_at is None) == (candidate.id, False)


TEXTS = (
    "Run the linter before you commit", "Dates are stored in UTC", "Never push to main directly", "Use pnpm here",
    "Before you commit, run the linter", "Use npm here", "Logs go to standard error", "The cache lies in memory",
)  # fmt: skip
stores = st.lists(
    st.tuples(
        st.sampled_from(TEXTS),
        st.sampled_from([Kind.CONVENTION, Kind.CORRECTION, Kind.DECISION, Kind.NOTE]),
        st.sampled_from([Role.USER, Role.USER, Role.ASSISTANT, Role.TOOL, Role.FILE]),
        st.sampled_from([WEB, SHOP]),
        st.booleans(),
    ),
    min_size=1,
    max_size=7,
    unique_by=lambda one: (one[0], one[3]),
)
verbs = st.lists(
    st.tuples(st.sampled_from(["approve", "reject", "edit", "merge", "snooze", "undo"]), st.integers(0, 9)), max_size=5
)


def build(store: Store, rows: Sequence[tuple[str, Kind, Role, str, bool]]) -> None:
    facts = [said(store, text, role=role, kind=kind, project=project) for text, kind, role, project, _ in rows]
    with store.write("consolidation") as transaction:
        for fact, (*_, proposes) in zip(facts, rows, strict=True):
            if proposes:
                propose(store, transaction, fact, because="said")
        mine = [fact for fact in facts if not fact.tainted]
        for older, newer in zip(mine[::2], mine[1::2], strict=False):
            dispute(store, transaction, newer, older, Ground.REPLACED)


def assert_whole(store: Store) -> None:
    names = [one.id for one in everything_waiting(store)]
    assert len(names) == len(set(names))
    assert set(store.candidates.ids()) <= set(names)
    waiting = what_waits(store, names)
    open_now = store.candidates.select((CandidateStatus.WAITING, CandidateStatus.SNOOZED))
    proposed = {one.fact for one in open_now if one.kind is not CandidateKind.QUESTION}
    led = {one.fact for one in waiting if one.id.startswith("f:")}
    assert not proposed & led
    assert set(store.facts.ids(FactFilter(tainted=True))) - proposed == led


def act(store: Store, verb: str, number: int) -> None:
    """One decision on what stands at a place of the queue; each accepts whatever waits there."""
    names = queue(store, folded=True)
    if verb == "undo":
        if store.audit.select(actor="person", limit=1):
            undo_last(store, me(), by=PERSON)
        return
    if not names:
        return
    name = names[number % len(names)]
    (one,) = what_waits(store, [name])
    if verb == "approve":
        decisions.approve(store, name, by=me(), acknowledged=warned(store, name))
    elif verb == "reject":
        decisions.reject(store, decisions.seen(store, [name]), by=me(), reason="no")
    elif verb == "snooze":
        decisions.snooze(store, decisions.seen(store, [name]), "2999-01-01T00:00:00Z", by=me())
    elif one.kind is CandidateKind.QUESTION:
        decisions.answer(store, name, decisions.Holds.BOTH, by=me())
    elif verb == "edit":
        decisions.edit_and_approve(store, name, f"{one.text}, as agreed", by=me(), acknowledged=warned(store, name))
    else:
        active = store.facts.ids(FactFilter(statuses=(Status.ACTIVE,)))
        into = next((other for other in active if other != one.fact), None)
        if into is not None:
            decisions.merge(store, name, into, by=me())


def faults(store: Store) -> dict[str, str]:
    inspection = Inspection(store.folder)
    try:
        return {
            check.id: check.ask(inspection).outcome.value
            for check in CHECKS
            if check.group is Group.QUALITY and check.id != "duplicates"
        }
    finally:
        inspection.close()


@given(rows=stores, steps=verbs)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_everything_waits_once_and_every_decision_leaves_the_doctor_no_worse(
    store: Store, rows: list[tuple[str, Kind, Role, str, bool]], steps: list[tuple[str, int]]
) -> None:
    """Whatever is decided in whatever order: the queue is whole after each, and no check is worse than before."""
    build(store, rows)
    assert_whole(store)
    before = faults(store)
    for verb, number in steps:
        act(store, verb, number)
        assert_whole(store)
    after = faults(store)
    assert {name: found for name, found in after.items() if found == "fail" != before[name]} == {}
    for name in list(queue(store, folded=True)):
        if name in queue(store, folded=True):
            decisions.reject(store, decisions.seen(store, [name]), by=me())
    assert not [one for one in everything_waiting(store) if one.id.startswith("f:")]
