"""From an empty store to a published convention without leaving the app: keys first, then what the store says."""

from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest

from lore.store import Store
from lore_tui.keys import Place
from lore_tui.runs import Teller, run_long
from support.keyboard import at_keyboard
from support.publishing import KEY, approved, make_repository
from support.speakers import Script, Step, write

Golden = Callable[[str, str], None]
RULES = (
    "Always use pnpm, never npm or yarn, in this repository.",
    "Never push to main without a review from the team.",
    "Tests must always use tmp_path, never the folder /tmp.",
)


@pytest.fixture
def sessions(tmp_path: Path) -> Path:
    """Three sessions of Claude Code, where it keeps them; each states one rule."""
    folder = tmp_path / ".claude" / "projects" / "-w-shop"
    for number, rule in enumerate(RULES):
        steps = [Step("user", rule), Step("assistant", "Understood, I will do that from now on.")]
        write(folder, "claude-code", Script(f"0a000000-0000-4000-8000-00000000000{number}", steps))
    return folder


async def test_reading_again_takes_in_only_what_is_new(store: Store, sessions: Path) -> None:
    """Nothing twice, and the line says so."""
    async with at_keyboard(store) as person:
        await person.press("escape", "2", "c")
        before = store.facts.ids()
        assert "facts from 3 sessions" in person.status
        await person.press("2", "c")
        assert "nothing new since last time" in person.status
        assert store.facts.ids() == before
    rule = "Commit messages must always be written in English."
    write(
        sessions,
        "claude-code",
        Script("0a000000-0000-4000-8000-000000000009", [Step("user", rule), Step("assistant", "Understood.")]),
    )
    async with at_keyboard(store) as person:
        await person.press("2", "c")
        assert "from 1 session" in person.status


async def test_what_takes_long_is_stopped_by_its_own_key(library: Store) -> None:
    """After a question; what was done until then stays, and the next one is not stopped."""

    def until_stopped(told: Teller) -> str:
        while not told.stopped():
            sleep(0.01)
        return "stopped: nothing new"

    async with at_keyboard(library) as person:
        await person.press("2")
        run_long(person.frame, "reading your sessions", until_stopped)
        for key in ("c", "y"):
            person.watch.seconds += 1.0
            await person.pilot.press(key)
            await person.pilot.pause()
        await person.settle()
        assert "stopped: nothing new" in person.status
        assert not person.app.stopping.is_set()


async def test_a_file_that_cannot_be_read_is_named_and_the_rest_goes_on(store: Store, sessions: Path) -> None:
    """The reason stays on the screen until you go on."""
    broken = sessions / "0a000000-0000-4000-8000-000000000001.jsonl"
    broken.write_text(broken.read_text() + "{not json\n")
    async with at_keyboard(store) as person:
        await person.press("escape", "2", "c")
        assert ".jsonl:3:" in "".join(person.screen.replace("│", "").split())
        await person.press("enter")
        assert "facts from 3 sessions" in person.status


async def test_without_sessions_reading_says_so(store: Store) -> None:
    """And leaves everything as it is."""
    async with at_keyboard(store) as person:
        await person.press("escape", "2", "c")
        assert "no agent keeps sessions on this machine" in person.screen
        assert person.frame.place is Place.MEMORY


@pytest.mark.usefixtures("sessions")
async def test_hostile_names_and_reasons_stay_text(store: Store, sessions: Path) -> None:
    """A name of a file is somebody's text as well."""
    (sessions / "a\x1b]52;c;aGk=\x07[red].jsonl").write_text("{broken\n")
    async with at_keyboard(store) as person:
        await person.press("escape", "2", "c")
        assert "\x1b" not in person.screen
        assert "\x07" not in person.screen


