"""A yes is a key pressed after the question could be read, and counts for what was asked about: nothing else."""

from pathlib import Path
from typing import Any

import pytest
from textual import events

from lore import actions
from lore.errors import Busy
from lore.memory import decisions
from lore.model import CandidateStatus, Clean, Status
from lore.store import Store, open_store
from lore_tui.widgets.bottom_line import AskLine, ReasonInput
from support.held import twin
from support.keyboard import Person, at_keyboard

WAITING = CandidateStatus.WAITING
NAMES = {" ": "space", "\r": "enter"}


async def burst(person: Person, text: str) -> None:
    """Every key at once, after a quiet second."""
    person.watch.seconds += 1.0
    for letter in text:
        person.app.post_message(events.Key(NAMES.get(letter, letter), None if letter == "\r" else letter))
    await person.pilot.pause()
    await person.settle()
    await person.pilot.pause()


def nobodys(library: Store) -> str:
    """A fact that no proposal is about."""
    proposed = {one.fact for one in library.candidates.many(decisions.queue(library))}
    return next(name for name in library.facts.ids() if name not in proposed)


PRESSED_S = 4.0
"""In this time a busy machine takes two keys."""


async def press_now(person: Person, *keys: str) -> None:
    """Press without waiting for what the keys cause."""
    for key in keys:
        person.watch.seconds += 1.0
        await person.pilot.press(key)


async def test_a_burst_decides_on_no_proposal(library: Store) -> None:
    """A paste without brackets may begin with a key that asks, and go on with a `y` or an Enter."""
    waiting = decisions.queue(library)
    async with at_keyboard(library) as person:
        for text in ("Ay", "Dy", " Ay", " ayy", "wa", "e\r", "my", "Remember this\rA", "Run\r", "Uy"):
            await burst(person, text)
            assert {library.candidates.get(name).status for name in waiting} == {WAITING}
            await person.press("escape", "escape")


async def test_keys_that_waited_for_the_app_are_as_fast_as_they_came(library: Store) -> None:
    """A slow app hands keys on late; what counts is when they were pressed."""
    waiting = decisions.queue(library)
    async with at_keyboard(library) as person:
        deliver = person.app._deliver

        async def slowly(event: events.Key | events.Paste, arrived: float) -> None:
            person.watch.seconds += 1.0
            await deliver(event, arrived)

        person.app._order._deliver = slowly
        await burst(person, "Ay")
        assert {library.candidates.get(name).status for name in waiting} == {WAITING}


