"""Processes that live and die: forked, so that hundreds of them start in a second, each with nothing opened yet."""

import os
import pickle
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

Result = TypeVar("Result")

FAILED, LOST_ITS_LOCKS = 70, 71
"""Exit statuses of a child: an exception it did not handle; a deleted database file that it still had open."""
PATIENCE_S = 900.0


class Child:
    """One forked process. It must not share an open store with its parent."""

    def __init__(self, work: Callable[[], object]) -> None:
        """work: what the child does; it ends when that returns."""
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid == 0:
            os._exit(_live(work))
        self._handle = os.pidfd_open(self.pid)

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def holds_deleted_database(self) -> bool:
        """Whether it has a database file open that was deleted: its locks were lost. False for a dead process."""
        return bool(deleted_databases(self.pid))

    def wait(self, patience_s: float = PATIENCE_S) -> int:
        """Its exit status, negative for a signal. A child that takes longer than its patience hangs: it is killed."""
        ready, _, _ = select.select([self._handle], [], [], patience_s)
        if not ready:
            self.kill()
        os.close(self._handle)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


class Asked(Child, Generic[Result]):
    """A child that hands back what its work returns."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self.status = 0
        self._reading, writing = os.pipe()

        def answering() -> None:
            with os.fdopen(writing, "wb") as pipe:
                pickle.dump(work(), pipe)

        super().__init__(answering)
        os.close(writing)

    def answer(self) -> Result:
        """What the work returned. Raises RuntimeError when the child failed; its traceback is on stderr."""
        with os.fdopen(self._reading, "rb") as pipe:
            data = pipe.read()
        self.status = self.wait()
        if self.status:
            raise RuntimeError(f"a child ended with status {self.status}")
        answer: Result = pickle.loads(data)
        return answer


def ask(work: Callable[[], Result]) -> Result:
    return Asked(work).answer()


class Gate:
    """Holds children back until all may go at once."""

    def __init__(self) -> None:
        self._reading, self._writing = os.pipe()

    def wait(self) -> None:
        os.read(self._reading, 1)

    def open(self) -> None:
        os.write(self._writing, b"!" * 1000)


class Acknowledgements:
    """Lines that a process wrote after its commit: what was said stays said, whatever happens to the process."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor = -1

    def say(self, *words: object) -> None:
        if self._descriptor < 0:
            self._descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(self._descriptor, " ".join(map(str, words)).encode() + b"\n")

    def all(self) -> list[list[str]]:
        return [line.split(" ") for line in self._path.read_text().splitlines()] if self._path.exists() else []


def deleted_databases(pid: int | None = None) -> list[str]:
    """The deleted files of a store that a process (default: this one) has open: whatever it writes to them is lost.

    Not the shared memory: SQLite removes it before it closes it, so that every last close shows it for a moment. Where
    locks were lost the log is deleted as well, which SQLite otherwise closes first.
    """
    found = []
    with suppress(FileNotFoundError, PermissionError, ProcessLookupError):  # it has ended
        for link in Path(f"/proc/{pid or 'self'}/fd").iterdir():
            with suppress(FileNotFoundError):  # closed meanwhile, as the descriptor of this very listing is
                found.append(str(link.readlink()))
    return [name for name in found if name.endswith(("lore.db (deleted)", "lore.db-wal (deleted)"))]


def kill_at(moments: list[tuple[float, Child]]) -> list[Child]:
    """Kill each child at its moment, in seconds from now. Returns those that had lost their locks by then."""
    started = time.monotonic()
    careless = []
    for moment, child in sorted(moments, key=lambda pair: pair[0]):
        time.sleep(max(0.0, started + moment - time.monotonic()))
        if child.holds_deleted_database():
            careless.append(child)
        child.kill()
    return careless


def _live(work: Callable[[], object]) -> int:
    try:
        work()
    except BaseException:  # noqa: BLE001 -- the last stop of a forked process
        traceback.print_exc()
        return FAILED
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return LOST_ITS_LOCKS if deleted_databases() else 0
