"""Opening a transcript that its agent may have compressed, as Codex does with rollouts that rest."""

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol

from lore import opening

COMPRESSED = ".jsonl.zst"
RATIO, LITTLE = 100, 64 * 1024
"""How many bytes are taken out of each byte of what is compressed, and how many at least: a session becomes some ten
times smaller, and a small file may be made to hold anything."""


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """A regular file, open for reading, in the bytes that the agent wrote. Raises NotRegular, OSError."""
    with opening.opened(path) as file:
        if not path.name.endswith(COMPRESSED):
            yield file
            return
        with _inside(file, path, _most(os.fstat(file.fileno()).st_size)) as buffered:
            yield buffered


def unpacked(data: bytes, most: int) -> bytes:
    """What a compressed value holds. Raises OSError where it is broken, or holds more than so many bytes."""
    with _inside(io.BytesIO(data), Path("a value"), min(most, _most(len(data)))) as buffered:
        return buffered.read()


def _most(size: int) -> int:
    """The bytes that are taken out of so many compressed ones."""
    return max(LITTLE, RATIO * size)


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
            told = f"it holds more than {self._most:,} bytes, far more than a session of its size: the rest was left"
            raise OSError(errno.EFBIG, told, str(self._path))
        buffer[: len(data)] = data
        return len(data)
