"""What a block of a message looks like, in numbers: marks, layout and typing, never its words."""

import math
import re
from collections.abc import Sequence

from lore.capture.authorship.blocks import Block

OWN = (
    "characters", "lines", "code", "printed", "bullets", "numbers", "headings", "bold", "code spans", "dashes",
    "starts low", "sentences low", "ends open", "lone i", "asks", "brackets", "digits", "apostrophes", "plain",
)  # fmt: skip
"""Of a block by itself."""
WHOLE = (
    "blocks", "length", "first", "last", "place", "others long", "after colon", "single line", "plain message",
    "plain inside marks", "marks inside plain",
)  # fmt: skip
"""Of the message round it."""
SHAPE = (*OWN, *WHOLE)
"""The names of all numbers, in order. Fifty more, such as of the blocks beside, told apart no better."""
_LOOKED_AT = 2_000
"""Characters of a block that are measured."""
_BULLET = re.compile(r"[ \t]{0,40}(?:[-*+•▪◦●⏺☐☑✓✔✗✘]|\[[ xX]\])[ \t]+\S")
_NUMBERED = re.compile(r"[ \t]{0,40}\d{1,3}[.)][ \t]+\S")
_HEADING = re.compile(r"[ \t]{0,40}#{1,6} \S|[ \t]{0,40}\*\*[^*\n]{1,90}\*\*:?[ \t]{0,40}$")
_BOLD = re.compile(r"\*\*[^*\n]{1,200}\*\*")
_SPAN = re.compile(r"`[^`\n]{1,200}`")
_DASH = re.compile(r"[—–]| -- ")
_SENTENCE = re.compile(r"(?:^|[.!?]\s{1,4}|\n\s{0,20}(?:[-*+•]\s{1,4}|\d{1,3}[.)]\s{1,4})?)([^\W\d_])")
_END = re.compile(r"[.!?:;…。！？：)\]}`\"'*|]\s{0,40}$")
_LONE_I = re.compile(r"(?<![\w.'/-])i(?:'?(?:m|d|ve|ll))?(?![\w./-])")
_APOSTROPHE = re.compile(r"[a-z]['’][a-z]")
_MARKED = re.compile(
    r"^[ \t]{0,40}(?:[-*+•▪◦●⏺] |#{1,6} |\||\d{1,3}[.)] )|\*\*[^*\n]|[—–→⇒←↔⟶]"
    r"|[\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]",
    re.MULTILINE,
)
"""What a plain text has none of: marks of layout, of typesetting, symbols."""


def shapes(blocks: Sequence[Block]) -> list[list[float]]:
    """One row of `SHAPE` for each block of a message."""
    own = [_own(block) for block in blocks]
    sizes = [len(block.text) for block in blocks]
    whole = sum(sizes) or 1
    plain = sum(size * row[-1] for row, size in zip(own, sizes, strict=True)) / whole
    rows: list[list[float]] = []
    for place, block in enumerate(blocks):
        is_plain = own[place][-1]
        around = [
            math.log1p(len(blocks)),
            math.log1p(whole),
            place == 0,
            place == len(blocks) - 1,
            place / max(1, len(blocks) - 1),
            math.log1p(whole - sizes[place]),
            bool(place and blocks[place - 1].text.rstrip().endswith((":", "："))),
            len(blocks) == 1 and "\n" not in block.text,
            plain,
            is_plain * (1 - plain),
            (1 - is_plain) * plain,
        ]
        rows.append([*own[place], *map(float, around)])
    return rows


def _own(block: Block) -> list[float]:
    """Layout and marks, which a program or an agent sets and a person at a prompt seldom does, and how somebody types.

    Marks are counted a hundred characters, so that a long block is like a short one.
    """
    text = block.text[:_LOOKED_AT]
    lines, size, per = text.split("\n"), max(1, len(text)), 100 / max(100, len(text))
    sentences = _SENTENCE.findall(text)
    return [
        math.log1p(size),
        math.log1p(len(lines)),
        block.is_code,
        block.printed,
        _share(_BULLET, lines),
        _share(_NUMBERED, lines),
        _share(_HEADING, lines),
        _often(_BOLD, text, per),
        _often(_SPAN, text, per),
        _often(_DASH, text, per),
        text.lstrip(" \t-*+•#>1234567890.)[]'\"`")[:1].islower(),
        sum(letter.islower() for letter in sentences) / max(1, len(sentences)),
        _END.search(text) is None,
        min(3.0, len(_LONE_I.findall(text))),
        min(3.0, text.count("?") + text.count("？")),
        sum(letter in "{}[]<>=\\" for letter in text) / size,
        sum(letter.isdigit() for letter in text) / size,
        _often(_APOSTROPHE, text, per),
        not (block.is_code or block.printed or _MARKED.search(text)),
    ]


def _share(pattern: re.Pattern[str], lines: Sequence[str]) -> float:
    return sum(pattern.match(line[:400]) is not None for line in lines) / len(lines)


def _often(pattern: re.Pattern[str], text: str, per: float) -> float:
    return min(4.0, len(pattern.findall(text)) * per)
