"""The words in the frame of a pane: its title at the top left, its keys at the bottom right; never markup."""

from collections.abc import Sequence

from textual.content import Content
from textual.widget import Widget

from lore_tui.look import PAINTS, Piece, Tone
from lore_tui.text import one_line_of


def entitle(pane: Widget, title: Sequence[Piece], keys: Sequence[Piece] = ()) -> None:
    """Put words into a frame. A title in plain text takes the colour of the frame while it has the keyboard."""
    pane.border_title = _content(title)
    pane.border_subtitle = _content(keys)


def entitle_panel(pane: Widget, title: str) -> None:
    """Put a title into the frame of a dialog; it may hold the name of a file."""
    entitle(pane, (Piece(title),))


def _content(pieces: Sequence[Piece]) -> Content:
    return Content("").join([Content.styled(_flat(one.text), _style(one.tone)) for one in pieces])


def _flat(text: str) -> str:
    """In one line, with the spaces at its ends."""
    inner = one_line_of(text) if text.strip() else ""
    return f"{text[: len(text) - len(text.lstrip())]}{inner}{text[len(text.rstrip()) :] if inner else ''}"


def _style(tone: Tone) -> str:
    if tone is Tone.TEXT:
        return ""
    paint = PAINTS[tone]
    return f"{'bold ' if paint.bold else ''}${paint.ink}"
