"""`:` finds everything: each action, setting, theme, project and command by its name; and it acts."""

from lore.config import APP_THEME, SETTINGS, in_force
from lore.store import Store
from lore_tui.dialogs.palette import COMMANDS
from lore_tui.dialogs.pick import Pick, Typed
from lore_tui.keymap import keymap
from lore_tui.keys import SCREENS
from lore_tui.look import THEMES
from support.keyboard import Person, at_keyboard
from support.sample_store import API, WEB


async def take(person: Person, words: str) -> None:
    await person.press("colon")
    await person.write(words)
    await person.press("enter")


async def test_it_finds_everything(library: Store) -> None:
    """Each action of the screen, each setting, theme, project and command, by its own name."""
    wanted = [(f"setting:{name}", name) for name in SETTINGS]
    wanted += [(f"theme:{name}", name) for name in THEMES]
    wanted += [(f"project:{name}", name.rpartition("/")[2]) for name in (WEB, API)]
    wanted += [(f"command:{name}", f"lore {name}") for name in COMMANDS]
    async with at_keyboard(library) as person:
        for number, place in enumerate(SCREENS, 1):
            await person.press(str(number), "colon")
            palette = person.app.screen
            assert isinstance(palette, Pick)
            here = [*wanted, *((f"key:{key.id}", key.label) for key in keymap().of(place))]
            assert [row for row, words in here if row not in palette.found(words)] == []
            await person.press("escape")


async def test_a_setting_is_changed_and_a_bad_value_comes_back(library: Store) -> None:
    """With the reason and what you typed; Esc changes nothing; `u` takes a change back."""
    async with at_keyboard(library, (120, 40)) as person:
        await take(person, "review.shown")
        assert isinstance(person.app.screen, Typed)
        await person.press("backspace", "backspace")
        await person.type("lots")
        await person.press("enter")
        await person.settle()
        assert isinstance(person.app.screen, Typed)
        assert "not saved" in person.screen and "lots" in person.screen
        assert in_force(library)[SETTINGS["review.shown"]] == SETTINGS["review.shown"].default
        await person.press(*["backspace"] * 4)
        await person.type("3")
        await person.press("enter")
        assert in_force(library)[SETTINGS["review.shown"]] == 3
        assert "lore config set review.shown 3" in person.status
        await person.press("u")
        assert in_force(library)[SETTINGS["review.shown"]] == SETTINGS["review.shown"].default
        await take(person, "review.shown")
        await person.type("9")
        await person.press("escape")
        assert in_force(library)[SETTINGS["review.shown"]] == SETTINGS["review.shown"].default


async def test_a_theme_and_a_project_are_taken(library: Store) -> None:
    async with at_keyboard(library) as person:
        await take(person, "colour-blind")
        assert in_force(library)[APP_THEME] == "colour-blind"
        assert person.app.theme == THEMES["colour-blind"][0]
        await take(person, "project api")
        assert person.app.project == API
        await person.settle()
        assert person.screen.splitlines()[0].rstrip().endswith("api ▾")
        await take(person, "all projects")
        assert person.app.project is None


async def test_a_screen_a_command_and_a_word_of_the_memory(library: Store) -> None:
    """A command of the shell is copied; what nothing is called by is looked for in the memory."""
    async with at_keyboard(library) as person:
        await take(person, "history")
        assert person.frame.place == "History"
        await take(person, "lore migrate-from")
        assert person.app.clipboard == "lore migrate-from"
        await person.press("colon")
        await person.type("staging database")
        await person.press("enter")
        await person.settle()
        assert person.frame.place == "Memory"
        await person.answered()
        assert "The staging database listens on port 5433" in person.screen


async def test_a_fact_is_purged_by_typing_its_id(library: Store) -> None:
    """Another word purges nothing and says why; the id does, for good."""
    async with at_keyboard(library) as person:
        await person.press("2")
        name = person.rows.current or ""
        text, short = library.facts.get(name).text, library.names.short([name])[name]
        for typed in ("yes", short):
            await take(person, "purge remove it")
            assert isinstance(person.app.screen, Typed)
            assert text in library.facts.get(name).text
            await person.type(typed)
            await person.press("enter")
            await person.settle()
            if typed == "yes":
                assert f"not purged: that is not {short}" in person.status
                assert library.facts.get(name).text == text
        assert name not in library.facts.ids()
        assert "for good" in person.status
