"""The screens' keys and tabs."""

import pytest
from rich.cells import cell_len

from lore.store import Store
from lore_tui.keymap import keymap
from lore_tui.keys import SCREENS, Place
from lore_tui.shell import Heading
from lore_tui.widgets.top_bar import heading_line
from support.keyboard import at_keyboard


async def test_its_key_is_only_a_letter_where_somebody_types(library: Store) -> None:
    """In the search box, in a reason, in other words and in the palette."""
    async with at_keyboard(library) as person:
        for opened, place in (("slash", Place.SEARCH), ("R", Place.REASON), ("e", Place.WORDS)):
            await person.press(opened, "4")
            assert person.frame.place == place
            await person.press("escape")
        await person.press("colon", "4")
        assert "> 4" in person.screen


@pytest.mark.parametrize("width", [60, 80, 99, 120, 200])
def test_the_first_line_never_breaks(width: int) -> None:
    """Names and counts stay from 60 columns on; the reader's words go first, then the project."""
    pressed = {key.goes_to: key.shown for key in keymap().everything if key.goes_to}
    whole = Heading(12_345, 3, "haiku reads 12,345/23,456", "12,345/23,456", 17, "a-project-with-a-long-name", 2)
    for told in (whole, Heading(), Heading(waiting=7, project="web", projects=2)):
        line = heading_line(told, Place.REVIEW, width, pressed)
        text = "".join(piece.text for piece in (*line.left, *line.right))
        assert cell_len(text) <= width
        assert all(f"{pressed[place]} {place}" in text for place in SCREENS)
        assert told.waiting == 0 or f"{told.waiting:,}" in text
    assert "a-project-with-a-long-name" in text or width < 80 or told is not whole
