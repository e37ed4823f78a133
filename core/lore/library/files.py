"""Which files of a folder are documents: what a repository keeps, else all but what is hidden or ignored.

No link is followed: what it leads to is read under its own name, or lies outside. No git is run.
"""

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lore import paths
from lore.errors import BadInput, LoreError, NotFound
from lore.library.formats import format_of
from lore.library.ignored import NAME, Rules, no_rules, rules_at, rules_of
from lore.library.tracked import Tracked, tracked
from lore.opening import unreadable
from lore.projects import Repository, repository_of

SKIPPED = frozenset({"node_modules", "__pycache__", "site-packages", "venv"})
"""Folders outside of git that hold what a program made."""
DEEPEST = 150
"""Folders in folders; nobody writes documents further down."""
LINKS, OTHER_DISKS = "links", "folders on other disks"
GONE, HIDDEN = 0, -1

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
    walk = _Walk(warn, made.left_out, _disk(path))
    for file in walk.documents(path) if path.is_dir() else ():
        form = format_of(file)
        if form is None or (form.is_code and not code):
            continue
        folder = file.parent
        if folder not in inside:
            real = _real(folder)
            inside[folder] = real.is_relative_to(path) and not real.is_relative_to(home)
        kind = _kind(file)
        if kind == stat.S_IFLNK or not inside[folder]:
            made.left_out[LINKS] += 1
        elif kind != GONE:
            made.found.append(file.relative_to(path).as_posix())
    if not made.found:
        raise NotFound(
            f"`{path}` holds no documents",
            hint="Lore reads markdown, text and code, as far as git does not ignore them",
        )
    made.found = sorted(set(made.found))
    return made


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


@dataclass(frozen=True, slots=True)
class _Walk:
    """Through a folder and those below it, as deep as somebody may have written documents."""

    warn: Warn
    left_out: Counter[str]
    disk: int
    """The device of the folder that was named: no other is entered, be it of another disk or of the system."""

    def documents(self, folder: Path) -> Iterator[Path]:
        """Every file that a repository keeps, or that is neither hidden nor ignored where there is none."""
        repository = self._repository(folder)
        if repository is None:
            yield from self._below(folder, None, None)
            return
        kept, rules = Tracked(), None
        try:
            rules = rules_at(repository, folder)
            kept = tracked(repository)
        except (BadInput, OSError) as error:
            self._tell(repository.git, error)
        base = folder.relative_to(repository.root).as_posix() + "/" if folder != repository.root else ""
        for name in kept.files:
            if name.startswith(base):
                yield repository.root / name
        yield from self._below(folder, rules, (repository.root, kept))

    def _below(self, folder: Path, rules: Rules | None, kept: tuple[Path, Tracked] | None) -> Iterator[Path]:
        """What is not ignored. kept: in a repository its top folder and what it tracks, which is not told again."""
        if len(folder.parts) > DEEPEST:
            self.warn(BadInput(f"{folder}: this lies more than {DEEPEST} folders deep"))
            return
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            self._tell(folder, error)
            return
        inner = self._rules(folder, rules)
        around = folder.relative_to(kept[0]).as_posix() + "/" if kept and folder != kept[0] else ""
        for entry in entries:
            name = around + entry.name
            if entry.name.startswith(".") and (kept is None or entry.name == ".git"):
                continue
            if kept and name in kept[1].files:
                continue
            path = Path(entry.path)
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not entry.is_symlink() and format_of(path) is None:
                continue  # asked before the patterns are, which takes longer
            is_module = kept is not None and name in kept[1].repositories
            if not is_module and inner.ignores(path, is_folder):
                continue
            if entry.is_symlink():
                self.left_out[LINKS] += 1
            elif is_folder:
                yield from self._folder(path, inner, kept)
            elif entry.is_file(follow_symlinks=False):
                yield path

    def _rules(self, folder: Path, around: Rules | None) -> Rules:
        try:
            return rules_of(folder, around)
        except OSError as error:  # the files are read all the same
            self._tell(folder / NAME, error)
            return around or no_rules(folder)

    def _folder(self, folder: Path, rules: Rules, kept: tuple[Path, Tracked] | None) -> Iterator[Path]:
        if kept is None and folder.name in SKIPPED:
            return
        if _disk(folder) != self.disk:
            self.left_out[OTHER_DISKS] += 1
        elif is_there(folder / ".git"):  # a repository inside
            yield from self.documents(folder)
        else:
            yield from self._below(folder, rules, kept)

    def _repository(self, folder: Path) -> Repository | None:
        try:
            return repository_of(folder)
        except BadInput as error:  # the other folders are read all the same
            self.warn(error)
            return None

    def _tell(self, path: Path, error: BadInput | OSError) -> None:
        self.warn(error if isinstance(error, BadInput) else unreadable(path, error))


def _disk(folder: Path) -> int:
    """The device a folder lies on; 0 where one may not look."""
    try:
        return folder.lstat().st_dev
    except OSError:
        return 0


def _real(folder: Path) -> Path:
    """Where a folder lies without any link; nowhere, where they go round in a circle."""
    try:
        return folder.resolve()
    except (OSError, RuntimeError):
        return Path(os.devnull)
