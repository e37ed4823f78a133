"""What things look like, without saying which colour: tones, marks and the themes that give tones their colours."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from textual.theme import Theme

from lore.model import Kind


class Tone(StrEnum):
    """How a piece of text stands out."""

    TEXT = "text"
    TITLE = "title"
    DIM = "dim"
    LABEL = "label"
    RULE = "rule"
    WISH = "wish"
    CHOICE = "choice"
    FIX = "fix"
    TROUBLE = "trouble"
    GOOD = "good"
    WARN = "warn"
    BAD = "bad"


TONE_COLOURS: Mapping[Tone, str] = MappingProxyType(
    {
        Tone.TEXT: "foreground",
        Tone.TITLE: "foreground",
        Tone.DIM: "quiet",
        Tone.LABEL: "quiet",
        Tone.RULE: "success",
        Tone.WISH: "wish",
        Tone.CHOICE: "primary",
        Tone.FIX: "fix",
        Tone.TROUBLE: "accent",
        Tone.GOOD: "success",
        Tone.WARN: "warning",
        Tone.BAD: "error",
    }
)
"""Tone → the variable of the theme that gives its colour."""
BOLD = frozenset({Tone.TITLE})

KIND_TONES: Mapping[Kind, Tone] = MappingProxyType(
    {
        Kind.CORRECTION: Tone.TROUBLE,
        Kind.BLOCKER: Tone.TROUBLE,
        Kind.PREFERENCE: Tone.WISH,
        Kind.IDENTITY: Tone.WISH,
        Kind.CONVENTION: Tone.RULE,
        Kind.DECISION: Tone.CHOICE,
        Kind.SYSTEM: Tone.CHOICE,
        Kind.PROJECT: Tone.CHOICE,
        Kind.SOLUTION: Tone.FIX,
        Kind.LESSON: Tone.FIX,
    }
)
"""Kinds that are not named read as plain text."""

PINNED = "◆"
APPROVED = "✓"
WARNING = "!"
MARKED = "●"
CURSOR = "▌"
CURSOR_ELSEWHERE = "│"
"""The cursor of a list that does not have the keyboard."""
OUT_OF_USE = "×"


def tone_of(kind: Kind) -> Tone:
    return KIND_TONES.get(kind, Tone.DIM)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list."""

    id: str
    text: str
    tag: str = ""
    """A word in a column of its own, left."""
    name: str = ""
    """A few words in a column of their own before the text, which then stands back."""
    tone: Tone = Tone.DIM
    """Of the tag."""
    mark: str = ""
    """One character before the text."""
    note: str = ""
    """A few characters in a column of their own, right."""
    columns: tuple[str, ...] = ()
    """Further words, each in a column of its own, where the list is wide."""
    faded: bool = False
    """Out of use: archived, superseded, rejected."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A few words in a tone of their own."""

    text: str
    tone: Tone
    chip: bool = False
    """Whether its ground and its letters change colours."""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph of a card: wrapped, with a label in a column of its own left of it."""

    text: str
    tone: Tone = Tone.TEXT
    label: str | None = ""
    """None: the paragraph takes the whole width."""
    lead: str = ""
    """Before the first line; the others are indented as far."""
    pieces: tuple[Piece, ...] = ()
    """In place of the text: as many of them in a line as fit."""


BLANK = Block("", label=None)

DARK = Theme(
    name="lore-dark",
    primary="#7aa2f7",
    secondary="#7dcfff",
    accent="#e0af68",
    success="#9ece6a",
    warning="#e0af68",
    error="#f7768e",
    foreground="#c8d3e6",
    background="#12161f",
    surface="#181d29",
    panel="#20283a",
    dark=True,
    variables={"wish": "#bb9af7", "fix": "#73daca", "quiet": "#7f8ba6", "cursor-row": "#2a3654"},
)
LIGHT = Theme(
    name="lore-light",
    primary="#2457b3",
    secondary="#0b6e8a",
    accent="#8f5a00",
    success="#33691e",
    warning="#8f5a00",
    error="#b3203c",
    foreground="#1f2733",
    background="#fafbfc",
    surface="#f1f3f7",
    panel="#e3e8f0",
    dark=False,
    variables={"wish": "#6a3fb5", "fix": "#00695c", "quiet": "#5b6678", "cursor-row": "#cfdcf5"},
)
CONTRAST = Theme(
    name="lore-contrast",
    primary="#5fd7ff",
    secondary="#5fd7ff",
    accent="#ffff00",
    success="#5fff5f",
    warning="#ffff00",
    error="#ff8787",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#262626",
    dark=True,
    variables={"wish": "#ffafff", "fix": "#5fffd7", "quiet": "#d0d0d0", "cursor-row": "#0000af"},
)
COLOUR_BLIND = Theme(
    name="lore-colour-blind",
    primary="#56b4e9",
    secondary="#56b4e9",
    accent="#e69f00",
    success="#56b4e9",
    warning="#f0e442",
    error="#f5793a",
    foreground="#e6e9ef",
    background="#10131a",
    surface="#181c26",
    panel="#232a38",
    dark=True,
    variables={"wish": "#d991b8", "fix": "#2fbf94", "quiet": "#9aa5b8", "cursor-row": "#1f4566"},
)
"""After the palette of Okabe and Ito: good is blue and bad is orange, never green and red."""
OWN_THEMES = (DARK, LIGHT, CONTRAST, COLOUR_BLIND)
TERMINAL_THEME = "ansi-dark"
"""The terminal's own colours; obeys `NO_COLOR`."""
THEMES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "dark": (DARK.name, "light text on dark blue"),
        "light": (LIGHT.name, "dark text on near white"),
        "ansi": (TERMINAL_THEME, "the sixteen colours of your terminal, on its own background"),
        "contrast": (CONTRAST.name, "white on black, strong colours"),
        "colour-blind": (COLOUR_BLIND.name, "blue and orange instead of green and red"),
    }
)
"""The setting `app.theme` → the theme, and what it looks like."""
ANSI_VARIABLES: Mapping[str, str] = MappingProxyType(
    {"wish": "ansi_magenta", "fix": "ansi_cyan", "quiet": "ansi_default", "cursor-row": "ansi_default"}
)
