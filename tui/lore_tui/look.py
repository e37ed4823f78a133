"""What things look like, without saying which colour: tones, marks and the themes that give tones their colours.

One accent, four states of a fact, red for what is broken, everything else grey. A colour never stands alone: each state
has its mark, so that a screen reads the same without any.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from textual.theme import Theme


@dataclass(frozen=True, slots=True)
class Paint:
    """The variables of the theme that give a tone its colours, and how it is written."""

    ink: str
    ground: str = ""
    bold: bool = False
    struck: bool = False
    turned: bool = False
    """Where a terminal has no grounds of its own, it is told by changing ink and ground."""


class Tone(Enum):
    """How a piece of text stands out."""

    TEXT = Paint("ink")
    TITLE = Paint("ink", bold=True)
    DIM = Paint("soft")
    FAINT = Paint("faint")
    LINE = Paint("line")
    CHOICE = Paint("accent")
    KEY = Paint("accent", bold=True)
    GOOD = Paint("start")
    FITS = Paint("fits")
    WARN = Paint("waits")
    AGENT = Paint("agents")
    BAD = Paint("bad")
    LIT = Paint("lit", "lit-bg", turned=True)
    """Your words, where they prove something."""
    CHIP = Paint("ink", "chip")
    CHIP_GOOD = Paint("start", "chip")
    CHIP_WARN = Paint("waits", "chip")
    CHIP_KEY = Paint("accent", "chip", bold=True)
    ADDED = Paint("start", "chip", turned=True)
    REMOVED = Paint("bad", "chip", turned=True)
    STRUCK = Paint("faint", struck=True)
    NONE = Paint("g0")
    LITTLE = Paint("g1")
    SOME = Paint("g2")
    MUCH = Paint("g3")
    MOST = Paint("g4")


GREENS = (Tone.NONE, Tone.LITTLE, Tone.SOME, Tone.MUCH, Tone.MOST)

AT_START, WHEN_IT_FITS, WAITS, OF_AGENTS, OUT_OF_USE = "●", "○", "◇", "~", "×"
"""The marks of what becomes of a fact."""
APPROVED, WARNING, BROKEN, FOLDED, PROVES = "✓", "!", "✗", "▸", "◆"
LEGEND: Mapping[str, str] = {
    AT_START: "Each session of the project starts with it",
    WHEN_IT_FITS: "Agents are given it when a prompt is about it",
    WAITS: "It waits for you in Review",
    OF_AGENTS: "Agents said it, and you did not: given to nobody",
    OUT_OF_USE: "Archived, replaced or rejected",
    APPROVED: "Done, approved, or fine",
    WARNING: "To know before you decide, or to look at",
    BROKEN: "Broken, or it could not be done",
    FOLDED: "Folded: enter unfolds it",
    PROVES: "Where the message stands in its session",
    "×3": "Said so often",
}
"""What a mark means, as help tells it."""
MARKED = "+"
CURSOR = "▌"


@dataclass(frozen=True, slots=True)
class Piece:
    """A few words in a tone of their own."""

    text: str
    tone: Tone = Tone.TEXT


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a pane: pieces from the left, and pieces that end at the right edge."""

    left: tuple[Piece, ...] = ()
    right: tuple[Piece, ...] = ()
    cuts: bool = True
    """Whether the left is cut between words where it has no room, instead of inside one."""

    def indented(self, by: str, tone: Tone = Tone.TEXT) -> "Line":
        """The same behind a few signs."""
        return replace(self, left=(Piece(by, tone), *self.left))


