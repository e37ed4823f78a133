"""Writes that could not get the lock in time: one JSON line each, taken over by the next writer.

Every line has an id and is applied at most once, however often it is read. Lines never hold the text of a fact.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

from lore import clock, paths
from lore.platform import FLAGS, HERE
from lore.store.sqlite.accesses import COLUMNS, insert_access
from lore.store.sqlite.connection import Connection
from lore.store.sqlite.door import passed_row
from lore.store.sqlite.locks import unusable
from lore.text import short_id

Writing = Callable[[], AbstractContextManager[Connection]]

SET_ASIDE = "set-aside.txt"
"""The file of lines that could not be read."""
_BEGINNING = b'{"id": "'
_NUMBERS = count(1)
"""Of the lines of this process, so that no two have the same id."""


class Spool:
    """A folder with one file of lines for each process that had to leave some."""

    def __init__(self, home: Path) -> None:
        self._folder = paths.spool_folder(home)

    def add(self, lines: Sequence[Mapping[str, object]]) -> None:
        """Append lines and make sure that they are on the disk. Raises StoreError where that cannot be had."""
        with self._explained():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            descriptor = self._locked_file()
            try:
                # Ends what another process of this number may have left half written.
                _write(descriptor, b"\n" + b"".join(_line(values) for values in lines))
                HERE.sync(descriptor)
            finally:
                os.close(descriptor)

    def waiting(self) -> list[Path]:
        """The files that hold lines; links and pipes are none of ours."""
        return (
            [path for path in sorted(self._folder.glob("*.jsonl")) if path.is_dir() or _is_plain(path)]
            if self._folder.is_dir()
            else []
        )

    def set_aside(self) -> list[bytes]:
        """The lines that could not be read, and wait for nobody."""
        file = self._folder / SET_ASIDE
        with self._explained():
            return file.read_bytes().splitlines() if _is_plain(file) else []

    def forget_set_aside(self) -> int:
        """Remove the lines that could not be read. Returns their number."""
        lines = len(self.set_aside())
        with self._explained():
            (self._folder / SET_ASIDE).unlink(missing_ok=True)
        return lines

    def drain(self, writing: Writing) -> int:
        """Hand every waiting line to `insert_access` in one transaction, then forget the lines. Returns their number.

        A file that its owner is writing to right now is left for the next time. A line that is cut off was never
        acknowledged and is passed over; any other that is not as `add` writes it is set aside. Raises Busy, StoreError.
        """
        with self._explained(), ExitStack() as stack:
            taken = [(path, stack.enter_context(lines)) for path, lines in self._free_files()]
            lines = [line for _, file in taken for line in file if line.strip()]
            waiting = [access for line in lines if (access := _whole(line))]
            if waiting:
                with writing() as connection:
                    for line in waiting:
                        insert_access(connection, line)
            self._put_aside([line for line in lines if not _whole(line) and not _is_cut_off(line)])
            for path, _ in taken:
                path.unlink()
        return len(waiting)

    def _put_aside(self, lines: Sequence[bytes]) -> None:
        if not lines:
            return
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | FLAGS.nofollow | FLAGS.binary
        descriptor = os.open(self._folder / SET_ASIDE, flags, 0o600)
        try:
            _write(descriptor, b"".join(line.rstrip(b"\n") + b"\n" for line in lines))
            HERE.sync(descriptor)
        finally:
            os.close(descriptor)

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise unusable(self._folder, error) from error

    def _free_files(self) -> Iterator[tuple[Path, BinaryIO]]:
        for path in self.waiting():
            descriptor = _lock_if_free(path)
            if descriptor is not None:
                yield path, os.fdopen(descriptor, "rb")

    def _locked_file(self) -> int:
        path = self._folder / f"{os.getpid()}.jsonl"
        while True:
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | FLAGS.binary, 0o600)
            HERE.lock(descriptor, wait=True)
            # Between opening and locking, a drain may have taken the lines and removed the file.
            if _is_at(descriptor, path):
                return descriptor
            os.close(descriptor)


def _line(values: Mapping[str, object]) -> bytes:
    name = short_id(f"{os.getpid()}|{next(_NUMBERS)}|{clock.now()}|{sorted(values.items())}", 16)
    return json.dumps({"id": name, **passed_row(values)}).encode("ascii") + b"\n"


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _whole(line: bytes) -> dict[str, Any] | None:
    """The access in a line; None for a line of anything else, whoever wrote it."""
    try:
        values = json.loads(line)
        if not isinstance(values, dict) or values.keys() != COLUMNS:
            return None
        for name, value in values.items():
            if not isinstance(value, str) and not (name == "session" and value is None):
                return None
            (value or "").encode()
    except (ValueError, RecursionError):  # a lone surrogate is a ValueError as well
        return None
    return values


def _is_cut_off(line: bytes) -> bool:
    """Whether a line is the beginning of one that `add` writes, whose process ended in the middle of it."""
    return line.startswith(_BEGINNING[: len(line.rstrip(b"\n"))]) and not line.rstrip().endswith(b"}")


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _lock_if_free(path: Path) -> int | None:
    try:
        descriptor = os.open(path, os.O_RDWR | FLAGS.binary)
    except FileNotFoundError:
        return None  # another process drained it between the listing and now
    if HERE.lock(descriptor, wait=False) and _is_at(descriptor, path):
        return descriptor
    os.close(descriptor)
    return None


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
