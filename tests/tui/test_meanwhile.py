"""What happens to the store while the app has it open: it goes away, or what is on the card is purged."""

import shutil
from pathlib import Path

from lore import actions
from lore.presence import deciding_in_app
from lore.store import Store, open_store
from lore_tui.keys import Place
from support.keyboard import Person, at_keyboard


def purge_elsewhere(home: Path, fact: str) -> None:
    """As another process does it."""
    with actions.Engine(open_store(home), person=deciding_in_app()) as engine:
        actions.purge(engine, facts=[fact], confirm=fact)


async def test_a_store_that_was_moved_away_is_missed_and_not_made_anew(library: Store, home: Path) -> None:
    """Saving is refused and what you typed comes back; searching and going round make no folder in its place."""
    async with at_keyboard(library) as person:
        await person.to_memory()
        await person.press("i")
        await person.write("Deploy on Tuesdays only")
        shutil.move(home, home.with_name("elsewhere"))
        await person.press("ctrl+s")
        assert "not saved: " in person.screen
        assert "Deploy on Tuesdays only" in person.screen
        await person.press("escape", "y")
        for keys in (("slash", "p", "n", "escape"), ("1", "a"), ("3",), ("4",), ("2", "d", "u")):
            await person.press(*keys)
            assert person.app.is_running
        assert not home.exists()
        shutil.move(home.with_name("elsewhere"), home)
    with open_store(home) as back:
        assert all(fact.text != "Deploy on Tuesdays only" for fact in back.facts.select())


async def test_what_is_on_the_card_of_a_fact_is_purged_meanwhile(library: Store, home: Path) -> None:
    """Nothing of its text is written again, and what cannot be done any more says so."""
    async with at_keyboard(library) as person:
        await person.to_memory()
        for keys in (("d",), ("p",), ("e", "x", "ctrl+s"), ("y",), ("o",), ("enter", "J"), ("l",)):
            first = person.rows.current or ""
            text = str(library.facts.get(first).text)
            purge_elsewhere(home, first)
            await person.press(*keys)
            await leave_dialogs(person)
            await person.press("ctrl+r")
            await person.answered()
            assert text not in person.screen
            assert first not in person.rows.ids
            assert first not in library.facts.ids()


async def test_what_a_proposal_rests_on_is_purged_meanwhile(library: Store, home: Path) -> None:
    """The decision is refused in words; the app goes on."""
    async with at_keyboard(library) as person:
        for key in ("a", "r", "m", "s", "z", "e", "c"):
            candidate = library.candidates.get(next(name for name in person.rows.ids if name.startswith("c:")))
            person.rows.go_to(candidate.id)
            await person.settle()
            purge_elsewhere(home, candidate.fact)
            await person.press(key)
            await leave_dialogs(person)
            await person.press("ctrl+r")
            assert str(candidate.text) not in person.screen
            assert candidate.fact not in library.facts.ids()


async def leave_dialogs(person: Person) -> None:
    """Back to the list, whatever was opened."""
    for _ in range(3):
        if person.app.frame is None or person.frame.place is Place.WORDS:
            await person.press("escape")
        if person.app.frame is None and "Discard" in person.screen:
            await person.press("y")


async def test_a_fact_that_is_purged_while_it_is_read_is_announced_and_its_card_closed(
    library: Store, home: Path
) -> None:
    """At the next look, without a key; nothing of its text stays on the screen but its name."""
    async with at_keyboard(library) as person:
        await person.to_memory()
        first = person.rows.current or ""
        await person.press("enter")
        assert person.frame.has_class("-open")
        purge_elsewhere(home, first)
        person.app.look_around()
        await person.settle()
        assert "was removed by another program" in person.status
        assert not person.frame.has_class("-open")
        assert person.frame.focused is person.rows


async def test_a_fact_that_is_changed_while_it_is_read_is_announced_and_shown_as_it_is(
    library: Store, home: Path
) -> None:
    """What you do next rests on what you see."""
    async with at_keyboard(library) as person:
        await person.to_memory()
        first = person.rows.current or ""
        await person.press("enter")
        with actions.Engine(open_store(home), person=deciding_in_app()) as engine:
            actions.edit(engine, first, text="Deploy on Tuesdays only")
        person.app.look_around()
        await person.settle()
        assert "was changed by another program" in person.status
        assert "Deploy on Tuesdays only" in person.screen
        assert person.frame.has_class("-open")
        await person.press("p")
    assert library.facts.get(first).pinned


async def test_what_you_change_yourself_is_not_announced_as_another_programs(library: Store) -> None:
    async with at_keyboard(library) as person:
        await person.to_memory()
        await person.press("p")
        person.app.look_around()
        await person.settle()
        assert "another program" not in person.status


async def test_a_proposal_that_is_decided_elsewhere_is_announced(library: Store, home: Path) -> None:
    async with at_keyboard(library) as person:
        await person.press("1")
        with actions.Engine(open_store(home), person=deciding_in_app()) as engine:
            actions.reject(engine, [person.rows.current or ""])
        person.app.look_around()
        await person.settle()
        assert "was changed by another program" in person.status
