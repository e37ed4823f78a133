"""Locks between processes, on files of their own that hold nothing."""

import os
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lore.errors import Busy, StoreError, Unwritable
from lore.platform import HERE

OWNERS = stat.S_IRUSR | stat.S_IWUSR
SIDE_FILES = ("-wal", "-shm", "-journal")


def give_back(path: Path) -> None:
    """Let its owner, who is running this, read and write a file. Raises OSError."""
    try:
        state = path.lstat()
    except FileNotFoundError:
        return
    if stat.S_ISREG(state.st_mode) and HERE.is_mine(state) and not HERE.lets_owner(state, OWNERS):
        path.chmod(stat.S_IMODE(state.st_mode) | OWNERS)


def give_back_side_files(database: Path) -> None:
    """The same for the side files of a database that its owner may write."""
    if database.stat().st_mode & OWNERS == OWNERS:
        for suffix in SIDE_FILES:
            give_back(database.with_name(database.name + suffix))


def hint_for(path: Path) -> str | None:
    """The command that lets the owner use a file or folder, where its mode is what is in the way."""
    try:
        state = path.lstat()
    except OSError:
        return None
    wanted = stat.S_IRWXU if stat.S_ISDIR(state.st_mode) else OWNERS
    if not HERE.is_mine(state) or HERE.lets_owner(state, wanted):
        return None
    return f"`chmod {'u+rwx' if stat.S_ISDIR(state.st_mode) else 'u+rw'} {path}`"


@contextmanager
def file_lock(path: Path, *, budget_s: float) -> Iterator[None]:
    """Hold the lock at `path` during the body; the lock ends with the process, however that ends.

    Who waits longest is next. Raises Busy when another process holds it for longer than `budget_s` seconds, StoreError
    where the file cannot be made.
    """
    try:
        descriptor = _opened(path)
    except OSError as error:
        raise unusable(path, error) from error
    if not HERE.lock(descriptor, wait=False) and not _Waiting(descriptor).ends_within(budget_s):
        raise Busy(f"another process holds `{path.name}`", hint="try again in a moment")
    with suppress(OSError):  # only the doctor reads since when it is held
        os.utime(path)
    try:
        yield
    finally:
        os.close(descriptor)


def unusable(path: Path, error: OSError) -> StoreError:
    """The error for a file or folder of Lore's that could not be used; `Unwritable` where nobody could write there."""
    from lore.lookup import CLOSED, NO_ROOM

    kind = Unwritable if error.errno in NO_ROOM | CLOSED else StoreError
    return kind(f"`{path}` cannot be used: {error.strerror}", hint="check the permissions and the space of its folder")


def _opened(path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT
    try:
        return os.open(path, flags, 0o600)
    except PermissionError:
        give_back(path)
        return os.open(path, flags, 0o600)


class _Waiting:
    """A wait in the kernel, which serves who came first; done by a thread, because it cannot be broken off."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._locked = threading.Event()
        self._given_up = False
        self._deciding = threading.Lock()

    def ends_within(self, seconds: float) -> bool:
        """Whether the lock was had in time. If not, the descriptor is closed, now or when its turn comes."""
        if seconds <= 0:
            os.close(self._descriptor)
            return False
        threading.Thread(target=self._wait, daemon=True).start()
        try:
            self._locked.wait(seconds)
        finally:
            with self._deciding:
                self._given_up = not self._locked.is_set()
        return not self._given_up

    def _wait(self) -> None:
        HERE.lock(self._descriptor, wait=True)
        with self._deciding:
            self._locked.set()
            if self._given_up:
                os.close(self._descriptor)
