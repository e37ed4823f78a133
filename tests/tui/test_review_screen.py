"""The review queue: every decision is what the store says afterwards, and every one is taken back with one key."""

import pytest

from lore.memory import decisions
from lore.memory.editing import NewFact, add_fact
from lore.memory.proposals import keep_level, may_propose, propose
from lore.model import CandidateStatus, Clean, Layer, Status
from lore.store import Store
from lore_tui.keys import Place
from support.held import nearest, twin
from support.keyboard import Person, at_keyboard
from support.person import reject

APPROVED, REJECTED, WAITING = CandidateStatus.APPROVED, CandidateStatus.REJECTED, CandidateStatus.WAITING


def statuses(store: Store, ids: list[str]) -> list[CandidateStatus]:
    return [store.candidates.get(name).status for name in ids]


def listed(person: Person) -> list[str]:
    """The proposals that stand in the list, without its folds."""
    return [name for name in person.rows.ids if name.startswith("c:")]


async def go(person: Person, name: str) -> None:
    person.rows.go_to(name)
    await person.settle()


async def test_approve_two_undo_one(library: Store) -> None:
    """Each decision is one unit: undo brings back the last one only, in its place, and shows it again; also of all."""
    async with at_keyboard(library, (120, 40)) as person:
        first, second, *_ = queue = listed(person)
        await person.press("a", "a", "u")
        assert statuses(library, [first, second]) == [APPROVED, WAITING]
        assert library.facts.get(library.candidates.get(first).fact).approved_at is not None
        assert person.rows.current == second
        assert listed(person) == queue[1:]
        assert "1 of 6" in person.screen
        await person.press(*"rrrrrr")
        assert decisions.queue(library) == []
        assert "Queue  0  1 approved, 6 rejected" in person.screen
        await person.press("u", "u", "U")
        assert listed(person) == queue[6:]
        assert statuses(library, queue) == [APPROVED, *[REJECTED] * 5, WAITING]


async def test_what_was_decided_is_kept_and_the_rest_waits(library: Store) -> None:
    """Also when `q` comes right behind a decision; the next visit shows the rest in its order, and `u` goes on."""
    async with at_keyboard(library) as person:
        queue = listed(person)
        await person.press("a")
        person.watch.seconds += 1
        await person.pilot.press("r", "q")
        await person.settle()
    assert statuses(library, queue[:2]) == [APPROVED, REJECTED]
    async with at_keyboard(library) as person:
        assert listed(person) == queue[2:]
        await person.press("u")
        assert statuses(library, queue[:2]) == [APPROVED, WAITING]
        assert person.rows.current == queue[1]


async def test_agent_changes_item_meanwhile(library: Store) -> None:
    """A decision on what is no longer so is refused; the card shows the new text, and then it can be decided."""
    async with at_keyboard(library) as person:
        first = listed(person)[0]
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


async def test_a_held_key_is_no_row_of_decisions(library: Store) -> None:
    """Held for two seconds it decides twice at most; presses 240 ms apart all count."""
    async with at_keyboard(library) as person:
        queue = listed(person)
        await person.hold("a", times=40)
        assert statuses(library, queue) == [APPROVED, APPROVED, *[WAITING] * 5]
        assert "ignored" in person.status
        for _ in range(4):
            person.watch.seconds += 0.24
            await person.pilot.press("r")
            await person.settle()
        assert statuses(library, queue) == [APPROVED, APPROVED, *[REJECTED] * 4, WAITING]


async def test_rejecting_with_a_reason_keeps_the_reason(library: Store) -> None:
    """`R`, a line, Enter: the reason is stored for the agent. An empty line and Esc decide nothing."""
    async with at_keyboard(library) as person:
        first, queue = listed(person)[0], decisions.queue(library)
        await person.press("R", "enter")
        await person.type("a r u d A")
        await person.press("escape")
        assert decisions.queue(library) == queue
        assert "still waiting" in person.status
        await person.press("R")
        await person.write("we use both")
        await person.press("enter")
        assert statuses(library, [first]) == [REJECTED]
        assert library.candidates.get(first).reason == "we use both"
        assert person.frame.place is Place.REVIEW
        assert not may_propose(library, library.facts.get(library.candidates.get(first).fact))


async def test_a_risky_proposal_needs_a_second_press(library: Store) -> None:
    """What would hold in every project is approved by a second `a` on the same card, and by nothing else."""
    risky = next(candidate.id for candidate in library.candidates.select() if candidate.layer is Layer.USER)
    async with at_keyboard(library) as person:
        await go(person, risky)
        await person.press("a")
        assert "press a again" in person.status
        await person.press("k", "j", "a")
        assert library.candidates.get(risky).status is WAITING
        await person.press("a")
        assert library.candidates.get(risky).status is APPROVED


