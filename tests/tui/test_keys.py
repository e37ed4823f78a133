"""The registry of keys: no clash, nothing that cannot be reached, nothing shown that does not do what it says."""

import os
from pathlib import Path

import pytest
from lore_tui.dialogs.change_keys import KeysDialog
from lore_tui.screens.categories import CategoriesScreen
from lore_tui.screens.facts import FactsScreen
from lore_tui.screens.files import FilesScreen
from lore_tui.screens.health import HealthScreen
from lore_tui.screens.log import LogScreen
from lore_tui.screens.pages import PagesScreen
from lore_tui.screens.sessions import SessionsScreen
from lore_tui.screens.timeline import TimelineScreen
from lore_tui.screens.unconfirmed import UnconfirmedScreen
from textual.binding import Binding
from textual.dom import DOMNode

from lore.model import Status
from lore.store import Store
from lore_tui import keys
from lore_tui.dialogs.connecting import ConnectDialog
from lore_tui.dialogs.fact_form import FactForm
from lore_tui.dialogs.help import Help
from lore_tui.dialogs.pick import Pick
from lore_tui.dialogs.publishing import PublishDialog
from lore_tui.dialogs.questions import Questions
from lore_tui.dialogs.reader import ReaderDialog
from lore_tui.dialogs.running import Running
from lore_tui.key import PARTS, Group, Key, KeyContext
from lore_tui.keymap import as_markdown, keymap
from lore_tui.screens.registry import SCREENS
from lore_tui.screens.review import ReviewScreen
from lore_tui.widgets.bottom_line import AskLine, ReasonInput
from lore_tui.widgets.key_bar import fitting
from lore_tui.widgets.search_box import SearchBox
from support.examples import sized
from support.keyboard import at_keyboard
from support.publishing import edited_by_hand
from support.talks import talk

OWNERS: dict[str, type[DOMNode]] = {
    KeyContext.FACTS: FactsScreen,
    KeyContext.REVIEW: ReviewScreen,
    KeyContext.LOG: LogScreen,
    KeyContext.UNCONFIRMED: UnconfirmedScreen,
    KeyContext.HEALTH: HealthScreen,
    KeyContext.SESSIONS: SessionsScreen,
    KeyContext.FILES: FilesScreen,
    KeyContext.CATEGORIES: CategoriesScreen,
    KeyContext.PAGES: PagesScreen,
    KeyContext.TIMELINE: TimelineScreen,
    KeyContext.SEARCH: SearchBox,
    KeyContext.ASK: AskLine,
    KeyContext.REASON: ReasonInput,
    KeyContext.FORM: FactForm,
    KeyContext.HELP: Help,
    KeyContext.PICK: Pick,
    KeyContext.WORK: Running,
    KeyContext.PUBLISH: PublishDialog,
    KeyContext.CONNECT: ConnectDialog,
    KeyContext.READER: ReaderDialog,
    KeyContext.QUESTIONS: Questions,
    KeyContext.KEYS: KeysDialog,
}
KEYS = keymap()
TABS = {place: spec.key for place, spec in SCREENS.items()}
DOCS = Path(__file__).parents[2] / "docs" / "keys.md"


def test_no_key_has_two_meanings_in_one_place() -> None:
    """Nor an id, nor a rank in a footer."""
    assert list(keys.clashes(keys.everything())) == []


def test_a_clash_would_be_noticed() -> None:
    """The check finds what it is there for."""
    twice = (*keys.everything(), Key("other", "a", "Other", "Other", Group.GO, (KeyContext.REVIEW,), footer=1))
    assert list(keys.clashes(twice)) == [
        "`a` in Review has two actions: `review.approve` and `other`",
        "rank 1 in the footer of Review has two actions: `help` and `other`",
    ]


@pytest.mark.parametrize("place", [*SCREENS, *PARTS])
def test_every_action_can_be_carried_out_where_it_is_bound(place: str) -> None:
    """Each has its method on the screen, dialog or widget of its place, and that one binds its keys, or the app."""
    owner = OWNERS[place]
    bound = {key for one in owner.BINDINGS if isinstance(one, Binding) for key in one.key.split(",")}
    bound |= {key.keys for key in keys.goings()}
    for key in KEYS.of(place):
        assert callable(getattr(owner, f"action_{key.method}"))
        assert set(key.pressed or [keys.unpressed(key.id)] * (place in key.where)) <= bound


