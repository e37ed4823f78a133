"""What a block of a message looks like, in numbers: marks, layout and typing, never its words."""

import math
import re
from collections.abc import Sequence

from lore.capture.authorship.blocks import Block

OWN = (
    "characters", "lines", "characters a line", "code", "printed", "bullets", "numbers", "headings", "table rows",
    "label", "bold", "code spans", "dashes", "arrows", "symbols", "box", "indented", "wrapped", "starts low",
    "sentences low", "ends open", "ends with colon", "lone i", "asks", "runs of marks", "brackets", "digits",
    "identifiers", "paths", "letters", "capitals", "quotation", "parentheses", "semicolons", "long words",
    "comma a sentence", "words a sentence", "missing space", "double space", "apostrophes", "calls out", "mentions",
    "beyond Latin", "plain", "plain and asks", "plain and apostrophes", "short and plain",
)  # fmt: skip
"""Of a block by itself."""
WHOLE = (
    "blocks", "length", "first", "last", "place", "heading share", "bullet share", "code share", "bold share",
    "printed share", "dash share", "low share", "others long", "after colon", "single line", "plain message",
    "plain inside marks", "marks inside plain",
)  # fmt: skip
"""Of the message round it."""
BESIDE = ("headings", "bullets", "bold", "code spans", "printed", "starts low", "dashes", "sentences low", "code")
"""What counts of the blocks before and behind."""
SHAPE = (*OWN, *WHOLE, *(f"before: {name}" for name in BESIDE), *(f"behind: {name}" for name in BESIDE))
"""The names of all numbers, in order."""
_LOOKED_AT = 2_000
"""Characters of a block that are measured."""
_BULLET = re.compile(r"[ \t]{0,40}(?:[-*+•▪◦●⏺☐☑✓✔✗✘]|\[[ xX]\])[ \t]+\S")
_NUMBERED = re.compile(r"[ \t]{0,40}\d{1,3}[.)][ \t]+\S")
_HEADING = re.compile(r"[ \t]{0,40}#{1,6} \S|[ \t]{0,40}\*\*[^*\n]{1,90}\*\*:?[ \t]{0,40}$")
_ROW = re.compile(r"[ \t]{0,40}\|(?=.{0,431}$).{0,390}\|[ \t]{0,40}$")
_LABEL = re.compile(r"\W{0,6}\*{0,2}[A-Z][\w /`'()-]{1,40}\*{0,2}:(?:\*\*)?(?:\s|$)")
_BOLD = re.compile(r"\*\*[^*\n]{1,200}\*\*")
_SPAN = re.compile(r"`[^`\n]{1,200}`")
_DASH = re.compile(r"[—–]| -- ")
_ARROW = re.compile(r"[→⇒←↔⟶➜]|[-=]>")
_SYMBOL = re.compile(r"[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
_BOX = re.compile(r"[\u2500-\u259f]")
_SENTENCE = re.compile(r"(?:^|[.!?]\s{1,4}|\n\s{0,20}(?:[-*+•]\s{1,4}|\d{1,3}[.)]\s{1,4})?)([^\W\d_])")
_END = re.compile(r"[.!?:;…。！？：)\]}`\"'*|]\s{0,40}$")
_LONE_I = re.compile(r"(?<![\w.'/-])i(?:'?(?:m|d|ve|ll))?(?![\w./-])")
_RUNS = re.compile(r"[!?]{2,}|\.{2,}(?!/)|,,|\b[A-Z]{4,40} [A-Z]{3,40}\b")
_IDENTIFIER = re.compile(r"\b[a-z]{1,60}(?:[A-Z]|_)\w|\b\w{1,80}\(\)|\b[A-Z][a-z]{1,60}[A-Z]")
_PATH = re.compile(r"(?<![:/\w])[\w.@~-]{1,80}/[\w./@~-]{1,200}|\b[\w-]{1,80}\.\w{1,4}\b(?!\.)")
_MISSING_SPACE = re.compile(r"[a-z][,;][A-Za-z]|[a-z]{2}[.?!][A-Z][a-z]")
_APOSTROPHE = re.compile(r"[a-z]['’][a-z]")
_MENTION = re.compile(r"(?<!\S)@[\w./-]+")
_MARKED = re.compile(
    r"^[ \t]{0,40}(?:[-*+•▪◦●⏺] |#{1,6} |\||\d{1,3}[.)] )|\*\*[^*\n]|[—–→⇒←↔⟶]"
    r"|[\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]",
    re.MULTILINE,
)
"""What a plain text has none of: marks of layout, of typesetting, symbols."""
_DOUBLE_SPACE = re.compile(r"[^\s.:|]  {1,40}[^\s|]")


def shapes(blocks: Sequence[Block]) -> list[list[float]]:
    """One row of `SHAPE` for each block of a message."""
    own = [_own(block) for block in blocks]
    sizes = [len(block.text) for block in blocks]
    whole = sum(sizes) or 1
    shares = _shares(own, sizes, whole)
    none = [0.0] * len(BESIDE)
    plain = sum(size * row[_PLACES["plain"]] for row, size in zip(own, sizes, strict=True)) / whole
    rows: list[list[float]] = []
    for place, block in enumerate(blocks):
        before = _beside(own[place - 1]) if place else none
        behind = _beside(own[place + 1]) if place + 1 < len(blocks) else none
        around = [
            math.log1p(len(blocks)),
            math.log1p(whole),
            place == 0,
            place == len(blocks) - 1,
            place / max(1, len(blocks) - 1),
            *shares,
            math.log1p(whole - sizes[place]),
            bool(place and blocks[place - 1].text.rstrip().endswith((":", "："))),
            len(blocks) == 1 and "\n" not in block.text,
            plain,
            own[place][_PLACES["plain"]] * (1 - plain),
            (1 - own[place][_PLACES["plain"]]) * plain,
        ]
        rows.append([*own[place], *map(float, around), *before, *behind])
    return rows


def _own(block: Block) -> list[float]:
    text = block.text[:_LOOKED_AT]
    per = 100 / max(100, len(text))
    """Marks are counted a hundred characters, so that a long block is like a short one."""
    return [*_layout(block, text, per), *_typing(block, text, per)]


def _layout(block: Block, text: str, per: float) -> list[float]:
    """Lines, lists, headings and marks: what a program or an agent sets, and a person at a prompt seldom does."""
    lines = text.split("\n")
    count, size = len(lines), max(1, len(text))
    sentences = _SENTENCE.findall(text)
    return [
        math.log1p(size),
        math.log1p(count),
        math.log1p(size / count),
        block.is_code,
        block.printed,
        _share(_BULLET, lines),
        _share(_NUMBERED, lines),
        _share(_HEADING, lines),
        _share(_ROW, lines),
        _share(_LABEL, lines),
        _often(_BOLD, text, per),
        _often(_SPAN, text, per),
        _often(_DASH, text, per),
        _often(_ARROW, text, per),
        _often(_SYMBOL, text, per),
        _often(_BOX, text, per),
        sum(line[:2] in ("  ", "\t", " \t") or line[:1] == "\t" for line in lines) / count,
        count > 1 and max(map(len, lines)) <= 140 and min(map(len, lines[:-1])) > 60,
        text.lstrip(" \t-*+•#>1234567890.)[]'\"`")[:1].islower(),
        sum(letter.islower() for letter in sentences) / max(1, len(sentences)),
        _END.search(text) is None,
        text.rstrip().endswith((":", "：")),
    ]


def _typing(block: Block, text: str, per: float) -> list[float]:
    """Letters, words and slips: how somebody types."""
    size, words = max(1, len(text)), text.split()
    spoken, sentences = max(1, len(words)), _SENTENCE.findall(text)
    plain = not (block.is_code or block.printed or _MARKED.search(text))
    asks, apostrophes = min(3.0, text.count("?") + text.count("？")), _often(_APOSTROPHE, text, per)
    return [
        min(3.0, len(_LONE_I.findall(text))),
        asks,
        min(3.0, len(_RUNS.findall(text))),
        sum(letter in "{}[]<>=\\" for letter in text) / size,
        sum(letter.isdigit() for letter in text) / size,
        len(_IDENTIFIER.findall(text)) / spoken,
        len(_PATH.findall(text)) / spoken,
        sum(letter.isalpha() or letter == " " for letter in text) / size,
        sum(letter.isupper() for letter in text) / size,
        min(4.0, sum(text.count(mark) for mark in '"“”„«»') * per),
        min(4.0, text.count("(") * per),
        min(4.0, text.count(";") * per),
        sum(len(word) > 12 for word in words) / spoken,
        text.count(",") / max(1, len(sentences)),
        min(3.0, math.log1p(spoken / max(1, len(sentences)))),
        min(3.0, len(_MISSING_SPACE.findall(text))),
        min(3.0, len(_DOUBLE_SPACE.findall(text))),
        apostrophes,
        min(3.0, text.count("!") + text.count("！")),
        min(3.0, len(_MENTION.findall(text))),
        sum(letter > "\u024f" and letter.isalpha() for letter in text) / size,
        plain,
        plain * asks,
        plain * apostrophes,
        plain and size < 200,
    ]


def _beside(own: Sequence[float]) -> list[float]:
    return [own[_PLACES[name]] for name in BESIDE]


_PLACES = {name: place for place, name in enumerate(OWN)}
_SHARED = ("headings", "bullets", "code", "bold", "printed", "dashes", "starts low")


def _shares(own: Sequence[Sequence[float]], sizes: Sequence[int], whole: int) -> list[float]:
    """How much of the message has each of some shapes."""
    return [
        sum(size * (row[_PLACES[name]] > 0) for row, size in zip(own, sizes, strict=True)) / whole for name in _SHARED
    ]


def _share(pattern: re.Pattern[str], lines: Sequence[str]) -> float:
    return sum(pattern.match(line[:400]) is not None for line in lines) / len(lines)


def _often(pattern: re.Pattern[str], text: str, per: float) -> float:
    return min(4.0, len(pattern.findall(text)) * per)
