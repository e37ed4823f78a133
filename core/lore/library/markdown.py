"""The sections of markdown: what stands under each heading."""

from lore.library.chunks import Section, Sections
from lore.markdown import BlockKind, blocks, front_matter

LONGEST_UNDERLINED = 3
"""Lines of a paragraph that an underline makes a heading."""


def sections(text: str) -> list[Section]:
    """The sections of a page, in order; the words of its front matter stay in the opening one.

    A heading in a list or a quotation is text.
    """
    lines = text.split("\n")
    found = Sections(lines)
    for block in blocks(text, front_matter(lines)):
        too_long = block.underlined and block.end - block.first > LONGEST_UNDERLINED + 1
        if block.kind is BlockKind.HEADING and not block.nested and not too_long:
            found.heading(block.first, block.end, block.level, block.title)
    return found.finished()
