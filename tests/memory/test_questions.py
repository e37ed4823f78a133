"""What may contradict stays and is asked about once; what was retired says so and comes back."""

import json
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.consolidate import consolidate
from lore.doctor import Outcome, run_checks
from lore.embedding import bundled_embedder
from lore.errors import Conflict, UsageError
from lore.history import undo_last
from lore.memory import Action, remember
from lore.memory.decisions import Holds, answer, approve_all, edit_and_approve, merge, queue, seen
from lore.memory.editing import NewFact, add_fact, archive, propose, replace_with, restore, supersede
from lore.memory.questions import declare_both
from lore.memory.review_cards import review_card
from lore.model import CandidateKind, CandidateStatus, Clean, Evidence, Fact, Kind, LinkKind, Role, Status
from lore.presence import PERSON
from lore.store import FactFilter, Store, open_store
from support.held import against
from support.ids import short
from support.person import approve, me, reject

OLDER, NEWER = "Deploys go to staging first", "Deploys go to production first"
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is no repository."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def doubt(store: Store) -> tuple[str, str, str]:
    """(older fact, newer fact, the question about them)."""
    older = add_fact(store, NewFact(OLDER)).fact.id
    outcome = add_fact(store, NewFact(NEWER), near=against(store))
    assert (outcome.action, outcome.disputed, outcome.retired) == (Action.ADDED, (older,), ())
    return older, outcome.fact.id, queue(store)[0]


def active(store: Store) -> list[str]:
    return sorted(fact.text for fact in store.facts.select())


def kinds(store: Store, fact_id: str) -> list[LinkKind]:
    return [link.kind for link in store.facts.links(fact_id)]


def complains(store: Store) -> bool:
    """Whether `lore doctor` warns of a contradiction."""
    (result,) = [one for one in run_checks(store.folder).results if one.check.id == "contradictions"]
    return result.finding.outcome is not Outcome.OK


def test_what_may_contradict_stays_with_a_card_that_asks(store: Store, doubt: tuple[str, str, str]) -> None:
    """Both are in force; the card names both and what each answer does."""
    older, newer, question = doubt
    assert active(store) == sorted([OLDER, NEWER])
    card = review_card(store, question)
    assert (card.candidate.kind, card.asks, card.fact.id) == (CandidateKind.QUESTION, True, newer)
    assert card.replaces is not None and card.replaces.id == older
    assert "both are true" in card.consequence
    assert complains(store)


@pytest.mark.parametrize(
    ("holds", "left"), [(Holds.NEWER, [NEWER]), (Holds.OLDER, [OLDER]), (Holds.BOTH, sorted([OLDER, NEWER]))]
)
def test_an_answer_is_carried_out_and_remembered(
    store: Store, doubt: tuple[str, str, str], holds: Holds, left: list[str]
) -> None:
    """Neither consolidation nor doctor asks again; undo brings the question back."""
    answer(store, doubt[2], holds, by=me())
    assert active(store) == left
    assert not any(consolidate(store).counts.values())
    assert (queue(store), complains(store)) == ([], False)
    with pytest.raises(Conflict):
        answer(store, doubt[2], Holds.NEWER, by=me())
    undo_last(store)
    assert (active(store), queue(store)) == (sorted([OLDER, NEWER]), [doubt[2]])


def test_the_decisions_of_the_queue_answer_as_well(store: Store, doubt: tuple[str, str, str]) -> None:
    """Approve: the newer. Reject: both. Merge: the older. A question makes no convention and has no other words."""
    older, newer, question = doubt
    decision = approve(store, question)
    assert (decision.fact.approved_at, store.facts.get(older).status) == (None, Status.SUPERSEDED)
    undo_last(store)
    reject(store, [question])
    assert active(store) == sorted([OLDER, NEWER])
    undo_last(store)
    assert merge(store, question, older, by=me()).fact.id == older
    assert store.facts.get(newer).status is Status.SUPERSEDED
    undo_last(store)
    with pytest.raises(Conflict):
        edit_and_approve(store, question, "Deploys go somewhere", by=me())
    with pytest.raises(UsageError):
        answer(store, propose(store, older).id, Holds.BOTH, by=me())


def test_a_question_waits_only_while_both_are_in_force(store: Store, doubt: tuple[str, str, str]) -> None:
    """And there is one at a time about a fact."""
    third = add_fact(store, NewFact("Deploys go to preview first"), near=against(store)).fact.id
    assert len(queue(store)) == 2
    archive(store, [doubt[0]])
    assert [store.candidates.get(name).fact for name in queue(store)] == [third]
    undo_last(store)
    assert doubt[2] in queue(store)


