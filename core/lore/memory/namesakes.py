"""Projects that may be the same one under another name: a person is told, and decides."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from lore.model import Project
from lore.store import Store

MOST = 5
"""Projects that are named."""
_BESIDE = re.compile(r"[-_.+ ]")
"""What follows the name of a repository in that of a worktree or copy: `shop-wt-2`, `shop__worktrees`."""


@dataclass(frozen=True, slots=True)
class LookalikeProject:
    """A project that may be another one."""

    key: str
    sessions: int
    why: str
    """In words: `its folder is named like this one`."""


def lookalikes(store: Store, project: Project) -> list[LookalikeProject]:
    """The projects whose sessions were held in folders of this one or named like it, most sessions first."""
    roots = {project.root, *store.roots.of(project.key)} - {None, ""}
    own = {project.key, *project.aliases}
    counted: dict[str, LookalikeProject] = {}
    for key, folder, sessions in store.sessions.folders():
        why = None if key in own else _why(key, folder, project.key, {str(root) for root in roots})
        if why:
            before = counted[key].sessions if key in counted else 0
            counted[key] = LookalikeProject(key, before + sessions, why)
    return sorted(counted.values(), key=lambda lookalike_project: (-lookalike_project.sessions, lookalike_project.key))[
        :MOST
    ]


def _why(key: str, folder: str | None, wanted: str, roots: set[str]) -> str | None:
    if folder in roots:
        return "sessions were held in this folder"
    if not PurePath(key).is_absolute():
        return None  # an address, or a name that a person gave: another repository
    if any(PurePath(key).is_relative_to(root) for root in roots):
        return "its folder lies in this one"
    names = {PurePath(wanted).name, *(PurePath(root).name for root in roots)} - {""}
    return "its folder is named like this one" if any(_is_named(key, name) for name in names) else None


def _is_named(folder: str, name: str) -> bool:
    """Whether the last part of a path, or the one around it, is the name, or goes on behind it as copies do."""
    return any(_starts(part.lower(), name.lower()) for part in _last_parts(folder))


def _last_parts(folder: str) -> Iterator[str]:
    yield from PurePath(folder).parts[-2:]


def _starts(part: str, name: str) -> bool:
    return part == name or (part.startswith(name) and _BESIDE.match(part, len(name)) is not None)