# Publishing


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that the person is in."""
    root = make_repository(tmp_path / "web")
    monkeypatch.chdir(root)
    return root


async def test_publishing_shows_the_files_and_writes_them_after_a_yes(store: Store, shop: Path, golden: Golden) -> None:
    """`P` the diff, `y` the files as one undo unit; the undo asks, for it touches files."""
    approved(store, "Use pnpm, never npm or yarn")
    async with at_keyboard(store) as person:
        await person.press("P")
        golden("publish.80x24", await person.still())
        assert not (shop / "CONVENTIONS.md").exists()
        await person.press("y")
        assert "Use pnpm, never npm or yarn" in (shop / "CONVENTIONS.md").read_text()
        assert "created CONVENTIONS.md" in person.status
        await person.press("P")
        assert "The files are up to date." in person.screen
        await person.press("y")
        assert "there is nothing to agree to" in person.screen
        await person.press("escape", "u")
        assert "Undo the publishing of" in person.status
        await person.press("y")
        assert not (shop / "CONVENTIONS.md").exists()


@pytest.mark.parametrize("key", ["n", "escape", "q"])
async def test_nothing_is_written_without_a_yes(store: Store, shop: Path, key: str) -> None:
    """Nor by a key that means nothing there."""
    approved(store, "Use pnpm, never npm or yarn")
    async with at_keyboard(store) as person:
        await person.press("P", key, "escape")
        assert not (shop / "CONVENTIONS.md").exists()


async def test_a_folder_that_only_says_whose_it_is_is_asked_about(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the engine decides: `y` asks first, a no writes nothing, a yes is remembered."""
    approved(store, "Use pnpm, never npm or yarn")
    clone = make_repository(tmp_path / "clone")
    monkeypatch.chdir(clone)
    async with at_keyboard(store) as person:
        await person.press("P")
        assert "Only this folder itself claims" in person.screen
        await person.press("y")
        assert f"claims to be {KEY}. Is it yours?" in " ".join(person.screen.split())
        await person.press("n")
        assert not (clone / "CONVENTIONS.md").exists()
        await person.press("P", "y", "y")
        assert (clone / "CONVENTIONS.md").exists()


async def test_a_hand_edit_is_not_written_over_by_publishing(store: Store, shop: Path) -> None:
    """`y` refuses; Care takes it, or writes the file anew."""
    approved(store, "Use pnpm, never npm or yarn")
    file = shop / "CONVENTIONS.md"
    async with at_keyboard(store) as person:
        await person.press("P", "y")
        edited = file.read_text().replace("Use pnpm", "Use bun")
        file.write_text(edited)
        await person.press("P", "y")
        assert "4 takes the edit into your memory" in " ".join(person.screen.replace("│", " ").split())
        assert file.read_text() == edited


async def test_what_changed_since_it_was_shown_is_not_written(store: Store, shop: Path) -> None:
    """Somebody approved another convention while you were reading: look again."""
    approved(store, "Use pnpm, never npm or yarn")
    async with at_keyboard(store) as person:
        await person.press("P")
        approved(store, "Squash before merging")
        await person.press("y")
        assert not (shop / "CONVENTIONS.md").exists()
        assert "changed while you were looking at it" in person.status


async def test_outside_of_a_repository_the_known_ones_are_offered(
    store: Store, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """You need not start the app in the folder that you publish to."""
    approved(store, "Use pnpm, never npm or yarn")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    async with at_keyboard(store) as person:
        await person.press("P", "y")
        assert (shop / "CONVENTIONS.md").exists()


async def test_all_done_names_the_key_that_publishes(library: Store) -> None:
    """After an approval; what agents stated is unfolded and decided on, too."""
    async with at_keyboard(library) as person:
        await person.press("a", *"rrrrrr", "enter", "r")
        assert "All done. 1 approved, 8 rejected." in person.screen
        assert "P   publish" in person.screen


# The rest of the palette


async def test_a_backup_is_one_command(library: Store) -> None:
    """The line names how to go back to it, and offers no undo."""
    async with at_keyboard(library) as person:
        await person.press("colon")
        await person.write("copy now")
        await person.press("enter")
        assert "lore restore-backup" in person.status
        assert "u undo" not in person.status


async def test_consolidating_is_one_key(library: Store) -> None:
    """And leads to Review, where something waits."""
    async with at_keyboard(library) as person:
        await person.press("C")
        assert person.frame.place is Place.REVIEW
        assert "for you" in person.status
