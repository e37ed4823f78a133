"""The registry of screens: one entry is a mode, a tab, a key, a line of help, and a part of the docs."""

import pytest
from rich.cells import cell_len

from lore.store import Store
from lore_tui import keys
from lore_tui.gateway import Gateway
from lore_tui.key import KeyContext
from lore_tui.keymap import as_markdown, clashes, keymap
from lore_tui.screens.base_screen import BaseScreen
from lore_tui.screens.care import CareScreen
from lore_tui.screens.registry import SCREENS, ScreenSpec
from lore_tui.shell import Heading
from lore_tui.widgets.top_bar import heading_line
from support.keyboard import at_keyboard


def _tour(gateway: Gateway) -> BaseScreen:
    class Tour(CareScreen):
        PLACE = "Tour"  # type: ignore[assignment]  # the screen has a name of its own
        BINDINGS = keys.bindings("Tour")

    return Tour(gateway)


TOUR = ScreenSpec("Tour", "f12", "Go on a tour of the store", _tour)


@pytest.fixture
def tour(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more screen: its entry, and nothing else."""
    monkeypatch.setitem(SCREENS, TOUR.place, TOUR)


@pytest.mark.usefixtures("tour")
async def test_a_new_screen_is_one_entry(library: Store) -> None:
    """Its tab, its key from every screen and back, its place in help and palette, a click, and the docs."""
    assert list(clashes(keys.everything())) == []
    async with at_keyboard(library, size=(120, 60)) as person:
        for place, spec in SCREENS.items():
            await person.press(spec.key)
            assert person.frame.place == place
            await person.press("f12")
            assert person.frame.place == "Tour"
            assert "f12 Tour" in person.screen.splitlines()[0]
            assert "u Undo" in person.screen.splitlines()[-1]
        await person.press("question_mark")
        assert "Tour: keys" in person.screen
        await person.press("escape", "1", "colon")
        await person.write("go on a tour")
        await person.press("enter")
        assert person.frame.place == "Tour"
        await person.press("1")
        await person.pilot.click(offset=(person.screen.splitlines()[0].index("Tour") + 1, 0))
        await person.settle()
        assert person.frame.place == "Tour"
    assert "## Tour" in as_markdown()


async def test_its_key_is_only_a_letter_where_somebody_types(library: Store) -> None:
    """In the search box, in a reason, in other words and in the palette."""
    async with at_keyboard(library) as person:
        for opened, place in (("slash", KeyContext.SEARCH), ("R", KeyContext.REASON), ("e", KeyContext.WORDS)):
            await person.press(opened, "4")
            assert person.frame.place == place
            await person.press("escape")
        await person.press("colon", "4")
        assert "> 4" in person.screen


@pytest.mark.parametrize("width", [60, 80, 99, 120, 200])
def test_the_first_line_never_breaks(width: int) -> None:
    """Names and counts stay from 60 columns on; the reader's words go first, then the project."""
    pressed = {place: keymap().by_id(spec.goes).shown for place, spec in SCREENS.items()}
    whole = Heading(12_345, 3, "haiku reads 12,345/23,456", "12,345/23,456", 17, "a-project-with-a-long-name", 2)
    for told in (whole, Heading(), Heading(waiting=7, project="web", projects=2)):
        line = heading_line(told, KeyContext.REVIEW, width, pressed)
        text = "".join(piece.text for piece in (*line.left, *line.right))
        assert cell_len(text) <= width
        assert all(f"{pressed[place]} {spec.title}" in text for place, spec in SCREENS.items())
        assert told.waiting == 0 or f"{told.waiting:,}" in text
    assert "a-project-with-a-long-name" in text or width < 80 or told is not whole
