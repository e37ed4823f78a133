"""Which project a folder belongs to, and why.

In this order: what a person set; the normalised URL of the git remote; the repository (its worktrees share one); the
folder. The files of `.git` are read directly: starting git costs more than everything else a hook does.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from lore import repositories
from lore.errors import BadInput
from lore.lookup import Kept, Known, Saying, kept, said
from lore.model import Project
from lore.opening import is_regular, reason
from lore.repositories import (
    FOLDER as FOLDER,
    LONGEST_KEY as LONGEST_KEY,
    REMOTE as REMOTE,
    REPOSITORY as REPOSITORY,
    SET as SET,
    merged_into,
)

TRANSCRIPT = "transcript"
"""The reason of a project that nothing but a transcript names."""
TOLD = "told"
"""The reason of one whose remote only a transcript tells: a claim. It is never stored, and makes no folder known."""
_IN_REPOSITORY = re.compile(r"(/.*?)/\.(?:claude/)?worktrees/[^/]+(?:/|\Z)")
"""Where agents make worktrees inside of a repository."""
_LONGEST_ADDRESS = 2000
"""Characters of an address that a transcript tells."""
_ADDRESS = re.compile(r"(?:[\w-]+(?:\.[\w-]+)+|\[[0-9a-f:]+\])(?::\d+)?/[^/].*")
"""The key of a remote on another machine: a host and a path."""


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository on this machine."""

    root: Path
    """The top folder of this working tree."""
    common: Path
    """The git folder that all its worktrees share."""
    git: Path
    """The git folder of this working tree alone."""


def project_of(path: Path, known: Iterable[Project] = ()) -> Project:
    """The project of a folder or file. `known` is what the store knows of projects, as it hands it out.

    The folder need not exist. Raises BadInput where `.git` cannot be read.
    """
    one = kept_in(path, known)
    return Project(one.key, one.reason, one.root, one.aliases)


def kept_in(path: Path, known: Iterable[Project] = ()) -> Kept:
    """The same, with what it rests on. Raises BadInput."""
    with _explained():
        return kept(str(path.absolute()), _known(known), _cleaned)


def said_of(path: Path, known: Iterable[Project]) -> Saying | None:
    """What a person is to be told of the project of a folder; None for most. Raises BadInput."""
    with _explained():
        return said(kept_in(path, known), _known(known), _cleaned)


def _known(known: Iterable[Project]) -> Known:
    return known if isinstance(known, Known) else Known(known)


def project_told(folder: str, remote: str | None, known: Iterable[Project] = ()) -> Project:
    """The project of a session that was held in this folder, as its transcript tells: maybe on another machine.

    What a person set and what stands on the disk come first, of a worktree that is gone its repository. Where neither
    names one, the address of the remote is the key, and a claim like one in the folder itself; else the folder is.
    remote: raw, with what it may hold of a password. Raises BadInput where `.git` cannot be read.
    """
    stored, path, name = _known(known), Path(folder), storable(folder)
    if _is_there(path):
        project: Project | None = project_of(path, stored)
    else:
        chosen = repositories.innermost_set(str(path), stored)
        project = chosen or _of_gone_worktree(path, stored)
    if project is None or project.reason == FOLDER:
        key = _address(remote) if remote else None
        told = Project(key, TOLD, name) if key else None
        project = told or project or _seen_there(path, stored) or Project(name, TRANSCRIPT, name)
    return _by_alias(project, stored)


def _seen_there(folder: Path, known: Known) -> Project | None:
    """The project of a repository that is gone from this place, or was moved since."""
    seen = next((one for one in known.seen if known.lives(one) and folder.is_relative_to(one.place)), None)
    return Project(seen.project, TRANSCRIPT, storable(str(folder))) if seen else None


def _of_gone_worktree(folder: Path, known: Known) -> Project | None:
    """The project of the repository that a folder was a worktree of, by its path or as that repository still says."""
    above = _IN_REPOSITORY.match(folder.as_posix())
    places = [above[1]] if above else []
    places += [one.root for one in known if one.root and _lists_worktree(Path(one.root), folder)]
    for place in places:
        there = real(Path(place))
        project = project_of(there, known) if _is_there(there) else None
        if project and project.reason not in (FOLDER, SET) and project.root == there.as_posix():
            return project
    return None


def _lists_worktree(root: Path, folder: Path) -> bool:
    """Whether a repository still lists this folder, or one that it lies in, among its worktrees."""
    for listed in root.glob(".git/worktrees/*/gitdir"):
        try:
            tree = Path(repositories.read(str(listed)).strip()).parent if is_regular(listed) else None
        except (OSError, ValueError):  # it lists nothing that can be read
            continue
        if tree is not None and tree.is_absolute() and folder.is_relative_to(tree):
            return True
    return False


