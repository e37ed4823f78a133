"""Files: published files, memory files and documents of your projects; a hand edit is shown, then accepted."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lore.actions import Engine, FileKind, FileState, add_documents, list_project_files, read_project_file
from lore.errors import BadInput, NotFound
from lore.store import Store
from lore_tui.screens.files import FilesScreen
from support.keyboard import Person, at_keyboard
from support.publishing import edited_by_hand, make_repository

Golden = Callable[[str, str], None]
SIZES = [(60, 15), (80, 24), (120, 40), (200, 50)]


@pytest.fixture
def web(store: Store, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository in which somebody edited CONVENTIONS.md; you are in another folder."""
    elsewhere = Path.home() / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    return edited_by_hand(store)


async def _go(person: Person) -> None:
    await person.press("8")
    await person.answered()


def _texts(store: Store) -> list[str]:
    return sorted(fact.text for fact in store.facts.select())


# The actions


def test_every_file_of_a_known_project_is_listed_with_its_state(store: Store, web: Path) -> None:
    """Wherever you are: the published one was edited by hand, the pointer is as it was written."""
    found = {file.path: file for file in list_project_files(Engine(store))}
    assert {path: (file.kind, file.state) for path, file in found.items()} == {
        "CONVENTIONS.md": (FileKind.PUBLISHED, FileState.EDITED),
        "CLAUDE.md": (FileKind.PUBLISHED, FileState.CURRENT),
    }
    assert {file.root for file in found.values()} == {web.resolve()}
    assert found["CONVENTIONS.md"].told == "its block was edited by hand"


def test_memory_files_and_documents_are_listed_too(store: Store, web: Path) -> None:
    """A memory file without a block of Lore is plain, and so is a document of a collection."""
    (web / "AGENTS.md").unlink(missing_ok=True)
    (web / ".cursorrules").write_text("Use tabs.\n")
    (web / "docs").mkdir()
    (web / "docs" / "ports.md").write_text("# Ports\n\nStaging listens on port 5433.\n")
    add_documents(Engine(store), web / "docs")
    found = {file.path: (file.kind, file.state) for file in list_project_files(Engine(store))}
    assert found[".cursorrules"] == (FileKind.MEMORY, FileState.PLAIN)
    assert found["ports.md"] == (FileKind.DOCUMENT, FileState.PLAIN)


def test_what_publishing_would_change_is_behind(store: Store, web: Path) -> None:
    """A file that is missing, too."""
    (web / "CONVENTIONS.md").unlink()
    (missing,) = [file for file in list_project_files(Engine(store)) if file.path == "CONVENTIONS.md"]
    assert (missing.state, missing.told) == (FileState.BEHIND, "publishing would create it")
    with pytest.raises(NotFound):
        read_project_file(Engine(store), missing.root, missing.path)


def test_a_file_that_leads_outside_is_not_read(store: Store, web: Path, tmp_path: Path) -> None:
    """A repository is somebody's: a link in it may name any file of yours."""
    (tmp_path / "secret.md").write_text("mine")
    (web / "CLAUDE.md").unlink()
    (web / "CLAUDE.md").symlink_to(tmp_path / "secret.md")
    with pytest.raises(BadInput, match="points outside the repository"):
        read_project_file(Engine(store), web, "CLAUDE.md")
    assert FileState.UNREADABLE in {file.state for file in list_project_files(Engine(store))}


# The screen


@pytest.mark.usefixtures("web")
@pytest.mark.parametrize("size", SIZES)
async def test_the_hand_edit_is_in_sight_at_every_size(store: Store, golden: Golden, size: tuple[int, int]) -> None:
    """The list says which file was edited, in a word and a mark; where there is room the card shows the new line."""
    async with at_keyboard(store, size) as person:
        await _go(person)
        golden(f"files.{size[0]}x{size[1]}", await person.still())
        assert "1 edited by hand" in person.screen
        assert "CONVENTIONS.md" in person.screen
        if size != (60, 15):
            assert "+ Deploy on Tuesdays only" in person.screen


@pytest.mark.usefixtures("web")
@pytest.mark.parametrize("size", SIZES)
async def test_accepting_shows_every_line_and_its_warning_first(
    store: Store, golden: Golden, size: tuple[int, int]
) -> None:
    """`a` opens the edit alone and asks; no and Esc leave both file and memory as they are."""
    before = _texts(store)
    async with at_keyboard(store, size) as person:
        await _go(person)
        await person.press("a")
        golden(f"files_accept.{size[0]}x{size[1]}", await person.still())
        assert "+ Deploy on Tuesdays only" in person.screen
        assert "it was read from a file" in person.screen
        assert "Take 1 line, 1 with a warning, into your memory?" in person.screen
        await person.press("escape")
        assert person.status.startswith("cancelled")
    assert _texts(store) == before


