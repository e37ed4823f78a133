"""Keys are changed inside the app: every action is listed, clashes are named, what is saved acts at once."""

from collections.abc import Mapping

from lore_tui.dialogs.change_keys import KeysDialog
from lore_tui.own_keys import KeyDraft

from lore.config import APP_KEY_PRESET, APP_KEYS, change_settings, in_force
from lore.model import Status
from lore.presence import deciding_in_app
from lore.store import Store
from lore_tui.keymap import keymap
from lore_tui.keys import everything
from lore_tui.presets import ABOUT, PRESETS, KeyChoice
from support.keyboard import Person, at_keyboard


async def to_keys(person: Person, words: str = "") -> KeysDialog:
    """Through the palette to the list, narrowed to some words."""
    await person.press("colon")
    await person.write("change which key")
    await person.press("enter")
    dialog = person.app.screen
    assert isinstance(dialog, KeysDialog)
    if words:
        await person.write(words)
    return dialog


def saved(store: Store) -> Mapping[str, str]:
    settings = in_force(store)
    return {"preset": settings[APP_KEY_PRESET], "own": settings[APP_KEYS]}


async def test_every_action_is_listed_with_its_keys(library: Store) -> None:
    """Each once, under the places it is for."""
    async with at_keyboard(library, (120, 40)) as person:
        dialog = await to_keys(person)
        assert sorted(dialog.rows.ids) == sorted(key.id for key in everything())
        assert "── on every screen ──" in person.screen
        assert "   u                Undo  " in person.screen
        await person.write("fact.archive")
        assert "  d                Archive  " in person.screen


async def test_a_new_key_acts_at_once_and_is_undone(library: Store) -> None:
    """Pressed, named in a question, saved: footer and key follow; the old one is free; `u` brings it back."""
    first = library.facts.select(limit=1)[0]
    async with at_keyboard(library, (120, 40)) as person:
        await to_keys(person, "fact.archive")
        await person.press("enter")
        assert "Press the new key for Archive" in person.screen
        await person.press("x")
        assert "1 action changed, not saved" in person.screen
        await person.press("ctrl+s")
        assert "Save 1 changed key? Archive x" in person.screen
        assert saved(library)["own"] == ""
        await person.press("y")
        assert saved(library)["own"] == "fact.archive=x"
        assert "x Archive" in person.screen.splitlines()[-1]
        await person.press("d")
        assert library.facts.get(first.id).status is Status.ACTIVE
        await person.press("x")
        assert library.facts.get(first.id).status is Status.ARCHIVED
        await person.press("u", "u")
        assert saved(library)["own"] == ""
        assert "d Archive" in person.screen.splitlines()[-1]
        await person.press("d")
        assert library.facts.get(first.id).status is Status.ARCHIVED


async def test_the_key_of_a_screen_changes_on_every_screen(library: Store) -> None:
    """Also on one that was left before: its tab names the new key, and the key goes there."""
    async with at_keyboard(library, (120, 40)) as person:
        await person.press("2", "1")
        await to_keys(person, "go.log")
        await person.press("enter", "f5", "ctrl+s", "y")
        assert "f5 Log" in person.screen.splitlines()[0]
        await person.press("2")
        assert "f5 Log" in person.screen.splitlines()[0]
        await person.press("4")
        assert person.frame.place == "Review"
        await person.press("f5")
        assert person.frame.place == "Log"


async def test_a_clash_is_named_and_not_saved_until_it_is_gone(library: Store) -> None:
    """Both actions are named and marked; given another key, the two have changed places and are saved together."""
    async with at_keyboard(library, (120, 40)) as person:
        await to_keys(person, "review.approve")
        await person.press("enter", "r")
        told = "`r` in Review has two actions: `review.approve` and `review.reject`"
        assert told in person.screen
        assert "! Approve" in person.screen
        await person.press("ctrl+s")
        assert told in person.screen
        assert saved(library)["own"] == ""
        await person.press("ctrl+u")
        await person.write("review.reject")
        assert "! Reject" in person.screen
        await person.press("enter", "a", "ctrl+s", "y")
        assert saved(library)["own"] == "review.approve=r, review.reject=a"


async def test_what_never_may_be_a_key_is_refused_in_words(library: Store) -> None:
    """A letter where one types, Enter for a decision, no key for the help."""
    async with at_keyboard(library, (120, 40)) as person:
        await to_keys(person, "search.keep")
        await person.press("enter", "k")
        assert "`k` is a letter where you type (Search box): `search.keep` needs another" in person.screen
        await person.press("ctrl+r", "ctrl+u")
        await person.write("ask.yes")
        await person.press("enter", "enter")
        assert "`enter` never decides: `ask.yes` needs another" in person.screen
        await person.press("ctrl+r")
        assert "needs another" not in person.screen


