"""A folder that is open, so that its files are found in it whatever happens to its name: two ways to hold one."""

import errno
import os
import shutil
import stat
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

from lore.platform.flags import FLAGS

TRIES = 20
"""How often a folder is emptied again that somebody wrote into meanwhile."""
_CHANGED_MEANWHILE = (errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST)


def remove_folder(path: Path) -> None:
    """Remove a folder and all below it, also while others still put files there or take them away.

    A search that is open in another process, or in a thread, writes a lock file when the index changes. Does nothing
    where there is no folder. Raises OSError where it cannot be removed.
    """
    for left in reversed(range(TRIES)):
        try:
            shutil.rmtree(path)
        except OSError as error:
            if not path.exists():
                return
            if not left or error.errno not in _CHANGED_MEANWHILE:
                raise
        else:
            return


class OpenFolder(ABC):
    """A folder whose files are opened by name, and that nobody can swap for a link meanwhile. No name may be a link.

    Every method raises OSError; with `errno.ELOOP` or `ENOTDIR` where a link, or no folder, is in the way.
    """

    @abstractmethod
    def inner(self, name: str) -> "OpenFolder":
        """A folder in this one."""

    @abstractmethod
    def open(self, name: str, flags: int, mode: int = 0o600) -> int:
        """The descriptor of a file."""

    @abstractmethod
    def state(self, name: str) -> os.stat_result:
        """What is known of a file, or of a link."""

    @abstractmethod
    def unlink(self, name: str) -> None:
        """Remove a file."""

    @abstractmethod
    def replace(self, name: str, new: str) -> None:
        """Rename a file; the one that has the new name already is gone then."""

    @abstractmethod
    def sync(self) -> None:
        """Return when the names in it are on the disk."""

    @abstractmethod
    def close(self) -> None:
        """Let go of it; it is of no use after that."""

    def __enter__(self) -> "OpenFolder":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class ByHandle(OpenFolder):
    """Holds the folder itself: what is done goes on in it wherever it is moved."""

    def __init__(self, handle: int, sync: Callable[[int], None]) -> None:
        self._handle, self._sync = handle, sync

    def inner(self, name: str) -> OpenFolder:
        return ByHandle(self.open(name, os.O_RDONLY | FLAGS.directory), self._sync)

    def open(self, name: str, flags: int, mode: int = 0o600) -> int:
        return os.open(name, flags | FLAGS.nofollow | FLAGS.binary, mode, dir_fd=self._handle)

    def state(self, name: str) -> os.stat_result:
        return os.stat(name, dir_fd=self._handle, follow_symlinks=False)

    def unlink(self, name: str) -> None:
        os.unlink(name, dir_fd=self._handle)

    def replace(self, name: str, new: str) -> None:
        os.replace(name, new, src_dir_fd=self._handle, dst_dir_fd=self._handle)

    def sync(self) -> None:
        self._sync(self._handle)

    def close(self) -> None:
        os.close(self._handle)


class ByPath(OpenFolder):
    """Holds the path, for systems that open no folders: looks for links before and after each step instead."""

    def __init__(self, path: Path) -> None:
        self._path = path
        state = path.lstat()
        if _is_link(state):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
        if not stat.S_ISDIR(state.st_mode):
            raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))

    def inner(self, name: str) -> OpenFolder:
        return ByPath(self._path / name)

    def open(self, name: str, flags: int, mode: int = 0o600) -> int:
        path = self._path / name
        if path.is_symlink() or (path.exists() and _is_link(path.lstat())):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
        descriptor = os.open(path, flags | FLAGS.binary, mode)
        if not os.path.samestat(os.fstat(descriptor), path.lstat()):
            os.close(descriptor)
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
        return descriptor

    def state(self, name: str) -> os.stat_result:
        return (self._path / name).lstat()

    def unlink(self, name: str) -> None:
        (self._path / name).unlink()

    def replace(self, name: str, new: str) -> None:
        (self._path / name).replace(self._path / new)

    def sync(self) -> None:
        """A rename is on the disk when it returns there."""

    def close(self) -> None:
        """Nothing is held."""


def _is_link(state: os.stat_result) -> bool:
    """Whether this is a link; on Windows a junction is one as well."""
    return stat.S_ISLNK(state.st_mode) or bool(getattr(state, "st_reparse_tag", 0))
