"""Which project a folder belongs to, and why.

In this order: what a person set; the normalised URL of the git remote; the repository (its worktrees share one); the
folder. The files of `.git` are read directly: starting git costs more than everything else a hook does.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lore.errors import BadInput
from lore.model import Project
from lore.opening import is_regular, opened, reason
from lore.text import one_line

SET, REMOTE, REPOSITORY, FOLDER = "set", "remote", "repository", "folder"
TRANSCRIPT = "transcript"
"""The reason of a project that nothing but a transcript names."""
TOLD = "told"
"""The reason of one whose remote only a transcript tells: a claim. It is never stored, and makes no folder known."""
LONGEST_KEY = 400
"""Characters. A longer name is cut, and told apart by its hash."""
_LONGEST_ADDRESS = 2000
"""Characters of an address that a transcript tells."""
_LARGEST_CONFIG = 300_000
"""Bytes. A `.git/config` is a few hundred, and a hundred times that with very many branches."""
_DEFAULT_PORTS = {"ssh": "22", "https": "443", "http": "80", "git": "9418"}
_URL = re.compile(r"(?:[a-z][a-z0-9+.-]*::)?(?P<scheme>[a-z][a-z0-9+.-]*)://(?P<rest>.+)", re.I)
_PLACE = re.compile(r"(?P<host>\[[^\]]+\]|[^:/]+)(?::(?P<port>\d+))?/(?P<path>.+)")
_HOST = re.compile(r"[\w-]+(?:\.[\w-]+)+")
"""A host without a port, a user or a password beside it."""
_ADDRESS = re.compile(r"(?:[\w-]+(?:\.[\w-]+)+|\[[0-9a-f:]+\])(?::\d+)?/[^/].*")
"""The key of a remote on another machine: a host and a path."""
_SCP = re.compile(r"(?P<host>[^@:/\s]{2,}):(?P<path>(?!//).+)")
_QUERY = re.compile(r"[?#].*")
_SECTION = re.compile(r'\[\s*(?P<name>[\w.-]+)(?:\s+"(?P<label>(?:[^"\\]|\\.)*)")?\s*\]')
_MAY_BE_SECRET = re.compile(r"(?<![\w.+~-])(?=[\w.+~-]{16})(?=[\w.+~-]*\d)|[=@]")
"""What only a look through the intake door can tell from a secret; most names hold nothing of the kind."""


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository on this machine."""

    root: Path
    """The top folder of this working tree."""
    common: Path
    """The git folder that all its worktrees share."""
    git: Path
    """The git folder of this working tree alone."""
    linked: bool = False
    """Whether `git` was named by a `.git` file: what the file says is a claim."""


def project_of(path: Path, known: Iterable[Project] = ()) -> Project:
    """The project of a folder or file. `known` are the stored projects: what a person set, and aliases.

    The folder need not exist. Raises BadInput where `.git` cannot be read.
    """
    folder = real(path)
    stored = list(known)
    project = _set_by_person(folder, stored) or _found(folder)
    return _by_alias(project, stored)


def project_told(folder: str, remote: str | None, known: Iterable[Project] = ()) -> Project:
    """The project of a session that was held in this folder, as its transcript tells: maybe on another machine.

    What a person set and what stands on the disk come first. Where neither names a repository, the address of the
    remote is the key, and a claim like one in the folder itself; else the folder is. remote: raw, with what it may
    hold of a password. Raises BadInput where `.git` cannot be read.
    """
    stored, path, name = list(known), Path(folder), storable(folder)
    there = real(path) if _is_there(path) else None
    project = _set_by_person(there or path, stored)
    if project is None and there:
        project = _found(there)
    if project is None or project.reason == FOLDER:
        key = _address(remote) if remote else None
        project = Project(key, TOLD, name) if key else project or Project(name, TRANSCRIPT, name)
    return _by_alias(project, stored)


