"""The app while other processes write: it never waits, and what could not be written comes back."""

from pathlib import Path

import pytest

from lore.actions import Engine
from lore.embedding import embedder_in_use
from lore.memory import decisions
from lore.model import CandidateStatus, Clean, Fact, Kind, Status
from lore.presence import deciding_in_app
from lore.store import Store, open_store
from lore_tui.app import opened
from lore_tui.look import Tone
from support.keyboard import at_keyboard


async def test_a_locked_store_stops_no_key_and_loses_no_decision(library: Store, elsewhere: Store, home: Path) -> None:
    """Another process holds the write lock: the item leaves at once, the cursor moves, and the decision comes back."""
    first, second, *_ = decisions.queue(library)
    with open_store(home, budget_s=2) as inspection:
        async with at_keyboard(inspection) as person:
            await person.press("1")
            with elsewhere.write("sync"):
                person.watch.seconds += 1
                await person.pilot.press("a")
                assert person.rows.current == second
                await person.pilot.press("j", "k")
                assert person.rows.current == second
                await person.settle()
            assert "the store is busy" in person.status
            assert person.rows.current == first
            assert library.candidates.get(first).status is CandidateStatus.WAITING
            await person.press("a")
            assert library.candidates.get(first).status is CandidateStatus.APPROVED


async def test_a_failed_write_keeps_the_app_open_on_quit(library: Store, elsewhere: Store, home: Path) -> None:
    """`q` after a decision that cannot be written does not leave without a word."""
    first = decisions.queue(library)[0]
    with open_store(home, budget_s=2) as inspection:
        async with at_keyboard(inspection) as person:
            await person.press("1")
            with elsewhere.write("sync"):
                person.watch.seconds += 1
                await person.pilot.press("a", "q")
                assert person.app.is_running
                await person.settle()
            assert person.app.is_running
            assert "not saved" in person.status
            assert person.rows.current == first
            await person.press("q")
            assert not person.app.is_running


async def test_archived_elsewhere_meanwhile_is_harmless(library: Store, elsewhere: Store) -> None:
    """Two people put the same fact away: it is away, once."""
    async with at_keyboard(library) as person:
        await person.to_memory()
        first = person.rows.current or ""
        with elsewhere.write("person") as transaction:
            elsewhere.facts.update(transaction, first, action="fact.archive", status=Status.ARCHIVED)
        await person.press("d")
        assert library.facts.get(first).status is Status.ARCHIVED
        assert first not in person.rows.ids


async def test_undo_of_one_screen_is_seen_on_the_other(library: Store) -> None:
    """What was approved in Review is undone in Facts, and waits in Review again."""
    first = decisions.queue(library)[0]
    async with at_keyboard(library) as person:
        await person.press("1", "a", "2", "u")
        await person.answered()
        assert library.candidates.get(first).status is CandidateStatus.WAITING
        await person.press("1")
        assert first in person.rows.ids


async def test_the_open_app_embeds_what_an_import_left(store: Store) -> None:
    """While you read; when all is done it stops."""
    with store.write("import") as transaction:
        for number in range(20):
            store.facts.add(transaction, Fact("", Clean(f"Machine {number} compiles at night"), Kind.PROJECT))
    model = embedder_in_use(store).name
    assert store.vectors.pending(model) == 20
    app = opened(Engine(store, person=deciding_in_app(), stays_open=True), embeds_after_s=0.01)
    async with app.run_test(size=(80, 24)) as pilot:
        while not app.is_painted:
            await pilot.pause()
        await pilot.pause(0.05)  # the timer has begun the work
        await app.workers.wait_for_complete()
    assert store.vectors.pending(model) == 0


@pytest.mark.parametrize(("tone", "lines"), [(Tone.BAD, 2), (Tone.WARN, 2), (Tone.GOOD, 1)])
async def test_what_went_wrong_is_read_to_its_end(library: Store, tone: Tone, lines: int) -> None:
    """An error that is too long for the line above the footer takes two; the next message gives one back."""
    message = "the store is busy: another program has been writing for five seconds (try again in a moment, or quit it)"
    async with at_keyboard(library, size=(80, 24)) as person:
        await person.to_memory()
        height = person.rows.size.height
        person.frame.show_status(message, tone)
        await person.settle()
        await person.pilot.pause()
        assert height - person.rows.size.height == lines - 1
        assert (message in person.status) is (lines == 2)
        person.frame.show_status("up to date", tone)
        await person.settle()
        assert person.rows.size.height == height
