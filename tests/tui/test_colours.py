"""Colours: chosen with a preview, kept, never needed to tell anything; and terminals that know less."""

import pytest

from lore.cli.program import run
from lore.config import APP_THEME, change_settings, in_force
from lore.store import Store
from lore_tui.look import APPROVED, BROKEN, CURSOR, FOLDED, MARKED, PROVES, THEMES, WAITS, WARNING
from lore_tui.text import in_ascii, why_ascii
from support.keyboard import Person, at_keyboard, screen_strips
from support.talks import talk
from support.terminal import LORE, Terminal


def test_the_setting_names_every_theme() -> None:
    assert APP_THEME.choices == tuple(THEMES)


async def _open_themes(person: Person) -> None:
    await person.press("colon")
    await person.write("colours")
    await person.press("enter")


async def test_each_theme_is_shown_before_it_is_chosen(library: Store) -> None:
    """Moving tries it on the whole screen, Esc goes back to the one before, and nothing is kept."""
    async with at_keyboard(library) as person:
        await _open_themes(person)
        tried = [person.app.theme]
        for _ in range(len(THEMES) - 1):
            await person.press("down")
            tried.append(person.app.theme)
        assert tried == [name for name, _ in THEMES.values()]
        assert "1 of 7" in person.screen
        await person.press("escape")
        assert person.app.theme == THEMES["dark"][0]
    assert in_force(library)[APP_THEME] == "dark"


async def test_a_chosen_theme_is_remembered_and_can_be_taken_back(library: Store) -> None:
    """It is a setting: the next visit opens with it, and undo brings the one before back at once."""
    async with at_keyboard(library) as person:
        await _open_themes(person)
        await person.press("down", "enter")
        assert person.app.theme == THEMES["light"][0]
        assert in_force(library)[APP_THEME] == "light"
    async with at_keyboard(library) as person:
        assert person.app.theme == THEMES["light"][0]
        await _open_themes(person)
        assert "light" in person.screen
        await person.press("down", "enter", "u")
        assert person.app.theme == THEMES["light"][0]
        assert in_force(library)[APP_THEME] == "light"


async def test_every_theme_shows_the_same_words(library: Store) -> None:
    """And the marks of every state are characters of their own."""
    async with at_keyboard(library) as person:
        before = await person.still()
        for name in THEMES:
            person.app.show_theme(name)
            assert await person.still() == before


def test_every_mark_is_a_character_of_its_own() -> None:
    """In Unicode and in ASCII alike, so that no colour is needed to tell them apart."""
    marks = (APPROVED, BROKEN, WARNING, MARKED, CURSOR, FOLDED, PROVES, WAITS)
    assert len(set(marks)) == len({in_ascii(mark) for mark in marks}) == len(marks)
    states = "●○◇~×!✗-"
    assert len({in_ascii(mark) for mark in states}) == len(states)


async def test_states_are_told_without_colour(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under `NO_COLOR` the chosen row has a mark, your lit words have signs, and each state of a fact its own."""
    monkeypatch.setenv("NO_COLOR", "1")
    talk(library)
    async with at_keyboard(library, (120, 40)) as person:
        await person.press("j")
        assert "“no, pnpm. again.”" in person.screen
        assert CURSOR in person.screen
        await person.press("2", "d")
        assert all(f" {mark} " in person.screen for mark in "●○◇~×")


async def test_without_colours_none_is_sent_and_the_palette_says_why(
    library: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`NO_COLOR`: whatever theme was chosen, the terminal's own foreground is all there is."""
    change_settings(library, {"app.theme": "light"}, by=None)
    monkeypatch.setenv("NO_COLOR", "1")
    async with at_keyboard(library) as person:
        assert person.app.theme == "ansi-dark"
        styles = [s.style for strip in screen_strips(person.app) for s in strip if s.style]
        assert not [style for style in styles if style.color and not style.color.is_default]
        await _open_themes(person)
        assert person.status.startswith("! `NO_COLOR` is set: no colours are shown")


async def test_an_empty_wish_for_no_colours_does_not_count(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on the command line."""
    monkeypatch.setenv("NO_COLOR", "")
    async with at_keyboard(library) as person:
        assert person.app.theme == THEMES["dark"][0]


@pytest.mark.parametrize(
    ("environment", "is_ascii"),
    [
        ({}, False), ({"LANG": "en_US.UTF-8"}, False), ({"LC_ALL": "C"}, True), ({"LC_ALL": "C.utf8"}, False),
        ({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, True), ({"LC_ALL": "", "LANG": "de_DE.utf8@euro"}, False),
        ({"LC_CTYPE": "UTF-8"}, False), ({"LANG": "de_DE.ISO-8859-1"}, True),
    ],
)  # fmt: skip
def test_ascii_is_asked_for_by_the_locale(environment: dict[str, str], is_ascii: bool) -> None:
    """Where nobody named a locale, as in a container, the terminal most likely knows UTF-8."""
    assert bool(why_ascii(environment)) is is_ascii


async def test_a_terminal_of_ascii_is_sent_ascii_and_told_why(library: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """No column breaks, no escape is spelt out; the message names the variable and what to set."""
    monkeypatch.setenv("LC_ALL", "C")
    async with at_keyboard(library, (120, 40)) as person:
        await person.pilot.pause()
        shown = "".join(
            segment.text
            for strip in screen_strips(person.app)
            for line in [strip.apply_filter(person.app._nets[-1], person.app.screen.styles.background)]
            for segment in line
        )
        assert shown.isascii()
        told = " ".join(shown.split())
        assert "`LC_ALL=C` is not UTF-8" in told


def test_a_dumb_terminal_is_refused_with_a_way_on(library: Store, terminal: Terminal) -> None:
    """Nothing is drawn into it."""
    terminal.tmux("send-keys", f"clear; TERM=dumb {LORE}; echo code=$?", "Enter")
    told = " ".join(terminal.wait_for("code=4").split())
    assert "the app cannot be drawn in this terminal: it says `TERM=dumb`" in told
    assert "`lore facts`" in told


def test_the_theme_is_refused_that_does_not_exist(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["config", "set", "app.theme", "pink"]) == 2
    assert "one of dark, light, ansi, contrast, colour-blind" in " ".join(capsys.readouterr().err.split())


async def test_the_choice_leaves_the_screen_behind_it_in_sight(library: Store) -> None:
    """Tabs and card can be seen beside the five names, so that a preview shows something."""
    async with at_keyboard(library) as person:
        await _open_themes(person)
        for size in ((60, 15), (80, 24), (120, 40)):
            await person.pilot.resize_terminal(*size)
            screen = await person.still()
            assert "1 Review 7" in screen
            assert "tmp_path" in screen or size == (60, 15)
            for name in THEMES:
                assert f" {name} " in screen
