"""A store that nobody can write at this moment: how it is read all the same.

SQLite makes a file beside a store with a write-ahead log before it reads. On a full disk, and in a folder that cannot
be written, it cannot. Then a store whose log is empty is read as it lies; one whose log holds something, from a copy in
memory: to read it without its log would bring back what was changed since.
"""

import errno
import os

from lore.lazy import TYPE_CHECKING
from lore.lookup.driver import address

if TYPE_CHECKING:
    from typing import Any

NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT} if hasattr(errno, "EDQUOT") else {errno.ENOSPC})
CLOSED = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
FULL, READ_ONLY = "the disk is full", "its folder cannot be written"
_NEEDED = 65_536
"""Bytes that SQLite's side files take at least."""


def why_frozen(path: str) -> str:
    """Why nobody can write the store at this path, in words that follow a colon; empty where that can be done."""
    folder = os.path.dirname(path)
    try:
        probe = os.path.join(folder, f".lore-room-{os.getpid()}")
        descriptor = os.open(probe, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        return FULL if error.errno in NO_ROOM else READ_ONLY if error.errno in CLOSED else ""
    try:
        os.write(descriptor, b"\0" * _NEEDED)
    except OSError as error:
        return FULL if error.errno in NO_ROOM else ""
    finally:
        os.close(descriptor)
        os.unlink(probe)
    return ""


def state_of(path: str) -> "tuple[tuple[int, int], ...]":
    """Tells one state of a store and its log from another: sizes and times, in nanoseconds."""
    return tuple(_size_and_time(name) for name in (path, f"{path}-wal"))


def open_frozen(driver: "Any", path: str) -> "Any":
    """A connection that reads a store nobody can write. driver: the module of SQLite.

    Raises the driver's Error, and OSError where its log would have to be copied and nowhere is room for that.
    """
    if not _size_and_time(f"{path}-wal")[0]:
        return driver.connect(address(path, "ro&immutable=1"), uri=True, isolation_level=None, check_same_thread=False)
    import shutil  # a killed process left a log, and the disk filled up or came back closed: that is rare
    import tempfile
    from contextlib import closing

    with tempfile.TemporaryDirectory(prefix="lore-", dir=_memory()) as scratch:
        copy = os.path.join(scratch, "lore.db")
        for ending in ("", "-wal"):
            shutil.copyfile(path + ending, copy + ending)
        memory = driver.connect(":memory:", isolation_level=None, check_same_thread=False)
        with closing(driver.connect(copy, isolation_level=None)) as source:
            source.backup(memory)
    return memory


def _memory() -> "str | None":
    """The folder of a disk in memory, where there is one; else None, for the usual temporary folder."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _size_and_time(path: str) -> "tuple[int, int]":
    try:
        state = os.stat(path)
    except OSError:
        return 0, 0
    return state.st_size, state.st_mtime_ns
