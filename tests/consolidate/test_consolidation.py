"""Consolidation: from episodes to knowledge to candidates, twice the same as once."""

import threading
from pathlib import Path

import pytest

from lore import actions, clock
from lore.actions import Engine
from lore.consolidate import STEPS, consolidate, propose_at_once, rehearse
from lore.embedding import Embedder, bundled_embedder
from lore.errors import Busy, ModelError
from lore.history import undo_run
from lore.memory.decisions import Holds, answer, queue
from lore.memory.editing import NewFact, add_fact, archive, pin
from lore.memory.entering import remember
from lore.memory.review_cards import review_card
from lore.model import CandidateKind, Clean, Evidence, Fact, Kind, Layer, LinkKind, Role, Status, Tier
from lore.progress import Reporter
from lore.store import FactFilter, Store, open_store
from lore.store.sqlite.locks import file_lock
from support.consolidating import WEB, say
from support.person import approve, me, reject


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Embedder:
    return bundled_embedder(tmp_path_factory.mktemp("model"))


SAID = ["Use pnpm to install packages, not npm"] * 4
WORDINGS = ["Run the unit tests before every commit", "Run the unit tests before each commit"]


@pytest.fixture
def corrected(store: Store) -> Store:
    for day, text in enumerate(SAID, 1):
        say(store, text, day)
    say(store, "Dates are stored in UTC", 2, kind=Kind.PROJECT)
    return store


def test_corrections_over_several_sessions_become_one_candidate(corrected: Store, embedder: Embedder) -> None:
    report = consolidate(corrected, embedder)
    (waiting,) = corrected.candidates.many(queue(corrected))
    assert (waiting.corrections, waiting.sessions) == (4, 4)
    assert waiting.because == "4 corrections across 4 sessions"
    fact = corrected.facts.get(waiting.fact)
    assert fact.tier is Tier.SEMANTIC
    assert len(corrected.facts.evidence([fact.id])[fact.id]) == 4
    assert len(review_card(corrected, waiting.id).evidence) == 4
    assert report.waiting == 1
    others = corrected.facts.select(FactFilter(kinds=(Kind.PROJECT,)))
    assert [one.tier for one in others] == [Tier.EPISODIC]


def test_a_second_consolidation_changes_nothing(corrected: Store, embedder: Embedder) -> None:
    consolidate(corrected, embedder)
    events = corrected.audit.count()
    again = consolidate(corrected, embedder)
    assert again.counts == {step.name: 0 for step in STEPS}
    assert corrected.audit.count() == events


@pytest.mark.parametrize(
    ("kind", "sessions", "tier"),
    [
        (Kind.CONVENTION, 1, Tier.EPISODIC),
        (Kind.CONVENTION, 2, Tier.SEMANTIC),
        (Kind.CORRECTION, 1, Tier.SEMANTIC),
        (Kind.NOTE, 3, Tier.EPISODIC),
    ],
)
def test_what_was_said_in_several_sessions_is_knowledge(store: Store, kind: Kind, sessions: int, tier: Tier) -> None:
    for day in range(1, sessions + 1):
        fact = say(store, SAID[0], day, kind=kind).fact
    consolidate(store)
    assert store.facts.get(fact.id).tier is tier


def test_other_words_are_asked_about_and_never_joined(store: Store, embedder: Embedder) -> None:
    for day, text in enumerate(WORDINGS, 1):
        say(store, text, day, kind=Kind.CONVENTION)
    consolidate(store, embedder)
    (card,) = store.candidates.many(queue(store))
    assert card.kind is CandidateKind.QUESTION
    assert sorted(fact.text for fact in store.facts.select()) == sorted(WORDINGS)
    assert not any(consolidate(store, embedder).counts.values())


def test_the_whole_run_is_undone_at_once(corrected: Store, embedder: Embedder) -> None:
    before = _facts(corrected)
    report = consolidate(corrected, embedder)
    assert _facts(corrected) != before
    undo_run(corrected, report.run)
    assert _facts(corrected) == before
    assert queue(corrected) == []


