"""Which project a folder belongs to, and why.

In this order: what a person set; the normalised URL of the git remote; the repository (its worktrees share one); the
folder. The files of `.git` are read directly: starting git costs more than everything else a hook does.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lore.errors import BadInput
from lore.model import Project

SET, REMOTE, REPOSITORY, FOLDER = "set", "remote", "repository", "folder"
_LARGEST_CONFIG = 1_000_000
"""Bytes. A `.git/config` is a few hundred; anything this long is not one."""
_DEFAULT_PORTS = {"ssh": "22", "https": "443", "http": "80", "git": "9418"}
_URL = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?:[^@/]*@)?(?P<host>\[[^\]]+\]|[^:/]+)(?::(?P<port>\d+))?/(?P<path>.+)", re.I
)
_SCP = re.compile(r"(?:[^@/\s]+@)?(?P<host>[^:/\s]{2,}):(?P<path>(?!//).+)")
_SECTION = re.compile(r'\[\s*(?P<name>[\w.-]+)(?:\s+"(?P<label>(?:[^"\\]|\\.)*)")?\s*\]')


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository on this machine."""

    root: Path
    """The top folder of this working tree."""
    common: Path
    """The git folder that all its worktrees share."""


def project_of(path: Path, known: Iterable[Project] = ()) -> Project:
    """The project of a folder or file. `known` are the stored projects: what a person set, and aliases.

    The folder need not exist. Raises BadInput where `.git` cannot be read.
    """
    folder = path.absolute()
    stored = list(known)
    found = _set_by_person(folder, stored) or _found(folder)
    return _by_alias(found, stored)


def asking_project(known: Iterable[Project] = ()) -> str | None:
    """The key of the project of the current folder, whose passages a search prefers.

    None where the folder is gone or its `.git` cannot be read: that is no reason not to search.
    """
    try:
        return project_of(Path.cwd(), known).key
    except (FileNotFoundError, BadInput):
        return None


def _set_by_person(folder: Path, known: Sequence[Project]) -> Project | None:
    """The project with the innermost root around the folder."""
    around = [one for one in known if one.reason == SET and one.root and folder.is_relative_to(one.root)]
    return max(around, key=lambda one: len(Path(one.root or "").parts), default=None)


def _found(folder: Path) -> Project:
    repository = repository_of(folder)
    if repository is None:
        return Project(folder.as_posix(), FOLDER, folder.as_posix())
    root = repository.root.as_posix()
    url = remote_url(repository.common / "config")
    if url:
        return Project(normalise_url(url), REMOTE, root)
    shared = repository.common.parent if repository.common.name == ".git" else repository.common
    return Project(shared.as_posix(), REPOSITORY, root)


def _by_alias(found: Project, known: Sequence[Project]) -> Project:
    """The project that this one was merged into, or itself with its aliases."""
    for one in known:
        if found.key in one.aliases:
            return replace(found, key=one.key, aliases=one.aliases)
        if found.key == one.key:
            return replace(found, aliases=one.aliases)
    return found


def repository_of(path: Path) -> Repository | None:
    """The repository a path lies in, or None. Follows the `.git` files of worktrees and submodules."""
    for folder in (path, *path.parents):
        mark = folder / ".git"
        try:
            if mark.is_dir() and (mark / "HEAD").is_file():
                return Repository(folder, _common(mark))
            if mark.is_file():
                target = _read(mark).partition("gitdir:")[2].strip()
                if target:
                    return Repository(folder, _common((folder / target).resolve()))
        except OSError as error:
            raise BadInput(f"`{mark}` cannot be read: {error.strerror}", hint="check its permissions") from error
        except ValueError as error:  # a NUL in a path
            raise BadInput(f"`{mark}` names no folder: {error}", hint="restore it, or remove it") from error
    return None


def _common(git_folder: Path) -> Path:
    """The shared git folder of a worktree's own one; itself where it is no worktree's."""
    pointer = git_folder / "commondir"
    if not pointer.is_file():
        return git_folder
    return (git_folder / _read(pointer).strip()).resolve()


def remote_url(config: Path) -> str | None:
    """The URL of `origin`, else of the first remote, or None. Raises BadInput where the file cannot be read."""
    if not config.is_file():
        return None
    urls: dict[str, str] = {}
    try:
        for section, label, key, value in _settings(_read(config)):
            if section == "remote" and key == "url" and value:
                urls.setdefault(label, value)
    except OSError as error:
        raise BadInput(f"`{config}` cannot be read: {error.strerror}", hint="check its permissions") from error
    return urls.get("origin") or next(iter(urls.values()), None)


def normalise_url(url: str) -> str:
    """The key of a remote: `host/owner/name` in lower case, the same for every protocol, without user or password.

    The path of a local remote stays as it is.
    """
    found = _URL.fullmatch(url.strip())
    if found and found["scheme"].lower() != "file":
        port = found["port"]
        host = found["host"] + (f":{port}" if port and port != _DEFAULT_PORTS.get(found["scheme"].lower()) else "")
        return _key(host, found["path"])
    scp = None if found else _SCP.fullmatch(url.strip())
    if scp:
        return _key(scp["host"], scp["path"])
    plain = url.strip().removeprefix("file://").rstrip("/")
    return plain.removesuffix("/.git").removesuffix(".git") or plain


def _key(host: str, path: str) -> str:
    trimmed = path.split("?")[0].strip("/").removesuffix(".git").strip("/")
    return f"{host}/{trimmed}".lower().removeprefix("www.").replace("~", "")


def _settings(text: str) -> Iterator[tuple[str, str, str, str]]:
    """(section, its label, key, value) of every setting in a git config."""
    section = label = ""
    for line in text.splitlines():
        stripped = line.strip()
        heading = _SECTION.match(stripped)
        if heading:
            section, label = heading["name"].lower(), heading["label"] or ""
        elif "=" in stripped and stripped[0] not in "#;":
            key, _, value = stripped.partition("=")
            yield section, label, key.strip().lower(), value.strip().strip('"')


def _read(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_LARGEST_CONFIG).decode("utf-8", "replace")
