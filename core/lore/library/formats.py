"""What a file is, by its name, and how its text is read."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath

from lore.errors import BadInput
from lore.intake import clean
from lore.library import markdown
from lore.library.chunks import Section

LONGEST_LINE = 400
"""Characters; longer lines were made by a program."""
LONGEST_OPENING, LONGEST_COMMENT = 1_000, 200
"""Characters of the comment at the head of a file, and of one at a declaration."""
MOST_DECLARATIONS = 2_000
"""Of one file."""

_WORDS = (
    "export|default|public|private|protected|internal|fileprivate|static|final|abstract|sealed|open|override|async|"
    "unsafe|extern|inline|const|constexpr|data|partial|virtual|declare|readonly|mutating|suspend|pub|template"
)
_DECLARED = re.compile(
    rf"(?P<indent>[ \t]*)(?:(?:{_WORDS})(?:\([\w:]{{0,30}}\))?[ \t]+){{0,6}}"
    r"(?P<what>class|interface|struct|enum|trait|impl|protocol|extension|object|record|module|namespace|type|def|fn|fun|"
    r"func|function|macro|sub)\b\*?[ \t]*"
    r"(?P<name>(?:<[\w\s,:']{1,60}>[ \t]*)?(?:\([^()]{0,80}\)[ \t]*)?[A-Za-z_$][\w$.:]{0,80})(?:<[^()]{0,120}>)?"
    r"(?P<kin>[ \t]+(?:for|extends|implements)[ \t]+[\w$.:<>, ]{1,80})?[ \t]*(?P<parameters>\([^()]{0,200}\)?)?"
)
_ARROW = re.compile(
    r"(?P<indent>[ \t]*)(?:export[ \t]+)?(?P<what>const|let|var)[ \t]+(?P<name>[A-Za-z_$][\w$]{0,80})[ \t]*="
    r"[ \t]*(?:async[ \t]*)?(?:function\b\*?[ \t]*)?(?P<parameters>\([^()]{0,200}\))[ \t:\w]{0,40}(?:=>|\{)"
)
_METHOD = re.compile(
    r"(?P<indent>[ \t]*)(?:[\w<>\[\],.:*&?]{1,80}[ \t]+){0,5}[*&]{0,2}"
    r"(?!(?:if|for|while|switch|catch|return|else|new|do|synchronized|with|using|lock|elif|match)\b)"
    r"(?P<name>[A-Za-z_~][\w:]{0,80})(?P<parameters>\([^()]{0,200}\))[^;=(){}]{0,80}\{\s*$"
)
"""A function of C, Java and their kin: no word announces it, but a brace opens its body."""
_COMMENT = re.compile(r"\s*(?://+|/\*+|(?:#(?!!)|\*+/?|--|;+|%+)(?![\w{\[]))[ \t]?(?P<words>.*)")
_DOCSTRING = re.compile(r"\s*[rRbBuUfF]{0,2}(?P<mark>\"\"\"|''')(?P<words>.*)")


def outline(text: str) -> str:
    """The outline of a code file; empty where it declares and says nothing."""
    lines = [line if len(line) <= LONGEST_LINE else "" for line in text.split("\n")]
    opening = _opening(lines)
    declared = islice(_declarations(lines), MOST_DECLARATIONS)
    return "\n".join([*([opening, ""] if opening else []), *declared]).strip()


def _opening(lines: list[str]) -> str:
    """The comment or docstring before the first line of code."""
    words: list[str] = []
    start = 0
    while start < len(lines) and (not lines[start].strip() or lines[start].startswith("#!")):
        start += 1
    if start < len(lines) and (match := _DOCSTRING.match(lines[start])):
        words = _quoted(lines, start, match["mark"], match["words"])
    else:
        size = 0
        for line in lines[start:]:
            comment = _COMMENT.match(line)
            if comment is None or size > LONGEST_OPENING:
                break
            words.append(_bare(comment["words"]))
            size += len(words[-1]) + 1
    return "\n".join(words).strip()[:LONGEST_OPENING]


def _quoted(lines: list[str], start: int, mark: str, first: str) -> list[str]:
    """The lines of a docstring, without its marks."""
    words: list[str] = []
    size = 0
    for line in [first, *lines[start + 1 :]]:
        inside, end, _ = line.partition(mark)
        words.append(inside.strip())
        size += len(words[-1]) + 1
        if end or size > LONGEST_OPENING:
            break
    return words


def _declarations(lines: list[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        below = lines[number + 1].strip() if number + 1 < len(lines) else ""
        head = f"{line} {{" if below == "{" else line
        declared = _DECLARED.match(line) or _ARROW.match(line) or _METHOD.match(head)
        if declared is None:
            continue
        found = declared.groupdict("")
        words = (found.get("what", ""), found["name"].rstrip(" \t:"), found.get("kin", "").strip())
        shown = found["indent"] + " ".join(filter(None, words)) + found["parameters"].strip()
        comment = _below(lines, number) or _above(lines, number)
        yield f"{shown} — {comment}" if comment else shown


def _below(lines: list[str], number: int) -> str:
    """The first line of the docstring of the declaration that begins at a line."""
    for line in lines[number + 1 : number + 8]:
        if match := _DOCSTRING.match(line):
            return match["words"].partition(match["mark"])[0].strip()[:LONGEST_COMMENT]
        if _DECLARED.match(line):
            return ""
    return ""


def _above(lines: list[str], number: int) -> str:
    """The comment right above a line; of several lines the first that says something."""
    start = number
    while start > 0 and number - start < 20 and _COMMENT.match(lines[start - 1]):
        start -= 1
    said = (_bare(match["words"]) for line in lines[start:number] if (match := _COMMENT.match(line)))
    return next((words for words in said if words), "")[:LONGEST_COMMENT]


def _bare(words: str) -> str:
    return words.removesuffix("*/").strip(" \t*/#-=;!")


MEGABYTE = 1_000_000
_HEAD = 8_192
"""Bytes in which a NUL tells that a file is binary."""
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file."""

    name: str
    endings: frozenset[str]
    sections: Callable[[str], Sequence[Section]]
    """Cuts a text as it was read into parts that passed the intake door. Raises BadInput."""
    largest: int
    """Bytes; larger files are no documents somebody wrote."""
    is_code: bool = False

    def label(self, path: str) -> str:
        """How a file is called at the head of its parts. Code goes by its folder too: many files have one name."""
        return "/".join(PurePosixPath(path).parts[-2:]) if self.is_code else PurePosixPath(path).name


