"""Pure functions on text that goes to the screen: literal, cut to cells, times in words."""

from collections.abc import Mapping, Sequence

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from lore import clock
from lore.intake import hidden_characters, sanitise
from lore.text import one_line

LONGEST_LOSS = 8
"""Cells that are given up at most so that a line ends between two words."""
ROW_LIMIT = 512
"""Characters of a text that a one-line row looks at: more never fit, and a line may hold a megabyte."""


def literal(text: str) -> str:
    """The text as a reviewer must see it: a hidden or acting character becomes a visible mark, `‹U+202E›`.

    Joiners that a script or an emoji needs stay. Every kind of line break becomes `\n`, a tab becomes spaces.
    """
    if text.isascii() and text.isprintable():
        return text
    lines = "\n".join(text.expandtabs(4).splitlines())
    return sanitise("".join(map(_marked, lines)) if hidden_characters(lines) else lines)


def _marked(character: str) -> str:
    return f"‹U+{ord(character):04X}›" if hidden_characters(character) else character


def row_text(text: str, cells: int) -> str:
    """The text in one literal line of exactly `cells` cells, cut with `…` where it is longer."""
    return fit(one_line_of(text), cells)


def one_line_of(text: str) -> str:
    """The text in one literal line, as long as it is."""
    return one_line(literal(text[:ROW_LIMIT]))


def fit(text: str, cells: int) -> str:
    """A line of exactly `cells` cells: padded with spaces, or cut and marked with `…`."""
    if cells <= 0:
        return ""
    if cell_len(text) > cells:
        text = set_cell_size(text, cells - 1).rstrip() + "…"
    return set_cell_size(text, cells)


def cut(text: str, cells: int, *, words: bool = True) -> str:
    """A line of at most `cells` cells; one that is longer ends between two words, with `…`."""
    if cell_len(text) <= cells:
        return text
    if cells <= 0:
        return ""
    head = set_cell_size(text, cells - 1)
    place = head.rfind(" ") if words and not text[len(head) : len(head) + 1].isspace() else -1
    return (head[:place] if place > cells - LONGEST_LOSS else head).rstrip() + "…"


def day(at: str | None, now: str) -> str:
    """The day of a stored time as a person says it: `12 Mar`, with the year where it is another one."""
    moment, present = clock.parse(at or ""), clock.parse(now)
    if moment is None or present is None:
        return ""
    moment, present = moment.astimezone(), present.astimezone()
    year = "" if moment.year == present.year else f" {moment.year}"
    return f"{moment.day} {moment:%b}{year}"


def these(number: int) -> str:
    """What a question about several things calls them: `this one`, `these 1,204`."""
    return "this one" if number == 1 else f"these {number:,}"


def listed(texts: Sequence[str], *, shown: int = 2, cells: int = 60) -> str:
    """The first few texts, shortened, and how many more there are: `Use tmp_path…, Squash before…, +10`."""
    names = [fit(one_line(literal(text[:ROW_LIMIT])), cells).rstrip() for text in texts[:shown]]
    more = [f"+{len(texts) - shown:,}"] if len(texts) > shown else []
    return ", ".join([*names, *more])


class Printable(LineFilter):
    """The last net before the terminal: no widget gets a control or hidden character past it."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment
            if segment.control or segment.text == (clean := harmless(segment.text))
            else Segment(clean, segment.style)
            for segment in segments
        ]


ASCII = str.maketrans(
    {
        "▌": ">", "│": "|", "▎": "|", "▏": "|", "▕": "|", "─": "-", "╭": "+", "╮": "+", "╰": "+", "╯": "+", "━": "-",
        "◆": "*", "✓": "v", "●": "@", "×": "x", "✗": "X", "…": "~", "·": ".", "‹": "<", "›": ">", "◂": "<", "▸": ")",
        "░": ":", "▒": "+", "█": "#", "■": "#", "▊": "#", "○": "o", "◇": "<", "◐": "o", "▰": "#", "▱": "-", "▾": "v",
        "┃": "|", "→": ">", "←": "<", "↑": "^", "↓": "v", "“": '"', "”": '"', "’": "'", "–": "-",
        "—": "-", "▁": "_", "▂": ".", "▃": ",", "▄": "-", "▅": "=", "▆": "+", "▇": "*", "▴": "^",
    }
)  # fmt: skip
"""The marks of the app → one character each that every terminal has."""


class Ascii(LineFilter):
    """For a terminal that only knows ASCII: marks become letters and signs, other characters `?`, in as many cells."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if segment.control or segment.text.isascii() else Segment(in_ascii(segment.text), segment.style)
            for segment in segments
        ]


def in_ascii(text: str) -> str:
    """The text without anything but ASCII, in as many cells."""
    return "".join(one if one.isascii() else "?" * cell_len(one) for one in text.translate(ASCII))


def why_ascii(environment: Mapping[str, str]) -> str:
    """Why only ASCII may be shown, as a sentence; empty where the locale is UTF-8, or nobody named one."""
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        if value := environment.get(name):
            knows_more = value.lower().replace("-", "").partition("@")[0].endswith("utf8")
            told = f"`{name}={value}` is not UTF-8, so marks are ASCII and other characters show as `?`"
            return "" if knows_more else f"{told}: `LC_ALL=C.UTF-8 lore` shows them all."
    return ""


def harmless(text: str) -> str:
    """The text without anything a terminal acts on, in as many cells as the widget counted for it."""
    if text.isascii() and text.isprintable():
        return text
    clean = sanitise(text).replace("\n", " ").replace("\t", " ")
    return fit(clean, cell_len(text)) if clean != text else text