async def test_a_key_beside_none_and_reset(library: Store) -> None:
    """`^n` adds, `^x` takes all away, `^r` goes back to the preset."""
    async with at_keyboard(library, (120, 40)) as person:
        await to_keys(person, "fact.pin")
        await person.press("ctrl+n", "f12")
        assert "p f12" in person.screen
        await person.press("ctrl+x")
        assert "● yours; the preset default has p" in person.screen
        await person.press("ctrl+s", "y")
        assert saved(library)["own"] == "fact.pin="
        await to_keys(person, "fact.pin")
        await person.press("ctrl+r", "ctrl+s", "y")
        assert saved(library)["own"] == ""


async def test_a_preset_is_chosen_from_a_list(library: Store) -> None:
    """With your own keys on top, or without them."""
    change_settings(library, {"app.keys": "fact.pin=f12"}, by=deciding_in_app())
    async with at_keyboard(library, (120, 40)) as person:
        await to_keys(person)
        await person.press("ctrl+p")
        assert all(told in person.screen for told in ABOUT.values())
        await person.write("arrows")
        await person.press("enter", "ctrl+s", "y")
        assert saved(library) == {"preset": "arrows", "own": "fact.pin=f12"}
        assert "delete Archive" in person.screen.splitlines()[-1]
        await person.press("ctrl+p")
        await person.write("change which key")
        await person.press("enter", "ctrl+p")
        await person.write("drop yours")
        await person.press("enter", "ctrl+s", "ctrl+y")
        assert saved(library) == {"preset": "arrows", "own": ""}


async def test_esc_leaves_a_key_as_it_is_and_asks_before_it_drops_changes(library: Store) -> None:
    """Esc while a key is waited for, then Esc in the list."""
    async with at_keyboard(library, (120, 40)) as person:
        dialog = await to_keys(person, "fact.pin")
        await person.press("enter", "escape")
        assert person.app.screen is dialog
        await person.press("enter", "x", "escape")
        assert "Discard your changes?" in person.screen
        await person.press("n")
        assert person.app.screen is dialog
        await person.press("escape", "y")
        assert person.frame.place == "Facts"
        assert saved(library)["own"] == ""


async def test_any_key_can_be_pressed_as_the_new_one(library: Store) -> None:
    """Also one that acts in this list, one that quits, and one that suspends."""
    async with at_keyboard(library, (120, 40)) as person:
        dialog = await to_keys(person, "fact.source")
        for pressed, shown in (("ctrl+s", "^s"), ("ctrl+c", "^c"), ("ctrl+z", "^z"), ("down", "↓"), ("tab", "tab")):
            await person.press("enter", pressed)
            assert person.app.screen is dialog
            assert dialog.rows.current == "fact.source"
            assert f"{shown:<14}" in person.screen


async def test_keys_changed_elsewhere_meanwhile_are_not_overwritten(library: Store, elsewhere: Store) -> None:
    """The list comes back with what you chose, and says why."""
    async with at_keyboard(library, (120, 40)) as person:
        await to_keys(person, "fact.pin")
        await person.press("enter", "x")
        change_settings(elsewhere, {"app.keys": "copy=f12"}, by=deciding_in_app())
        await person.press("ctrl+s", "y")
        assert "the keys were changed elsewhere in the meantime" in person.screen
        assert saved(library)["own"] == "copy=f12"
        assert isinstance(person.app.screen, KeysDialog)
        await person.press("ctrl+s", "y")
        assert saved(library)["own"] == "fact.pin=x"


def test_keys_of_yours_that_cannot_be_read_start_anew() -> None:
    """Such as those of another version: it says why, and saving writes keys that can be."""
    draft = KeyDraft.of(KeyChoice("default", "nothing.like.this=x"))
    assert "there is no action `nothing.like.this`" in draft.unread
    assert draft.choice == KeyChoice("default", "")


def test_what_is_saved_is_read_again_as_it_was() -> None:
    """Every key that Textual names is written so that the setting takes it."""
    draft = KeyDraft("default")
    for name, pressed in (("copy", "comma"), ("edit", "equals_sign"), ("fact.pin", "alt+x"), ("undo", "shift+f3")):
        draft.give(name, pressed)
    found = keymap("default", draft.choice.own)
    assert [found.by_id(one).keys for one in ("copy", "edit", "fact.pin", "undo")] == [
        "comma", "equals_sign", "alt+x", "shift+f3"
    ]  # fmt: skip
    assert KeyDraft.of(draft.choice).choice == draft.choice


def test_every_preset_says_what_it_is_like() -> None:
    assert set(ABOUT) == set(PRESETS)
