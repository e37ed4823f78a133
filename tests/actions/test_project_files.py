"""The files of your projects that agents and people read: which there are, and how each stands."""

from pathlib import Path

import pytest

from lore.actions import Engine, FileKind, FileState, add_documents, list_project_files, read_project_file
from lore.errors import BadInput, NotFound
from lore.store import Store
from support.publishing import edited_by_hand, make_repository


@pytest.fixture
def web(store: Store, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository in which somebody edited CONVENTIONS.md; you are in another folder."""
    elsewhere = Path.home() / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    return edited_by_hand(store)


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


def test_a_file_in_which_nothing_is_published_is_yours(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is approved here, so no file is as it was approved."""
    root = make_repository(tmp_path / "own")
    (root / "AGENTS.md").write_text("# Agents\n\nmy own words\n")
    monkeypatch.chdir(root)
    (file,) = list_project_files(Engine(store))
    assert (file.path, file.kind, file.state) == ("AGENTS.md", FileKind.MEMORY, FileState.PLAIN)


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
