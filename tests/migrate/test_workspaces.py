"""A workspace of an agent: its files are shown, and the doctor says what of them the store does not hold."""

import os
from pathlib import Path

import pytest

from lore.actions import Engine, FileState, list_project_files, migrate_from, read_project_file
from lore.adapters import agent
from lore.doctor import Finding, run_checks
from lore.errors import BadInput
from lore.migrate.markdown import LARGEST
from lore.migrate.openclaw import READ
from lore.model import Fact, Status
from lore.store import FactFilter, Store

ZONE = "The user works in UTC plus two"
SHORT = "The user wants short answers"
DISK = "Backups go to the second disk"


@pytest.fixture
def workspace() -> Path:
    """The workspace of OpenClaw where it lies by default."""
    folder = Path.home() / ".openclaw" / "workspace"
    (folder / "memory").mkdir(parents=True)
    (folder / "USER.md").write_text(f"# USER.md\n- {ZONE}\n")
    (folder / "TOOLS.md").write_text(f"- {DISK}\n")
    (folder / "SOUL.md").write_text("- Be genuinely helpful at all times\n")
    (folder / "IDENTITY.md").write_text("- The name of this agent is Clawd\n")
    return folder


def _facts(store: Store, *statuses: Status) -> dict[str, Fact]:
    return {fact.text: fact for fact in store.facts.select(FactFilter(statuses=statuses or tuple(Status)))}


def _states(store: Store, folder: Path) -> dict[str, tuple[FileState, str]]:
    return {file.path: (file.state, file.told) for file in list_project_files(Engine(store)) if file.root == folder}


def test_the_table_names_every_file_that_is_read() -> None:
    table = agent("openclaw").workspace
    assert table is not None
    assert sorted(table.memories) == sorted(READ)
    assert table.character == ("SOUL.md", "IDENTITY.md")


def test_a_workspace_is_shown_before_anybody_took_it_over(store: Store, workspace: Path) -> None:
    before = store.audit.count()
    found = _states(store, workspace)
    assert found["SOUL.md"] == found["IDENTITY.md"] == (
        FileState.PLAIN, "who the agent itself is to be: shown here, and no memory",
    )  # fmt: skip
    assert found["USER.md"] == (FileState.PLAIN, "")
    assert "Be genuinely helpful" in read_project_file(Engine(store), workspace, "SOUL.md").text
    assert store.audit.count() == before


def _told(store: Store) -> Finding:
    (result,) = [one for one in run_checks(store.folder).results if one.check.id == "agent-memory"]
    return result.finding


def test_the_doctor_says_what_a_workspace_knows_and_the_store_does_not(store: Store, workspace: Path) -> None:
    """And names what takes it over: the whole of it first, later only what is new."""
    assert "2 statements" in _told(store).says
    assert _told(store).fix == f"`lore migrate-from openclaw {workspace}`"
    migrate_from(Engine(store), "openclaw", workspace)
    assert "nothing new" in _told(store).says
    (workspace / "USER.md").write_text(f"- {SHORT}\n")
    assert "1 statement" in _told(store).says
    migrate_from(Engine(store), "openclaw", workspace)
    assert "nothing new" in _told(store).says
    assert set(_facts(store, Status.ACTIVE)) == {ZONE, DISK, SHORT}


@pytest.mark.parametrize("kind", ["link", "circle", "pipe", "huge", "binary", "folder"])
def test_what_is_no_plain_text_gives_a_message_only(store: Store, workspace: Path, tmp_path: Path, kind: str) -> None:
    migrate_from(Engine(store), "openclaw", workspace)
    file = workspace / "USER.md"
    file.unlink()
    (tmp_path / "secret.md").write_text("- The password of the user is swordfish\n")
    match kind:
        case "link":
            file.symlink_to(tmp_path / "secret.md")
        case "circle":
            file.symlink_to(file)
        case "pipe":
            os.mkfifo(file)
        case "huge":
            file.write_bytes(b"- a line of text\n" * (LARGEST // 16))
        case "binary":
            file.write_bytes(b"- The user\0 sends zeros\n")
        case "folder":
            file.mkdir()
    (workspace / "TOOLS.md").write_text(f"- {DISK}\n- {SHORT}\n")
    assert _states(store, workspace)["USER.md"][0] is FileState.UNREADABLE
    migrate_from(Engine(store), "openclaw", workspace)
    assert set(_facts(store, Status.ACTIVE)) == {ZONE, DISK, SHORT}
    if kind == "link":
        with pytest.raises(BadInput):
            read_project_file(Engine(store), workspace, "USER.md")
