"""A workspace of an agent that was taken over is kept in step: what is new is proposed, what is gone is noticed."""

import json
import os
from pathlib import Path

import pytest

from lore.actions import Engine, FileState, consolidate, list_project_files, migrate_from, read_project_file
from lore.adapters import agent
from lore.doctor import run_checks
from lore.errors import BadInput
from lore.migrate import keep_in_step
from lore.migrate.agent_workspaces import MOST_WAITING, unread
from lore.migrate.markdown import LARGEST
from lore.migrate.openclaw import READ
from lore.model import CandidateKind, Fact, Status
from lore.store import FactFilter, Store
from support.person import approve

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


def _waiting(store: Store) -> list[str]:
    return sorted(store.facts.get(one.fact).text for one in store.candidates.select() if one.fact)


def _states(store: Store, folder: Path) -> dict[str, tuple[FileState, str]]:
    return {file.path: (file.state, file.told) for file in list_project_files(Engine(store)) if file.root == folder}


def _consolidated(store: Store) -> int:
    return consolidate(Engine(store)).read


def test_the_table_names_every_file_that_is_read() -> None:
    """Where the files lie is data; what each of them holds is known to the reader."""
    table = agent("openclaw").workspace
    assert table is not None
    assert sorted(table.memories) == sorted(READ)
    assert table.character == ("SOUL.md", "IDENTITY.md")


def test_a_workspace_is_shown_before_anybody_took_it_over(store: Store, workspace: Path) -> None:
    """Files and the doctor say how; nothing is read into the store unasked."""
    before = store.audit.count()
    found = _states(store, workspace)
    assert found["SOUL.md"] == found["IDENTITY.md"] == (
        FileState.PLAIN, "who the agent itself is to be: shown here, and no memory",
    )  # fmt: skip
    assert found["USER.md"] == (
        FileState.UNREAD,
        "1 statement of it is not in the store: `lore migrate-from openclaw ~/.openclaw/workspace` takes it over",
    )
    assert "Be genuinely helpful" in read_project_file(Engine(store), workspace, "SOUL.md").text
    assert keep_in_step(store) == 0
    assert store.audit.count() == before


def test_the_doctor_says_what_a_workspace_knows_and_the_store_does_not(store: Store, workspace: Path) -> None:
    """And names what takes it over."""
    (result,) = [one for one in run_checks(store.folder).results if one.check.id == "agent-memory"]
    assert "2 statements" in result.finding.says
    assert result.finding.fix == f"`lore migrate-from openclaw {workspace}`"


def test_a_changed_file_is_read_again_once(store: Store, workspace: Path) -> None:
    """A new line is proposed, tainted; a second consolidation changes nothing."""
    migrate_from(Engine(store), "openclaw", workspace)
    assert {state for state, _ in _states(store, workspace).values()} == {FileState.PLAIN}
    assert _consolidated(store) == 0
    assert _waiting(store) == []
    (workspace / "USER.md").write_text(f"- {ZONE}\n- {SHORT}\n")
    assert _states(store, workspace)["USER.md"] == (
        FileState.UNREAD, "1 statement of it is not in the store: `lore consolidate` proposes it",
    )  # fmt: skip
    assert _consolidated(store) == 1
    assert _waiting(store) == [SHORT]
    assert _facts(store)[SHORT].tainted
    events = store.audit.count()
    assert keep_in_step(store) == 0
    assert store.audit.count() == events
    assert _states(store, workspace)["USER.md"] == (FileState.PLAIN, "")


def test_a_dry_run_says_so_and_writes_nothing(store: Store, workspace: Path) -> None:
    """It is looked at, and left for the next one."""
    migrate_from(Engine(store), "openclaw", workspace)
    (workspace / "USER.md").write_text(f"- {ZONE}\n- {SHORT}\n")
    events = store.audit.count()
    assert consolidate(Engine(store), dry_run=True).read == 1
    assert store.audit.count() == events
    assert _consolidated(store) == 1


def test_what_nobody_approved_goes_with_its_line_and_comes_back_with_it(store: Store, workspace: Path) -> None:
    """Put away, not deleted; its proposal goes with it."""
    migrate_from(Engine(store), "openclaw", workspace, propose=True)
    assert _waiting(store) == [DISK, ZONE]
    (workspace / "USER.md").write_text("# USER.md\n")
    assert _consolidated(store) == 1
    assert _facts(store)[ZONE].status is Status.ARCHIVED
    assert _waiting(store) == [DISK]
    (workspace / "USER.md").write_text(f"- {ZONE}\n")
    assert _consolidated(store) == 1
    assert _facts(store)[ZONE].status is Status.ACTIVE
    assert _waiting(store) == [DISK, ZONE]


def test_what_you_approved_stays_and_the_file_says_so(store: Store, workspace: Path) -> None:
    """A file decides nothing: the fact stands until you archive it."""
    migrate_from(Engine(store), "openclaw", workspace, propose=True)
    approve(store, next(one.id for one in store.candidates.select() if store.facts.get(one.fact or "").text == ZONE))
    (workspace / "USER.md").write_text("# USER.md\n")
    fact = _facts(store)[ZONE]
    told = (FileState.UNREAD, f"you approved what no longer stands in it: {fact.id}")
    assert _states(store, workspace)["USER.md"] == told
    assert _consolidated(store) == 0
    assert _facts(store)[ZONE].status is Status.ACTIVE
    assert _states(store, workspace)["USER.md"] == told


