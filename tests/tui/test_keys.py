"""The registry of keys: no clash, nothing that cannot be reached, nothing shown that does not do what it says."""

import os
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget

from lore.model import Status
from lore.store import Store
from lore_tui import keys
from lore_tui.dialogs.fact_form import FactForm
from lore_tui.dialogs.pick import Pick, Typed
from lore_tui.dialogs.plans import ConnectDialog, PublishDialog, ReaderDialog
from lore_tui.dialogs.reading import Reading
from lore_tui.keymap import clashes, keymap
from lore_tui.keys import PARTS, SCREENS, Group, Key, Place
from lore_tui.look import LEGEND
from lore_tui.screens.care import CareScreen
from lore_tui.screens.first_start import FirstStart
from lore_tui.screens.history import HistoryScreen
from lore_tui.screens.memory import MemoryScreen
from lore_tui.screens.review import ReviewScreen
from lore_tui.widgets.bottom_line import AskLine, ReasonInput
from lore_tui.widgets.in_place import Words
from lore_tui.widgets.key_bar import fitting
from lore_tui.widgets.search_box import SearchBox
from support.examples import sized
from support.keyboard import at_keyboard
from support.publishing import edited_by_hand
from support.talks import talk

OWNERS: dict[str, type[DOMNode]] = {
    Place.REVIEW: ReviewScreen,
    Place.MEMORY: MemoryScreen,
    Place.HISTORY: HistoryScreen,
    Place.CARE: CareScreen,
    Place.FIRST: FirstStart,
    Place.SEARCH: SearchBox,
    Place.ASK: AskLine,
    Place.REASON: ReasonInput,
    Place.WORDS: Words,
    Place.FORM: FactForm,
    Place.PICK: Pick,
    Place.PUBLISH: PublishDialog,
    Place.CONNECT: ConnectDialog,
    Place.READER: ReaderDialog,
    Place.FRAME: Reading,
    Place.TYPED: Typed,
}
IN_FORCE = keymap()
TABS = {key.goes_to: key.keys for key in keys.goings()}
DOCS = Path(__file__).parents[2] / "docs" / "keys.md"


def test_no_key_has_two_meanings_in_one_place() -> None:
    """Nor an id, nor a rank in a footer."""
    assert list(clashes(keys.KEYS)) == []


def test_a_clash_would_be_noticed() -> None:
    """The check finds what it is there for."""
    twice = (*keys.KEYS, Key("other", "a", "Other", "Other", Group.GO, (Place.REVIEW,), footer=90))
    assert list(clashes(twice)) == [
        "`a` in Review has two actions: `review.approve` and `other`",
        "rank 90 in the footer of Review has two actions: `help` and `other`",
    ]


@pytest.mark.parametrize("place", [*SCREENS, *PARTS])
def test_every_action_can_be_carried_out_where_it_is_bound(place: str) -> None:
    """Each has its method on the screen, dialog or widget of its place, and that one binds its keys, or the app."""
    owner = OWNERS[place]
    bound = {key for one in owner.BINDINGS if isinstance(one, Binding) for key in one.key.split(",")}
    bound |= {key.keys for key in keys.goings()}
    doer = ReviewScreen if issubclass(owner, Widget) and not issubclass(owner, Screen) else owner
    for key in IN_FORCE.of(place):
        assert callable(getattr(doer, f"action_{key.action.partition('(')[0]}"))
        assert set(key.pressed or [keys.unpressed(key.id)] * (place in key.where)) <= bound


HEAD = """\
# Keys

Which key does what in the app: `a` approves a proposal in Review, `u` undoes the last decision.
Made from `tui/lore_tui/keys.py`. In the app, the help (`?`, or `f1`) finds every key of a
screen, as it is in force for you, and runs it.

`lore config set app.key_preset arrows` (or `default`) chooses a preset. With `arrows` no letter, digit or
sign does anything, so that nothing happens by a slip or by dictation.
`lore config set app.keys "fact.archive=delete, copy=y f4, review.snooze="` gives actions keys of your own, on top of
the preset. The first key of an action stands in the footer; one with nothing behind `=` is found with the help only.
Keys are written as in the tables: letters (`G` is shift with g), signs, `^r` or `ctrl+r`, `alt+x`, `f1` to `f24`,
`enter`, `esc`, `tab`, `space`, `delete`, `insert`, `home`, `end`, `pgup`, `pgdn`, `up`, `down`, `left`, `right`; a
comma is `comma`, an equals sign `equals_sign`. Two actions on one key of a place are refused, and so is a letter
where you type."""


