"""Locks between processes, on files of their own that hold nothing."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lore.errors import Busy

POLL_S = 0.02


@contextmanager
def held(path: Path, *, budget_s: float) -> Iterator[None]:
    """Hold the lock at `path` during the body; the lock ends with the process, however that ends.

    Raises Busy when another process holds it for longer than `budget_s` seconds.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _wait(descriptor, path, time.monotonic() + budget_s)
        yield
    finally:
        os.close(descriptor)


def _wait(descriptor: int, path: Path, deadline: float) -> None:
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise Busy(f"another process holds `{path.name}`", hint="try again in a moment") from None
            time.sleep(POLL_S)