def test_the_page_of_keys_is_current() -> None:
    """`docs/keys.md` is made from the registry; `LORE_WRITE_DOCS=1` writes it."""
    if os.environ.get("LORE_WRITE_DOCS"):
        DOCS.write_text(as_markdown(), encoding="utf-8")
    assert DOCS.read_text(encoding="utf-8") == as_markdown()


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_help_is_in_the_footer_at_every_width(width: int) -> None:
    """`? Help` stands first; what does not fit is left out whole."""
    for place in SCREENS:
        shown = fitting(KEYS.footer(place), width - 2)
        assert shown[0].id == "help"
        assert sum(len(key.shown) + 1 + len(key.label) for key in shown) + 2 * (len(shown) - 1) <= width - 2


async def test_undo_and_quit_are_in_the_footer_at_80_columns(library: Store) -> None:
    """What a newcomer needs most is in sight on both screens."""
    async with at_keyboard(library) as person:
        for screen in TABS.values():
            await person.press(screen)
            footer = person.screen.splitlines()[-1]
            assert "? Help" in footer
            assert "u Undo" in footer
            assert "q Quit" in footer


async def test_help_finds_by_typing_and_runs(library: Store) -> None:
    """`?`, a word, Enter: the action is carried out."""
    first = library.facts.select(limit=1)[0]
    async with at_keyboard(library) as person:
        await person.press("question_mark")
        await person.type("archive it")
        assert "Archive" in person.screen
        await person.press("enter")
        assert library.facts.get(first.id).status is Status.ARCHIVED


async def test_help_names_a_key_only_where_it_does_that(library: Store) -> None:
    """In Review `c` is for the scope: reading sessions is offered there without a key."""
    async with at_keyboard(library) as person:
        for place, named in (("1", True), ("2", False)):
            await person.press(place, "question_mark")
            await person.write("read sessions")
            (line,) = (line for line in person.screen.splitlines() if "Read sessions" in line)
            assert (" c " in line.partition("Read sessions")[0]) is named
            await person.press("escape")


async def test_help_says_when_nothing_fits(library: Store) -> None:
    """Enter on an empty list does nothing; Esc goes back."""
    async with at_keyboard(library) as person:
        await person.press("question_mark")
        await person.write("xyzzy")
        await person.press("enter")
        assert "No matches." in person.screen
        await person.press("escape")
        assert person.frame.place is KeyContext.FACTS


async def test_help_explains_the_words_of_lore(library: Store) -> None:
    """`?` and a word show its whole explanation; Enter on it runs nothing."""
    async with at_keyboard(library) as person:
        await person.press("question_mark")
        await person.type("nothing like this")
        await person.press("ctrl+u")
        await person.type("superseded")
        await person.press("enter")
        for part in ("Replaced by a newer fact.", "replaced it."):
            assert part in " ".join(person.screen.split())


async def test_the_palette_finds_by_name_first(library: Store) -> None:
    """`:` lists every command with its sentence; what is named so comes before what is only described so."""
    async with at_keyboard(library) as person:
        await person.press("colon")
        await person.write("archive it")
        assert "Archive it, or restore it" in person.screen
        await person.press("escape", "ctrl+p")
        await person.write("review")
        await person.press("enter")
        assert person.frame.place is KeyContext.REVIEW


async def test_what_concerns_the_whole_memory_is_offered_on_every_screen(library: Store) -> None:
    """Also where its key means something else, or where it has none."""
    wanted = {"undo", "redo", "sessions.read", "consolidate", "publish", "questions", "doctor", "backup", "theme"}
    wanted |= {"keys", "connect"}
    for place in SCREENS:
        assert wanted <= {key.id for key in KEYS.of(place)}
    assert [key.keys for key in KEYS.of(KeyContext.REVIEW) if key.id == "sessions.read"] == [""]
    async with at_keyboard(library) as person:
        await person.press("2", "colon")
        await person.write("read sessions")
        await person.press("enter")
        assert "no agent keeps sessions on this machine" in person.screen


@pytest.mark.parametrize("place", SCREENS)
async def test_every_action_is_reached_from_help(library: Store, place: str) -> None:
    """The help of a screen lists every action of it, with its first key."""
    async with at_keyboard(library, size=(120, 80)) as person:
        await person.press(TABS[place], "question_mark")
        for key in KEYS.of(place):
            assert key.label in person.screen
            assert key.shown in person.screen


