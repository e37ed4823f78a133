"""JSON as people keep it in settings, with the place of every value: comments, trailing commas, JSON5 names and quotes.

Nothing is ever printed again from what was read: edits are insertions into the text, and cuts out of it, so that all
else stays byte for byte.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from lore.errors import BadInput

DEEPEST = 100
"""Levels of nesting that a settings file may have."""
_SPACE = re.compile(r"(?:[\s\ufeff]|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.DOTALL)
_BARE = re.compile(r"[^\s,:\[\]{}\"'/]+")
_REST_OF_LINE = re.compile(r"[ \t]*(?:/\*[^*\n]*\*/[ \t]*)*(?://[^\n]*)?")
_WORDS = {"true": True, "false": False, "null": None}


@dataclass(frozen=True)
class Node:
    """A value, and where it stands: `text[start:end]`."""

    start: int
    end: int
    members: tuple["Member", ...] | None = None
    """Of an object; the last one of a name counts, as for the programs that read it."""

    items: tuple["Node", ...] | None = None
    scalar: object = None
    closed_by_comma: bool = False
    """Whether a comma follows the last member or item."""

    @property
    def value(self) -> object:
        """The value without its place. Numbers are floats or, where only JSON5 knows them, texts."""
        if self.members is not None:
            return {member.name: member.node.value for member in self.members}
        if self.items is not None:
            return [item.value for item in self.items]
        return self.scalar

    def member(self, name: str) -> "Member | None":
        return next((member for member in reversed(self.members or ()) if member.name == name), None)


@dataclass(frozen=True)
class Member:
    name: str
    start: int
    """Where its name begins."""
    node: Node


def read(text: str, path: str) -> Node | None:
    """The value of a file; None where there is nothing but space and comments. Raises BadInput with the line."""
    return _Reader(text, path).whole()


def space_after(text: str, position: int) -> int:
    """Where the space and the comments end that begin here."""
    match = _SPACE.match(text, position)
    assert match is not None
    return match.end()


def line_rest(text: str, position: int) -> int:
    """Where the comments end that follow on the same line; `position` itself where something else does."""
    match = _REST_OF_LINE.match(text, position)
    assert match is not None
    return match.end() if match.end() >= len(text) or text[match.end()] in "\r\n" else position


class _Reader:
    def __init__(self, text: str, path: str) -> None:
        self._text, self._path = text, path

    def whole(self) -> Node | None:
        start = space_after(self._text, 0)
        if start == len(self._text):
            return None
        node = self._value(start, 0)
        if space_after(self._text, node.end) != len(self._text):
            self._odd(node.end, "something stands after its end")
        return node

    def _value(self, at: int, depth: int) -> Node:
        if depth > DEEPEST:
            self._odd(at, f"it is nested more than {DEEPEST} levels deep")
        if self._text.startswith("{", at):
            return self._object(at, depth)
        if self._text.startswith("[", at):
            return self._array(at, depth)
        if string := _STRING.match(self._text, at):
            return Node(at, string.end(), scalar=self._string(string[0], at))
        bare = _BARE.match(self._text, at)
        if bare is None:
            self._odd(at, "a value is missing")
        return Node(at, bare.end(), scalar=_scalar(bare[0]))

    def _object(self, start: int, depth: int) -> Node:
        members: list[Member] = []
        comma, at = False, space_after(self._text, start + 1)
        while not self._text.startswith("}", at):
            if members and not comma:
                self._odd(at, "a comma is missing")
            name = _STRING.match(self._text, at) or _BARE.match(self._text, at)
            if name is None:
                self._odd(at, "a name is missing")
            colon = space_after(self._text, name.end())
            if not self._text.startswith(":", colon):
                self._odd(colon, "a colon is missing")
            node = self._value(space_after(self._text, colon + 1), depth + 1)
            quoted = name[0][0] in "\"'"
            members.append(Member(self._string(name[0], at) if quoted else name[0], at, node))
            comma, at = self._comma(node.end)
        return Node(start, at + 1, members=tuple(members), closed_by_comma=comma)

    def _array(self, start: int, depth: int) -> Node:
        items: list[Node] = []
        comma, at = False, space_after(self._text, start + 1)
        while not self._text.startswith("]", at):
            if items and not comma:
                self._odd(at, "a comma is missing")
            items.append(self._value(at, depth + 1))
            comma, at = self._comma(items[-1].end)
        return Node(start, at + 1, items=tuple(items), closed_by_comma=comma)

    def _comma(self, end: int) -> tuple[bool, int]:
        """Whether a comma follows a value, and where the next thing stands."""
        at = space_after(self._text, end)
        if self._text.startswith(",", at):
            return True, space_after(self._text, at + 1)
        return False, at

    def _string(self, quoted: str, at: int) -> str:
        body = quoted[1:-1]
        if quoted[0] == "'":
            body = body.replace("\\'", "'").replace('"', '\\"')
        try:
            return str(json.loads(f'"{body}"', strict=False))
        except ValueError:
            self._odd(at, "a text cannot be read")

    def _odd(self, at: int, what: str) -> NoReturn:
        line = self._text.count("\n", 0, at) + 1
        raise BadInput(
            f"`{self._path}` is no JSON: {what}, on line {line}", hint="repair it; Lore writes nothing to it until then"
        )


def _scalar(word: str) -> object:
    if word in _WORDS:
        return _WORDS[word]
    try:
        return float(word)
    except ValueError:
        return word


# A change of a text as insertions and cuts, which can be taken back exactly


@dataclass(frozen=True)
class Insertion:
    """A text that is put in, and where: characters from the beginning of the text before."""

    at: int
    text: str


def with_insertions(text: str, insertions: Sequence[Insertion]) -> str:
    """The text with all of them in place; of two at one place, the first comes first."""
    parts, last = [], 0
    for each in sorted(insertions, key=lambda each: each.at):
        parts += [text[last : each.at], each.text]
        last = each.at
    return "".join(parts) + text[last:]


def without_insertions(text: str, insertions: Sequence[Insertion]) -> str | None:
    """The text as it was before them; None where they do not stand in it any more."""
    parts, last, shift = [], 0, 0
    for each in sorted(insertions, key=lambda each: each.at):
        start = each.at + shift
        if not text.startswith(each.text, start):
            return None
        parts.append(text[last:start])
        last = start + len(each.text)
        shift += len(each.text)
    return "".join(parts) + text[last:]


def decoded(content: bytes, path: str) -> str:
    """The text of a settings file. Raises BadInput where it is no UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadInput(f"`{path}` is no text in UTF-8", hint="Lore writes nothing to it") from error
