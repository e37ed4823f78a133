"""Reading a file line by line in constant memory, from any byte on."""

import codecs
import errno
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from lore import opening
from lore.errors import LoreError

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


MAX_LINE = 16 * 1024 * 1024
"""Bytes. The longest line of a real transcript holds a picture of some megabytes."""
HEAD = 64 * 1024
BATCH, DEEPEST = 1024 * 1024, 64 * 1024 * 1024
"""Bytes that are looked at together, and at most, in a file whose beginning tells nothing: a picture, a hook's text."""
_CHUNK = 1024 * 1024
NOT_UTF8 = "not valid UTF-8: what cannot be read is replaced by `\ufffd`"
_HOLE = b"\0 \t\r\n"
_BOM = b"\xef\xbb\xbf"
UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
DATABASE = b"SQLite format 3\0"
"""What a database begins with."""
DATABASES = frozenset({".db", ".sqlite"})
"""How the names of databases end."""
_BLANK = re.compile(r"\s*")
MOST_GLUED = 1_000
"""Objects on one line that are told apart: a lost line break glues two together."""
_ESCAPE = re.compile(r'(\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))|\\')


@dataclass(frozen=True, slots=True)
class Problem:
    """A place that could not be read, and why. Everything round it was."""

    line: int
    reason: str
    cut_off: bool = False
    """Whether only the end is missing, as in a file that is being written: what is there of it is read later."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its end."""

    number: int
    """Counts from 1."""
    start: int
    """The byte it starts at."""
    end: int
    """The byte the next one starts at."""
    data: bytes
    whole: bool
    """False for a last line that no line break ends: it may still be growing."""


@dataclass(frozen=True, slots=True)
class FileStart:
    """The beginning of a file, or whole lines of it, to tell its format by."""

    data: bytes
    whole: bool
    """Whether no line is cut at its end."""
    _parsed: list[list[dict[str, Any]]] = field(default_factory=list, init=False, repr=False, compare=False)
    """Its objects, once somebody asked for them: each reader does."""

    @property
    def text(self) -> str:
        return self.data[:HEAD].removeprefix(_BOM).decode("utf-8", "replace")

    @property
    def is_one_line(self) -> bool:
        """Whether it is the beginning of a JSON object too long to be seen whole, such as a message with a picture."""
        return self.data.removeprefix(_BOM).startswith(b"{") and b"\n" not in self.data

    def objects(self) -> list[dict[str, Any]]:
        """The JSON objects on its whole lines."""
        if not self._parsed:
            lines = self.data.removeprefix(_BOM).split(b"\n")
            whole = (line.strip(_HOLE) for line in (lines if self.whole else lines[:-1]))
            self._parsed.append([value for line in whole for _, value in objects_on(line)])
        return self._parsed[0]


@dataclass(frozen=True, slots=True)
class Transcript:
    """A file, and the byte to read it from."""

    path: Path
    start: int = 0

    def head(self) -> FileStart:
        """The first bytes; of a database the names of its tables, which stay as it grows. Raises OSError."""
        with opened(self.path) as file:
            data = file.read(HEAD + 1)
            if data.startswith(DATABASE):
                return FileStart(DATABASE + _tables(self.path), whole=True)
            whole = len(data) <= HEAD
            encoding = UTF_16.get(data[:2])
        return FileStart(_in_utf8(data[:HEAD], encoding) if encoding else data[:HEAD], whole)

    def batches(self) -> Iterator[FileStart]:
        """The whole lines of the file from its beginning, some at a time, as far as `DEEPEST`. Raises OSError."""
        lines: list[bytes] = []
        size = 0
        for line in Transcript(self.path).raw_lines():
            if isinstance(line, Line) and line.whole:
                lines.append(line.data)
                size += len(line.data)
            if size >= BATCH or (isinstance(line, Line) and line.end >= DEEPEST):
                yield FileStart(b"\n".join(lines), whole=True)
                lines, size = [], 0
            if isinstance(line, Line) and line.end >= DEEPEST:
                return
        if lines:
            yield FileStart(b"\n".join(lines), whole=True)

    def lines(self) -> Iterator[Line | Problem]:
        """The lines that are not blank, without white space round them. Raises OSError.

        Bytes of value 0 round a line are a hole that a crash left in the file; they are told and passed over.
        """
        for line in self.raw_lines():
            if isinstance(line, Problem):
                yield line
                continue
            stripped = line.data.strip()
            if stripped[:1] == b"\0" or stripped[-1:] == b"\0":
                yield Problem(line.number, "a hole of zero bytes, left by a crash")
                stripped = stripped.strip(_HOLE)
            if stripped:
                yield Line(line.number, line.start, line.end, stripped, line.whole)

    def raw_lines(self) -> Iterator[Line | Problem]:
        """Every line as it stands, without its line break; one that is too long is a Problem. Raises OSError.

        What is not UTF-8 is told before its line.
        """
        with opened(self.path) as file:
            encoding = UTF_16.get(file.read(2))
            file.seek(0)
            number = _count_lines(file, self.start)
            position = self.start
            if encoding:
                yield from _utf_16_lines(file, number, position, encoding)
                return
            while data := file.readline(MAX_LINE + 1):
                number += 1
                start, position = position, position + len(data)
                if len(data) > MAX_LINE and not data.endswith(b"\n"):
                    position += _skip_line(file)
                    yield Problem(number, f"the line is longer than {MAX_LINE // 1024**2} MB")
                    continue
                text = (data.removeprefix(_BOM) if start == 0 else data).rstrip(b"\r\n")
                if not (text.isascii() or is_utf8(text)):
                    yield Problem(number, NOT_UTF8)
                yield Line(number, start, position, text, data.endswith(b"\n"))


