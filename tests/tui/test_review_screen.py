"""The review queue: every decision is what the store says afterwards, and every one is taken back with one key."""

import pytest

from lore.memory import decisions
from lore.memory.editing import NewFact, add_fact
from lore.memory.proposals import keep_level, may_propose, propose
from lore.model import CandidateStatus, Clean, Layer, Status
from lore.store import Store
from lore_tui.gateway import Gateway
from lore_tui.key import KeyContext
from support.held import nearest
from support.keyboard import Person, at_app, at_keyboard
from support.person import reject

APPROVED, REJECTED, WAITING = CandidateStatus.APPROVED, CandidateStatus.REJECTED, CandidateStatus.WAITING


def statuses(store: Store, ids: list[str]) -> list[CandidateStatus]:
    return [store.candidates.get(name).status for name in ids]


async def test_approve_two_undo_one(library: Store) -> None:
    """Each decision is one unit: undo brings back the last one only, and shows it again."""
    first, second, *_ = queue = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2", "a", "a", "u")
        assert statuses(library, [first, second]) == [APPROVED, WAITING]
        assert library.facts.get(library.candidates.get(first).fact).approved_at is not None
        assert person.rows.current == second
        assert listed(person) == queue[1:] and "6 waiting · 1 approved" in person.screen


async def test_quit_in_the_middle_and_return(library: Store) -> None:
    """What was decided is saved when the app closes; the rest of the queue waits in its order."""
    queue = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2", "a", "r", "q")
    async with at_keyboard(library) as person:
        await person.press("2")
        assert listed(person) == queue[2:]
        await person.press("u")
        assert statuses(library, queue[:2]) == [APPROVED, WAITING]
        assert person.rows.current == queue[1]


async def test_quit_right_after_a_decision_loses_nothing(library: Store) -> None:
    """`q` waits for what is being written."""
    first = decisions.queue(library)[0]
    async with at_keyboard(library) as person:
        await person.press("2")
        person.watch.seconds += 1
        await person.pilot.press("a", "q")
        await person.settle()
    assert library.candidates.get(first).status is APPROVED


async def test_agent_changes_item_meanwhile(library: Store) -> None:
    """A decision on what is no longer so is refused; the card shows the new text, and then it can be decided."""
    first = decisions.queue(library)[0]
    async with at_keyboard(library) as person:
        await person.press("2")
        with library.write("agent:codex") as transaction:
            words, name = Clean("Use npm after all"), library.candidates.get(first).fact
            keep_level(library, transaction, library.facts.update(transaction, name, text=words))
        await person.press("a")
        assert library.candidates.get(first).status is WAITING
        assert "changed while you were looking at it" in person.status
        assert "Use npm after all" in person.screen
        assert person.rows.current == first
        await person.press("a")
        assert library.candidates.get(first).status is APPROVED


async def test_held_key(library: Store) -> None:
    """A key held for two seconds decides twice at most: once when pressed, once when it starts to repeat."""
    queue = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2")
        await person.hold("a", times=40)
        assert statuses(library, queue) == [APPROVED, APPROVED, *[WAITING] * 5]
        assert "ignored" in person.status


async def test_separate_presses_all_decide(library: Store) -> None:
    """The guard does not slow down a person: presses 240 ms apart count."""
    queue = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2")
        for _ in range(4):
            person.watch.seconds += 0.24
            await person.pilot.press("r")
            await person.settle()
        assert statuses(library, queue) == [*[REJECTED] * 4, *[WAITING] * 3]


def listed(person: Person) -> list[str]:
    """What is listed, without the row of what agents stated."""
    return [name for name in person.rows.ids if not name.startswith("stated:")]


async def test_undo_after_last(library: Store) -> None:
    """The empty queue still undoes, and says how."""
    queue = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2", *"rrrrrrr")
        assert decisions.queue(library) == []
        assert "0 waiting · 7 rejected" in person.screen
        await person.press("u", "u")
        assert decisions.queue(library) == queue[5:]
        assert listed(person) == queue[5:]


