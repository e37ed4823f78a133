"""What a file is, by its name, and how its text is read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from lore.errors import BadInput
from lore.intake import clean
from lore.library import markdown, outlines
from lore.library.sections import Section

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
    outlined = clean(outlines.outline(clean(text)))
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
