"""What is very near stays and is asked about once; a yes keeps both; what was retired says so and comes back."""

import json
from pathlib import Path

import pytest

from lore.cli.program import run
from lore.consolidate import consolidate
from lore.doctor import Outcome, run_checks
from lore.embedding import bundled_embedder
from lore.errors import Conflict, UsageError
from lore.history import undo_last
from lore.memory import Action, near_facts, remember
from lore.memory.decisions import Holds, answer, approve_all, edit_and_approve, merge, queue, seen
from lore.memory.editing import NewFact, add_fact, propose, replace_with, restore, supersede
from lore.memory.questions import declare_both
from lore.memory.review_cards import review_card
from lore.model import CandidateKind, CandidateStatus, Clean, Evidence, Fact, Kind, LinkKind, Role, Status, Tier
from lore.presence import PERSON
from lore.store import FactFilter, Store, open_store
from support.examples import crossed
from support.held import nearest
from support.ids import short
from support.person import approve, me, reject

OLDER, NEWER = "Deploys go to staging first", "Deploys go to production first"
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def doubt(store: Store) -> tuple[str, str, str]:
    older = add_fact(store, NewFact(OLDER)).fact.id
    outcome = add_fact(store, NewFact(NEWER), near=nearest(store))
    assert (outcome.action, outcome.alike, outcome.retired) == (Action.ADDED, (older,), ())
    return older, outcome.fact.id, queue(store)[0]


def active(store: Store) -> list[str]:
    return sorted(fact.text for fact in store.facts.select())


def kinds(store: Store, fact_id: str) -> list[LinkKind]:
    return [link.kind for link in store.facts.links(fact_id)]


def complains(store: Store) -> bool:
    (result,) = [one for one in run_checks(store.folder).results if one.check.id == "contradictions"]
    return result.finding.outcome is not Outcome.OK


def test_what_is_near_stays_with_a_card_that_asks(store: Store, doubt: tuple[str, str, str]) -> None:
    older, newer, question = doubt
    assert active(store) == sorted([OLDER, NEWER])
    card = review_card(store, question)
    assert (card.candidate.kind, card.asks, card.fact.id) == (CandidateKind.QUESTION, True, newer)
    assert card.replaces is not None and card.replaces.id == older
    assert card.consequence.startswith("yes: both stay")
    assert card.candidate.because.startswith("same, instead, or both?")


@pytest.mark.parametrize(
    ("holds", "left"),
    [(Holds.SAME, [NEWER]), (Holds.INSTEAD, [NEWER]), (Holds.OLDER, [OLDER]), (Holds.BOTH, sorted([OLDER, NEWER]))],
)
def test_an_answer_is_carried_out_and_remembered(
    store: Store, doubt: tuple[str, str, str], holds: Holds, left: list[str]
) -> None:
    done = answer(store, doubt[2], holds, by=me())
    assert active(store) == left
    assert sorted([*active(store), *(fact.text for fact in done.retired)]) == sorted([OLDER, NEWER])
    assert not any(consolidate(store).counts.values())
    assert (queue(store), complains(store)) == ([], False)
    with pytest.raises(Conflict):
        answer(store, doubt[2], Holds.INSTEAD, by=me())
    undo_last(store)
    assert (active(store), queue(store)) == (sorted([OLDER, NEWER]), [doubt[2]])


def test_what_takes_the_place_of_an_approved_fact_is_approved(store: Store, doubt: tuple[str, str, str]) -> None:
    """A person decided on both: sessions start with it, and `lore publish` writes it; undo takes both back."""
    older, newer, question = doubt
    approve(store, propose(store, older).id)
    done = answer(store, question, Holds.INSTEAD, by=me())
    assert (done.fact.id, done.fact.approved_at is not None, active(store)) == (newer, True, [NEWER])
    assert store.facts.get(newer).layer is store.facts.get(older).layer
    undo_last(store)
    assert store.facts.get(newer).approved_at is None and active(store) == sorted([OLDER, NEWER])


def test_the_decisions_of_the_queue_answer_as_well(store: Store, doubt: tuple[str, str, str]) -> None:
    """Approve, reject: both. Merge: the same, and which stays. A question makes no convention, has no other words."""
    older, newer, question = doubt
    decision = approve(store, question)
    assert (decision.fact.approved_at, decision.retired, active(store)) == (None, (), sorted([OLDER, NEWER]))
    undo_last(store)
    assert reject(store, [question])[0].retired == ()
    assert active(store) == sorted([OLDER, NEWER])
    undo_last(store)
    for stays, gone in ((older, newer), (newer, older)):
        merged = merge(store, question, stays, by=me())
        assert (merged.fact.id, [fact.id for fact in merged.retired]) == (stays, [gone])
        assert {item.quote for item in store.facts.evidence([stays])[stays]} == {OLDER, NEWER}
        undo_last(store)
    third = add_fact(store, NewFact("Squash before merging")).fact.id
    with pytest.raises(UsageError):
        merge(store, question, third, by=me())
    with pytest.raises(Conflict):
        edit_and_approve(store, question, "Deploys go somewhere", by=me())
    with pytest.raises(UsageError):
        answer(store, propose(store, older).id, Holds.BOTH, by=me())