def test_a_rehearsal_tells_what_would_change_and_writes_nothing(corrected: Store, embedder: Embedder) -> None:
    events, facts = corrected.audit.count(), _facts(corrected)
    expected = rehearse(corrected, embedder)
    assert (corrected.audit.count(), _facts(corrected)) == (events, facts)
    done = consolidate(corrected, embedder)
    assert (expected.counts, expected.applied) == (done.counts, done.applied)


def _facts(store: Store) -> list[tuple[str, str, str, int, int]]:
    everything = store.facts.select(FactFilter(statuses=tuple(Status)))
    evidence = store.facts.evidence([fact.id for fact in everything])
    return sorted(
        (fact.id, fact.status, fact.tier, len(evidence[fact.id]), len(store.facts.links(fact.id)))
        for fact in everything
    )


def test_a_rejected_proposal_does_not_come_back(corrected: Store, embedder: Embedder) -> None:
    consolidate(corrected, embedder)
    reject(corrected, queue(corrected), reason="npm is fine")
    consolidate(corrected, embedder)
    say(corrected, SAID[0], 9)
    consolidate(corrected, embedder)
    assert queue(corrected) == []


def test_a_session_copied_into_another_file_counts_once(store: Store, embedder: Embedder) -> None:
    with store.write("hook") as transaction:
        for session in ("s1", "s2", "s3"):
            evidence = Evidence(Clean(SAID[0]), session=session, source_id="m1", at="2026-03-01T10:00:00Z")
            remember(store, transaction, Fact("", Clean(SAID[0]), Kind.CONVENTION, project=WEB), [evidence])
    consolidate(store, embedder)
    assert queue(store) == []


def test_message_ids_that_start_anew_in_every_session_are_different_messages(store: Store, embedder: Embedder) -> None:
    for day in (1, 2, 3):
        say(store, SAID[0], day, source_id="1")
    consolidate(store, embedder)
    assert len(queue(store)) == 1


def test_untrusted_episodes_form_nothing_that_an_agent_may_see(store: Store, embedder: Embedder) -> None:
    for day, text in enumerate(SAID, 1):
        say(store, text, day, role=Role.FILE)
    outcome = say(store, "Use pnpm to install every package, not npm", 9)
    consolidate(store, embedder)
    facts = store.facts.select(FactFilter(statuses=tuple(Status)))
    assert all(fact.tainted for fact in facts if fact.id != outcome.fact.id)
    assert not store.facts.get(outcome.fact.id).tainted
    assert len(store.facts.evidence([outcome.fact.id])[outcome.fact.id]) == 1


def test_near_duplicates_become_one_and_contradictions_do_not(store: Store, embedder: Embedder) -> None:
    """The newer of two equals of an agent stays with both wordings; opposites are settled by time."""
    say(store, "Run the unit tests before every commit", 1, kind=Kind.CONVENTION, role=Role.ASSISTANT)
    first = say(store, "Run the unit tests before each commit", 2, kind=Kind.CONVENTION, role=Role.ASSISTANT)
    kept = say(store, "The API server uses Flask in development", 3, kind=Kind.SYSTEM)
    with store.write("hook") as transaction:
        newer = store.facts.add(
            transaction,
            Fact("", Clean("In development the API server uses FastAPI instead of Flask"), Kind.SYSTEM, project=WEB),
            [Evidence(Clean("4000"), session="s4", source_id="x", at="2026-03-04T10:00:00Z")],
        )
    report = consolidate(store, embedder)
    assert (report.counts["merge"], report.counts["settle"]) == (1, 1)
    assert len(store.facts.evidence([first.fact.id])[first.fact.id]) == 2
    assert store.facts.get(kept.fact.id).status is Status.SUPERSEDED
    assert store.facts.get(newer.id).status is Status.ACTIVE


