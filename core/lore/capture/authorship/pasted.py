"""Which parts of a message the person did not write: plans and answers of agents, reviews, logs, code.

People type short messages and paste long ones, with what they ask above or below. So a short message is typed, but for
code, what a program printed, and a letter below what they ask; of a longer one only a plain first or last paragraph is.
`tests/capture` prints how often this is right.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lore.capture.authorship.terminal import lines_of, review_parts, terminal_parts
from lore.language import Part, quoted_parts

_FENCE = re.compile(r"[ \t]{0,40}(`{3,80}|~{3,80})")
_TIME = r"(?:\d{4}-\d\d-\d\d[T ]?)?\d\d:\d\d(?::\d\d)?"
_PRINTED = re.compile(
    rf"\s{{0,40}}(?:\[?\W?{_TIME}[\].,Z+:\s]|\[\d\d/\d\d/\d\d "  # a log with times, a prompt with one
    r"|at \S.{0,300}[(:]\d+|File \"[^\"]+\", line \d|Traceback \(|Caused by: |\.\.\. \d+ more"  # a stack trace
    r"|[➜❯$%] {1,9}\S|\S{1,40}@\S{1,40}[:~][^ ]*[$#] |PS [A-Z]:\\"  # a shell
    r"|[\w./\\@-]{1,200}\.\w{1,5}:\d+(?::\d+)?[: ]"  # a place in a file
    r"|(?:\w{1,30} ){0,2}\w{0,40}(?:Error|Exception|Warning|ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL)\b[^a-z]{0,3}[:\]]"
    r"|(?:error|warning|fatal|hint|note|remote|make(?:\[\d+\])?|npm [A-Z]\w+!?): "
    r"|(?:--- |=== )(?:FAIL|PASS|RUN|SKIP|\w)|(?:diff --git|index [0-9a-f]{7}|@@ -\d)"
    r"|[\[{\]}(),;]{1,40}\s{0,40}$|\"[\w.-]{1,80}\":\s|[├│└┌╭╰┃║╔╚─═]|[|+][-=+|:]{3,}|\|.{0,390}\|\s{0,40}$"
    r"|[-=_*~⎯─]{4,390}\s{0,40}$|commit [0-9a-f]{40}|[0-9a-f]{7,40} )"
)
"""How a line begins that a program printed, not a person typed."""


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a message that one hand wrote; the text from `start` to `end`."""

    start: int
    end: int
    text: str
    is_code: bool = False
    """Whether it stands between fences."""
    printed: float = 0.0
    """Share of its lines that look like a program's."""


def blocks(text: str, cuts: Collection[int] = ()) -> Iterator[Block]:
    """The blocks of a message in order; blank lines belong to none. Linear in the length.

    cuts: where lines begin at which another hand is known to take over.
    """
    for start, lines, is_code in _paragraphs(text, cuts):
        if is_code:
            yield _block(start, lines, is_code=True)
        else:
            yield from _runs(start, lines)


def is_printed(line: str) -> bool:
    """Whether a line looks like a program's."""
    return _PRINTED.match(line[:400]) is not None


def _paragraphs(text: str, cuts: Collection[int]) -> Iterator[tuple[int, list[str], bool]]:
    """Where each begins, its lines, and whether fences stand round it; a fence that nothing closes goes on."""
    start, place, fence = 0, 0, ""
    lines: list[str] = []
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if lines and not fence and place in cuts:
            yield start, lines, False
            lines = []
        if fence:
            lines.append(line)
            if match and match[1].startswith(fence) and not line.strip(match[1][0] + " \t"):
                yield start, lines, True
                lines, fence = [], ""
        elif match:
            if lines:
                yield start, lines, False
            start, lines, fence = place, [line], match[1]
        elif line.strip():
            start = start if lines else place
            lines.append(line)
        elif lines:
            yield start, lines, False
            lines = []
        place += len(line) + 1
    if lines:
        yield start, lines, bool(fence)


