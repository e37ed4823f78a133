"""What statements a markdown file makes: front matter, the items of its lists, its paragraphs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lore.errors import BadInput
from lore.intake import clean
from lore.markdown import Block, BlockKind, blocks, front_matter
from lore.opening import read_whole
from lore.text import one_line

LARGEST = 2_000_000
"""Bytes. Files that people and agents write by hand are a few kilobytes."""
SHORTEST, LONGEST = 12, 400
"""Characters of a statement that can stand alone."""
_FEWEST_WORDS, _FEWEST_OF_A_RULE = 3, 2
_LONGEST_RAW = 4_000
"""Characters of a paragraph whose layout is looked at; a longer one is no statement."""
_BLOCKS = re.compile(
    r"<!-- lore:begin (\w+) .*?(?:<!-- lore:end \1 -->|\Z)"
    r"|<(?P<tag>(?:lore|claude-mem|supermemory|engram|mem0)-[\w-]+)\b[^>]{0,200}>.*?(?:</(?P=tag)>|\Z)"
    r"|<!--.*?(?:-->|\Z)",
    re.DOTALL,
)
"""What tools wrote into the file, Lore among them, and comments nobody sees."""
_RAW = ("<pre", "<script", "<style", "<textarea")
"""Begins what is no words, whatever stands in it."""
_ITEM = re.compile(r"(\s*)(?:[-*+•]|\d{1,3}[.)])\s+(.*)")
_CHECKBOX = re.compile(r"\[[ xX-]\]\s+")
_EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(.{1,300}?)(?<=\S)\1")
_LINK = re.compile(r"\[([^\]]{1,200})\]\([^)\s]{1,500}\)")
_WIKI_LINK = re.compile(r"\[\[([^\]|]{1,200}+)(?:\|[^\]]{1,200}+)?\]\]")
_SETTING = re.compile(r"(\s*)([\w.-]+)\s*:(?:\s+(.*)|)")


@dataclass(frozen=True, slots=True)
class Page:
    """A markdown file: its front matter, and the text after it."""

    settings: Mapping[str, str]
    """By name, nested ones as `metadata.type`; the values of a list are joined by commas."""
    body: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A list item or a paragraph."""

    text: str
    """On one line, without marks of layout."""
    raw: str
    """The exact characters."""
    heading: str
    line: int
    """Of the text after the front matter, from 1."""
    is_item: bool
    is_task: bool
    """Whether a box for a tick stands before it."""

    @property
    def stands_alone(self) -> bool:
        """Whether it says something by itself: long enough, no mere link or title of what follows."""
        return not self.says_too_little and len(self.text) >= SHORTEST and self._words >= _FEWEST_WORDS

    @property
    def says_too_little(self) -> str:
        """Why it is nothing even where a rule is expected, which two words can be (`Use pnpm.`); empty where it may."""
        if self.is_task:
            return "a task"
        if self.text.endswith((":", "：")):
            return "a title of what follows"
        if len(self.text) > LONGEST:
            return "longer than a statement"
        return "" if self._words >= _FEWEST_OF_A_RULE else "a name or a link"

    @property
    def _words(self) -> int:
        words = _LINK.sub("", self.raw[:_LONGEST_RAW]).split()
        return sum(any(letter.isalpha() for letter in word) for word in words)


def read_page(path: Path) -> Page:
    """The page in a file. Raises BadInput where it is no text; OSError, also where it is no file or too large."""
    data = read_whole(path, LARGEST)
    if b"\0" in data:
        raise BadInput(f"`{path}` is binary, not text", hint="name a markdown file")
    # Masked here, while every line of a key still stands by itself: statements are lines joined and cut.
    text = clean(data.decode("utf-8-sig", "replace").replace("\r\n", "\n"))
    lines = text.split("\n")
    end = front_matter(lines)
    return Page(_settings("\n".join(lines[1 : max(end - 1, 0)])), "\n".join(lines[end:]))