def test_a_machine_never_settles_against_a_person(
    store: Store, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = add_fact(store, NewFact("The API server uses Flask", Kind.SYSTEM, project=WEB)).fact
    pin(store, [mine.id], by=me())
    monkeypatch.setenv("LORE_NOW", "2026-03-15T10:00:00Z")
    with store.write("hook") as transaction:
        fact = store.facts.add(
            transaction,
            Fact("", Clean("The API server uses FastAPI instead of Flask"), Kind.SYSTEM, project=WEB),
            [Evidence(Clean("FastAPI"), session="s4", source_id="x", at="2026-03-14T10:00:00Z")],
        )
    consolidate(store, embedder)
    assert store.facts.get(mine.id).status is Status.ACTIVE
    assert [link.kind for link in store.facts.links(fact.id)] == [LinkKind.CONTRADICTS]


def test_facts_past_their_date_are_archived_and_old_ones_fade_after_their_chance(
    store: Store, embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LORE_NOW", "2027-03-01T00:00:00Z")
    dated = add_fact(store, NewFact("Freeze until Friday", project=WEB, expires_at="2027-02-28T00:00:00Z")).fact
    old = say(store, "Dates are stored in UTC", 1, kind=Kind.SYSTEM).fact
    approved = say(store, "Use tabs in makefiles", 1).fact
    from lore.memory.editing import propose

    approve(store, propose(store, approved.id).id)
    assert consolidate(store, embedder).counts["fade"] == 0
    assert store.facts.get(dated.id).status is Status.ARCHIVED
    monkeypatch.setenv("LORE_NOW", "2027-05-01T00:00:00Z")
    assert consolidate(store, embedder).counts["fade"] == 1
    assert store.facts.get(old.id).status is Status.ARCHIVED
    assert store.facts.get(approved.id).status is Status.ACTIVE


class Broken:
    """A model that cannot be had."""

    name = "broken"
    dimension = 384

    def load(self) -> None:
        raise ModelError("the embedding model is damaged")

    def embed(self, texts: object) -> object:
        raise ModelError("the embedding model is damaged")


@pytest.mark.parametrize("embedder", [None, Broken()])
def test_without_a_model_nothing_is_compared_and_a_note_says_so(store: Store, embedder: Embedder | None) -> None:
    say(store, "Run the unit tests before every commit", 1, kind=Kind.CONVENTION, role=Role.ASSISTANT)
    say(store, "Run the unit tests before each commit", 2, kind=Kind.CONVENTION, role=Role.ASSISTANT)
    report = consolidate(store, embedder)
    assert report.counts["merge"] == 0
    assert len(report.notes) == 1
    assert "not compared" in report.notes[0]


def test_an_interrupted_run_is_continued(corrected: Store, embedder: Embedder) -> None:
    stopped = RuntimeError("stop")

    def stop(done: int, whole: int) -> None:
        if done == 6:
            raise stopped

    with pytest.raises(RuntimeError) as raised:
        consolidate(corrected, embedder, progress=stop)
    assert raised.value is stopped
    unfinished = corrected.runs.latest("consolidation")
    report = consolidate(corrected, embedder)
    assert unfinished is not None
    assert report.run == unfinished.id
    assert len(queue(corrected)) == 1
    undo_run(corrected, report.run)
    assert queue(corrected) == []


def test_two_consolidations_do_not_work_at_once(corrected: Store, home: Path, embedder: Embedder) -> None:
    from lore import paths

    with file_lock(paths.consolidation_lock(home), budget_s=0), pytest.raises(Busy):
        consolidate(corrected, embedder)


def test_a_person_s_consolidation_waits_for_the_one_that_a_capture_started(corrected: Store, home: Path) -> None:
    from lore import paths

    stages: list[str] = []
    freed = threading.Event()

    def hold() -> None:
        with file_lock(paths.consolidation_lock(home), budget_s=0):
            held.set()
            freed.wait(20)

    def heard(stage: str) -> None:
        stages.append(stage)
        if "waiting" in stage:
            freed.set()

    held = threading.Event()
    other = threading.Thread(target=hold)
    other.start()
    held.wait(20)
    done = actions.consolidate(Engine(corrected, reporter=Reporter(stage=heard)))
    other.join()
    assert done.report.is_whole
    assert "waiting for another consolidation" in stages


def test_a_person_who_decides_meanwhile_wins(corrected: Store, home: Path, embedder: Embedder) -> None:
    def archive_all(done: int, whole: int) -> None:
        if done == 5:
            with open_store(home) as other:
                archive(other, other.facts.ids())

    consolidate(corrected, embedder, progress=archive_all)
    assert queue(corrected) == []
    assert corrected.facts.count() == 0


def test_a_large_step_is_made_in_several_transactions(store: Store, embedder: Embedder) -> None:
    with store.write("hook") as transaction:
        for number in range(600):
            text = Clean(f"expired fact {number}")
            store.facts.add(transaction, Fact("", text, Kind.NOTE, expires_at="2026-01-01T00:00:00Z"))
    assert consolidate(store, embedder).counts["expire"] == 600
    units = {event.unit for event in store.audit.select(action="fact.archive")}
    assert len(units) >= 3


def test_a_persons_statements_keep_their_words_and_agents_alike_ones_are_joined(
    store: Store, embedder: Embedder
) -> None:
    """What is nearly the same stays two facts of a person; of two that agents said one is enough."""
    texts = ("Before each commit run the unit tests", "Run the unit tests before every commit")
    agents = (
        "The integration tests run nightly on the large runner",
        "Integration tests run nightly on the large runner",
    )
    for day, text in enumerate(texts, 1):
        say(store, text, day, kind=Kind.CONVENTION)
    for day, text in enumerate(agents, 3):
        say(store, text, day, kind=Kind.SYSTEM, role=Role.ASSISTANT)
    consolidate(store, embedder)
    facts = store.facts.select(FactFilter())
    assert {fact.text for fact in facts if not fact.tainted} == set(texts)
    (joined,) = [fact for fact in facts if fact.tainted]
    assert {item.quote for item in store.facts.evidence([joined.id])[joined.id]} == set(agents)
    assert not any(consolidate(store, embedder).counts.values())


@pytest.mark.parametrize("is_approved", [True, False])
@pytest.mark.parametrize(
    ("older", "newer"),
    [
        (
            "From now on commit messages are written in the past tense.",
            "Actually, from now on commit messages are written in the present tense.",
        ),
        ("From now on deploys happen on Mondays.", "From now on deploys happen on Thursdays."),
    ],
)
def test_what_is_near_to_what_you_said_before_is_asked_about_at_once(
    store: Store, embedder: Embedder, older: str, newer: str, is_approved: bool
) -> None:
    """Also where the older one was approved, and so became the project's; the answer decides on both."""
    old = say(store, older, 1, kind=Kind.CONVENTION, layer=Layer.USER_PROJECT).fact
    propose_at_once(store, embedder)
    if is_approved:
        (card,) = queue(store)
        approve(store, card)
    with clock.pretending("2027-01-01T10:00:00Z"):
        new = say(store, newer, 2, kind=Kind.CONVENTION, layer=Layer.USER_PROJECT).fact
        propose_at_once(store, embedder)
    (question,) = [one for one in store.candidates.many(queue(store)) if one.asks]
    assert (question.fact, question.replaces) == (new.id, old.id)
    if is_approved:
        assert queue(store)[0] == question.id
    answer(store, question.id, Holds.INSTEAD, by=me())
    assert [fact.id for fact in store.facts.select()] == [new.id]
    assert bool(store.facts.get(new.id).approved_at) == is_approved
