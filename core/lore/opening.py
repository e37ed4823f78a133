"""The one way to open a file that somebody else put there: in a repository, among transcripts, by another tool.

A name there may stand for a pipe, a device or a socket, or be a link to one. Opening a pipe waits for ever, a device
never ends, and both may be swapped in after a look. So whatever is opened here is a regular file, before and after.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from lore.errors import BadInput
from lore.platform import FLAGS

MEGABYTE = 1_000_000
_OPEN = os.O_RDONLY | FLAGS.nonblock | FLAGS.noctty | FLAGS.binary
_KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
    stat.S_IFDIR: "a folder",
    stat.S_IFLNK: "a link",
}


class NotRegular(OSError):
    """What a name stands for is no regular file, or is too large; `strerror` says which."""

    def __init__(self, reason: str, path: Path) -> None:
        super().__init__(errno.EINVAL, reason, str(path))


@contextmanager
def opened(path: Path, *, links: bool = True) -> Iterator[BinaryIO]:
    """A regular file, open for reading. `links`: whether the name may be a link to one.

    Raises NotRegular for everything else, without waiting for it, and OSError.
    """
    _insist(path.stat() if links else path.lstat(), path)  # before: opening a device may already do something
    handle = os.open(path, _OPEN if links else _OPEN | FLAGS.nofollow)
    with os.fdopen(handle, "rb") as file:
        _insist(os.fstat(handle), path)
        yield file


def read_whole(path: Path, largest: int, *, links: bool = True) -> bytes:
    """The bytes of a regular file of at most `largest` bytes. Raises NotRegular, OSError."""
    with opened(path, links=links) as file:
        data = file.read(largest + 1)
    if len(data) > largest:
        size = f"{largest // MEGABYTE} MB" if largest >= MEGABYTE else f"{largest // 1_000} kB"
        raise NotRegular(f"it is larger than {size}", path)
    return data


def is_regular(path: Path) -> bool:
    """Whether there is a regular file, or a link to one, as far as one may look."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):  # a circle of links; a NUL in the name
        return False


def leaves(path: Path, folder: Path) -> bool:
    """Whether a name in a folder is a link that leads out of it, or nowhere."""
    if not path.is_symlink():
        return False
    try:
        return not path.resolve(strict=True).is_relative_to(folder.resolve())
    except (OSError, RuntimeError):  # gone, or a circle
        return True


def has_plain_name(path: Path) -> bool:
    """Whether a whole path can be written down: the names of files are bytes, and not all of them are UTF-8."""
    try:
        os.fspath(path.absolute()).encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def reason(error: OSError) -> str:
    """Why a file cannot be read, in plain words."""
    if isinstance(error, NotRegular):
        return str(error.strerror)
    if isinstance(error, PermissionError):
        return "no permission to read it"
    return (error.strerror or str(error)).lower()


def unreadable(path: Path | str, error: OSError) -> BadInput:
    """What is told of a file or folder that is left out."""
    return BadInput(f"{path}: {reason(error)}")


def _insist(state: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(state.st_mode):
        raise NotRegular(f"it is {_KINDS.get(stat.S_IFMT(state.st_mode), 'something else')}, not a file", path)