def as_markdown() -> str:
    """The text of `docs/keys.md`."""
    lines = HEAD.splitlines()
    maps = [keymap(preset) for preset in keys.PRESETS]
    for place in (*SCREENS, *PARTS):
        heads = ["action", *(f"`{preset}`" for preset in keys.PRESETS), "label", "what it does"]
        lines += ["", f"## {place}", "", f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
        for same in zip(*(one.of(place) for one in maps), strict=True):
            pressed = (" ".join(f"`{keys.display(one)}`" for one in key.pressed) or "from help" for key in same)
            lines.append(f"| {same[0].id} | {' | '.join(pressed)} | {same[0].label} | {same[0].help} |")
    return "\n".join(lines) + "\n"


def test_the_page_of_keys_is_current() -> None:
    """`docs/keys.md` is made from the registry; `LORE_WRITE_DOCS=1` writes it."""
    if os.environ.get("LORE_WRITE_DOCS"):
        DOCS.write_text(as_markdown(), encoding="utf-8")
    assert DOCS.read_text(encoding="utf-8") == as_markdown()


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_help_is_in_the_footer_at_every_width(width: int) -> None:
    """`? Keys` stands last; what does not fit is left out whole."""
    for place in SCREENS:
        shown = fitting(IN_FORCE.footer(place), width - 2)
        assert shown[-1].id == "help"
        assert sum(len(key.shown) + 1 + len(key.label) for key in shown) + 2 * (len(shown) - 1) <= width - 2


async def test_help_finds_explains_and_runs(library: Store) -> None:
    """A word, and Enter carries the action out; words of Lore and marks are explained, and run nothing."""
    async with at_keyboard(library, (120, 40)) as person:
        for place, named in (("1", False), ("2", True)):  # in Review `c` is for the scope
            await person.press(place, "question_mark")
            await person.write("read sessions")
            (line,) = (line for line in person.screen.splitlines() if "Read sessions" in line)
            assert (" c │" in line or " c│" in line) is named
            await person.press("escape")
        first = person.rows.current or ""
        for typed, told in (
            ("xyzzy", "No matches."),
            ("superseded", "Replaced by a newer fact."),
            ("◇", LEGEND["◇"]),
            ("archive it", "Archive"),
        ):
            await person.press("question_mark")
            await person.write(typed)
            assert told in person.screen
            await person.press("enter")
            if typed != "archive it":
                assert told in person.screen
                await person.press("escape")
                assert person.frame.place is Place.MEMORY
        assert library.facts.get(first).status is Status.ARCHIVED


async def test_what_concerns_the_whole_memory_is_offered_on_every_screen(library: Store) -> None:
    """Also where its key means something else, or where it has none."""
    wanted = {"undo", "redo", "sessions.read", "consolidate", "publish", "first", "backup", "theme"}
    wanted |= {"connect", "reader", "project", "palette"}
    for place in SCREENS:
        assert wanted <= {key.id for key in IN_FORCE.of(place)}
    assert [key.keys for key in IN_FORCE.of(Place.REVIEW) if key.id == "sessions.read"] == [""]
    async with at_keyboard(library) as person:
        await person.press("1", "colon")
        await person.write("read sessions")
        await person.press("enter")
        assert "no agent keeps sessions on this machine" in person.screen


async def test_every_action_is_reached_from_help(library: Store) -> None:
    """The help of a screen lists every action of it, with its first key."""
    async with at_keyboard(library, size=(120, 90)) as person:
        for place in SCREENS:
            await person.press(TABS[place], "question_mark")
            for key in IN_FORCE.of(place):
                assert key.label in person.screen
                assert key.shown in person.screen
            await person.press("escape")


async def test_the_footer_follows_the_keyboard(library: Store) -> None:
    """It shows the keys of what has the keyboard: the list, the box, a question, a reason, other words."""
    async with at_keyboard(library) as person:
        for keys_pressed, shown in (
            (("2",), "d Archive"),
            (("slash",), "enter Keep  esc Clear"),
            (("escape", "1", "A"), "y Yes  n No"),
            (("n", "R"), "enter Reject  esc Back"),
            (("escape", "e"), "enter Save and approve  esc As it was"),
        ):
            await person.press(*keys_pressed)
            assert shown in person.screen.splitlines()[-1]


async def test_a_click_does_what_the_key_does(library: Store) -> None:
    """On the footer and on a tab; on a row it moves the cursor, and the second one opens it."""
    async with at_keyboard(library) as person:
        await person.press("2")
        first = person.rows.current or ""
        footer = person.screen.splitlines()[-1]
        person.watch.seconds += 1
        await person.pilot.click(offset=(footer.index("d Archive") + 2, 23))
        await person.settle()
        assert library.facts.get(first).status is Status.ARCHIVED
        await person.pilot.click("#rows", offset=(10, 4))
        assert person.rows.cursor == 3
        await person.pilot.click("#rows", offset=(10, 4), times=2)
        await person.settle()
        assert person.frame.has_class("-open")
        await person.pilot.click(offset=(person.screen.splitlines()[0].index("1 Review") + 1, 0))
        await person.settle()
        assert person.frame.place is Place.REVIEW


ACTS = [
    (place, key)
    for place in SCREENS
    for key in IN_FORCE.of(place)
    if key.keys and not key.goes_to and key.group is not Group.MOVE and key.id not in ("back", "suspend", "redo")
]
EACH_ONCE = {key: place for place, key in reversed(ACTS)}
"""Each key on the first screen that has it."""


@pytest.mark.long_form
@pytest.mark.slow("each key of a screen, from a screen that nothing is left on")
@pytest.mark.parametrize("place", SCREENS)
async def test_every_key_of_every_screen_does_something_or_says_why_not(
    library: Store, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pressed on a full screen, nothing swallows it: the screen is another one, or the app is closed."""
    if place == Place.CARE:
        monkeypatch.chdir(edited_by_hand(library))
    talk(library)
    pressed = [key for where, key in ACTS if where == place and (sized(EACH_ONCE[key] == place, True))]
    async with at_keyboard(library) as person:
        await person.press("2", "p")
        for key in sorted(pressed, key=lambda key: key.id == "quit"):
            # the other screen and back: nothing of the key before is said, asked or open any more
            await person.press("escape", "escape", "escape", "3" if place == Place.MEMORY else "2", TABS[place])
            before = await person.still()
            await person.press(key.pressed[0])
            assert not person.app.is_running or await person.still() != before, key.id