def claimed(key: str, folder: str, known: Iterable[Project] = ()) -> Project | None:
    """What a session in this folder claims whose remote gave it the key; None where the key is no address.

    A key that such an address was merged into counts as one.
    """
    project = _by_alias(Project(key, TOLD, storable(folder)), list(known))
    return project if any(_ADDRESS.fullmatch(name) for name in (project.key, *project.aliases)) else None


def real(path: Path) -> Path:
    """A path without links and `..` in it: the same folder by another path is the same folder."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):  # a circle of links, a name that this system cannot have
        return path.absolute()


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


def _set_by_person(folder: Path, known: Sequence[Project]) -> Project | None:
    """The project with the innermost root around the folder."""
    around = [
        project
        for project in known
        if project.reason == SET
        and project.root
        and (folder.is_relative_to(project.root) or folder.is_relative_to(real(Path(project.root))))
    ]
    return max(around, key=lambda project: len(Path(project.root or "").parts), default=None)


def _found(folder: Path) -> Project:
    repository = repository_of(folder)
    if repository is None:
        return Project(storable(folder.as_posix()), FOLDER, folder.as_posix())
    root = repository.root.as_posix()
    url = remote_url(repository.common / "config")
    if url and (key := normalise_url(url)):
        return Project(key, REMOTE, root)
    return Project(storable(_shared(repository).as_posix()), REPOSITORY, root)


def _shared(repository: Repository) -> Path:
    """The folder that stands for a repository: what its worktrees are trees of."""
    return repository.common.parent if repository.common.name == ".git" else repository.common


def homes(project: Project) -> tuple[str, ...]:
    """The roots that may speak for a folder: its own, and that of the repository it provably is a worktree of.

    A `.git` file may name any repository; the repository names its worktrees in turn, in its own folder, and nobody
    forges that from outside.
    """
    if not project.root:
        return ()
    repository = repository_of(Path(project.root))
    if repository is None or not repository.linked:
        return (project.root,)
    back = repository.git / "gitdir"
    try:
        named = Path(_read(back).strip()) if is_regular(back) else None
        is_ours = (
            named is not None
            and named.resolve() == (repository.root / ".git").resolve()
            and repository.git.resolve().parent == (repository.common / "worktrees").resolve()
        )
    except (OSError, ValueError, RuntimeError):  # an odd path in it: nothing is proved
        is_ours = False
    return (project.root, _shared(repository).as_posix()) if is_ours else (project.root,)


def is_claim(project: Project) -> bool:
    """Whether only what stands in the folder says that it belongs to the project: anybody may write that there."""
    if project.reason == REPOSITORY:
        return not {storable(home) for home in homes(project)} & {project.key}
    return project.reason in (REMOTE, TOLD)


def storable(name: str) -> str:
    """The name of a project as it is kept and shown: one line, through the intake door, no longer than `LONGEST_KEY`.

    Folders and remotes are named by whoever made them.
    """
    line = one_line(name)
    if not (line.isascii() and line.isprintable()) or _MAY_BE_SECRET.search(line):
        from lore.intake import clean  # 40 ms, which a search in a folder with a plain name need not pay

        line = one_line(clean(line))
    if len(line) <= LONGEST_KEY:
        return line
    return f"{line[: LONGEST_KEY - 17]}~{hashlib.sha256(line.encode()).hexdigest()[:16]}"


def key_named(name: str, known: Sequence[Project]) -> str:
    """The key of the project that a person calls by this name: that of the one it was merged into, else the name as it
    is kept. The empty name stays empty."""
    key = storable(name)
    into = _merged_into(key, known)
    return into.key if into else key


def _by_alias(project: Project, known: Sequence[Project]) -> Project:
    """The project that this one was merged into, or itself with its aliases."""
    into = _merged_into(project.key, known)
    return replace(project, key=into.key, aliases=into.aliases) if into else project


def _merged_into(key: str, known: Sequence[Project]) -> Project | None:
    """The project that holds this key, as a former name or as its own.

    A project that was merged stays known by its key, for the folders that were set to it.
    """
    into = next((project for project in known if key in project.aliases), None)
    return into or next((project for project in known if key == project.key), None)


def repository_of(path: Path) -> Repository | None:
    """The repository a path lies in, or None. Follows the `.git` files of worktrees and submodules.

    Raises BadInput where a `.git` cannot be read, or names what cannot be a folder.
    """
    for folder in (path, *path.parents):
        mark = folder / ".git"
        try:
            if mark.is_dir() and (mark / "HEAD").is_file():
                return Repository(folder, _common(mark), mark, linked=mark.is_symlink())
            if mark.is_file():
                target = _read(mark).partition("gitdir:")[2].strip()
                if target:
                    named = (folder / target).resolve()
                    return Repository(folder, _common(named), named, linked=True)
        except OSError as error:
            raise BadInput(f"`{mark}` cannot be read: {reason(error)}", hint="check its permissions") from error
        except (ValueError, RuntimeError) as error:  # a NUL in a path; a circle of links
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
    urls: dict[str, str] = {}
    for section, label, key, value in settings(config):
        if section == "remote" and key == "url" and value:
            urls.setdefault(label, value)
    return urls.get("origin") or next(iter(urls.values()), None)


def settings(config: Path) -> list[tuple[str, str, str, str]]:
    """(section, its label, key, value) of every setting in a git config; none where there is no such file.

    What it includes is not read. Raises BadInput where it cannot be read.
    """
    if not is_regular(config):
        return []
    try:
        return list(_settings(_read(config)))
    except OSError as error:
        raise BadInput(f"`{config}` cannot be read: {reason(error)}", hint="check its permissions") from error


def normalise_url(url: str) -> str:
    """The key of a remote: `host/owner/name` in lower case, the same for every protocol.

    Without user, password, query and fragment, also where a password holds what should have been escaped. The path of
    a local remote stays as it is.
    """
    line = one_line(url)
    match = _URL.fullmatch(line)
    if match and match["scheme"].lower() != "file":
        place = _PLACE.fullmatch(_without_credentials(match["rest"]))
        return _key(_host(place, match["scheme"].lower()), place["path"]) if place else _local(match["rest"])
    helper, _, address = line.rpartition("::")
    scp = None if match or helper else _scp(line)
    return _key(scp["host"], scp["path"]) if scp else _local(match["rest"] if match else address)


def _without_credentials(rest: str) -> str:
    """What follows `scheme://`, from the host on, without query and fragment.

    A password may hold `@`, `/`, `?` and `#`: unless a mere host comes first, everything up to the last `@` goes.
    """
    first = re.split(r"[/?#]", rest, maxsplit=1)[0]
    named = rest if _HOST.fullmatch(first) else rest.rpartition("@")[2]
    return _QUERY.sub("", named)


def _scp(line: str) -> re.Match[str] | None:
    """`user@host:path`, from the host on: after the last `@` that a host follows."""
    for position in (*(match.end() for match in reversed(list(re.finditer("@", line)))), 0):
        found = _SCP.fullmatch(line, position)
        if found:
            return found
    return None


def _host(match: re.Match[str], scheme: str) -> str:
    port = match["port"]
    return match["host"] + (f":{port}" if port and port != _DEFAULT_PORTS.get(scheme) else "")


def _local(path: str) -> str:
    """The key of a remote on this machine. `#` and `?` may be in a folder's name, not in the last one."""
    *around, last = path.rstrip("/").rpartition("/")
    plain = "".join(around) + _QUERY.sub("", last)
    if not plain.startswith(("/", ".")):
        plain = plain.rpartition("@")[2]
    return storable(plain.removesuffix("/.git").removesuffix(".git") or plain)


def _key(host: str, path: str) -> str:
    trimmed = _QUERY.sub("", path).strip("/").removesuffix(".git").strip("/")
    return storable(f"{host}/{trimmed}").lower().removeprefix("www.").replace("~", "")


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
    with opened(path) as file:
        return file.read(_LARGEST_CONFIG).decode("utf-8", "replace")
