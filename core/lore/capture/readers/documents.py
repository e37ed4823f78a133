"""Reading one large JSON document element by element: no more than one element is in memory.

Such a file is written anew as a whole, so reading never resumes in the middle of one.
"""

import codecs
import io
import json
import re
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from lore.capture.readers.lines import MAX_LINE, NOT_UTF8, UTF_16, FileStart, Transcript
from lore.capture.readers.records import Problem, Record, ResumePoint
from lore.opening import opened

_CHUNK = 256 * 1024
_DECODER = json.JSONDecoder(strict=False)
_SPACE = re.compile(r"[ \t\r\n]*+")
_STRUCTURE = re.compile(r'[\\"{}\[\]]')
_REPLACED = "\ufffd".encode()
_LONGEST_TOKEN = 16
"""Characters: an error this near to the end of what was read may only say that more is to come."""


class Element(NamedTuple):
    """One element of the array that was asked for."""

    number: int
    """Counts from 1."""
    value: Any


def outline(head: FileStart) -> frozenset[str]:
    """The names of the members of the first object, in the document or in its array, as far as they can be seen."""
    scanner, names = _Scanner(io.BytesIO(head.data)), set[str]()
    scanner.take("[")
    try:
        for name in scanner.names():
            names.add(name)
            scanner.value()
    except _Broken:
        return frozenset(names)
    return frozenset(names)


def each_element(
    transcript: Transcript, take: Callable[[Element], Iterator[Record]], member: str | None = None
) -> Iterator[Record]:
    """What `take` makes of each element; after each one, what was read may be written, but nothing is done for good."""
    for element in elements(transcript.path, member):
        yield from [element] if isinstance(element, Problem) else take(element)
        yield ResumePoint(0)


def elements(path: Path, member: str | None = None) -> Iterator[Element | Problem]:
    """The elements of the array that the document is, or of its member with this name; of an object without it, itself.

    What cannot be read is a Problem. Raises OSError.
    """
    with opened(path) as file:
        scanner = _Scanner(file)
        try:
            if scanner.take("["):
                yield from scanner.array()
            elif member is None:
                yield Element(1, scanner.value())
            else:
                for name in scanner.names():
                    if name == member and scanner.take("["):
                        yield from scanner.array()
                    else:
                        scanner.skip()
        except _Broken as error:
            yield Problem(scanner.line, error.reason, error.reason == _CUT_OFF)
        if scanner.replaced is not None:
            yield Problem(scanner.replaced, NOT_UTF8)


def members(path: Path, names: Collection[str]) -> dict[str, Any]:
    """The members of the document's object with these names, as far as they can be read. Raises OSError."""
    found: dict[str, Any] = {}
    with opened(path) as file:
        scanner = _Scanner(file)
        try:
            for name in scanner.names():
                if name in names:
                    found[name] = scanner.value()
                else:
                    scanner.skip()
                if len(found) == len(names):
                    break
        except _Broken:
            return found
    return found


class _Broken(Exception):
    """Why reading cannot go on here."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


_CUT_OFF = "the end is missing; it will be read once the file is complete"


class _Scanner:
    """A position in a document that is read piece by piece."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("replace").decode
        self._text, self._position, self._ended = "", 0, False
        self._lines = 0
        self.replaced: int | None = None
        """The line by which something was met that is not UTF-8."""

    @property
    def line(self) -> int:
        """The line of the present position, from 1."""
        return self._lines + self._text.count("\n", 0, self._position) + 1

    def take(self, mark: str) -> bool:
        """Step over this character where it comes next."""
        if self._next() != mark:
            return False
        self._position += 1
        return True

    def _ends(self, bracket: str) -> None:
        """Step over the comma before a next one; nothing else but the bracket may follow."""
        if not self.take(",") and self._next() != bracket:
            raise _Broken("a comma was expected" if self._next() else _CUT_OFF)

    def names(self) -> Iterator[str]:
        """The names of an object's members; the caller takes or skips the value after each."""
        if not self.take("{"):
            raise _Broken("not a JSON object")
        while not self.take("}"):
            name = self.value()
            if not isinstance(name, str) or not self.take(":"):
                raise _Broken("a name was expected")
            yield name
            self._ends("}")

    def array(self) -> Iterator[Element | Problem]:
        """The elements of an array whose bracket was taken. A broken one is named and stepped over."""
        number = 0
        while not self.take("]"):
            number += 1
            start = self.line
            try:
                yield Element(number, self.value())
            except _Broken as error:
                if error.reason != _CUT_OFF:
                    yield Problem(start, f"element {number}: {error.reason}")
                self.skip()
            self._ends("]")

    def value(self) -> Any:
        """The value that comes next. Raises _Broken, with the position where it was."""
        self._next()
        while True:
            try:
                found, end = _DECODER.raw_decode(self._text, self._position)
            except json.JSONDecodeError as error:
                unfinished = error.msg.startswith("Unterminated") or error.pos > len(self._text) - _LONGEST_TOKEN
                if not unfinished:
                    raise _Broken(f"not JSON: {error.msg.lower()}") from error
            except RecursionError as error:
                raise _Broken("nested too deeply") from error
            except ValueError as error:
                raise _Broken("a number is too long") from error
            else:
                if end < len(self._text) or self._ended:
                    self._position = end
                    return found
            if len(self._text) - self._position > MAX_LINE:
                raise _Broken(f"longer than {MAX_LINE // 1024**2} MB")
            if not self._read(len(self._text) - self._position):
                raise _Broken(_CUT_OFF)

    def skip(self) -> None:
        """Step over the value that comes next, whatever its length, by its brackets alone."""
        if self._next() not in ("{", "["):
            self.value()
            return
        depth, in_text = 0, False
        while True:
            match = _STRUCTURE.search(self._text, self._position)
            if match is None:
                self._position = len(self._text)
                if not self._read(0):
                    raise _Broken(_CUT_OFF)
                continue
            self._position, mark = match.end(), match.group()
            if mark == "\\":
                if self._position == len(self._text) and not self._read(0):
                    raise _Broken(_CUT_OFF)
                self._position += 1
            elif mark == '"':
                in_text = not in_text
            elif not in_text:
                depth += 1 if mark in "{[" else -1
                if depth == 0:
                    return

    def _next(self) -> str:
        """The next character that is no white space, without stepping over it; empty at the end."""
        while True:
            self._position += len(_SPACE.match(self._text, self._position)[0])  # type: ignore[index]
            if self._position < len(self._text):
                return self._text[self._position]
            if not self._read(0):
                return ""

    def _read(self, size: int) -> bool:
        """Read at least a chunk more, and let go of what was passed; whether there was more."""
        if self._ended:
            return False
        data = self._file.read(max(_CHUNK, size))
        if data[:2] in UTF_16 and not (self._text or self._lines):
            self._decode = codecs.getincrementaldecoder("utf-16")("replace").decode
        self._ended = not data
        self._lines += self._text.count("\n", 0, self._position)
        read = self._decode(data, final=self._ended)
        if self.replaced is None and read.count("\ufffd") > data.count(_REPLACED):
            self.replaced = self._lines + 1
        self._text, self._position = self._text[self._position :] + read, 0
        return True