@pytest.mark.parametrize("saved_first", [False, True])
def test_the_one_question_about_a_fact_is_about_what_a_person_decided(store: Store, saved_first: bool) -> None:
    """Not about what was only said: that may fade before anybody answers."""
    names: dict[bool, str] = {}
    for saved in (saved_first, not saved_first):
        text = Clean(OLDER if saved else "Deploys go to preview first")
        with store.write("user" if saved else "capture") as transaction:
            evidence = [Evidence(text, session=f"s{saved}", source_id="m1", role=Role.USER)]
            names[saved] = remember(store, transaction, Fact("", text, Kind.NOTE), evidence).fact.id
        if saved:
            approve(store, propose(store, names[saved]).id)
    with store.write("capture") as transaction:
        said = [Evidence(Clean(NEWER), session="s3", source_id="m1", role=Role.USER)]
        newer = remember(store, transaction, Fact("", Clean(NEWER), Kind.NOTE), said, near=against(store))
    assert set(newer.disputed) == set(names.values())
    (question,) = [one for one in store.candidates.of_fact(newer.fact.id) if one.kind is CandidateKind.QUESTION]
    assert question.replaces == names[True]
    reject(store, [one for one in queue(store) if one != question.id])
    for holds, left in ((Holds.NEWER, names[False]), (Holds.NEWER, None)):
        (asked,) = [one for one in map(store.candidates.get, queue(store)) if one.fact == newer.fact.id]
        answer(store, asked.id, holds, by=me())
        waiting = [one for one in map(store.candidates.get, queue(store)) if one.fact == newer.fact.id]
        assert [one.replaces for one in waiting] == ([left] if left else []), "an answer raises the next question"
    assert active(store) == [NEWER]
    undo_last(store, PERSON)
    assert len(queue(store)) == 1


@pytest.mark.parametrize("settled", ["declared", "superseded and restored", "replaced and restored"])
def test_what_a_person_settled_elsewhere_is_asked_no_more(store: Store, settled: str) -> None:
    """Whether both were declared true, or one was brought back beside the other; undo lets the question wait again."""
    older = add_fact(store, NewFact(OLDER)).fact.id
    if settled == "replaced and restored":
        newer = replace_with(store, older, NEWER).fact.id
    else:
        newer = add_fact(store, NewFact(NEWER), near=against(store)).fact.id
        assert len(queue(store)) == 1
    if settled == "superseded and restored":
        supersede(store, older, newer)
    if settled == "declared":
        declare_both(store, newer, older, by=me())
    else:
        restore(store, [older], actor=PERSON)
    assert active(store) == sorted([OLDER, NEWER])
    assert queue(store) == []
    assert not any(consolidate(store).counts.values())
    undo_last(store)
    assert len(queue(store)) == (settled == "declared")


def test_consolidation_asks_what_the_words_alone_did_not_show(store: Store) -> None:
    """Facts that came in without a comparison are linked and asked about; a second run changes nothing."""
    with store.write("import") as transaction:
        for text in (OLDER, NEWER):
            store.facts.add(transaction, Fact("", Clean(text), Kind.NOTE), [Evidence(Clean(text))])
    embedder = bundled_embedder(store.folder)
    assert consolidate(store, embedder).counts["settle"] == 1
    assert len(queue(store)) == 1
    assert not any(consolidate(store, embedder).counts.values())


def test_an_untrusted_fact_asks_nothing(store: Store) -> None:
    """A file does not fill the queue: the link is enough."""
    add_fact(store, NewFact(OLDER))
    with store.write("hook") as transaction:
        evidence = Evidence(Clean(NEWER), session="s1", source_id="m1", role=Role.FILE)
        outcome = remember(store, transaction, Fact("", Clean(NEWER), Kind.NOTE), [evidence], near=against(store))
    assert (len(outcome.disputed), queue(store)) == (1, [])


def test_what_was_replaced_comes_back_and_both_stay(store: Store) -> None:
    """Restoring says that both hold: no consolidation and no doctor says otherwise, and nothing merges them again."""
    old = add_fact(store, NewFact("The API listens on port 3000")).fact
    new = add_fact(store, NewFact("The API listens on port 4000"))
    assert (new.action, new.retired) == (Action.SUPERSEDED, (old.id,))
    restore(store, [old.id])
    assert LinkKind.COMPATIBLE in kinds(store, old.id)
    assert not any(consolidate(store).counts.values())
    assert (len(active(store)), complains(store)) == (2, False)