async def test_new_proposals_wait_to_be_asked_for(library: Store, elsewhere: Store) -> None:
    """The queue is frozen: what comes meanwhile is announced and taken in with ctrl+r, under a cursor that stays."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.press("j")
        before = listed(person)
        with elsewhere.write("consolidation") as transaction:
            new = propose(elsewhere, transaction, elsewhere.facts.select(limit=1)[0], because="again", sessions=99)
        person.app.look_around()
        await person.settle()
        assert listed(person) == before
        assert "^r 1 new" in person.screen
        await person.press("ctrl+r")
        assert sorted(listed(person)) == sorted([*before, new.id])
        assert person.rows.current == before[1]


async def test_skipping_moves_to_the_end_for_the_visit_and_writes_nothing(library: Store) -> None:
    """Looking again brings nothing back to the top; the next visit begins anew."""
    before = library.cursor()
    async with at_keyboard(library) as person:
        first, second, *rest = queue = listed(person)
        await person.press("s", "s")
        assert listed(person) == [*rest, first, second]
        await person.press("ctrl+r")
        assert listed(person)[:4] == rest[:4]
        assert person.rows.current == rest[0]
    async with at_keyboard(library) as person:
        assert listed(person) == queue
    assert library.cursor() == before


async def test_snoozing_hides_until_a_day(library: Store) -> None:
    """`z` until tomorrow, `Z` until next week; the command says the same day; undo brings it back at once."""
    async with at_keyboard(library, (160, 40)) as person:
        first = listed(person)[0]
        for key, until in (("z", "2026-03-13T09:00:00Z"), ("Z", "2026-03-19T09:00:00Z")):
            await person.press(key)
            assert library.candidates.get(first).snoozed_until == until
            assert f"--until {until}" in person.status
            assert first not in person.rows.ids
            await person.press("u")
            assert person.rows.current == first


async def test_other_words_are_typed_in_place(library: Store) -> None:
    """`e`, words, Enter: approved as one unit, in those words. Esc approves nothing, and `e` goes on with them."""
    async with at_keyboard(library) as person:
        first = listed(person)[0]
        before = library.candidates.get(first).text
        await person.press("e")
        await person.write(" today")
        assert "+ " in person.screen and "today" in person.screen
        await person.press("escape")
        assert statuses(library, [first]) == [WAITING]
        assert "e goes on with your words" in person.status
        await person.press("j", "k", "e")
        await person.write(" and tomorrow")
        await person.press("enter")
        decided = library.candidates.get(first)
        assert (decided.status, decided.text) == (APPROVED, f"{before} today and tomorrow")
        assert library.facts.get(decided.fact).text == decided.text
        await person.press("u")
        assert (library.candidates.get(first).status, library.candidates.get(first).text) == (WAITING, before)


async def test_what_is_near_is_joined_after_its_result_was_shown(library: Store) -> None:
    """From 85 % on; no leaves both. Below that, and where nothing is near, it says why not."""
    async with at_keyboard(library) as person:
        for text, why in (("never npm", "alike; from 85 % on they join"), ("Feature flags", "no similar fact")):
            far = next(name for name in listed(person) if text in library.candidates.get(name).text)
            await go(person, far)
            await person.press("m")
            assert why in person.status
            assert statuses(library, [far]) == [WAITING]
        near = twin(library)
        await person.press("ctrl+r")
        await go(person, near.id)
        await person.press("m")
        assert "Join it into “Use pnpm" in person.status
        assert "= Use pnpm, never npm or yarn" in person.screen
        await person.press("n")
        assert statuses(library, [near.id]) == [WAITING]
        await person.press("m", "y")
        assert statuses(library, [near.id]) == [CandidateStatus.MERGED]
        assert library.facts.get(near.fact).status is Status.SUPERSEDED
        await person.press("u")
        assert person.rows.current == near.id


async def test_scope_goes_from_the_project_to_you_alone_to_everywhere_and_back(library: Store) -> None:
    """`c` changes where it would hold; the card says so at once. `y` copies its text."""
    async with at_keyboard(library) as person:
        first = listed(person)[0]
        await person.press("c")
        assert library.candidates.get(first).layer is Layer.USER_PROJECT
        assert "for you alone" in person.status
        await person.press("c")
        assert (library.candidates.get(first).layer, library.candidates.get(first).project) == (Layer.USER, None)
        assert "every project" in person.screen
        await person.press("c")
        assert library.candidates.get(first).layer is Layer.PROJECT
        await person.press("y")  # where no tool is there, through the terminal
        assert person.app.clipboard == library.candidates.get(first).text
        assert "copied its text through the terminal" in person.status


async def test_all_shown_but_what_is_struck_out(library: Store) -> None:
    """`space` strikes out, `A` names the numbers and asks, risky ones stay; yes is one unit, and `u` takes it back."""
    risky = next(candidate.id for candidate in library.candidates.select() if candidate.layer is Layer.USER)
    async with at_keyboard(library) as person:
        first, second, *_ = queue = listed(person)
        await person.press("space")
        assert "1 struck out of what A approves" in person.status
        await person.press("k", "space", "space", "A")
        struck = next(name for name in (first, second) if name not in _unmarked(person))
        assert "Approve these 5 · 1 struck out · 1 needs a look first?" in person.status
        await person.press("n")
        assert decisions.queue(library) and statuses(library, queue) == [WAITING] * 7
        await person.press("A", "y")
        assert {name for name in queue if library.candidates.get(name).status is WAITING} == {struck, risky}
        await person.press("u")
        assert statuses(library, queue) == [WAITING] * 7
        assert sorted(listed(person)) == sorted(queue)


def _unmarked(person: Person) -> list[str]:
    return [name for name in listed(person) if name not in person.rows.marked]


async def test_rejecting_all_takes_what_was_shown(library: Store) -> None:
    """What came after the list was read is not in it."""
    async with at_keyboard(library) as person:
        queue = listed(person)
        with library.write("consolidation") as transaction:
            late = propose(library, transaction, library.facts.select(limit=1)[0], because="late")
        await person.press("D")
        assert "Reject these 7?" in person.status
        await person.press("y")
        assert statuses(library, queue) == [REJECTED] * 7
        assert library.candidates.get(late.id).status is WAITING


async def test_only_y_and_n_answer_a_question(library: Store) -> None:
    """While a question is open no other key decides, moves or leaves; Esc and Enter never decide. What was said of a
    card goes with it: not to stand over another one, nor when you come back from another screen.
    """
    async with at_keyboard(library) as person:
        queue = decisions.queue(library)
        await person.press("enter", "enter", "escape", "escape", "escape")
        assert decisions.queue(library) == queue
        await person.press("A", "enter", "a", "r", "q", "j", "2", "u", "question_mark")
        assert "Approve these 6 · 1 needs a look first?" in person.status
        assert decisions.queue(library) == queue
        await person.press("escape")
        assert person.status == "cancelled"
        await person.press("j")
        assert person.status == ""
        await person.press("D", "n", "2", "1")
        assert person.status == ""


async def test_a_decision_that_cannot_be_written_comes_back(library: Store) -> None:
    """Another process decided it first: it is gone from the list, with the reason; the others are untouched."""
    async with at_keyboard(library) as person:
        first, second, *_ = listed(person)
        reject(library, [first])
        await person.press("a")
        assert library.candidates.get(first).status is REJECTED
        assert "not saved" in person.status
        assert person.rows.current == second


async def test_undo_refuses_what_was_changed_since(library: Store) -> None:
    """Undo names who changed it and changes nothing."""
    async with at_keyboard(library) as person:
        first = library.candidates.get(listed(person)[0])
        await person.press("a")
        with library.write("sync") as transaction:
            library.facts.update(transaction, first.fact, pinned=True, action="fact.pin")
        await person.press("u")
        assert "changed since, by sync" in person.status
        assert library.candidates.get(first.id).status is APPROVED


async def test_a_question_is_answered_with_the_keys_of_the_queue(library: Store) -> None:
    """Approve and reject keep both, merge the older, instead the newer; `u` takes each answer back."""
    older = add_fact(library, NewFact("Deploys go to staging first")).fact.id
    newer = add_fact(library, NewFact("Deploys go to prod first"), near=nearest(library)).fact.id
    async with at_keyboard(library) as person:
        await go(person, next(one.id for one in library.candidates.select() if one.asks))
        for keys, left in (
            (("a",), [older, newer]), (("m", "y"), [older]), (("i",), [newer]), (("r",), [older, newer])
        ):  # fmt: skip
            await person.press(*keys)
            assert [name for name in (older, newer) if library.facts.get(name).status is Status.ACTIVE] == left
            assert ("replaced" in person.status) == (len(left) == 1)
            await person.press("u")


LONG = "Ask before you write to a folder outside of this one, and name the folder and every file in your question"


@pytest.mark.parametrize("size", [(80, 24), (50, 12)])
async def test_the_text_of_a_proposal_gets_all_its_lines(library: Store, size: tuple[int, int]) -> None:
    """Whatever else gives way; so that what is approved was read."""
    first = decisions.queue(library)[0]
    with library.write("agent:codex") as transaction:
        library.facts.update(transaction, library.candidates.get(first).fact, text=Clean(f"{LONG}, please"))
        keep_level(library, transaction, library.facts.get(library.candidates.get(first).fact))
    async with at_keyboard(library, size) as person:
        await go(person, first)
        await person.pilot.pause()
        shown = " ".join(person.screen.replace("│", " ").split())
        assert f"{LONG}, please" in shown
        await person.press("a")
        assert library.candidates.get(first).status is APPROVED


async def test_what_fits_no_screen_is_opened_before_it_is_approved(library: Store) -> None:
    first = decisions.queue(library)[0]
    with library.write("agent:codex") as transaction:
        library.facts.update(transaction, library.candidates.get(first).fact, text=Clean(f"{LONG}, {LONG}, {LONG}"))
        keep_level(library, transaction, library.facts.get(library.candidates.get(first).fact))
    async with at_keyboard(library, (50, 12)) as person:
        await go(person, first)
        await person.pilot.pause()
        assert any(row.rstrip(" │").endswith(" …") for row in person.screen.splitlines())
        await person.press("a")
        assert "The whole proposal" in person.screen
        assert library.candidates.get(first).status is WAITING
        await person.press("escape")
        assert "then a approves" in person.status
        await person.press("a")
        assert library.candidates.get(first).status is APPROVED
