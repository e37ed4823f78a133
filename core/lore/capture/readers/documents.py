"""Reading one large JSON document element by element: no more than one element is in memory.

Such a file is written anew as a whole, so reading never resumes in the middle of one.
"""

import codecs
import json
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from lore.capture.readers.lines import MAX_LINE, NOT_UTF8, UTF_16, FileStart, Line, Problem, Transcript
from lore.capture.readers.records import Record, ResumePoint
from lore.opening import opened

_CHUNK = 256 * 1024
_DECODER = json.JSONDecoder(strict=False)
_SPACE = re.compile(r"[ \t\r\n]*")
_STRUCTURE = re.compile(r'[\\"{}\[\]]')
_REPLACED = "\ufffd".encode()
_LONGEST_TOKEN = 16
"""Characters: an error this near to the end of what was read may only say that more is to come."""


@dataclass(frozen=True, slots=True)
class Element:
    """One element of the array that was asked for."""

    number: int
    """Counts from 1."""
    value: Any


def outline(head: FileStart) -> frozenset[str]:
    """The names of the members of the first object, in the document or in its array, as far as they can be seen."""
    text, names = head.text, set[str]()
    position = _after_space(text, 0)
    if text[position : position + 1] == "[":
        position = _after_space(text, position + 1)
    if text[position : position + 1] != "{":
        return frozenset()
    try:
        while True:
            name, position = _DECODER.raw_decode(text, _after_space(text, position + 1))
            position = _after_space(text, position)
            if not isinstance(name, str) or text[position : position + 1] != ":":
                break
            names.add(name)
            _, position = _DECODER.raw_decode(text, _after_space(text, position + 1))
            position = _after_space(text, position)
            if text[position : position + 1] != ",":
                break
    except (ValueError, RecursionError):
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
                yield from _of_member(scanner, member)
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


def _of_member(scanner: "_Scanner", member: str) -> Iterator[Element | Problem]:
    for name in scanner.names():
        if name == member and scanner.take("["):
            yield from scanner.array()
        else:
            scanner.skip()


def _after_space(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


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

    def names(self) -> Iterator[str]:
        """The names of an object's members; the caller takes or skips the value after each."""
        if not self.take("{"):
            raise _Broken("not a JSON object")
        while not self.take("}"):
            name = self.value()
            if not isinstance(name, str) or not self.take(":"):
                raise _Broken("a name was expected")
            yield name
            if not self.take(",") and self._next() != "}":
                raise _Broken(_CUT_OFF if not self._next() else "a comma was expected")

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
            if not self.take(",") and self._next() != "]":
                raise _Broken(_CUT_OFF if not self._next() else "a comma was expected")

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
            self._position = _after_space(self._text, self._position)
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
        self._text = self._text[self._position :] + read
        self._position = 0
        return True


# Messages in markdown files, gathered line by line: what was said, apart from thoughts and the output of tools


MAX_BODY = 1_000_000
"""Characters of one message that are held in memory; more than any that is kept."""
MAX_TOOL = 8_000
"""Characters of a tool element that are looked at."""
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_OPENING = ("<think>", "<tool-use", "Tool use: **")
_RULE = "---"


def decoded(line: Line) -> str:
    """The text of a line."""
    return line.data.decode("utf-8", "replace")


@dataclass(slots=True)
class Body:
    """The lines of one message."""

    of_agent: bool = True
    """Only what an agent wrote holds elements of thoughts and tools, and rules between its parts."""
    lines: list[str] = field(default_factory=list)
    tools: list[str] = field(default_factory=list)
    """The elements of tool calls, cut short."""
    _size: int = 0
    _fence: str = ""
    _closing: str = ""
    """What ends the element that is being read."""
    _tool: list[str] = field(default_factory=list)
    _tool_size: int = 0

    @property
    def is_inside(self) -> bool:
        """Whether the next line stands inside code, thoughts or a tool's element."""
        return bool(self._closing or self._fence)

    def add(self, line: str) -> None:
        """Take the next line."""
        if self.of_agent and not self.is_inside and line.startswith(_OPENING):
            self._closing = "</think>" if line.startswith("<think>") else "</tool-use>"
        if self._closing:
            self._inside(line)
            return
        if self.of_agent and not self._fence and line.strip() == _RULE:
            return
        match = _FENCE.match(line)
        if match and not self._fence:
            self._fence = match[1]
        elif match and match[1].startswith(self._fence) and not line.strip(match[1][0] + " \t"):
            self._fence = ""
        if self._size < MAX_BODY:
            self._size += len(line) + 1
            self.lines.append(line[:MAX_BODY])

    def _inside(self, line: str) -> None:
        if self._closing == "</tool-use>" and self._tool_size < MAX_TOOL:
            self._tool.append(line[:MAX_TOOL])
            self._tool_size += len(line) + 1
        if self._closing in line:
            self._closing = ""
            self._end_tool()

    def _end_tool(self) -> None:
        if self._tool:
            self.tools.append("\n".join(self._tool))
        self._tool, self._tool_size = [], 0

    def text(self) -> str:
        """What was said, without the rule before the next message; a tool's element that nothing closed ends here."""
        self._end_tool()
        return "\n".join(self.lines).strip().removesuffix(f"\n{_RULE}").strip()