def claimed(key: str, folder: str, known: Iterable[Project] = ()) -> Project | None:
    """What a session in this folder claims whose remote gave it the key; None where the key is no address.

    A key that such an address was merged into counts as one.
    """
    project = _by_alias(Project(key, TOLD, storable(folder)), list(known))
    return project if any(_ADDRESS.fullmatch(name) for name in (project.key, *project.aliases)) else None


def real(path: Path) -> Path:
    """A path without links and `..` in it: the same folder by another path is the same folder."""
    return Path(repositories.real(str(path.absolute())))


def _is_there(folder: Path) -> bool:
    try:
        return folder.is_dir()
    except (OSError, ValueError):  # a name that this system cannot have
        return False


def _address(remote: str) -> str | None:
    """The key of a remote that means the same on every machine; None for a path, which does not."""
    key = normalise_url(remote[:_LONGEST_ADDRESS]) if len(remote) <= _LONGEST_ADDRESS else ""
    return key if _ADDRESS.fullmatch(key) else None


def project_here(known: Iterable[Project] = (), folder: Path | None = None) -> Project:
    """The project of a folder, default the current one. Raises BadInput where it is gone or its `.git` unreadable."""
    try:
        here = folder or Path.cwd()
    except FileNotFoundError as error:
        raise BadInput("the current folder is gone", hint="change to a folder that exists") from error
    return project_of(here, known)


def asking_project(known: Iterable[Project] = (), folder: Path | None = None) -> str | None:
    """The key of the project of the folder, default the current one, whose passages a search prefers.

    None where nobody can know it: that is no reason not to search.
    """
    try:
        return project_here(known, folder).key
    except BadInput:
        return None


@contextmanager
def _explained() -> Iterator[None]:
    """What goes wrong with a `.git`, as an error with its hint."""
    try:
        yield
    except OSError as error:
        raise _unreadable(str(error.filename), error) from error
    except ValueError as error:
        raise _nowhere(error) from error


def homes(project: Project) -> tuple[str, ...]:
    """The roots that may speak for a folder: its own, and that of the repository that lists it as a worktree."""
    if not project.root:
        return ()
    with _explained():
        checkout = repositories.checkout_of(project.root)
    listed = checkout is not None and checkout.linked and checkout.is_listed()
    return (project.root, checkout.stands_at) if checkout and listed else (project.root,)


def is_claim(project: Project) -> bool:
    """Whether only what stands in the folder says that it belongs to the project: anybody may write that there."""
    if project.reason == REPOSITORY:
        return not {storable(home) for home in homes(project)} & {project.key}
    return project.reason in (REMOTE, TOLD)


def key_named(name: str, known: Sequence[Project]) -> str:
    """The key of the project that a person calls by this name: that of the one it was merged into, else the name as it
    is kept. The empty name stays empty."""
    key = storable(name)
    into = merged_into(key, known)
    return into.key if into else key


def _by_alias(project: Project, known: Sequence[Project]) -> Project:
    """The project that this one was merged into, or itself with its aliases."""
    into = merged_into(project.key, known)
    return replace(project, key=into.key, aliases=into.aliases) if into else project


def repository_of(path: Path) -> Repository | None:
    """The repository a path lies in, or None. Follows the `.git` files of worktrees and submodules.

    Raises BadInput where a `.git` cannot be read, or names what cannot be a folder.
    """
    with _explained():
        found = repositories.checkout_of(str(path))
    return None if found is None else Repository(Path(found.root), Path(found.common), Path(found.git))


def settings(config: Path) -> list[tuple[str, str, str, str]]:
    """(section, its label, key, value) of every setting in a git config; none where there is no such file.

    What it includes is not read. Raises BadInput where it cannot be read.
    """
    with _explained():
        return repositories.settings(str(config))


def _nowhere(error: ValueError) -> BadInput:
    mark, why = error.args
    return BadInput(f"`{mark}` names no folder: {why}", hint="restore it, or remove it")


def _unreadable(name: str, error: OSError) -> BadInput:
    return BadInput(f"`{name}` cannot be read: {reason(error)}", hint="check its permissions")


def normalise_url(url: str) -> str:
    """The key of a remote: `host/owner/name` in lower case, the same for every protocol, without anything secret."""
    return repositories.normalise_url(url, _cleaned)


def storable(name: str) -> str:
    """The name of a project as it is kept and shown: one line, through the intake door, no longer than `LONGEST_KEY`.

    Folders and remotes are named by whoever made them.
    """
    return repositories.storable(name, _cleaned)


def _cleaned(line: str) -> str:
    from lore.intake import clean  # 40 ms, which a search in a folder with a plain name need not pay

    return clean(line)