async def test_redo_decides_again(library: Store) -> None:
    """Redo takes an undo back, and the item leaves the list once more."""
    first = decisions.queue(library)[0]
    async with at_keyboard(library) as person:
        await person.press("2", "a", "u", "U")
        assert library.candidates.get(first).status is APPROVED
        assert first not in person.rows.ids


async def test_rejecting_with_a_reason_keeps_the_reason(library: Store) -> None:
    """`R`, a line, Enter: the reason is stored for the agent. Enter on an empty line decides nothing."""
    first = decisions.queue(library)[0]
    async with at_keyboard(library) as person:
        await person.press("2", "R", "enter")
        assert library.candidates.get(first).status is WAITING
        await person.write("we use both")
        await person.press("enter")
        assert library.candidates.get(first).status is REJECTED
        assert library.candidates.get(first).reason == "we use both"
        assert person.frame.place is KeyContext.REVIEW


async def test_a_reason_is_left_with_escape(library: Store) -> None:
    """Esc leaves the proposal undecided; what was typed did not act as keys."""
    queue = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2", "R")
        await person.type("a r u d A")
        await person.press("escape")
        assert decisions.queue(library) == queue
        assert "still waiting" in person.status


async def test_a_risky_proposal_needs_a_second_press(library: Store) -> None:
    """What would hold in every project is approved by a second `a` on the same card, and by nothing else."""
    risky = next(candidate.id for candidate in library.candidates.select() if candidate.layer is Layer.USER)
    async with at_keyboard(library) as person:
        await person.press("2")
        person.rows.go_to(risky)
        await person.settle()
        await person.press("a")
        assert library.candidates.get(risky).status is WAITING
        assert "press a again" in person.status
        await person.press("j", "k", "a")
        assert library.candidates.get(risky).status is WAITING
        await person.press("a")
        assert library.candidates.get(risky).status is APPROVED


async def test_escape_and_enter_never_decide(library: Store) -> None:
    """Enter opens the card, Esc goes back."""
    queue = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2", "enter", "enter", "escape", "escape", "escape")
        assert decisions.queue(library) == queue
        assert person.app.is_running


async def test_new_proposals_wait_to_be_asked_for(library: Store, elsewhere: Store) -> None:
    """The queue is frozen: what comes meanwhile is announced and taken in with ctrl+r, under a cursor that stays."""
    async with at_keyboard(library) as person:
        await person.press("2", "j")
        before = listed(person)
        with elsewhere.write("consolidation") as transaction:
            fact = elsewhere.facts.select(limit=1)[0]
            new = propose(elsewhere, transaction, fact, because="again", sessions=99)
        person.app.look_around()
        await person.settle()
        assert listed(person) == before
        assert "1 new" in person.screen
        await person.press("ctrl+r")
        assert new.id == decisions.queue(library)[1] == person.rows.ids[1]
        assert person.rows.current == before[1]


async def test_skipping_moves_to_the_end_for_the_visit_and_writes_nothing(library: Store) -> None:
    """Looking again brings nothing back to the top; the next visit begins anew."""
    first, second, *rest = queue = decisions.queue(library)
    before = library.cursor()
    async with at_keyboard(library) as person:
        await person.press("2", "s", "s", "ctrl+r")
        assert listed(person) == [*rest, first, second]
        assert person.rows.current == rest[0]
    async with at_keyboard(library) as person:
        await person.press("2")
        assert listed(person) == queue
    assert library.cursor() == before


@pytest.mark.parametrize(("key", "until"), [("z", "2026-03-13T09:00:00Z"), ("Z", "2026-03-19T09:00:00Z")])
async def test_snoozing_hides_until_a_day(library: Store, key: str, until: str) -> None:
    """`z` until tomorrow, `Z` until next week; undo brings it back at once."""
    first = decisions.queue(library)[0]
    async with at_keyboard(library) as person:
        await person.press("2", key)
        assert library.candidates.get(first).snoozed_until == until
        assert first not in person.rows.ids
        await person.press("u")
        assert person.rows.current == first


