"""Keys of your own and presets: what is in force acts and is shown; what cannot be is refused in words."""

import pytest

from lore.cli.program import run
from lore.config import APP_KEY_PRESET, APP_KEYS, change_settings, in_force
from lore.errors import UsageError
from lore.model import Status
from lore.presence import deciding_in_app
from lore.store import Store
from lore_tui.keymap import TYPED_IN, Keymap, key_named, keymap, writes
from lore_tui.keys import KEYS, PARTS, PRESETS, SCREENS, Group, Place
from support.keyboard import at_keyboard


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_whole(preset: str) -> None:
    """Its actions exist, and nothing in it clashes: reading it would say so. The setting names the same presets."""
    assert isinstance(keymap(preset), Keymap)
    assert APP_KEY_PRESET.choices == PRESETS


def test_arrows_has_no_key_that_is_a_character() -> None:
    """WCAG 2.1.4: no letter, digit or sign does anything by itself; space marks, as in every list."""
    for key in keymap("arrows").everything:
        assert [pressed for pressed in key.pressed if writes(pressed)] in ([], ["space"])


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_keeps_the_way_to_help_and_out(preset: str) -> None:
    """Every place has help or a way back, with a key."""
    for place in [*SCREENS, *PARTS]:
        found = {key.id.rpartition(".")[2]: key for key in keymap(preset).of(place)}
        ways = {"help", "back", "close", "cancel", "clear", "no", "stop", "leave"} & set(found)
        assert ways
        assert all(found[name].keys for name in ways)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("^r", "ctrl+r"), ("Ctrl+R", "ctrl+r"), ("?", "question_mark"), ("/", "slash"), ("esc", "escape"),
        ("pgdn", "pagedown"), ("G", "G"), ("shift+g", "G"), ("↓", "down"), ("F5", "f5"), ("comma", "comma"),
        ("+", "plus"), ("-", "minus"), ("é", "é"), ("shift+tab", "shift+tab"), ("Delete", "delete"), ("alt+x", "alt+x"),
    ],
)  # fmt: skip
def test_a_key_is_read_as_a_person_writes_it(typed: str, name: str) -> None:
    """As the footer shows it, as Textual calls it, or as it stands on the keyboard."""
    assert key_named(typed) == name


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ("fact.archive=e", "`e` in Memory has two actions: `edit` and `fact.archive`"),
        ("go.care=2", "`2` in Review has two actions: `go.memory` and `go.care`"),
        ("fact.archve=x", "there is no action `fact.archve` (did you mean `fact.archive`?)"),
        ("fact.archive=foo", "`foo` is not a key"),
        ("fact.archive=hyper+x", "`hyper+x` is not a key"),
        ("fact.archive=^i", "`^i` looks the same as `tab` in a terminal"),
        ("fact.archive", "`fact.archive` is not `ACTION=KEY`"),
        ("copy=x, copy=z", "`copy` is given twice"),
        ("search.keep=k", "`k` is a letter where you type (Search box): `search.keep` needs another"),
        ("ask.yes=enter", "`enter` never decides: `ask.yes` needs another"),
        ("help=", "`help` needs a key: it has no other way to run"),
        ("ask.no=", "`ask.no` needs a key: it has no other way to run"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    own: str, told: str, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    """A clash names the key, the place and both actions; by `lore config set` nothing is changed then."""
    with pytest.raises(UsageError, match="these keys do not work") as refused:
        keymap("default", own)
    assert told in refused.value.message
    assert run(["config", "set", "--yes", "app.keys", own]) == 2
    assert told in " ".join(capsys.readouterr().err.split())
    assert in_force(store)[APP_KEYS] == ""


def test_a_preset_is_refused_that_clashes_with_your_keys(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    """The two are looked at together, whichever is changed."""
    assert run(["config", "set", "--yes", "app.keys", "fact.archive=ctrl+e"]) == 0
    assert run(["config", "set", "--yes", "app.key_preset", "arrows"]) == 2
    assert "`^e` in Memory has two actions: `edit` and `fact.archive`" in " ".join(capsys.readouterr().err.split())
    assert in_force(store)[APP_KEY_PRESET] == "default"


def test_keys_may_change_places() -> None:
    """Only what is in force together counts."""
    found = keymap("default", "review.approve=r, review.reject=a")
    assert (found.by_id("review.approve").keys, found.by_id("review.reject").keys) == ("r", "a")


async def test_your_keys_act_and_are_shown(library: Store) -> None:
    """In tabs, footer, help and palette; the old key does nothing any more. Changed in the app, they act at once."""
    own = "fact.archive=delete, undo=f12 u, back=esc f9, go.history=f5"
    change_settings(library, {"app.keys": own}, by=deciding_in_app())
    async with at_keyboard(library) as person:
        await person.press("2")
        first = person.rows.current or ""
        assert "delete Archive" in person.screen.splitlines()[-1]
        assert " f5 History " in person.screen.splitlines()[0]
        await person.press("d")
        assert library.facts.get(first).status is Status.ACTIVE
        await person.press("delete")
        assert library.facts.get(first).status is Status.ARCHIVED
        assert "f12 undo" in person.status
        await person.press("f12")
        assert library.facts.get(first).status is Status.ACTIVE
        for opened in ("question_mark", "colon"):
            await person.press(opened)
            await person.write("archive it")
            shown = await person.still()
            assert any("delete" in line and "Archive" in line for line in shown.splitlines())
            await person.press("escape")
        await person.press("f5")
        assert person.frame.place is Place.HISTORY


async def test_two_keys_change_places_while_the_app_is_open(library: Store) -> None:
    """Reject is where approve was, and the other way round; `u` brings the keys back as well."""
    async with at_keyboard(library) as person:
        await person.press("colon")
        await person.write("app.keys")
        await person.press("enter")
        await person.write("review.approve=r, review.reject=a")
        await person.press("enter")
        assert in_force(library)[APP_KEYS] == "review.approve=r, review.reject=a"
        assert "r Approve" in person.screen.splitlines()[-1]
        await person.press("a")
        assert "rejected" in person.status
        await person.press("u", "u")
        assert "a Approve" in person.screen.splitlines()[-1]


async def test_a_whole_visit_with_arrows(library: Store) -> None:
    """Every screen, a decision, a question, the palette and out, without a letter; letters do nothing."""
    change_settings(library, {"app.key_preset": "arrows"}, by=deciding_in_app())
    places = [key for key in keymap("arrows").everything if key.goes_to]
    assert {key.goes_to for key in places} == set(SCREENS)
    async with at_keyboard(library) as person:
        for key in places:
            await person.press(key.pressed[0])
            assert person.frame.place == key.goes_to
        await person.press("f2")
        before = person.screen
        await person.press(*"arsmzAUqxwcofeiDEjk0")
        assert person.screen == before
        await person.press("ctrl+a")
        assert "approved" in person.status
        await person.press("ctrl+u")
        assert "undid" in person.status
        await person.press("f1")
        await person.write("all shown but")
        await person.press("enter")
        assert "^y / esc" in person.screen
        await person.press("escape", "ctrl+p")
        await person.write("consolidate")
        assert "Consolidate" in person.screen
        await person.press("escape", "ctrl+q")
        assert not person.app.is_running


@pytest.mark.parametrize(("name", "value"), [(APP_KEY_PRESET.name, "vim"), (APP_KEYS.name, "fact.archive=e")])
async def test_keys_that_cannot_be_any_more_are_told_and_the_default_keys_act(
    library: Store, name: str, value: str
) -> None:
    """An older Lore took `vim`, or other keys: the app opens, says what is wrong and how to mend it."""
    with library.write(deciding_in_app()) as transaction:
        library.settings.put(transaction, name, value)
    async with at_keyboard(library, (120, 40)) as person:
        await person.pilot.pause()
        assert "using the default keys" in " ".join(person.screen.split())
        assert "a Approve" in person.screen.splitlines()[-1]


def test_where_somebody_types_a_letter_is_a_letter() -> None:
    """No preset binds one there; `TYPED_IN` names every place with a field."""
    assert {key.id for key in KEYS if key.group is Group.MOVE and key.where == (Place.FORM,)}
    for preset in PRESETS:
        for place in TYPED_IN:
            assert [key.id for key in keymap(preset).of(place) if any(map(writes, key.pressed))] == []