def test_what_you_took_back_stays_away_when_the_file_changes(store: Store, workspace: Path) -> None:
    """A line that was read once is not read again because another one changed."""
    from lore.history import undo_run

    done = migrate_from(Engine(store), "openclaw", workspace)
    assert done.summary.run is not None
    undo_run(store, done.summary.run)
    (workspace / "USER.md").write_text(f"- {ZONE}\n- {SHORT}\n")
    consolidate(Engine(store))
    assert list(_facts(store, Status.ACTIVE)) == [SHORT]


def test_a_moved_line_is_the_same_line(store: Store, workspace: Path) -> None:
    """From one file to another: nothing is put away, and nothing is said twice."""
    migrate_from(Engine(store), "openclaw", workspace)
    (workspace / "MEMORY.md").write_text(f"- {DISK}\n")
    (workspace / "TOOLS.md").write_text("")
    consolidate(Engine(store))
    assert list(_facts(store, Status.ACTIVE)).count(DISK) == 1


def test_a_workspace_elsewhere_is_kept_in_step_too(store: Store, tmp_path: Path) -> None:
    """Where you said that it lies."""
    folder = tmp_path / "claw"
    folder.mkdir()
    (folder / "USER.md").write_text(f"- {ZONE}\n")
    migrate_from(Engine(store), "openclaw", folder)
    (folder / "USER.md").write_text(f"- {ZONE}\n- {SHORT}\n")
    assert _states(store, folder)["USER.md"][0] is FileState.UNREAD
    assert _consolidated(store) == 1


def _proposed(store: Store) -> list[str]:
    return [one.id for one in store.candidates.select() if one.kind is not CandidateKind.QUESTION]


@pytest.mark.slow("a hundred statements are compared with each other, three times")
def test_a_workspace_does_not_drown_the_queue(store: Store, workspace: Path) -> None:
    """So many of its statements wait at a time; the others come when you decided on some, and none is lost."""
    migrate_from(Engine(store), "openclaw", workspace)
    lines = [f"- The user keeps box {number} on shelf {number + 7}\n" for number in range(MOST_WAITING + 3)]
    (workspace / "MEMORY.md").write_text("".join(lines))
    keep_in_step(store)
    assert len(_proposed(store)) == MOST_WAITING
    assert unread(store) == 3
    for one in _proposed(store)[:2]:
        approve(store, one)
    keep_in_step(store)
    assert len(_proposed(store)) == MOST_WAITING
    assert unread(store) == 1
    approve(store, _proposed(store)[0])
    keep_in_step(store)
    assert unread(store) == 0
    assert len(_facts(store)) == len(lines) + 2


@pytest.mark.parametrize("copied_first", [True, False])
def test_no_workspace_takes_away_what_another_one_says(
    store: Store, workspace: Path, tmp_path: Path, copied_first: bool
) -> None:
    """Whoever copies your lines and removes them again moves nothing of yours; with its last line a fact goes."""
    other = tmp_path / "claw"
    other.mkdir()
    (other / "USER.md").write_text(f"- {ZONE}\n")
    for folder in (other, workspace) if copied_first else (workspace, other):
        migrate_from(Engine(store), "openclaw", folder, propose=True)
    (other / "USER.md").write_text(f"- {SHORT}\n")
    consolidate(Engine(store))
    assert _facts(store)[ZONE].status is Status.ACTIVE
    assert ZONE in _waiting(store)
    (workspace / "USER.md").write_text("# USER.md\n")
    consolidate(Engine(store))
    assert _facts(store)[ZONE].status is Status.ARCHIVED


@pytest.mark.parametrize("kind", ["link", "circle", "pipe", "huge", "binary", "folder"])
def test_what_is_no_plain_text_gives_a_message_only(store: Store, workspace: Path, tmp_path: Path, kind: str) -> None:
    """Nothing waits, nothing outside is read, and what stood in the file before is not held to be gone."""
    migrate_from(Engine(store), "openclaw", workspace, propose=True)
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
    assert _consolidated(store) == 1
    assert set(_facts(store, Status.ACTIVE)) == {ZONE, DISK, SHORT}
    if kind == "link":
        with pytest.raises(BadInput):
            read_project_file(Engine(store), workspace, "USER.md")


def test_a_damaged_note_is_a_workspace_that_nobody_took_over(store: Store, workspace: Path) -> None:
    """It is shown as such, and taking it over again stores nothing twice."""
    migrate_from(Engine(store), "openclaw", workspace)
    (store.folder / "workspaces.json").write_text(json.dumps({str(workspace): {"agent": "claw", "said": {"a": 1}}}))
    assert keep_in_step(store) == 0
    before = store.facts.count()
    migrate_from(Engine(store), "openclaw", workspace)
    assert store.facts.count() == before