def extent(path: Path) -> int:
    """What tells that a transcript went on: its bytes; of a database, which is written in place, when that was last
    done, in milliseconds since 1970. Raises OSError."""
    state = path.stat()
    if path.suffix not in DATABASES:
        return state.st_size
    log = path.with_name(path.name + "-wal")
    is_in_log = log.exists() and log.stat().st_size > 0  # who only reads makes an empty one
    newest = max(state.st_mtime_ns, log.stat().st_mtime_ns if is_in_log else 0)
    return newest // 1_000_000 if state.st_size else 0


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def parse_object(data: bytes) -> object:
    """The value on a line; for a line that is no JSON, the exception that says why.

    A backslash that escapes nothing is taken for itself: tools that blot out secrets leave such ones.
    """
    text = data.decode("utf-8", "replace")
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError) as error:
        if not str(error).startswith("Invalid \\"):
            return error
    try:
        return json.loads(_ESCAPE.sub(lambda match: match[1] or r"\\", text), strict=False)
    except (ValueError, RecursionError) as error:
        return error


def objects_on(data: bytes) -> list[tuple[int, dict[str, Any]]]:
    """The objects on a line, each with the byte it starts at: two that a lost line break glued together are both there.

    Empty where anything else stands on it too.
    """
    value = parse_object(data)
    if isinstance(value, dict):
        return [(0, value)]
    if not (isinstance(value, json.JSONDecodeError) and value.msg == "Extra data"):
        return []
    text, place, start, found = data.decode("utf-8", "replace"), 0, 0, list[tuple[int, dict[str, Any]]]()
    decoder = json.JSONDecoder(strict=False)
    while place < len(text) and (blank := _BLANK.match(text, place)):
        begins = blank.end()
        try:
            one, end = decoder.raw_decode(text, begins) if begins < len(text) else ({}, begins)
        except (ValueError, RecursionError):
            return []
        if not isinstance(one, dict) or len(found) >= MOST_GLUED:
            return []
        start += len(text[place:begins].encode("utf-8", "replace"))
        found += [(start, one)] if end > begins else []
        start += len(text[begins:end].encode("utf-8", "replace"))
        place = end
    return found


def _tables(path: Path) -> bytes:
    """The tables of a database, one a line."""
    from lore import databases  # a database is rare, and SQLite takes time to load

    try:
        with databases.opened(path, checked=False) as database:
            names = database.tables()
    except LoreError as error:
        raise OSError(errno.EIO, error.message, str(path)) from error
    return "\n".join(names).encode("utf-8", "replace")


def _in_utf8(data: bytes, encoding: str) -> bytes:
    return data.decode(encoding, "replace").removeprefix("\ufeff").encode("utf-8", "replace")


def _utf_16_lines(file: BinaryIO, number: int, position: int, encoding: str) -> Iterator["Line | Problem"]:
    """The lines of a file that some editors and shells write: two bytes for a character."""
    end = "\n".encode(encoding)
    rest = b""
    while True:
        chunk = file.read(_CHUNK)
        rest += chunk
        while (place := _aligned(rest, end)) >= 0 or (rest and not chunk):
            stop = place + 2 if place >= 0 else len(rest)
            number += 1
            text = _in_utf8(rest[:stop], encoding).rstrip(b"\r\n")
            yield Line(number, position, position + stop, text, place >= 0)
            position, rest = position + stop, rest[stop:]
        if not chunk:
            return
        if len(rest) > MAX_LINE:
            yield Problem(number + 1, f"the line is longer than {MAX_LINE // 1024**2} MB")
            return


def _aligned(data: bytes, end: bytes) -> int:
    """Where a line break of two bytes stands at an even place; -1 where none does."""
    place = data.find(end)
    while place >= 0 and place % 2:
        place = data.find(end, place + 1)
    return place


def _count_lines(file: BinaryIO, end: int) -> int:
    """Line breaks before a byte; leaves the file at that byte."""
    count, left = 0, end
    while left > 0 and (chunk := file.read(min(_CHUNK, left))):
        count += chunk.count(b"\n")
        left -= len(chunk)
    return count


def _skip_line(file: BinaryIO) -> int:
    """Bytes up to and with the next line break; nothing of them is kept."""
    skipped = 0
    while data := file.readline(_CHUNK):
        skipped += len(data)
        if data.endswith(b"\n"):
            break
    return skipped