async def test_the_footer_follows_the_keyboard(library: Store) -> None:
    """It shows the keys of what has the keyboard: the list, the box, a question, a reason."""
    async with at_keyboard(library) as person:
        assert "d Archive" in person.screen.splitlines()[-1]
        await person.press("slash")
        assert "enter Keep  esc Clear" in person.screen.splitlines()[-1]
        await person.press("escape", "space", "space", "d")
        assert "y Yes  n No" in person.screen.splitlines()[-1]
        await person.press("n", "2", "R")
        assert "enter Reject  esc Back" in person.screen.splitlines()[-1]


async def test_a_click_on_the_footer_presses_the_key(library: Store) -> None:
    """The mouse works, and is never needed."""
    first = library.facts.select(limit=1)[0]
    async with at_keyboard(library) as person:
        footer = person.screen.splitlines()[-1]
        person.watch.seconds += 1
        await person.pilot.click(offset=(footer.index("d Archive") + 2, 23))
        await person.settle()
        assert library.facts.get(first.id).status is Status.ARCHIVED
        await person.pilot.click(offset=(person.screen.splitlines()[0].index("2 Review") + 1, 0))
        await person.settle()
        assert person.frame.place is KeyContext.REVIEW


async def test_a_click_moves_the_cursor_and_a_second_one_opens(library: Store) -> None:
    """As everywhere else."""
    async with at_keyboard(library) as person:
        await person.pilot.click("RowList", offset=(10, 4))
        assert person.rows.cursor == 4
        await person.pilot.click("RowList", offset=(10, 4), times=2)
        await person.settle()
        assert person.frame.has_class("-open")


