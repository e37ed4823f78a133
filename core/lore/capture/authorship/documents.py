"""Whether a message holds a document: a README, an issue, a page, pasted without a mark of quotation.

Its plain paragraphs look like anybody's. What shows it is what a file has and nobody types at a prompt: links in
markup, directives, tags, rules under titles, several headings, and lines that an editor wrapped within a sentence.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lore.capture.authorship.blocks import Block

FEW_WRAPPED = 2
"""Lines that were wrapped within a sentence, from which a file had them."""
FEW_HEADINGS = 3
"""Headings from which a file had them."""
_LOOKED_AT = 4_000
"""Characters of a block that are looked at."""
_MARKUP = re.compile(
    r"(?<!!)\[[^\[\]\n]{0,200}\]\([^()\s]{1,400}\)|\)\]\(|^ {0,3}\[[^\[\]\n]{1,80}\]: {1,4}\S"
    r"|\][ ]?\[[^\[\]\n]{0,80}\]"  # links
    r"|<https?://[^<>\s]{1,300}>`_|^ {0,8}\.\. (?:[\w|_-]{1,40}(?:::| )|_)|:(?:ref|class|func|meth|mod|doc):`"
    r"|^[ \t]{0,12}</?(?:p|div|h\d|img|a|br|table|details|summary|picture|center|ul|li)(?:\s[^<>\n]{0,400})?/?>|<!--"
    r"|^[^\n]{2,80}\n([=~^*#\"'`+-])\1{2,89}[ \t]{0,9}$",  # a rule under a title
    re.MULTILINE | re.IGNORECASE,
)
_HEADING = re.compile(r"^ {0,3}#{1,6} \S", re.MULTILINE)
_LAYOUT = re.compile(r"\s{0,40}(?:[-*+•>|#]|\d{1,3}[.)])\s")
_GOES_ON = re.compile(r"\s{0,8}[a-z(`]")
_ENDS = ".!?:;…"
_NARROW, _WIDE = 40, 100
"""Characters of a line that was wrapped."""


def hold_document(found: Sequence[Block]) -> bool:
    """Whether the blocks of a message show that it holds a document. What a program printed has no lines that
    were wrapped, and code between fences shows nothing."""
    if any(map(_MARKUP.search, _together(found))):
        return True
    told = [one.text[:_LOOKED_AT] for one in found if not one.is_code and not one.printed]
    return sum(map(_wrapped, told)) >= FEW_WRAPPED or sum(len(_HEADING.findall(one)) for one in told) >= FEW_HEADINGS


def _together(found: Sequence[Block]) -> Iterator[str]:
    """The texts outside code, with the line below a block that a program's line begins."""
    for one, other in pairwise([*found, Block(-1, -1, "")]):
        if not one.is_code:
            joins = other.start == one.end + 1 and not other.is_code
            yield one.text[:_LOOKED_AT] + ("\n" + other.text.partition("\n")[0] if joins else "")


def _wrapped(text: str) -> int:
    """Lines of a paragraph that go on in the next one within a sentence."""
    lines = text.split("\n")
    return sum(
        _NARROW <= len(one.rstrip()) <= _WIDE
        and one.rstrip()[-1] not in _ENDS
        and _GOES_ON.match(other) is not None
        and _LAYOUT.match(other) is None
        for one, other in pairwise(lines)
    )
