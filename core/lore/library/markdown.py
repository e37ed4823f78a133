"""The sections of markdown: what stands under each heading.

Follows CommonMark as far as it decides what is a heading: `#` lines and underlined ones, but none inside fenced or
indented code, comments, raw HTML and front matter. One look at each line, so that no text takes long.
"""

import re
from dataclasses import dataclass, field

from lore.library.sections import Outline, Section, Sections

LONGEST_FRONT_MATTER = 200
"""Lines; a `---` further down closes nothing."""
LONGEST_UNDERLINED = 3
"""Lines of a paragraph that an underline makes a heading."""
_FENCE = re.compile(r"[\s>]{0,40}(`{3,}|~{3,})(.*)")
_HASHES = re.compile(r" {0,3}(#{1,6})(?:[ \t]|$)")
_INTERRUPTS = re.compile(r"\s*(?:[>|]|[-*+][ \t]|\d{1,9}[.)][ \t])")
"""Begins a quotation, a table or an item of a list, right below a paragraph too."""
_CODE = re.compile(r"\t| {4}")
_RAW = {"<!--": "-->", "<pre": "</pre>", "<script": "</script>", "<style": "</style>", "<textarea": "</textarea>"}
"""What begins a block that is no markdown, and what ends it."""


@dataclass(slots=True)
class _Page:
    """A page while its lines are read."""

    sections: Sections
    fence: str = ""
    raw_end: str = ""
    paragraph: int | None = None
    """The line where the running paragraph began."""
    blocked: bool = False
    """Whether the running block is a list, a quotation, a table or code, in which an underline is none."""
    lines: list[str] = field(default_factory=list)

    def take(self, number: int, line: str) -> None:
        if self._inside(line):
            return
        hashes = _HASHES.match(line)
        if hashes:
            title = line[hashes.end(1) :].strip()
            bare = title.rstrip("#")
            title = bare.rstrip() if not bare or bare[-1] in " \t" else title
            self._heading(number, number + 1, len(hashes[1]), title)
        elif not line.strip():
            self.paragraph, self.blocked = None, False
        elif (level := _underline(line)) and self._is_title(number):
            start = self.paragraph if self.paragraph is not None else number
            title = " ".join(part.strip() for part in self.lines[start:number])
            self._heading(start, number + 1, level, title)
        elif _INTERRUPTS.match(line):
            self.paragraph, self.blocked = None, True
        elif self.paragraph is None and not self.blocked:
            self.blocked = bool(_CODE.match(line))
            self.paragraph = None if self.blocked else number

    def _inside(self, line: str) -> bool:
        """Whether a line belongs to code or to raw HTML, or begins it."""
        fence = _FENCE.match(line)
        if self.fence:
            if fence and fence[1].startswith(self.fence) and not fence[2].strip():
                self.fence = ""
            return True
        if self.raw_end:
            self.raw_end = "" if self.raw_end in line.lower() else self.raw_end
            return True
        if fence and not (fence[1][0] == "`" and "`" in fence[2]):
            self.fence, self.paragraph, self.blocked = fence[1], None, False
            return True
        start = line.lstrip(" ").lower()
        for mark, end in _RAW.items():
            if start.startswith(mark) and not start[len(mark) :][:1].isalnum():
                self.raw_end = "" if end in start[len(mark) :] else end
                return True
        return False

    def _is_title(self, number: int) -> bool:
        return self.paragraph is not None and number - self.paragraph <= LONGEST_UNDERLINED

    def _heading(self, start: int, end: int, level: int, title: str) -> None:
        self.sections.heading(start, end, level, title)
        self.paragraph, self.blocked = None, False


def sections(text: str, outline: Outline | None = None) -> list[Section]:
    """The sections of a page, in order. `outline`: the headings it stands under itself; those it has are added."""
    lines = text.split("\n")
    page = _Page(Sections(lines, outline), lines=lines)
    for number in range(_after_front_matter(lines), len(lines)):
        page.take(number, lines[number])
    return page.sections.finished()


def _after_front_matter(lines: list[str]) -> int:
    """The line after the front matter; 0 where there is none. Its words stay in the opening section."""
    if lines[0].rstrip() != "---":
        return 0
    for number, line in enumerate(lines[1:LONGEST_FRONT_MATTER], 1):
        if line.rstrip() in ("---", "..."):
            return number + 1
    return 0


def _underline(line: str) -> int:
    """The level of the heading that a line underlines; 0 where it is no underline."""
    bare = line.strip()
    if len(line) - len(line.lstrip(" ")) > 3 or bare.strip(bare[0]) or bare[0] not in "=-":
        return 0
    return 1 if bare[0] == "=" else 2
