"""The check of what agents remember by themselves, in files of their own, against what the store holds."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from lore import clock
from lore.capture import TRANSCRIPT_HOMES
from lore.doctor.check import Finding, ok, warn
from lore.doctor.inspection import Inspection
from lore.doctor.wording import named
from lore.errors import LoreError
from lore.migrate import Options, look, migrate, source_named, workspaces
from lore.paths import shown
from lore.text import counted

SETTLED_DAYS = 1.0
"""What was written since may still change."""
_SOURCE = "memory-files"


def agent_memories(inspection: Inspection) -> Finding:
    """The store knows what agents keep in memory folders, and in the MEMORY.md of a project."""
    new: dict[Path, int] = {}
    fixes: list[str] = []
    looked = 0
    for place in _places(inspection):
        looked += 1
        try:
            found = migrate(inspection.store, source_named(_SOURCE), place, Options(), dry_run=True)
        except LoreError:  # an empty folder: nothing is remembered there
            continue
        if found.added:
            new[place] = found.added
            fixes.append(f"`lore migrate-from {_SOURCE} {place}`")
    for workspace in workspaces(inspection.store):
        looked += 1
        if unread := sum(file.new for file in look(inspection.store, workspace)):
            new[workspace.folder] = unread
            takes = f"migrate-from {workspace.agent} {workspace.folder}"
            fixes.append(f"`lore {'consolidate' if workspace.taken_over else takes}`")
    if new:
        told = named([f"`{shown(place)}` ({counted(count, 'statement')})" for place, count in new.items()])
        return warn(f"not in the store, but in agents' memory files: {told}", fixes[0])
    return ok(
        f"{counted(looked, 'memory folder')} read, nothing new" if looked else "no agent has its own memory files"
    )


def _places(inspection: Inspection) -> Iterator[Path]:
    """The memory folders of agents, and the MEMORY.md of projects, that were left alone for a day."""
    home = TRANSCRIPT_HOMES["claude-code"].folder
    folders = sorted(home.glob("*/memory")) if home.is_dir() else []
    roots = (Path(project.root) for project in inspection.store.projects.all_known() if project.root)
    for place in (*folders, *(root / "MEMORY.md" for root in roots)):
        files = [place] if place.is_file() else [*place.glob("*.md")]
        if files and max(map(_written, files)) < inspection.ago(SETTLED_DAYS):
            yield place


def _written(file: Path) -> str:
    return clock.stamp(datetime.fromtimestamp(file.stat().st_mtime, UTC))
