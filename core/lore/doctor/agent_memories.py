"""The check of what agents remember by themselves, in files of their own, against what the store holds."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from lore import clock
from lore.capture import TRANSCRIPT_HOMES
from lore.doctor.check import Finding, named, ok, warn
from lore.doctor.inspection import Inspection
from lore.errors import LoreError
from lore.migrate import Options, migrate, source_named, workspaces
from lore.paths import shown
from lore.text import counted

SETTLED_DAYS = 1.0
"""What was written since may still change."""
_SOURCE = "memory-files"


def agent_memories(inspection: Inspection) -> Finding:
    """The store knows what agents keep in memory folders, and in the MEMORY.md of a project."""
    new: dict[Path, int] = {}
    fixes: list[str] = []
    sources = [(_SOURCE, place) for place in _places(inspection)]
    sources += [(one.agent, one.folder) for one in workspaces()]
    for name, place in sources:
        try:
            found = migrate(inspection.store, source_named(name), place, Options(), dry_run=True)
        except LoreError:  # an empty folder: nothing is remembered there
            continue
        if found.added:
            new[place] = found.added
            fixes.append(f"`lore migrate-from {name} {place}`")
    if new:
        told = named([f"`{shown(place)}` ({counted(count, 'statement')})" for place, count in new.items()])
        return warn(f"not in the store, but in agents' memory files: {told}", fixes[0])
    return ok(
        f"{counted(len(sources), 'memory folder')} read, nothing new"
        if sources
        else "no agent has its own memory files"
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