FOOTER_EFFECTS = {
    (KeyContext.FACTS, "help"): "Facts: keys",
    (KeyContext.FACTS, "search"): "enter Keep",
    (KeyContext.FACTS, "fact.new"): "New fact",
    (KeyContext.FACTS, "edit"): "Edit fact",
    (KeyContext.FACTS, "fact.archive"): "archived “Use pnpm",
    (KeyContext.FACTS, "fact.pin"): "unpinned “Use pnpm",
    (KeyContext.FACTS, "undo"): "undid",
    (KeyContext.FACTS, "mark"): "1 marked",
    (KeyContext.FACTS, "copy"): "copied its text",
    (KeyContext.REVIEW, "help"): "Review: keys",
    (KeyContext.REVIEW, "review.approve"): "approved “Use tmp_path",
    (KeyContext.REVIEW, "review.reject"): "rejected “Use tmp_path",
    (KeyContext.REVIEW, "review.reject_reason"): "Reject because:",
    (KeyContext.REVIEW, "edit"): "Edit and approve",
    (KeyContext.REVIEW, "review.skip"): "skipped",
    (KeyContext.REVIEW, "undo"): "undid",
    (KeyContext.REVIEW, "review.snooze"): "snoozed for 1 day",
    (KeyContext.REVIEW, "review.merge"): "no similar fact to merge into",
    (KeyContext.REVIEW, "mark"): "1 marked",
    (KeyContext.REVIEW, "copy"): "copied its text",
    (KeyContext.LOG, "help"): "Log: keys",
    (KeyContext.LOG, "log.revert"): "undid: pinning of",
    (KeyContext.LOG, "undo"): "undid: pinning of",
    (KeyContext.LOG, "search"): "enter Keep",
    (KeyContext.LOG, "log.filter"): "Show only",
    (KeyContext.LOG, "log.next"): "search with / first; then this jumps between hits",
    (KeyContext.LOG, "copy"): "copied the line",
    (KeyContext.FACTS, "fact.source"): "that message is no longer stored",
    (KeyContext.FACTS, "fact.filter"): "Show only",
    (KeyContext.FACTS, "fact.sort"): "strongest first",
    (KeyContext.FACTS, "fact.follow"): "it has no linked facts",
    (KeyContext.SESSIONS, "help"): "Sessions: keys",
    (KeyContext.SESSIONS, "session.narrative"): "summary",
    (KeyContext.SESSIONS, "search"): "enter Keep",
    (KeyContext.SESSIONS, "session.fact"): "no fact came from this",
    (KeyContext.SESSIONS, "undo"): "undid: pinning of",
    (KeyContext.SESSIONS, "copy"): "copied its title",
    (KeyContext.TIMELINE, "help"): "Timeline: keys",
    (KeyContext.TIMELINE, "day.back"): "Thu 5 Mar:",
    (KeyContext.TIMELINE, "day.forward"): "Thu 12 Mar:",
    (KeyContext.TIMELINE, "day.today"): "Thu 12 Mar:",
    (KeyContext.TIMELINE, "day.month_back"): "Thu 12 Feb:",
    (KeyContext.TIMELINE, "undo"): "undid: pinning of",
    (KeyContext.TIMELINE, "copy"): "copied its text",
    (KeyContext.HEALTH, "help"): "Health: keys",
    (KeyContext.HEALTH, "health.repair"): "Repair 1 thing, after a backup?",
    (KeyContext.HEALTH, "health.go"): "its card says what to do",
    (KeyContext.HEALTH, "undo"): "undid: pinning of",
    (KeyContext.HEALTH, "copy"): "copied the line",
    (KeyContext.FILES, "help"): "Files: keys",
    (KeyContext.FILES, "file.edit"): "an editor cannot be opened in this terminal",
    (KeyContext.FILES, "search"): "enter Keep",
    (KeyContext.FILES, "file.accept"): "Take 1 line, 1 with a warning, into your memory?",
    (KeyContext.FILES, "undo"): "undid: pinning of",
    (KeyContext.FILES, "copy"): "copied its text",
    (KeyContext.CATEGORIES, "help"): "Categories: keys",
    (KeyContext.CATEGORIES, "category.facts"): "/ category:testing",
    (KeyContext.CATEGORIES, "search"): "enter Keep",
    (KeyContext.CATEGORIES, "category.edit"): "an editor cannot be opened in this terminal",
    (KeyContext.CATEGORIES, "undo"): "undid: pinning of",
    (KeyContext.CATEGORIES, "copy"): "copied its summary",
    (KeyContext.PAGES, "help"): "Pages: keys",
    (KeyContext.PAGES, "page.source"): "/ project:github.com/acme/api",
    (KeyContext.PAGES, "search"): "enter Keep",
    (KeyContext.PAGES, "undo"): "undid: pinning of",
    (KeyContext.PAGES, "copy"): "copied its text",
    (KeyContext.UNCONFIRMED, "help"): "Unconfirmed: keys",
    (KeyContext.UNCONFIRMED, "claim.accept"): "accepted “The design tokens",
    (KeyContext.UNCONFIRMED, "claim.drop"): "dropped “The design tokens",
    (KeyContext.UNCONFIRMED, "claim.accept_many"): "Accept this one?",
    (KeyContext.UNCONFIRMED, "claim.drop_many"): "Drop this one?",
    (KeyContext.UNCONFIRMED, "undo"): "undid",
    (KeyContext.UNCONFIRMED, "mark"): "1 marked",
    (KeyContext.UNCONFIRMED, "copy"): "copied its text",
    **{(place, "publish"): "y Write" for place in TABS},
}
"""What the screen shows after a key of the footer."""


IN_FOOTERS = [(place, key) for place in SCREENS for key in KEYS.footer(place)]
EACH_ONCE = [(place, key) for key, place in {key: place for place, key in reversed(IN_FOOTERS)}.items()]
"""Each key on the first screen that has it."""


@pytest.mark.long_form
@pytest.mark.parametrize(("place", "key"), sized(EACH_ONCE, IN_FOOTERS))
async def test_every_key_of_every_footer_does_what_it_says(
    library: Store, place: KeyContext, key: Key, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pressed on a full screen, each has its visible effect."""
    if place == KeyContext.FILES:
        monkeypatch.chdir(edited_by_hand(library))
    if place in (KeyContext.FILES, KeyContext.CATEGORIES):
        monkeypatch.setenv("EDITOR", "true")
    if place == KeyContext.SESSIONS:
        talk(library)
    async with at_keyboard(library) as person:
        await person.press("p", TABS[place])
        await person.press(key.pressed[0])
        if key.id == "quit":
            assert not person.app.is_running
        else:
            assert FOOTER_EFFECTS[place, key.id] in person.screen
