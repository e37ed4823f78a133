"""Reading and replacing files of a repository without ever touching anything outside it.

A link may stand for the file (`CLAUDE.md` → `AGENTS.md` is common) when it stays inside; every folder on the way is
then opened without following links, so that nothing can be swapped under the write.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from lore.errors import BadInput, LoreError
from lore.platform import FLAGS, HERE, OpenFolder, Platform
from lore.presence import Person
from lore.store import Store, Transaction
from lore.text import short_id

LARGEST = 5_000_000
"""Bytes of a file that a block is managed in; what is longer was not written for people."""
_FILE = os.O_RDONLY | FLAGS.nonblock
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
DEFAULT_MODE = 0o644
_NO_LINK = "replace the link by a file of its own"
_FOR_PEOPLE = frozenset({".md", ".mdc", ".mdx", ".markdown", ".rst", ".txt"})
_RULES = frozenset({".cursorrules", ".clinerules", ".windsurfrules"})


@dataclass(frozen=True, slots=True)
class Prepared:
    """New content that lies beside its target, safely on disk, and needs only to be moved there."""

    path: str
    temporary: str | None
    """None where the target is to be removed."""


class Folder:
    """The files below one root folder, named by relative paths."""

    def __init__(self, root: Path, platform: Platform = HERE) -> None:
        self._platform = platform
        try:
            self.root = root.resolve()
        except (OSError, RuntimeError) as error:
            raise BadInput(f"`{root}` leads in a circle, or is changed right now", hint=_NO_LINK) from error
        if not self.root.is_dir():
            raise BadInput(f"`{root}` is not a folder", hint="name the folder of a repository")

    def resolve(self, path: str) -> str:
        """The relative path of the file that `path` stands for.

        Raises BadInput where a link leads outside, in a circle, or to what is no text for people: a file that git or a
        shell reads must not be written under another name.
        """
        try:
            target = (self.root / path).resolve()
        except (OSError, RuntimeError) as error:
            raise BadInput(f"`{path}` leads in a circle, or is changed right now", hint=_NO_LINK) from error
        if not target.is_relative_to(self.root):
            raise BadInput(f"`{path}` points outside the repository, to `{target}`", hint=_NO_LINK)
        found = target.relative_to(self.root)
        if found != Path(path) and not _is_for_people(found):
            raise BadInput(f"`{path}` leads to `{found}`, which is no text for people", hint=_NO_LINK)
        return found.as_posix()

    def read(self, path: str) -> bytes | None:
        """The content of a file, or None where there is none. Raises BadInput where it is no regular file of text."""
        try:
            with self._parent(path) as (folder, name):
                handle = folder.open(name, _FILE)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _explain(error, path) from error
        try:
            _check_plain(os.fstat(handle), path)
            with os.fdopen(handle, "rb", closefd=False) as file:
                return file.read()
        finally:
            os.close(handle)

    def prepare(self, path: str, content: bytes | None, new_mode: int = DEFAULT_MODE) -> Prepared:
        """Put the new content beside the target; None prepares its removal. Nothing is visible before `commit`.

        new_mode: the permissions of a file that is not there yet.
        """
        self._insist_writable(path)
        if content is None:
            return Prepared(path, None)
        temporary = f".{Path(path).name}.{short_id(f'{path}{os.getpid()}', 8)}.tmp"
        try:
            with self._parent(path) as (folder, name):
                mode = _mode(folder, name, new_mode)
                _discard(folder, temporary)
                handle = folder.open(temporary, _NEW, mode)
                with os.fdopen(handle, "wb") as file:
                    self._platform.set_mode(handle, mode)
                    file.write(content)
                    file.flush()
                    self._platform.sync(handle)
        except OSError as error:
            raise _explain(error, path) from error
        return Prepared(path, temporary)

    def _insist_writable(self, path: str) -> None:
        """Raises LoreError where somebody made a file read-only: replacing it needs no permission, but a reason."""
        try:
            with self._parent(path) as (folder, name):
                mode = _mode(folder, name)
        except FileNotFoundError:
            return
        except OSError as error:
            raise _explain(error, path) from error
        if not mode & stat.S_IWUSR:
            raise LoreError(f"`{path}` is read-only", hint=f"`chmod u+w {self.root / path}` lets Lore write it")

    def commit(self, prepared: Prepared) -> None:
        """Move prepared content to its target, or remove the target. Atomic."""
        try:
            with self._parent(prepared.path) as (folder, name):
                if prepared.temporary is None:
                    folder.unlink(name)
                else:
                    folder.replace(prepared.temporary, name)
                folder.sync()
        except OSError as error:
            raise _explain(error, prepared.path) from error

    def discard(self, prepared: Prepared) -> None:
        """Throw prepared content away; what is gone already is fine."""
        if prepared.temporary is not None:
            with self._parent(prepared.path) as (folder, _):
                _discard(folder, prepared.temporary)

    def write(self, path: str, content: bytes | None, *, owns_folders: bool = False) -> None:
        """Replace a file at once, with the folders it needs, or remove it where `content` is None.

        owns_folders: its folders go with it where it was the last file in them.
        """
        if content is not None:
            self.make_parents(path)
        self.commit(self.prepare(path, content))
        if content is None and owns_folders:
            self.drop_empty_parents(path)

    def make_parents(self, path: str) -> None:
        """Make the folders that a file needs, below the root. A link on the way is followed by nobody afterwards."""
        for parent in reversed(list(Path(path).parents)[:-1]):
            (self.root / parent).mkdir(exist_ok=True)

    def drop_empty_parents(self, path: str) -> None:
        """Remove the folders of a file that is gone, the innermost first, as long as they are empty."""
        for parent in list(Path(path).parents)[:-1]:
            place = self.root / parent
            if place.is_symlink() or not place.is_dir() or any(place.iterdir()):
                return
            place.rmdir()

    @contextmanager
    def _parent(self, path: str) -> Iterator[tuple[OpenFolder, str]]:
        """The open folder of a file and the file's name; no step of the way may be a link."""
        *folders, name = Path(path).parts
        with ExitStack() as opened:
            folder = opened.enter_context(self._platform.open_folder(self.root))
            for part in folders:
                if part == ".." or Path(part).is_absolute():
                    raise BadInput(f"`{path}` points outside the repository", hint="name a file inside it")
                folder = opened.enter_context(folder.inner(part))
            yield folder, name