def test_two_facts_are_declared_to_hold_both(store: Store) -> None:
    """Without a card as well, and whatever was on record; undone as one step."""
    one, other = (add_fact(store, NewFact(text), near=against(store)).fact.id for text in (OLDER, NEWER))
    declare_both(store, one, other, by=me())
    assert (kinds(store, one), complains(store)) == ([LinkKind.COMPATIBLE], False)
    undo_last(store)
    assert kinds(store, one) == [LinkKind.CONTRADICTS]
    with pytest.raises(UsageError):
        declare_both(store, one, one, by=me())


def test_what_was_replaced_is_not_proposed_beside_its_successor(store: Store) -> None:
    """Neither a proposal nor an approval that waited brings it back."""
    old, new = (add_fact(store, NewFact(text)).fact.id for text in ("Use tabs in makefiles", "Squash before merging"))
    waiting = propose(store, old).id
    supersede(store, old, new)
    for attempt in (lambda: propose(store, old), lambda: approve(store, waiting)):
        with pytest.raises(Conflict, match=f"was replaced by `{new}`"):
            attempt()
    assert store.candidates.get(waiting).status is CandidateStatus.WAITING


def test_a_correction_replaces_what_it_calls_wrong(store: Store) -> None:
    """`--wrong` names it in its own words, whatever the text of the correction says."""
    old = add_fact(store, NewFact("Force unwrap everywhere", project="app")).fact
    fixed = NewFact("Guard let", Kind.CORRECTION, project="app", wrong="force unwrap everywhere", right="guard let")
    assert add_fact(store, fixed).retired == (old.id,)


def test_the_command_line_says_what_was_retired_and_what_is_asked(capsys: Captured) -> None:
    """With the command that brings it back."""
    assert run(["add", "The API listens on port 3000"]) == 0
    with open_store() as store:
        (old,) = store.facts.ids()
    capsys.readouterr()
    assert run(["add", "The API listens on port 4000"]) == 0
    told = capsys.readouterr().out
    assert f"replaces {short(old)}  The API listens on port 3000" in told
    assert f"`lore restore {short(old)}` brings it back" in told
    assert run(["restore", old]) == 0
    assert run(["add", OLDER]) == 0
    capsys.readouterr()
    assert run(["add", NEWER]) == 0
    shown = capsys.readouterr()
    assert "may contradict" in shown.out
    assert "lore review" in shown.err
    with open_store() as store:
        (question,) = queue(store)
        ids = store.facts.ids(FactFilter())[:2]
    assert run(["review", "answer", question, "both", "--yes"]) == 0
    assert run(["review", "both", *ids, "--yes"]) == 0


def test_a_consolidation_and_a_capture_say_what_they_retired(tmp_path: Path, capsys: Captured) -> None:
    """Each line names the fact and the way back."""
    with open_store() as store, store.write("import") as transaction:
        for day, port in ((1, 3000), (2, 4000)):
            text = Clean(f"The API listens on port {port}")
            evidence = Evidence(text, session=f"s{day}", source_id="m", at=f"2026-03-0{day}T08:00:00Z")
            store.facts.add(transaction, Fact("", text, Kind.SYSTEM), [evidence])
    assert run(["consolidate"]) == 0
    told = capsys.readouterr().out
    assert "The API listens on port 3000\n" in told
    assert "brings it back" in told
    lines = [
        json.dumps({"session": f"s{n}", "id": f"m{n}", "at": f"2026-03-1{n}T08:00:00Z", "role": "user", "text": text})
        for n, text in enumerate(["We use npm, not yarn.", "We use pnpm, not npm."])
    ]
    (tmp_path / "said.jsonl").write_text("\n".join(lines) + "\n")
    assert run(["capture", "--mine", "--format", "lore", str(tmp_path / "said.jsonl")]) == 0
    assert "brings it back" in capsys.readouterr().out


def test_a_question_is_never_answered_among_several(store: Store, doubt: tuple[str, str, str]) -> None:
    """Approving it retires a fact: each is answered by itself."""
    question = next(name for name in queue(store) if store.candidates.get(name).kind is CandidateKind.QUESTION)
    before = active(store)
    done = approve_all(store, seen(store, [question]), by=me())
    assert (done.decisions, list(done.left), active(store)) == ((), [question], before)
