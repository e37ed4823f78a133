"""A message in blocks: paragraphs, code between fences, and runs of lines that a program printed."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

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