@pytest.mark.usefixtures("web")
async def test_the_workspace_of_an_agent_is_shown(store: Store) -> None:
    """Who the agent is to be and what it remembers are rows."""
    workspace = Path.home() / ".openclaw" / "workspace"
    workspace.mkdir(parents=True)
    (workspace / "SOUL.md").write_text("# Soul\n\nBe kind.\n")
    (workspace / "USER.md").write_text("- The user works in UTC plus two\n")
    async with at_keyboard(store, (120, 40)) as person:
        await _go(person)
        await person.press("/", *"openclaw", "enter")
        await person.answered()
        assert "SOUL.md" in person.screen
        assert "who the agent itself is to be" in person.screen
        assert "Be kind." in person.screen
        await person.press("j")
        await person.answered()
        assert "The user works in UTC plus two" in person.screen


async def test_accepting_takes_the_line_and_the_file_is_current(store: Store, web: Path) -> None:
    """The line is a convention with an id then, and one undo takes memory and file back."""
    edited = (web / "CONVENTIONS.md").read_text()
    async with at_keyboard(store) as person:
        await _go(person)
        await person.press("a", "y")
        await person.answered()
        assert "accepted the manual edit of CONVENTIONS.md" in person.status
        assert "edited by hand" not in person.screen
        assert "Deploy on Tuesdays only" in _texts(store)
        assert "Deploy on Tuesdays only — `f:" in (web / "CONVENTIONS.md").read_text()
        assert (web / "CONVENTIONS.md").read_text() != edited


async def test_an_edit_that_changes_meanwhile_is_not_taken(store: Store, web: Path) -> None:
    """What is accepted is what was shown, or nothing."""
    async with at_keyboard(store) as person:
        await _go(person)
        await person.press("a")
        file = web / "CONVENTIONS.md"
        file.write_text(file.read_text().replace("Tuesdays only", "Fridays"))
        await person.press("y")
        await person.answered()
        assert "changed while you were looking at it" in person.status
    assert _texts(store) == ["Squash before merging"]


async def test_the_editor_opens_the_file_itself_and_comes_back(
    store: Store, web: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What was saved is seen at once; an editor that fails leaves a sentence, and the app stays."""
    opened: list[Path] = []

    def edits(path: Path, _: object) -> str:
        opened.append(path)
        path.write_text(path.read_text().replace("Tuesdays", "Mondays"))
        return ""

    monkeypatch.setattr("lore_tui.editor.open_file", edits)
    async with at_keyboard(store, (120, 40)) as person:
        await _go(person)
        await person.press("e")
        await person.answered()
        assert opened == [web.resolve() / "CONVENTIONS.md"]
        assert person.status.startswith("changed CONVENTIONS.md")
        assert "+ Deploy on Mondays only" in person.screen
        monkeypatch.setattr("lore_tui.editor.open_file", lambda path, app: "the editor `vi` ended with code 1")
        await person.press("e")
        await person.answered()
        assert person.status.startswith("the editor `vi` ended with code 1")


@pytest.mark.usefixtures("web")
async def test_what_was_not_edited_cannot_be_accepted(store: Store) -> None:
    """The line above the footer says why."""
    async with at_keyboard(store) as person:
        await _go(person)
        await person.press("j", "a")
        assert person.status.startswith("it has no manual edits")


@pytest.mark.usefixtures("web")
async def test_a_file_reads_as_it_looks(store: Store) -> None:
    """A heading without its signs, a list with its marks, code as it stands."""
    async with at_keyboard(store, (120, 40)) as person:
        await _go(person)
        await person.press("j", "enter")
        lines = [line.strip() for line in person.screen.splitlines()]
        assert "Web" in lines
        assert "- Run `make check` before a commit" in lines
        assert "make check" in lines


@pytest.mark.usefixtures("web")
async def test_words_narrow_the_list(store: Store) -> None:
    async with at_keyboard(store) as person:
        await _go(person)
        await person.press("slash")
        await person.write("claude")
        await person.answered()
        assert isinstance(person.frame, FilesScreen)
        assert [Path(name).name for name in person.rows.ids] == ["CLAUDE.md"]
        await person.press("escape")
        await person.answered()
        assert len(person.rows.ids) == 2


async def test_without_files_the_next_key_is_named(
    store: Store, golden: Golden, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In a repository without any file of these, and with nothing approved."""
    monkeypatch.chdir(make_repository(tmp_path / "bare"))
    async with at_keyboard(store) as person:
        await _go(person)
        golden("files_empty.80x24", await person.still())
        assert "P   publish what you approved" in person.screen
