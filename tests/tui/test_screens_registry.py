"""The registry of screens: one entry is a mode, a tab, a key, a line of help, a command and a part of the docs."""

from dataclasses import replace

import pytest
from lore_tui.screens.log import LogScreen
from rich.cells import cell_len

from lore.store import Store
from lore_tui import keys
from lore_tui.gateway import Gateway
from lore_tui.key import KeyContext
from lore_tui.keymap import as_markdown
from lore_tui.screens.base_screen import BaseScreen
from lore_tui.screens.registry import FACTS, SCREENS, ScreenSpec
from lore_tui.widgets.top_bar import fitting
from support.keyboard import at_keyboard


def _tour(gateway: Gateway) -> BaseScreen:
    class Tour(LogScreen):
        PLACE = "Tour"  # type: ignore[assignment]  # the log has a name of its own
        BINDINGS = keys.bindings("Tour")

    return Tour(gateway)


TOUR = ScreenSpec("Tour", "f12", "Grand tour", "Go on a tour of the store", _tour, rank=0)


@pytest.fixture
def tour(monkeypatch: pytest.MonkeyPatch) -> None:
    """One more screen: its entry, and nothing else."""
    monkeypatch.setitem(SCREENS, TOUR.place, TOUR)


@pytest.mark.usefixtures("tour")
async def test_a_new_screen_is_one_entry(library: Store) -> None:
    """Its tab, its key from every screen and back, its place in help and palette, a click, and the docs."""
    assert list(keys.clashes(keys.everything())) == []
    async with at_keyboard(library, size=(120, 60)) as person:
        for place, spec in SCREENS.items():
            await person.press(spec.key)
            assert person.frame.place == place
            await person.press("f12")
            assert person.frame.place == "Tour"
            assert "Grand tour" in person.screen.splitlines()[0]
            assert "u Undo" in person.screen.splitlines()[-1]
        await person.press("question_mark")
        assert "Grand tour: keys" in person.screen
        assert "Go on a tour of the store" in person.screen
        await person.press("escape", "1", "colon")
        await person.write("grand")
        await person.press("enter")
        assert person.frame.place == "Tour"
        await person.press("1")
        await person.pilot.click(offset=(person.screen.splitlines()[0].index("Grand") + 1, 0))
        await person.settle()
        assert person.frame.place == "Tour"
    assert "## Grand tour" in as_markdown()


@pytest.mark.usefixtures("tour")
async def test_its_key_is_only_a_letter_where_somebody_types(library: Store) -> None:
    """In the search box, in a reason and in the palette."""
    async with at_keyboard(library) as person:
        await person.press("slash")
        await person.write("9")
        assert person.frame.place == KeyContext.SEARCH
        await person.press("escape", "2", "R", "9")
        assert person.frame.place == KeyContext.REASON
        await person.press("escape", "colon", "9")
        assert "No matches." in person.screen


MANY = [replace(TOUR, place=f"Screen {n}", key=str(n), title=f"Screen {n}", rank=n) for n in range(1, 9)]


@pytest.mark.parametrize("here", [spec.place for spec in MANY])
def test_tabs_collapse_by_rank(here: str) -> None:
    """Never wider than there is room; what stays is in order, and what is needed more keeps its title longer."""
    for cells in range(0, 130, 3):
        tabs = fitting(MANY, here, 0, cells)
        assert sum(cell_len(text) for _, text in tabs) <= cells
        assert [spec.rank for spec, _ in tabs] == sorted(spec.rank for spec, _ in tabs)
        titled = [spec.rank for spec, text in tabs if spec.title in text and spec.place != here]
        others = [spec.rank for spec in MANY if spec.place != here]
        assert titled == others[: len(titled)]
        if cells >= 12:
            assert [spec.place for spec, text in tabs if spec.title in text and spec.place == here] == [here]


def test_eight_tabs_fit_80_columns() -> None:
    """Each with its key; the screens there are with their titles."""
    tabs = fitting(MANY, MANY[7].place, 0, 80 - len(" Lore  "))
    assert [text.split()[0] for _, text in tabs] == [spec.key for spec in MANY]
    own = fitting(SCREENS.values(), FACTS, 12_345, 80 - len(" Lore  "))
    assert [text.strip() for _, text in own] == [
        "1 Facts", "2 Review 12,345", "3 Timeline", "4 Log", "5 Health", "6", "7", "8", "9", "0"
    ]  # fmt: skip
