"""Reading a file line by line in constant memory, from any byte on, and the objects on its lines."""

import codecs
import errno
import io
import json
import os
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

from lore import opening
from lore.capture.readers.fields import moment, objects_on, parse_object
from lore.capture.readers.records import Problem, Record, ResumePoint
from lore.errors import LoreError
from lore.text import fault_in_json

COMPRESSED = ".jsonl.zst"
RATIO, LITTLE = 100, 64 * 1024
"""How many bytes are taken out of each byte of what is compressed, and how many at least: a session becomes some ten
times smaller, and a small file may be made to hold anything."""
MAX_LINE = 16 * 1024 * 1024
"""Bytes. The longest line of a real transcript holds a picture of some megabytes."""
HEAD, _CHUNK = 64 * 1024, 1024 * 1024
NOT_UTF8 = "not valid UTF-8: what cannot be read is replaced by `\ufffd`"
_TOO_LONG = f"the line is longer than {MAX_LINE // 1024**2} MB"
_HOLE = b"\0 \t\r\n"
_BOM = codecs.BOM_UTF8
UTF_16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
DATABASE = b"SQLite format 3\0"
"""What a database begins with."""
DATABASES = frozenset({".db", ".sqlite"})
"""How the names of databases end."""
_BEFORE_HEADER = 200
"""Lines that may stand before the one that names the session."""


def most_unpacked(size: int) -> int:
    """The bytes that are taken out of so many compressed ones."""
    return max(LITTLE, RATIO * size)


@contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """A regular file, open for reading, and how many bytes of it are read: of a compressed one what it holds.

    Raises NotRegular, OSError.
    """
    with opening.opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        if path.name.endswith(COMPRESSED):
            with _inside(file, path) as inside:
                yield inside, most_unpacked(size)
        else:
            yield file, sys.maxsize


@contextmanager
def _inside(file: BinaryIO, path: Path) -> Iterator[Any]:
    """What a compressed file holds. Raises OSError where it is broken."""
    if sys.version_info >= (3, 14):  # loaded for what is compressed alone
        from compression.zstd import ZstdError, ZstdFile
    else:
        from backports.zstd import ZstdError, ZstdFile
    try:
        with ZstdFile(file) as inside:
            yield inside
    except (ZstdError, EOFError) as error:
        raise OSError(errno.EIO, f"it cannot be unpacked: {error}", str(path)) from error


def _too_much(path: Path, most: int) -> OSError:
    told = f"it holds more than {most:,} bytes, far more than a session of its size: the rest was left"
    return OSError(errno.EFBIG, told, str(path))


def unpacked(data: bytes, most: int) -> bytes:
    """What a compressed value holds. Raises OSError where it is broken, or holds more than so many bytes."""
    most, path = min(most, most_unpacked(len(data))), Path("a value")
    with _inside(io.BytesIO(data), path) as inside:
        found = bytes(inside.read(most + 1))
    if len(found) > most:
        raise _too_much(path, most)
    return found


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
    value: dict[str, Any] = field(default_factory=dict)
    """The object on it, where objects are read."""

    @property
    def text(self) -> str:
        return self.data.decode("utf-8", "replace")


_Lines = Generator[Line | Problem, None, int]


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
    def tables(self) -> frozenset[str]:
        """The names of the tables of a database; none of another file."""
        is_database = self.data.startswith(DATABASE)
        return frozenset(self.text.removeprefix(DATABASE.decode()).split("\n")) if is_database else frozenset()

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
        with _opened(self.path) as (file, _):
            data = file.read(HEAD + 1)
        if data.startswith(DATABASE):
            return FileStart(DATABASE + _tables(self.path), whole=True)
        whole, data = len(data) <= HEAD, data[:HEAD]
        if encoding := UTF_16.get(data[:2]):
            data = data.decode(encoding, "replace").removeprefix("\ufeff").encode()
        return FileStart(data, whole)

    def batches(self) -> Iterator[FileStart]:
        """The lines of the file from its beginning, some at a time. Raises OSError."""
        lines, size = list[bytes](), 0
        for line in Transcript(self.path).raw_lines():
            if isinstance(line, Line):
                lines.append(line.data)
                size += len(line.data) + 1
            if size >= _CHUNK:
                yield FileStart(b"\n".join(lines), whole=True)
                lines, size = [], 0
        yield FileStart(b"\n".join(lines), whole=True)

    def raw_lines(self) -> Iterator[Line | Problem]:
        """Every line as it stands, without its line break; one that is too long is a Problem. Raises OSError.

        What is not UTF-8 is told before its line.
        """
        with _opened(self.path) as (file, most):
            encoding = UTF_16.get(file.read(2))
            file.seek(0)
            number, position = _count_lines(file, self.start), self.start
            if encoding:
                position = yield from _utf_16_lines(file, number, position, encoding, most)
                if position > most:
                    raise _too_much(self.path, most)
                return
            while data := file.readline(MAX_LINE + 1):
                number += 1
                start, position = position, position + len(data)
                if position > most:
                    raise _too_much(self.path, most)
                if len(data) > MAX_LINE and not data.endswith(b"\n"):
                    position += _skip_line(file, most - position)
                    yield Problem(number, _TOO_LONG)
                    continue
                text = (data.removeprefix(_BOM) if start == 0 else data).rstrip(b"\r\n")
                if not (text.isascii() or text.decode("utf-8", "ignore").encode() == text):
                    yield Problem(number, NOT_UTF8)
                yield Line(number, start, position, text, data.endswith(b"\n"))


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the transcripts of one agent."""

    name: str
    """How `--format` and the store name the agent."""
    recognises: Callable[[FileStart], bool]
    """Whether a file that begins so is one of this agent's, judged by its content."""
    read: Callable[[Transcript], Iterator[Record]]
    """Everything from where the transcript is to be read; a bad line is a Problem, never an exception."""


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