async def test_editing_approves_the_new_words_as_one_unit(library: Store) -> None:
    """The form holds the text; saving approves it; one undo takes back both."""
    first = decisions.queue(library)[0]
    before = library.candidates.get(first)
    async with at_keyboard(library) as person:
        await person.press("2", "e")
        await person.write(" today")
        await person.press("ctrl+s")
        decided = library.candidates.get(first)
        assert (decided.status, decided.text) == (APPROVED, f"{before.text} today")
        assert library.facts.get(decided.fact).text == f"{before.text} today"
        await person.press("u")
        assert library.candidates.get(first).text == before.text
        assert library.candidates.get(first).status is WAITING


async def test_merging_moves_the_evidence_to_the_similar_fact(library: Store) -> None:
    """`m` merges into the fact the card shows, and the proposed one gives way."""
    first = library.candidates.get(decisions.queue(library)[1])
    async with at_keyboard(library) as person:
        await person.press("2", "j", "m")
        assert library.candidates.get(first.id).status is CandidateStatus.MERGED
        assert library.facts.get(first.fact).status is Status.SUPERSEDED


async def test_merging_without_anything_similar_says_so(library: Store) -> None:
    """No fact on the card to merge into: nothing happens, visibly."""
    last = decisions.queue(library)[-1]
    async with at_keyboard(library) as person:
        await person.press("2", "G", "k", "m")
        assert library.candidates.get(last).status is WAITING
        assert "no similar fact to merge into" in person.status


async def test_scope_goes_from_the_project_to_you_alone_to_everywhere_and_back(library: Store) -> None:
    """`c` changes where it would hold; the card says so at once."""
    first = decisions.queue(library)[0]
    async with at_keyboard(library) as person:
        await person.press("2", "c")
        assert library.candidates.get(first).layer is Layer.USER_PROJECT
        assert "for you alone" in person.status
        await person.press("c")
        assert (library.candidates.get(first).layer, library.candidates.get(first).project) == (Layer.USER, None)
        assert "every project" in person.screen
        await person.press("c")
        assert library.candidates.get(first).layer is Layer.PROJECT


async def test_the_first_of_the_queue_are_shown_and_enter_shows_the_rest(library: Store) -> None:
    """The row "more" is no proposal: nothing decides on it, and deciding on all decides on what is listed."""
    queue = decisions.queue(library)
    with library.write("person") as transaction:
        library.settings.put(transaction, "review.shown", 2)
    async with at_keyboard(library) as person:
        await person.press("2")
        assert listed(person) == [*queue[:2], "more"]
        assert f"2 waiting · {len(queue) - 2} more" in person.screen
        await person.press("G", "k")
        assert f"{len(queue) - 2} more are waiting" in person.screen
        version = library.audit.count()
        await person.press("a", "r", "z", "c", "m", "e", "s", "R")
        assert library.audit.count() == version
        await person.press("D")
        assert "Reject these 2?" in person.status
        await person.press("n", "enter")
        assert listed(person) == queue
        assert person.rows.current == queue[2]


async def test_marked_proposals_are_decided_together_after_a_question(library: Store) -> None:
    """`A` names the number and the first titles; no leaves everything; yes is one unit."""
    queue = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2", "space", "j", "space", "A")
        assert "Approve these 2? Use tmp_path_factory" in person.status
        await person.press("n")
        assert decisions.queue(library) == queue
        await person.press("A", "y")
        assert statuses(library, [queue[0], queue[2]]) == [APPROVED, APPROVED]
        assert statuses(library, [queue[1]]) == [WAITING]
        await person.press("u")
        assert decisions.queue(library) == queue
        assert listed(person) == queue