@pytest.mark.parametrize("saved_first", [False, True])
def test_the_one_question_about_a_fact_is_about_what_a_person_decided(store: Store, saved_first: bool) -> None:
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
        newer = remember(store, transaction, Fact("", Clean(NEWER), Kind.NOTE), said, near=nearest(store))
    assert set(newer.alike) == set(names.values())
    (question,) = [one for one in store.candidates.of_fact(newer.fact.id) if one.kind is CandidateKind.QUESTION]
    assert question.replaces == names[True]
    reject(store, [one for one in queue(store) if one != question.id])


@pytest.mark.parametrize("settled", ["declared", "superseded and restored", "replaced and restored"])
def test_what_a_person_settled_elsewhere_is_asked_no_more(store: Store, settled: str) -> None:
    """Whether both were declared true, or one was brought back beside the other; undo lets the question wait again."""
    older = add_fact(store, NewFact(OLDER)).fact.id
    if settled == "replaced and restored":
        newer = replace_with(store, older, NEWER).fact.id
    else:
        newer = add_fact(store, NewFact(NEWER), near=nearest(store)).fact.id
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
            store.facts.add(transaction, Fact("", Clean(text), Kind.NOTE, tier=Tier.SEMANTIC), [Evidence(Clean(text))])
    embedder = bundled_embedder(store.folder)
    assert consolidate(store, embedder).counts["settle"] == 1
    assert len(queue(store)) == 1
    assert not any(consolidate(store, embedder).counts.values())


def test_an_untrusted_fact_asks_nothing(store: Store) -> None:
    add_fact(store, NewFact(OLDER))
    with store.write("hook") as transaction:
        evidence = Evidence(Clean(NEWER), session="s1", source_id="m1", role=Role.FILE)
        outcome = remember(store, transaction, Fact("", Clean(NEWER), Kind.NOTE), [evidence], near=nearest(store))
    assert (outcome.alike, queue(store)) == ((), [])


def test_what_was_replaced_comes_back_and_both_stay(store: Store) -> None:
    """Restoring says that both hold: no consolidation and no doctor says otherwise, and nothing merges them again."""
    old = add_fact(store, NewFact("The API uses Flask")).fact
    new = add_fact(store, NewFact("The API uses FastAPI instead of Flask"))
    assert (new.action, new.retired) == (Action.SUPERSEDED, (old.id,))
    restore(store, [old.id])
    assert LinkKind.COMPATIBLE in kinds(store, old.id)
    assert not any(consolidate(store).counts.values())
    assert (len(active(store)), complains(store)) == (2, False)


def test_two_facts_are_declared_to_hold_both(store: Store) -> None:
    one, other = (add_fact(store, NewFact(text), near=nearest(store)).fact.id for text in (OLDER, NEWER))
    declare_both(store, one, other, by=me())
    assert (kinds(store, one)[-1], queue(store)) == (LinkKind.COMPATIBLE, [])
    undo_last(store)
    assert (kinds(store, one), len(queue(store))) == ([LinkKind.RELATED], 1)
    with pytest.raises(UsageError):
        declare_both(store, one, one, by=me())


def test_what_was_replaced_is_not_proposed_beside_its_successor(store: Store) -> None:
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


def test_a_consolidation_and_a_capture_say_what_they_retired(tmp_path: Path, capsys: Captured) -> None:
    with open_store() as store, store.write("import") as transaction:
        for day, said in ((1, "The API uses Flask"), (2, "The API uses FastAPI instead of Flask")):
            text = Clean(said)
            evidence = Evidence(text, session=f"s{day}", source_id="m", at=f"2026-03-0{day}T08:00:00Z")
            store.facts.add(transaction, Fact("", text, Kind.SYSTEM), [evidence])
    assert run(["consolidate"]) == 0
    told = capsys.readouterr().out
    assert "The API uses Flask\n" in told
    assert "brings it back" in told
    lines = [
        json.dumps(
            {
                "session": f"s{n}",
                "id": f"m{n}",
                "at": f"2026-03-1{n}T08:00:00Z",
                "role": "user",
                "text": text,
                "project": "shop",
            }
        )
        for n, text in enumerate(["Always use npm.", "We use pnpm instead of npm."])
    ]
    (tmp_path / "said.jsonl").write_text("\n".join(lines) + "\n")
    assert run(["capture", "--mine", "--format", "lore", str(tmp_path / "said.jsonl")]) == 0
    assert "brings it back" in capsys.readouterr().out


