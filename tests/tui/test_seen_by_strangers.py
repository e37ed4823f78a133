"""What people stumbled over who saw the app for the first time."""

from lore.store import Store
from lore_tui.look import Tone
from support.keyboard import at_keyboard


async def test_what_waits_is_counted_once(library: Store) -> None:
    """The rail of Memory and the tab of Review name the same number: the cards."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.to_memory()
        assert " 1 Review 7 " in person.screen.splitlines()[0]
        (waiting,) = [line for line in person.screen.splitlines() if "Waiting" in line]
        assert waiting.split("││")[0].split()[-1] == "7"


async def test_a_missing_copy_needs_a_hand(library: Store) -> None:
    """Until there is one; nothing is said of a reader before anything waits for it."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.press("4")
        assert "There is no copy of your memory yet" in person.screen
        assert "0 sessions wait" not in person.screen
        await person.press("B")
        assert "There is no copy" not in person.screen


async def test_a_click_on_another_row_takes_the_old_message_away(library: Store) -> None:
    """As a key does."""
    async with at_keyboard(library) as person:
        await person.to_memory()
        person.frame.show_status("copied its text", Tone.DIM)
        await person.pilot.click("#rows", offset=(10, 4))
        await person.settle()
        assert "copied" not in person.status


async def test_the_way_out_is_named_at_every_width(library: Store) -> None:
    async with at_keyboard(library) as person:
        for size in ((60, 15), (80, 24), (120, 40)):
            await person.pilot.resize_terminal(*size)
            assert (await person.still()).splitlines()[-1].endswith("q Quit  ? Keys")
