"""Workspaces of agents on this machine: which files they hold, where the table of agents says that they lie."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lore.adapters import AgentWorkspace, all_agents, this_machine
from lore.migrate.files import LEADS_OUT, page_or_problem
from lore.migrate.records import Unreadable
from lore.opening import has_plain_name, leaves

MOST_DAYS = 100
"""Files of days that are shown, the newest."""


@dataclass(frozen=True, slots=True)
class Workspace:
    """A workspace that is on this machine."""

    agent: str
    """As the table and `lore migrate-from` call it."""
    folder: Path
    layout: AgentWorkspace


@dataclass(frozen=True, slots=True)
class WorkspaceFile:
    """One file of a workspace, as it is now."""

    name: str
    """Below the folder."""
    is_memory: bool
    """False for a file that says who the agent itself is to be."""
    wrong: str = ""
    """Why it cannot be read."""


def workspaces() -> list[Workspace]:
    """The workspaces that are on this machine."""
    machine = this_machine()
    found: dict[Path, Workspace] = {}
    for agent in all_agents():
        layout = agent.workspace
        for template in layout.folders if layout else ():
            folder = machine.path(template)
            if layout and folder is not None and folder.is_absolute() and folder.is_dir():
                found.setdefault(folder, Workspace(agent.name, folder, layout))
    return list(found.values())


def files_of(workspace: Workspace) -> Iterator[WorkspaceFile]:
    """The files of a workspace that are there."""
    folder, layout = workspace.folder, workspace.layout
    names = [name for name in (*layout.character, *layout.memories) if _is_there(folder / name)]
    days = folder / layout.days
    if days.is_dir() and not leaves(days, folder):
        found = sorted((one.name for one in days.glob("*.md") if has_plain_name(one)), reverse=True)
        names += [f"{layout.days}/{name}" for name in found[:MOST_DAYS]]
    for name in names:
        file = folder / name
        page = page_or_problem(file) if not leaves(file, folder) else Unreadable(name, LEADS_OUT)
        yield WorkspaceFile(name, name not in layout.character, page.reason if isinstance(page, Unreadable) else "")


def _is_there(file: Path) -> bool:
    return file.is_symlink() or file.exists()