def test_a_yes_to_several_keeps_both_facts_of_a_question(store: Store, doubt: tuple[str, str, str]) -> None:
    before = active(store)
    done = approve_all(store, seen(store, queue(store)), by=me())
    assert (done.left, active(store), [one.retired for one in done.decisions]) == ({}, before, [()])
    undo_last(store)
    assert queue(store) == [doubt[2]]


UNLIKE = (
    ("Always run make fmt before a commit.", "Never edit files under gen/ by hand."),
    ("Never force-push to main.", "Run the linters before you push."),
    ("Use pnpm instead of npm.", "Ask before you add a dependency."),
    ("Never log access tokens.", "Keep the changelog up to date."),
    ("Run the tests in parallel.", "Run the tests against the real database."),
    ("I prefer short answers.", "I live in Hamburg and work from home."),
    ("Deploy to staging on Mondays.", "Deploys need a ticket."),
    ("Name branches after their issue.", "Name tests after what they promise."),
)
NEAR = (
    ("Deploys go to staging first", "Deploys go to production first"),
    ("Always run the unit tests before each commit.", "Run the unit tests before every commit."),
    ("Squash the commits of a branch before merging.", "Squash all commits of the branch before you merge."),
)
ANSWERS: dict[tuple[str, ...], int] = {
    ("review", "approve", "ID", "--yes"): 2,
    ("review", "reject", "ID"): 2,
    ("review", "answer", "ID", "both", "--yes"): 2,
    ("review", "answer", "ID", "same", "--yes"): 1,
    ("review", "answer", "ID", "instead", "--yes"): 1,
    ("review", "answer", "ID", "older", "--yes"): 1,
}
"""A command, and how many of the two facts are in force after it."""


@pytest.mark.long_form
@pytest.mark.parametrize(("pair", "kind"), crossed(UNLIKE, ("convention", "preference", "note", "decision")))
def test_below_the_border_nothing_is_asked(pair: tuple[str, str], kind: str, capsys: Captured) -> None:
    """Neither by a save nor by a consolidation nor by an edit; a yes to every card loses no rule."""
    said = []
    for text in pair:
        assert run(["add", "--kind", kind, text]) == 0
        said.append(capsys.readouterr().out)
    assert not any(word in line for line in said for word in ("like f:", "may contradict", "may be one"))
    assert run(["consolidate"]) == 0
    with open_store() as store:
        assert not any(one.asks for one in store.candidates.many(queue(store)))
        names = [fact.id for fact in store.facts.select()]
        assert near_facts(store, store.facts.get(names[0]), bundled_embedder(store.folder)).alike == frozenset()
    for name in names:
        run(["propose", name])
    with open_store() as store:
        cards = queue(store)
    for card in cards:
        assert run(["review", "approve", card, "--yes"]) == 0
    with open_store() as store:
        assert active(store) == sorted(pair)


@pytest.mark.parametrize(("command", "left"), ANSWERS.items())
@pytest.mark.parametrize(("first", "second"), NEAR)
def test_from_the_border_one_card_asks_and_the_answer_names_what_it_retired(
    first: str, second: str, command: tuple[str, ...], left: int, capsys: Captured
) -> None:
    """Only same, instead and older take one out of force; its line names it, with the undo that brings it back."""
    assert run(["add", "--kind", "convention", first]) == run(["add", "--kind", "convention", second]) == 0
    with open_store() as store:
        (card,) = queue(store)
        assert "same, instead, or both?" in store.candidates.get(card).because
    capsys.readouterr()
    assert run([card if word == "ID" else word for word in command]) == 0
    told = capsys.readouterr()
    with open_store() as store:
        gone = store.facts.select(FactFilter(statuses=(Status.SUPERSEDED,)))
        assert len(active(store)) == left
        named = [f"replaced {short(fact.id)} “{fact.text}”: `lore undo`" in told.out for fact in gone]
        assert named == [True] * (2 - left)
        assert ("replaced" in told.out) == (left == 1)
        assert queue(store) == []
    assert run(["undo"]) == 0
    with open_store() as store:
        assert (active(store), queue(store)) == (sorted([first, second]), [card])