def _endings(words: str) -> frozenset[str]:
    return frozenset(f".{word}" for word in words.split())


def _cleaned(sections: Callable[[str], Sequence[Section]]) -> Callable[[str], Sequence[Section]]:
    """Through the intake door as a whole: a secret may stand between two headings."""
    return lambda text: sections(clean(text))


def _whole(text: str) -> list[Section]:
    return [Section((), text.strip("\n"), 1 + len(text) - len(text.lstrip("\n")))] if text.strip() else []


def _outline(text: str) -> list[Section]:
    # Before as well: of a secret that is cut, or loses its dashes with its comment, nobody sees what it is.
    outlined = clean(outline(clean(text)))
    return [Section((), outlined, 1, by_line=False)] if outlined else []


TEXT = Format("text", _endings("txt text adoc asciidoc org rst rest"), _cleaned(_whole), 10 * MEGABYTE)
FORMATS = (
    Format("markdown", _endings("md markdown mdown mkd mdx qmd rmd"), _cleaned(markdown.sections), 10 * MEGABYTE),
    TEXT,
    Format(
        "code",
        _endings(
            "py pyi js jsx mjs cjs ts tsx go rs java kt kts scala swift c h cc cpp cxx hpp hh cs rb php lua dart ex exs"
            " erl hs ml fs jl r sh bash zsh ps1 pl pm sql vue svelte zig nim"
        ),
        _outline,
        MEGABYTE,
        is_code=True,
    ),
)
_BY_ENDING: Mapping[str, Format] = {ending: one for one in FORMATS for ending in one.endings}
_NAMES = frozenset({"readme", "changelog", "changes", "contributing", "hacking", "install", "news", "notes", "todo"})
"""Files without an ending that are text."""


def format_of(path: Path) -> Format | None:
    """The format of a file, by its name; None for what is no document."""
    name = path.name.lower()
    if name.endswith((".min.js", ".lock")):
        return None
    return _BY_ENDING.get(path.suffix.lower()) or (TEXT if name in _NAMES else None)


def decode(data: bytes) -> tuple[str, str | None]:
    """The text of a file, and what is to be said about its encoding. Raises BadInput where it is binary."""
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return data.decode(encoding, "replace"), None
    if b"\0" in data[:_HEAD]:
        raise BadInput("binary file, skipped")
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return data.decode("cp1252", "replace"), f"line {line}: this is no UTF-8, it was read as Windows-1252"
