"""The structure of a markdown text: its headings, paragraphs, code, tables and quotations, each with its lines.

Follows CommonMark, with tables, and front matter. Documents, memory files and what is compressed are read by it alone.
Messages are not (`language.splitter`): they are read by the thousand while somebody waits, hold half-written
markdown, and are cut into sentences, which takes two expressions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

LONGEST_FRONT_MATTER = 200
"""Lines; a `---` further down closes nothing."""
_UNDERLINES = ("=", "-")


class BlockKind(StrEnum):
    """What some lines of a page are."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    CODE = "code"
    """Fenced."""
    INDENTED = "indented"
    """Indented code."""
    HTML = "html"
    """Tags and comments, up to where CommonMark ends them."""
    TABLE = "table"


_KINDS = {
    "heading_open": BlockKind.HEADING,
    "paragraph_open": BlockKind.PARAGRAPH,
    "fence": BlockKind.CODE,
    "code_block": BlockKind.INDENTED,
    "html_block": BlockKind.HTML,
    "table_open": BlockKind.TABLE,
}


@dataclass(frozen=True, slots=True)
class Block:
    """Lines `first` to before `end`, counted from 0, that hold no other block."""

    kind: BlockKind
    first: int
    end: int
    level: int = 0
    """Of a heading: 1 is the outermost."""
    title: str = ""
    """Of a heading: its words, on one line, as they are written."""
    underlined: bool = False
    """Whether a heading is one by the line below it."""
    quoted: bool = False
    """Whether it stands in a quotation."""
    nested: bool = False
    """Whether it stands in a list or a quotation."""


def front_matter(lines: Sequence[str]) -> int:
    """How many lines the front matter takes, its marks included; 0 where there is none."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    for number, line in enumerate(lines[1:LONGEST_FRONT_MATTER], 1):
        if line.rstrip() in ("---", "..."):
            return number + 1
    return 0


def blocks(text: str, start: int = 0) -> Iterator[Block]:
    """The blocks of a page in order, from line `start` on. Lines end with `\n`; time grows with the length.

    Lines right below a table that hold no bar are a paragraph: CommonMark has no tables, and people mean no row.
    """
    lines = text.replace("\r", " ").split("\n")  # a lone one would count as a line
    tokens = _parser().parse("\n".join(lines[start:]))
    quotations = 0
    for place, token in enumerate(tokens):
        quotations += {"blockquote_open": 1, "blockquote_close": -1}.get(token.type, 0)
        kind = _KINDS.get(token.type)
        if kind is not None and token.map is not None:
            first, end = (line + start for line in token.map)
            title = tokens[place + 1].content if kind is BlockKind.HEADING else ""
            last = end
            while kind is BlockKind.TABLE and "|" not in lines[end - 1]:
                end -= 1
            yield Block(
                kind,
                first,
                end,
                level=int(token.tag[1:]) if kind is BlockKind.HEADING else 0,
                title=" ".join(part.strip() for part in title.split("\n")),
                underlined=token.markup in _UNDERLINES,
                quoted=quotations > 0,
                nested=token.level > 0,
            )
            if end < last:
                yield Block(BlockKind.PARAGRAPH, end, last, quoted=quotations > 0, nested=token.level > 0)


@cache
def _parser() -> "MarkdownIt":
    """Finds blocks alone: what stands inside a paragraph is left as it is."""
    from markdown_it import MarkdownIt  # 85 ms

    return MarkdownIt("commonmark").enable("table").disable("inline")