async def test_what_is_marked_comes_before_the_proposal_under_the_cursor(library: Store) -> None:
    """`a` and `r` ask about the marked proposals, as `A` and `D` do."""
    queue = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2", "space", "j", "space", "j", "a")
        assert "Approve these 2?" in person.status
        await person.press("n", "r")
        assert "Reject these 2?" in person.status
        await person.press("y")
        assert statuses(library, [queue[0], queue[2]]) == [REJECTED, REJECTED]
        assert statuses(library, [queue[1]]) == [WAITING]


async def test_without_marks_all_that_is_listed_is_meant(library: Store) -> None:
    """What came after the list was read is not in it."""
    queue = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2")
        with library.write("consolidation") as transaction:
            late = propose(library, transaction, library.facts.select(limit=1)[0], because="late")
        await person.press("D")
        assert "Reject these 7?" in person.status
        await person.press("y")
        assert statuses(library, queue) == [REJECTED] * 7
        assert library.candidates.get(late.id).status is WAITING


async def test_only_y_and_n_answer_a_question(library: Store) -> None:
    """While a question is open no other key decides, moves or leaves."""
    queue = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2", "A", "enter", "a", "r", "q", "j", "1", "u", "question_mark")
        assert "Approve these 6 · 1 needs a look first?" in person.status
        assert decisions.queue(library) == queue
        await person.press("escape")
        assert "cancelled" in person.status


async def test_a_decision_that_cannot_be_written_comes_back(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process decided it first: the item is gone from the list, with the reason; the others are untouched."""
    first, second, *_ = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("2")
        reject(library, [first])
        await person.press("a")
        assert library.candidates.get(first).status is REJECTED
        assert "not saved" in person.status
        assert person.rows.current == second


async def test_undo_refuses_what_was_changed_since(library: Store) -> None:
    """Undo names who changed it and changes nothing."""
    first = library.candidates.get(decisions.queue(library)[0])
    async with at_keyboard(library) as person:
        await person.press("2", "a")
        with library.write("sync") as transaction:
            library.facts.update(transaction, first.fact, pinned=True, action="fact.pin")
        await person.press("u")
        assert "changed since, by sync" in person.status
        assert library.candidates.get(first.id).status is APPROVED


async def test_a_rejected_proposal_does_not_return(library: Store) -> None:
    """Rejection is remembered; the log can take it back."""
    first = library.candidates.get(decisions.queue(library)[0])
    async with at_keyboard(library) as person:
        await person.press("2", "r")
        assert not may_propose(library, library.facts.get(first.fact))


async def test_copying_tells_how(library: Store) -> None:
    """`y` copies the text; where no tool is there, through the terminal."""
    async with at_keyboard(library) as person:
        await person.press("2", "j", "y")
        assert person.app.clipboard == "Use pnpm, never npm or yarn, in this repository"
        assert "copied its text through the terminal" in person.status
        await person.press("Y")
        assert "no, pnpm. again." in person.app.clipboard


async def test_a_question_is_answered_with_the_keys_of_the_queue(library: Store) -> None:
    """Approve and reject keep both, merge the older, instead the newer; `u` takes each answer back."""
    older = add_fact(library, NewFact("Deploys go to staging first")).fact.id
    newer = add_fact(library, NewFact("Deploys go to prod first"), near=nearest(library)).fact.id
    place = len(decisions.queue(library)) - 1
    async with at_keyboard(library) as person:
        await person.press("2", *["down"] * place)
        for key, left in (("a", [older, newer]), ("m", [older]), ("i", [newer]), ("r", [older, newer])):
            await person.press(key)
            assert [name for name in (older, newer) if library.facts.get(name).status is Status.ACTIVE] == left
            assert ("replaced" in person.status) == (len(left) == 1)
            await person.press("u")


async def test_the_status_line_says_what_was_retired(library: Store) -> None:
    """With the command that brings it back."""
    app = Gateway(at_app(library))
    old = app.add(NewFact("The mail relay listens on 2525")).facts[0]
    said = app.add(NewFact("The mail relay no longer listens on 2525")).said
    assert "replaces" in said
    assert f"`lore restore {library.names.short([old])[old]}`" in said
