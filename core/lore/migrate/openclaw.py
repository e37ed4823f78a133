"""OpenClaw: an agent's workspace, such as `~/.openclaw/workspace`.

`USER.md` holds what it knows of the person, `MEMORY.md` what it keeps for good, `memory/` a file a day, `TOOLS.md`
notes on the machine. Who the agent itself is to be (`SOUL.md`, `IDENTITY.md`) is no memory.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from lore.adapters import AgentWorkspace, all_agents, this_machine
from lore.errors import BadInput
from lore.migrate.files import LEADS_OUT, markdown_files, page_or_problem
from lore.migrate.memory_file import memories_of, notes
from lore.migrate.records import Found, Memory, Skipped, Unreadable
from lore.model import Kind, Layer
from lore.opening import has_plain_name, is_regular, leaves

_OF_USER = {"USER.md": Kind.IDENTITY, "MEMORY.md": Kind.NOTE, "TOOLS.md": Kind.SYSTEM}
READ = (*_OF_USER, "AGENTS.md")
"""The files that hold memories, as the table of agents names them too."""
_DAY = re.compile(r"(\d{4}-\d\d-\d\d)(?:-[\w-]+)?\.md\Z")


class OpenClaw:
    """Reads the memory of an OpenClaw workspace."""

    name = "openclaw"
    expects = "the workspace, such as `~/.openclaw/workspace`"

    def read(self, path: Path) -> Iterator[Found]:
        left_out: list[Found] = []
        there = [file for name in READ if is_regular(file := path / name)]
        files = [file for file in there if not leaves(file, path)]
        left_out += [Skipped(LEADS_OUT)] * (len(there) - len(files))
        days = path / "memory"
        daily = list(markdown_files(days, left_out.append)) if days.is_dir() else []
        yield from left_out
        if not files and not daily:
            raise BadInput(f"`{path}` is no workspace of OpenClaw", hint=f"name {self.expects}")
        for file in (*files, *daily):
            page = page_or_problem(file)
            if isinstance(page, Unreadable):
                yield page
            elif file.name == "AGENTS.md":
                yield from (_of_person(one, file, None) for one in memories_of(page, file.absolute()))
            else:
                found = notes(page, file.absolute(), None, Layer.USER)
                yield from (_of_person(one, file, _OF_USER.get(file.name)) for one in found)


def _of_person(found: Found, file: Path, kind: Kind | None) -> Found:
    """A memory of a workspace belongs to the person, not to a project; one of a daily file happened on that day."""
    if not isinstance(found, Memory):
        return found
    day = _DAY.fullmatch(file.name)
    named = f"{'memory/' if day else ''}{found.source_id}"
    return replace(
        found,
        kind=kind if kind and found.kind is Kind.NOTE else found.kind,
        layer=Layer.USER,
        folder=None,
        source_id=named,
        at=day[1] if day else None,
    )


# Workspaces of agents on this machine: which files they hold, where the table of agents says that they lie


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