def entries(transcript: Transcript, skip: tuple[bytes, ...] = ()) -> Iterator[Line | Problem]:
    """The lines with their objects. A whole line that holds one of `skip` early on is not parsed: its object is empty.

    A last line that is cut off is a Problem: the good lines before it stand, and it is read when the file has grown.
    Bytes of value 0 round a line are a hole that a crash left in the file; they are told and passed over.
    """
    for line in transcript.raw_lines():
        if isinstance(line, Problem):
            yield line
            continue
        stripped = line.data.strip()
        data = stripped.strip(_HOLE)
        if stripped[:1] == b"\0" or stripped[-1:] == b"\0":
            yield Problem(line.number, "a hole of zero bytes, left by a crash")
        if line.whole and any(mark in data[:400] for mark in skip):
            yield line
        elif data:
            yield from _objects(replace(line, data=data))


def _objects(line: Line) -> Iterator[Line | Problem]:
    value = parse_object(line.data)
    if isinstance(value, dict):
        for name in ("timestamp", "at"):
            if value.get(name) not in (None, "") and not moment(value[name]):
                yield Problem(line.number, f"`{name}` is not a time that can be read")
        yield replace(line, value=value)
    elif not isinstance(value, Exception):
        yield Problem(line.number, "not a JSON object")
    elif glued := objects_on(line.data):
        yield Problem(line.number, f"{len(glued)} objects on one line, without a line break between: all were read")
        yield from (replace(line, start=line.start + place, value=one) for place, one in glued)
    elif not line.whole:
        yield Problem(line.number, "the last line is incomplete; it will be read once the file grows", True)
    elif (next_one := _after_crash(line.text, value)) is not None:
        yield Problem(line.number, "cut off: the agent ended while it wrote, and went on later on the same line")
        yield replace(line, value=next_one)
    else:
        yield Problem(line.number, f"not JSON: {fault_in_json(value)}")


def each_line(transcript: Transcript, take: Callable[[Line], Iterator[Record]]) -> Iterator[Record]:
    """What `take` makes of each line, for an agent whose every line stands alone: reading may resume after any."""
    for line in entries(transcript):
        if isinstance(line, Problem):
            yield line
            continue
        yield from take(line)
        yield ResumePoint(line.end)


def replay(path: Path, take: Callable[[Line], Iterator[Record]], end: int | None = None) -> None:
    """Let `take` learn what the lines of a file say that begin before a byte."""
    for line in entries(Transcript(path)):
        if isinstance(line, Line):
            if end is not None and line.start >= end:
                break
            for _ in take(line):
                pass


def first_object(transcript: Transcript, is_header: Callable[[dict[str, Any]], bool] | None = None) -> dict[str, Any]:
    """The first object of the file, wherever it is read from: many agents name the session only there.

    is_header: tells that line, where others may stand before it; without any such line the first one counts.
    """
    first: dict[str, Any] | None = None
    for number, line in enumerate(entries(Transcript(transcript.path))):
        if isinstance(line, Line):
            first = line.value if first is None else first
            if is_header is None or is_header(line.value):
                return line.value
        if number >= _BEFORE_HEADER:
            break
    return first or {}


def _after_crash(text: str, error: Exception) -> dict[str, Any] | None:
    """The object that follows a broken one on its line: an agent that was killed left a line without its end."""
    if not isinstance(error, json.JSONDecodeError) or not text.startswith("{"):
        return None
    # It begins where the broken one stops making sense, or, where it passes for a value of that one, alike.
    for start in (text.rfind('{"', 0, error.pos + 2), text.find(text.partition(":")[0], 1)):
        value = parse_object(text[start:].encode("utf-8", "replace")) if start > 0 else None
        if isinstance(value, dict):
            return value
    return None


def _tables(path: Path) -> bytes:
    """The tables of a database, one a line."""
    from lore import databases  # a database is rare, and SQLite takes time to load

    try:
        with databases.opened(path, checked=False) as database:
            return "\n".join(database.tables()).encode("utf-8", "replace")
    except LoreError as error:
        raise OSError(errno.EIO, error.message, str(path)) from error


def _utf_16_lines(file: BinaryIO, number: int, position: int, encoding: str, most: int) -> _Lines:
    """The lines of a file that some editors and shells write, two bytes for a character; returns where it ended."""
    characters = io.TextIOWrapper(file, encoding, "replace", newline="\n")
    try:
        while position <= most and (text := characters.readline(MAX_LINE)):
            number, start = number + 1, position
            position += len(text.encode(encoding))
            if len(text) == MAX_LINE and not text.endswith("\n"):
                while position <= most and text and not text.endswith("\n"):
                    text = characters.readline(_CHUNK)
                    position += len(text.encode(encoding))
                yield Problem(number, _TOO_LONG)
            else:
                data = text.removeprefix("\ufeff").rstrip("\r\n").encode()
                yield Line(number, start, position, data, text.endswith("\n"))
    finally:
        characters.detach()
    return position


def _count_lines(file: BinaryIO, end: int) -> int:
    """Line breaks before a byte; leaves the file at that byte."""
    count, left = 0, end
    while left > 0 and (chunk := file.read(min(_CHUNK, left))):
        count += chunk.count(b"\n")
        left -= len(chunk)
    return count


def _skip_line(file: BinaryIO, most: int) -> int:
    """Bytes up to and with the next line break, or so many; nothing of them is kept."""
    skipped = 0
    while skipped <= most and (data := file.readline(_CHUNK)):
        skipped += len(data)
        if data.endswith(b"\n"):
            break
    return skipped