async def test_a_late_question_waits_until_the_reason_is_typed(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The undo of an earlier visit asks; the letters of the reason are no answer to it."""
    async with at_keyboard(library) as person:
        await person.press("R")
        first = person.rows.current
        fact = nobodys(library)
        with library.write("person") as transaction:
            library.facts.update(transaction, fact, action="fact.archive", status=Status.ARCHIVED)
        library.units.clear()
        person.frame.action_undo()
        await person.settle()
        await person.type("why not y")
        assert person.app.screen.query_one(ReasonInput).value == "why not y"
        assert library.facts.get(fact).status is Status.ARCHIVED
        await person.press("enter")
        assert first is not None
        assert library.candidates.get(first).reason == "why not y"
        await person.settle()
        await person.pilot.pause()
        assert isinstance(person.app.focused, AskLine)
        await person.press("n")
        assert library.facts.get(fact).status is Status.ARCHIVED


async def test_a_question_is_not_replaced_by_another(library: Store) -> None:
    """`y` answers what stands there; the other one comes afterwards."""
    waiting = decisions.queue(library)
    fact = nobodys(library)
    async with at_keyboard(library) as person:
        await person.press("D")
        asked = person.status
        with library.write("person") as transaction:
            library.facts.update(transaction, fact, action="fact.archive", status=Status.ARCHIVED)
        library.units.clear()
        person.frame.action_undo()
        await person.settle()
        assert person.status == asked
        await person.press("y")
        await person.settle()
        assert {library.candidates.get(name).status for name in waiting} == {CandidateStatus.REJECTED}
        assert library.facts.get(fact).status is Status.ARCHIVED


async def test_a_reason_stays_with_the_card_it_was_typed_for(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proposal before it comes back under the cursor while you type, for it could not be saved."""
    first, second, *_ = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("s")
        person.rows.go_to(second)
        await person.pilot.pause()
        await person.press("R")
        await person.type("not ours")
        person.rows.go_to(first)
        await person.pilot.pause()
        await person.press("enter")
        assert library.candidates.get(first).status is WAITING
        assert library.candidates.get(second).reason == "not ours"


async def test_what_left_the_queue_behind_a_question_is_not_decided_on(library: Store) -> None:
    """A redo that was under way takes one out; the others are rejected."""
    first, *others = decisions.queue(library)
    async with at_keyboard(library) as person:
        await person.press("a", "u", "D")
        person.frame.action_redo()
        await person.settle()
        await person.press("y")
        assert library.candidates.get(first).status is CandidateStatus.APPROVED
        assert {library.candidates.get(name).status for name in others} == {CandidateStatus.REJECTED}


async def test_what_left_the_facts_behind_a_question_is_left_alone(library: Store) -> None:
    async with at_keyboard(library) as person:
        await person.press("2")
        first, second, *_ = person.rows.ids
        await person.press("space", "space", "d")
        person.rows.take_out(first)
        person.rows.take_out(second)
        await person.press("y")
        assert "none of them are here any more" in person.status
        assert library.facts.get(first).status is Status.ACTIVE


@pytest.mark.parametrize("value", ["abc", "9" * 400, ""])
async def test_a_setting_that_cannot_be_stops_no_screen(
    library: Store, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    """It says why, and shows what there is."""
    async with at_keyboard(library) as person:
        monkeypatch.setenv("LORE_REVIEW_SHOWN", value)
        await person.press("ctrl+r")
        assert "LORE_REVIEW_SHOWN" in person.screen
        listed = [name for name in person.rows.ids if not name.startswith("stated:")]
        assert sorted(listed) == sorted(decisions.queue(library))


async def test_a_worker_that_cannot_read_says_why(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not as something that broke: the store is busy, and the app goes on."""

    def busy(engine: object, act: str) -> list[int]:
        raise Busy("another process has it", hint="wait")

    async with at_keyboard(library) as person:
        await person.press("2", "p")
        monkeypatch.setattr(actions, "act_events", busy)
        await person.pilot.press("3")
        await person.pilot.pause(0.2)
        assert "another process has it (wait)" in person.screen
        assert "Something broke" not in person.screen


async def test_a_burst_publishes_nothing(library: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`P` shows what would be written; a `y` that came with it agrees to nothing."""
    (tmp_path / "shop" / ".git").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "shop")
    async with at_keyboard(library) as person:
        await person.press("P")
        await person.settle()
        assert "y Write" not in person.screen
        await person.press("escape", "a")
        await burst(person, "Pyyyy")
        assert not list(tmp_path.rglob("CONVENTIONS.md"))


async def test_a_reason_comes_back_where_another_process_holds_the_store(library: Store, home: Path) -> None:
    """For the proposal it was typed for, also when the cursor went on to another one."""
    second = decisions.queue(library)[1]
    with open_store(home, budget_s=PRESSED_S) as inspection, open_store(home) as elsewhere:
        async with at_keyboard(inspection) as person:
            await person.press("j", "R")
            await person.type("not ours")
            with elsewhere.write("sync"):
                await press_now(person, "enter", "j")
                await person.settle()
                await person.pilot.pause()
            assert person.app.screen.query_one(ReasonInput).value == "not ours"
            await person.press("enter")
        assert library.candidates.get(second).reason == "not ours"


@pytest.mark.parametrize("change", [{"text": Clean("Push without tests")}, {"status": Status.ARCHIVED}])
async def test_a_merge_goes_into_the_fact_that_was_seen(library: Store, change: dict[str, Any]) -> None:
    """Another process changed it, or put it away: both would be gone, or the evidence would bear out other words."""
    near = twin(library)
    async with at_keyboard(library) as person:
        person.rows.go_to(near.id)
        await person.pilot.pause()
        into = actions.card(person.frame.engine, near.id).similar[0].fact
        with library.write("agent:codex") as transaction:
            library.facts.update(transaction, into.id, action="fact.edit", **change)
        await person.press("m", "y")
        assert library.candidates.get(near.id).status is WAITING
        assert library.facts.get(near.fact).status is Status.ACTIVE
        assert "not saved" in person.status


@pytest.mark.parametrize("size", [(80, 24), (50, 12)])
async def test_a_question_is_shown_whole(library: Store, size: tuple[int, int]) -> None:
    """Over as many lines as it needs, with its answers behind it; the screen above gives way."""
    question = f"{' '.join(f'/tmp/{number}/agentv' for number in range(12))} claims to be yours. Is it?"
    async with at_keyboard(library, size) as person:
        person.frame.ask(question, lambda: None)
        await person.settle()
        await person.pilot.pause()
        assert " ".join(person.status.split()) == f"{question} y / n"
        await person.press("n")
        assert person.status == "cancelled"
