"""Which files of a folder are documents: what git keeps where there is git, else all but what is hidden or ignored.

No link is followed: what it leads to is read under its own name, or lies outside.
"""

import os
import stat
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from lore import paths
from lore.docs.formats import format_of
from lore.errors import BadInput, LoreError, NotFound
from lore.projects import repository_of

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

GIT_WAIT_S = 60.0
SKIPPED = frozenset({"node_modules", "__pycache__", "site-packages", "venv"})
"""Folders outside of git that hold what a program made."""
DEEPEST = 150
"""Folders in folders; nobody writes documents further down."""
LINKS = "links"
GONE, HIDDEN = 0, -1
_LIST = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
# A repository may name a program there, which git would run.
_SAFELY = ("-c", "core.fsmonitor=false")

Warn = Callable[[LoreError], None]


@dataclass(slots=True)
class Listing:
    """The documents of a folder."""

    root: Path
    """The folder that their paths are below."""
    found: list[str] = field(default_factory=list)
    """With slashes, in order."""
    left_out: Counter[str] = field(default_factory=Counter)
    """How many files were left out, by reason."""


def listing(path: Path, *, code: bool, warn: Warn) -> Listing:
    """The documents at a path, which is a file or a folder; `code` takes in code files as well.

    Raises NotFound where there is none: an empty folder may be a disk that is not there now.
    """
    if path.is_file() and format_of(path):
        return Listing(path.parent, [path.name])
    made = Listing(path)
    home = paths.home().resolve()
    inside: dict[Path, bool] = {}
    for file in _files(path, None, warn, made.left_out) if path.is_dir() else ():
        form = format_of(file)
        if form is None or (form.is_code and not code):
            continue
        folder = file.parent
        if folder not in inside:
            real = folder.resolve()
            inside[folder] = real.is_relative_to(path) and not real.is_relative_to(home)
        kind = _kind(file)
        if kind == stat.S_IFLNK or not inside[folder]:
            made.left_out[LINKS] += 1
        elif kind != GONE:
            made.found.append(file.relative_to(path).as_posix())
    if not made.found:
        raise NotFound(
            f"`{path}` holds no documents",
            hint="Lore reads markdown, text, rst, notebooks and code, as far as git does not ignore them",
        )
    made.found = sorted(set(made.found))
    return made


def _files(folder: Path, rules: "_Rules | None", warn: Warn, left_out: Counter[str]) -> Iterator[Path]:
    """Every file in a folder that is not ignored, however deep."""
    if rules is None and _is_in_repository(folder, warn):
        kept = _kept_by_git(folder, warn)
        if kept is not None:
            for name in kept:
                path = folder / name
                if _kind(path) == stat.S_IFDIR:  # a repository inside this one
                    yield from _files(path, None, warn, left_out) if is_there(path / ".git") else ()
                else:
                    yield path
            return
    yield from _walk(folder, _Rules.of(folder, rules), warn, left_out)


def _is_in_repository(folder: Path, warn: Warn) -> bool:
    try:
        return repository_of(folder) is not None
    except BadInput as error:  # the other folders are read all the same
        warn(error)
        return False


def is_there(path: Path) -> bool:
    """Whether there is something at a path, as far as one may look."""
    try:
        path.stat()
    except OSError:
        return False
    return True


def is_closed(folder: Path) -> bool:
    """Whether there is a folder that one may not look into: what it holds is not known, and not gone."""
    try:
        os.scandir(folder).close()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return False


def _kind(path: Path) -> int:
    """What is at a path, as `stat.S_IFMT` names it; `GONE` for nothing, `HIDDEN` where one may not look."""
    try:
        return stat.S_IFMT(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return GONE
    except OSError:
        return HIDDEN  # whoever reads it will say why not


def _walk(folder: Path, rules: "_Rules", warn: Warn, left_out: Counter[str]) -> Iterator[Path]:
    if len(folder.parts) > DEEPEST:
        warn(BadInput(f"{folder}: this lies more than {DEEPEST} folders deep"))
        return
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        warn(BadInput(f"{folder}: {reason(error)}"))
        return
    for entry in entries:
        path = Path(entry.path)
        is_folder = entry.is_dir(follow_symlinks=False)
        if entry.name.startswith(".") or rules.ignores(path, is_folder):
            continue
        if entry.is_symlink():
            left_out[LINKS] += 1
        elif is_folder and entry.name not in SKIPPED:
            yield from _files(path, None if is_there(path / ".git") else rules, warn, left_out)
        elif entry.is_file(follow_symlinks=False):
            yield path


def _kept_by_git(folder: Path, warn: Warn) -> list[str] | None:
    """The paths that git tracks or would, folders with a slash at their end; None, with a warning, where it fails."""
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(
            ["git", *_SAFELY, "-C", os.fspath(folder), *_LIST],
            capture_output=True,
            env={**surroundings, "GIT_OPTIONAL_LOCKS": "0"},
            stdin=subprocess.DEVNULL,
            timeout=GIT_WAIT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        reason = "it took too long" if isinstance(error, subprocess.TimeoutExpired) else "git cannot be started"
    else:
        said = os.fsdecode(done.stderr).strip().splitlines()
        if not done.returncode:
            for line in said:  # about a folder that it may not look into
                warn(BadInput(f"{folder}: git says {line}"))
            return [os.fsdecode(name) for name in done.stdout.split(b"\0") if name]
        reason = said[0] if said else f"it ended with {done.returncode}"
    warn(BadInput(f"{folder}: git did not say what it ignores ({reason}); `.gitignore` was read instead"))
    return None


def reason(error: OSError) -> str:
    """Why a file cannot be read, in plain words."""
    if isinstance(error, PermissionError):
        return "no permission to read it"
    return (error.strerror or str(error)).lower()


@dataclass(frozen=True, slots=True)
class _Rules:
    """The `.gitignore` of a folder and of those around it."""

    folder: Path
    spec: "GitIgnoreSpec"
    around: "_Rules | None"

    @classmethod
    def of(cls, folder: Path, around: "_Rules | None") -> "_Rules":
        from pathspec import GitIgnoreSpec  # 70 ms

        try:
            lines = (folder / ".gitignore").read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:
            lines = []  # there is none
        return cls(folder, GitIgnoreSpec.from_lines(line for line in lines if _is_pattern(line)), around)

    def ignores(self, path: Path, is_folder: bool) -> bool:
        """What the innermost rule says that speaks of the path."""
        said = self.spec.check_file(path.relative_to(self.folder).as_posix() + "/" * is_folder).include
        if said is None:
            return self.around is not None and self.around.ignores(path, is_folder)
        return said


def _is_pattern(line: str) -> bool:
    """Whether git would understand a line of `.gitignore`; it passes over those it does not."""
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