EMPTY = Line()
Draw = Callable[[int], Sequence[Line]]
"""Draws for a width."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a list: mostly one line."""

    id: str
    text: str
    name: str = ""
    """A few words in a column of their own before the text, which then stands back."""
    mark: str = ""
    """One character before the text."""
    mark_tone: Tone = Tone.WARN
    note: str = ""
    """Figures at the right."""
    more: str = ""
    """What wants attention behind the text, where there is room."""
    faded: bool = False
    """Whether its words stand back."""
    draw: Draw | None = None
    """In place of all of it: its lines for a width, where the list is tall."""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph of a card: wrapped, with a label in a column of its own left of it."""

    text: str
    tone: Tone = Tone.TEXT
    label: str | None = None
    """None: the paragraph takes the whole width."""
    lead: str = ""
    """Before the first line; the others are indented as far."""


BLANK = Block("")

_NAMES = "background line ink soft faint accent start fits waits agents bad lit lit-bg sel chip g0 g1 g2 g3 g4"
_VALUES = {
    "dark": "#16181d #363b47 #d9dce3 #a3a9b8 #7f8797 #a99bff #7fce93 #6db5ea #e8b85c #d690b8 #f07a80 #ffe9b8 #5c4514 "
    "#262a36 #2a2f3b #242830 #1d4a30 #2b7344 #46a563 #83e394",
    "light": "#fbfaf7 #cdc9c0 #2a2c31 #565a63 #6f727a #5b43c9 #1a7439 #19679f #8f5a00 #9c3f74 #b3261e #3d2b00 #ffe08f "
    "#ebe7f8 #eeebe4 #ebe8e1 #c2e5c6 #8acb96 #4ba663 #1b7039",
    "contrast": "#000000 #8a8a8a #ffffff #e4e4e4 #d0d0d0 #d7afff #5fff87 #5fd7ff #ffd75f #ffafd7 #ff8787 #000000 "
    "#ffd75f #3a3a5f #303030 #262626 #005f00 #00af00 #5fff5f #d7ffd7",
    "colour-blind": "#16181d #363b47 #d9dce3 #a3a9b8 #7f8797 #b7abff #2fbf94 #56b4e9 #e69f00 #d991b8 #f5793a #ffe9b8 "
    "#5c4514 #262a36 #2a2f3b #242830 #1c3f66 #2f6ba8 #56a0dc #b3dcff",
    "dark-256": "#1c1c1c #444444 #d0d0d0 #a8a8a8 #8a8a8a #af87ff #87d787 #5fafff #d7af5f #d787af #ff5f5f #ffffd7 "
    "#875f00 #303030 #3a3a3a #262626 #005f00 #008700 #5faf5f #87ff87",
    "light-256": "#ffffff #c6c6c6 #303030 #585858 #6c6c6c #5f00d7 #008700 #005faf #875f00 #af005f #af0000 #000000 "
    "#ffd787 #eeeeee #e4e4e4 #e4e4e4 #afd7af #87d787 #5faf5f #008700",
}
"""Palette → its colours by name. Of 256 they are chosen, not rounded. Colour-blind: after Okabe and Ito, blues for the
year; good and bad are never green and red alone."""


def _theme(name: str) -> Theme:
    given = dict(zip(_NAMES.split(), _VALUES[name].split(), strict=True))
    return Theme(
        f"lore-{name}", primary=given["accent"], accent=given["accent"], success=given["start"], warning=given["waits"],
        error=given["bad"], foreground=given["ink"], background=given["background"], surface=given["background"],
        panel=given["chip"], dark=not name.startswith("light"), variables=given,
    )  # fmt: skip


OWN_THEMES = tuple(map(_theme, _VALUES))
TERMINAL_THEME = "ansi-dark"
"""The terminal's own colours; obeys `NO_COLOR`."""
THEMES: Mapping[str, tuple[str, str]] = {
    "dark": ("lore-dark", "light text on near black"),
    "light": ("lore-light", "dark text on paper"),
    "ansi": (TERMINAL_THEME, "the sixteen colours of your terminal, on its own background"),
    "contrast": ("lore-contrast", "white on black, strong colours"),
    "colour-blind": ("lore-colour-blind", "blue, orange and teal in place of green and red"),
}
"""The setting `app.theme` → the theme, and what it looks like."""
_ANSI = {
    "line": "default", "ink": "default", "soft": "default", "faint": "bright_black", "accent": "bright_magenta",
    "start": "green", "fits": "cyan", "waits": "yellow", "agents": "magenta", "bad": "red", "lit": "black",
    "lit-bg": "yellow", "sel": "default", "chip": "default", "g0": "bright_black", "g1": "green", "g2": "green",
    "g3": "green", "g4": "bright_green",
}  # fmt: skip
ANSI_VARIABLES: Mapping[str, str] = {name: f"ansi_{colour}" for name, colour in _ANSI.items()}


def theme_of(setting: str, colours: str | None) -> str:
    """The theme of a setting in a terminal that knows so many colours: `256`, `standard`, `truecolor`."""
    if colours in ("standard", "windows"):
        return TERMINAL_THEME
    deep = f"{setting}-256"
    return f"lore-{deep}" if colours == "256" and deep in _VALUES else THEMES[setting][0]