def _runs(start: int, lines: list[str]) -> Iterator[Block]:
    """A paragraph, cut where a program's lines begin or end: "It says:" and what it says are two blocks."""
    printed = [is_printed(line) for line in lines]
    first = 0
    for number in range(1, len(lines) + 1):
        if number == len(lines) or printed[number] != printed[number - 1]:
            turns = number == len(lines) or _is_border(printed, first, number)
            if turns:
                yield _block(start, lines[first:number], printed=sum(printed[first:number]) / (number - first))
                start += sum(len(line) + 1 for line in lines[first:number])
                first = number


def _is_border(printed: list[bool], first: int, number: int) -> bool:
    """Whether printed lines begin here behind typed ones, or end before typed ones that go on to the end."""
    before, after = printed[first:number], printed[number:]
    return not any(before) or (not any(after) and sum(before) * 2 >= len(before))


def _block(start: int, lines: list[str], *, is_code: bool = False, printed: float = 0.0) -> Block:
    text = "\n".join(lines)
    return Block(start, start + len(text), text, is_code, printed)


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


SHORT, SHORT_IF_PLAIN = 600, 1_200
"""Characters up to which a message is typed: any one, and one without a mark of layout."""
PARAGRAPH = 500
"""Characters up to which the first or the last paragraph of a longer message is typed."""
_SALUTATION = re.compile(r"\s*[^\W\d_][^\n,.:;!?]{0,40},\s*")
"""What a letter begins with, as a paragraph: "Hi all,"."""
_BLANK = re.compile(r"\n[ \t]*\n")
_NO_BREAK = re.compile(r"[^\n]")
_MARKED = re.compile(
    r"^[ \t]{0,40}(?:[-*+•▪◦●⏺] |#{1,6} |\||\d{1,3}[.)] )|\*\*[^*\n]|[—–→⇒←↔⟶]"
    r"|[\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]",
    re.MULTILINE,
)
"""What a plain text has none of: marks of layout, of typesetting, symbols."""


def somebodys_parts(text: str) -> list[Part]:
    """The parts of a message in a user's name that are somebody's: quoted, or pasted without a mark of quotation."""
    lines = lines_of(text)
    certain = _joined(text, [*terminal_parts(lines), *review_parts(lines)])
    return [*quoted_parts(text), *certain, *pasted_parts(text, certain)]


def typed_text(text: str) -> str:
    """What of a message the person typed: the same text with spaces in place of all that is somebody's."""
    kept: list[str] = []
    place = 0
    for start, end in sorted(somebodys_parts(text)):
        kept += [text[place:start], _NO_BREAK.sub(" ", text[max(place, start) : end])]
        place = max(place, end)
    return "".join([*kept, text[place:]])


def pasted_parts(text: str, certain: Sequence[Part] = ()) -> list[Part]:
    """The blocks of a message that look like an agent's or a program's, in order.

    certain: the parts that are known to be: what stands beside one in its paragraph is judged by itself.
    """
    cuts = {start for start, _ in certain} | {end + 1 for _, end in certain}
    found = list(blocks(text, cuts))
    beside = not certain and hold_document(found)  # beside a terminal or a review, what is certain is left out already
    size = sum(len(block.text) for block in found)
    short = not beside and (size <= SHORT or (size <= SHORT_IF_PLAIN and all(map(_is_plain, found))))
    typed = found if short else [block for block in found[:1] + found[1:][-1:] if _is_own(block, beside)]
    letter = next((block.start for block in found[1:] if _SALUTATION.fullmatch(block.text)), len(text))
    kept = {block.start for block in typed if block.start < letter and not (block.is_code or block.printed)}
    return [(block.start, block.end) for block in found if block.start not in kept]


def _is_own(block: Block, beside: bool) -> bool:
    """Whether the first or the last paragraph of a long message is typed; beside a document it has to look so: to
    begin without a capital letter."""
    return len(block.text) <= PARAGRAPH and _is_plain(block) and (not beside or block.text.lstrip()[:1].islower())


def _is_plain(block: Block) -> bool:
    return not (block.is_code or block.printed or _MARKED.search(block.text))


def _joined(text: str, parts: Sequence[Part]) -> list[Part]:
    """The same parts, those within one paragraph as one with what stands between them."""
    found: list[Part] = []
    for start, end in sorted(parts):
        if found and _BLANK.search(text, found[-1][1], start) is None:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