def _is_for_people(path: Path) -> bool:
    """Whether a link may stand for this file: text that nothing runs and no program takes its settings from."""
    inside_git = any(part.casefold() == ".git" for part in path.parts)
    return not inside_git and (path.suffix.lower() in _FOR_PEOPLE or path.name in _RULES)


def _check_plain(state: os.stat_result, path: str) -> None:
    if not stat.S_ISREG(state.st_mode):
        raise BadInput(f"`{path}` is not a regular file", hint="move it away, or publish elsewhere")
    if state.st_size > LARGEST:
        raise BadInput(f"`{path}` has {state.st_size:,} bytes", hint="Lore manages files of up to 5 MB")


def _mode(folder: OpenFolder, name: str, new_mode: int = DEFAULT_MODE) -> int:
    """The permissions of the file that is replaced, so that they stay."""
    try:
        return stat.S_IMODE(folder.state(name).st_mode)
    except FileNotFoundError:
        return new_mode


def _discard(folder: OpenFolder, name: str) -> None:
    try:
        folder.unlink(name)
    except FileNotFoundError:
        return


def _explain(error: OSError, path: str) -> LoreError:
    if error.errno in (errno.ELOOP, errno.ENOTDIR):
        return BadInput(f"`{path}` leads over a link that cannot be followed safely", hint="put a folder in its place")
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return LoreError(f"no permission to write `{path}`", hint="check the permissions of the repository")
    return LoreError(f"`{path}` cannot be written: {error.strerror}", hint="no file was changed")


# Several files and the log of the store, changed together


@dataclass(frozen=True, slots=True)
class Replacement:
    """A file, how it is, and how it is to be; None: no such file."""

    folder: Folder
    path: str
    before: bytes | None
    after: bytes | None
    new_mode: int = DEFAULT_MODE
    """The permissions of a file that is not there yet."""
    owns_folders: bool = False
    """Whether the folders of the file go with it where it was the last one in them."""


def write_all(
    store: Store, files: Sequence[Replacement], log: Callable[[Transaction], None], by: Person, run: str | None = None
) -> None:
    """Change all files or none, with what `log` records in one undo unit.

    Every file is prepared on disk first, so that the transaction only renames. `log` looks whether the files are still
    as they were, and raises where they are not.
    """
    if not files:
        return
    with ExitStack() as on_failure:
        prepared: list[tuple[Replacement, Prepared]] = []
        for file in files:
            if file.after is not None and file.before is None:
                if file.owns_folders:
                    on_failure.callback(file.folder.drop_empty_parents, file.path)
                file.folder.make_parents(file.path)
            prepared.append((file, file.folder.prepare(file.path, file.after, file.new_mode)))
            on_failure.callback(file.folder.discard, prepared[-1][1])
        with store.write(by, run) as transaction:
            log(transaction)
            _commit_all(prepared)
        on_failure.pop_all()
    for file in files:
        if file.after is None and file.owns_folders:
            file.folder.drop_empty_parents(file.path)


def _commit_all(prepared: Sequence[tuple[Replacement, Prepared]]) -> None:
    """Move everything into place; what was moved is put back when a later one fails."""
    with ExitStack() as on_failure:
        for file, each in prepared:
            file.folder.commit(each)
            on_failure.callback(file.folder.write, file.path, file.before)
        on_failure.pop_all()
