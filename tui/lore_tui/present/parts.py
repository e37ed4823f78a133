"""What the cards of every screen are made of."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from lore.model import Layer, Role
from lore.paths import shown
from lore_tui.look import BLANK, WARNING, Block, Piece, Row, Tone

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lore.model import Turn

LAYERS = {
    Layer.PROJECT: "project",
    Layer.USER_PROJECT: "personal, this project",
    Layer.USER: "personal, everywhere",
    Layer.ORG: "organisation",
}
MOST_SHOWN = 3
"""Quotations and links of a kind on a card; the rest is counted."""


def damaged_row(row_id: str, why: str) -> Row:
    return Row(row_id, why, mark=WARNING, mark_tone=Tone.BAD, more="damaged")


def message_card(lines: Sequence[str]) -> list[Block]:
    """A card that says something in place of an item."""
    return [Block(line, Tone.DIM) for line in lines]


def project_name(project: str | None) -> str:
    """The last part of a project's key: `web` of `github.com/acme/web`."""
    return (project or "").rstrip("/").rpartition("/")[2]


def whole_name(project: str) -> str:
    """The whole key of a project; of one that is a folder, with `~` for your home folder."""
    return shown(Path(project)) if project.startswith("/") else project


def told_apart(projects: Iterable[str]) -> dict[str, str]:
    """Each project's key → as few of its last parts as tell it from the others: `wks/cli` and `workspace/cli`."""
    left = {key: tuple(key.strip("/").split("/")) for key in projects}
    names: dict[str, str] = {}
    most = max(map(len, left.values()), default=0)
    for parts in range(1, most + 1):
        tails = Counter("/".join(split[-parts:]) for split in left.values())
        alone = {key: tail for key, split in left.items() if tails[tail := "/".join(split[-parts:])] == 1}
        names |= alone
        left = {key: split for key, split in left.items() if key not in alone}
    return names | {key: key for key in left}


def grouped(*groups: Sequence[Block]) -> list[Block]:
    """The groups that hold something, with a blank line between them."""
    blocks: list[Block] = []
    for group in groups:
        if group:
            blocks += [*([BLANK] if blocks else []), *group]
    return blocks


def plain(text: str) -> str:
    """A sentence of the engine as a heading: no code marks, first letter raised."""
    words = text.replace("`", "")
    return words[:1].upper() + words[1:]


def speaker(role: Role, turn: Turn | None = None) -> tuple[str, Tone]:
    """Who speaks: you are bold, an agent has its own colour, machines are grey."""
    if role is Role.USER:
        return "you", Tone.TITLE
    if role is Role.ASSISTANT:
        return "agent", Tone.AGENT
    return (turn.speaker if turn and turn.speaker else role.value)[:7], Tone.DIM


def lit_words(words: str, plain_terminal: bool) -> str:
    return f"“{words}”" if plain_terminal else words


def lit(words: str, quotes: Iterable[str], ink: Tone, plain_terminal: bool) -> list[Piece]:
    """The text in pieces, in order: what is quoted, and what stands between."""
    pieces: list[Piece] = []
    end = 0
    for start, quote in sorted({(words.find(quote), quote) for quote in quotes if quote and quote in words}):
        if start >= end:
            pieces += [Piece(words[end:start], ink), Piece(lit_words(quote, plain_terminal), Tone.LIT)]
            end = start + len(quote)
    return [*pieces, Piece(words[end:].rstrip(), ink)]