def _settings(front: str) -> dict[str, str]:
    """Names and values of front matter. More forgiving than YAML: the globs of Cursor's rules are not valid there."""
    found: dict[str, str] = {}
    outer = name = ""
    for line in front.split("\n"):
        setting, item = _SETTING.fullmatch(line), _ITEM.fullmatch(line)
        if item and name:
            found[name] = ", ".join(filter(None, (found.get(name, ""), _unquoted(item[2]))))
        elif setting:
            value = setting[3] or ""
            outer = outer if setting[1] else ""
            name = f"{outer}.{setting[2]}" if outer else setting[2]
            found[name] = _unquoted(value.strip("[] ") if value.startswith("[") else value)
            outer = outer if setting[1] or value.strip() else setting[2]
    return {key: value for key, value in found.items() if value}


def _unquoted(value: str) -> str:
    stripped = value.strip()
    if len(stripped) > 1 and stripped[0] == stripped[-1] and stripped[0] in "\"'":
        return stripped[1:-1].replace(f"\\{stripped[0]}", stripped[0])
    return stripped


def values_of(settings: Mapping[str, str], name: str) -> tuple[str, ...]:
    """A setting that is a list, however it was written."""
    return tuple(filter(None, (_unquoted(one) for one in settings.get(name, "").split(","))))


def statements(body: str) -> Iterator[Statement]:
    """The list items and paragraphs outside code, tables, quotations and blocks of tools, in order."""
    text = without_blocks(body)
    lines = text.split("\n")
    heading = ""
    for block in blocks(text):
        if block.kind is BlockKind.HEADING:
            heading = plain(block.title)
        elif not block.quoted and _holds_words(block, lines):
            for first, part in _parts(lines[block.first : block.end], block.first):
                if part[0].startswith("#"):  # a heading that lacks its space
                    heading = plain(part[0].strip("# \t"))
                else:
                    yield _statement(part, heading, first + 1)


def _holds_words(block: Block, lines: Sequence[str]) -> bool:
    """Whether a block holds statements: a paragraph, one in tags, a list that is indented as code is."""
    if block.kind is BlockKind.HTML:
        return not lines[block.first].lstrip().lower().startswith(_RAW)
    if block.kind is BlockKind.INDENTED:
        return _ITEM.fullmatch(lines[block.first]) is not None
    return block.kind is BlockKind.PARAGRAPH


def _parts(lines: Sequence[str], first: int) -> Iterator[tuple[int, list[str]]]:
    """The lines of a block where a statement begins, with the number of the first of each: items, what lies between."""
    part: list[str] = []
    start = first
    for number, line in enumerate(lines, first):
        ends = not line.strip() or line.lstrip().startswith(("|", ">"))
        if part and (ends or _ITEM.fullmatch(line) or line.startswith("#") or part[0].startswith("#")):
            yield start, part
            part = []
        if not ends:
            start = start if part else number
            part.append(line)
    if part:
        yield start, part


def _statement(lines: Sequence[str], heading: str, number: int) -> Statement:
    item = _ITEM.fullmatch(lines[0])
    raw = "\n".join([item[2] if item else lines[0].strip(), *(line.strip() for line in lines[1:])])
    box = _CHECKBOX.match(raw) if item else None
    text = raw[box.end() :] if box else raw
    shown = plain(text) if len(text) <= _LONGEST_RAW else text[:_LONGEST_RAW]
    return Statement(shown, text, heading, number, item is not None, box is not None)


def without_blocks(body: str) -> str:
    """The text without what tools wrote into it and without comments; its lines keep their numbers."""
    return _BLOCKS.sub(lambda match: "\n" * match.group().count("\n"), body)


def plain(text: str) -> str:
    """The words of markdown on one line, without emphasis; links keep their words."""
    unlinked = _WIKI_LINK.sub(r"\1", _LINK.sub(r"\1", text))
    return one_line(_EMPHASIS.sub(r"\2", unlinked))


def wiki_links(text: str) -> tuple[str, ...]:
    """The pages that a text names in double brackets."""
    return tuple(dict.fromkeys(match[1].strip() for match in _WIKI_LINK.finditer(text)))
