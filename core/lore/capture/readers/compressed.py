"""Opening a transcript that its agent may have compressed, as Codex does with rollouts that rest."""

import errno
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

from lore import opening

COMPRESSED = ".jsonl.zst"
LARGEST = 4 * 1024 * 1024 * 1024
"""Bytes that are taken out of a compressed file: no session holds more, and a small file may be made to hold any."""


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """A regular file, open for reading, in the bytes that the agent wrote. Raises NotRegular, OSError."""
    with opening.opened(path) as file:
        if not path.name.endswith(COMPRESSED):
            yield file
            return
        with _inside(file, path, LARGEST) as buffered:
            yield buffered


def unpacked(data: bytes, most: int) -> bytes:
    """What a compressed value holds. Raises OSError where it is broken, or holds more than so many bytes."""
    with _inside(io.BytesIO(data), Path("a value"), most) as buffered:
        return buffered.read()


@contextmanager
def _inside(file: BinaryIO, path: Path, most: int) -> Iterator[BinaryIO]:
    if sys.version_info >= (3, 14):  # loaded for what is compressed alone
        from compression.zstd import ZstdError, ZstdFile
    else:
        from backports.zstd import ZstdError, ZstdFile
    with ZstdFile(file) as inside, io.BufferedReader(_Bounded(inside, ZstdError, path, most)) as buffered:
        yield buffered


class _Source(Protocol):
    def read(self, size: int, /) -> bytes: ...
    def seek(self, offset: int, whence: int, /) -> int: ...


class _Bounded(io.RawIOBase):
    """What a compressed file holds, so many bytes at most. Raises OSError where it is broken or holds more."""

    def __init__(self, inside: _Source, broken: type[Exception], path: Path, most: int) -> None:
        super().__init__()
        self._inside, self._broken, self._path, self._most = inside, broken, path, most
        self._read = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._inside.seek(offset, whence)

    def readinto(self, buffer: "memoryview[int] | bytearray") -> int:  # type: ignore[override]
        try:
            data = self._inside.read(len(buffer))
        except (self._broken, EOFError) as error:
            raise OSError(errno.EIO, f"it cannot be unpacked: {error}", str(self._path)) from error
        self._read += len(data)
        if self._read > self._most:
            raise OSError(errno.EFBIG, f"it holds more than {self._most // 1024**2:,} MB", str(self._path))
        buffer[: len(data)] = data
        return len(data)
